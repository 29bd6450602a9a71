import HUDCore
import HUDLibc
import HUDTerminal

/// One run of a ``HUDGauge``: waits for lines, for ^Z, and in the end for the HUD to go.
struct GaugeRun {
    private let descriptor: Int32
    private let hideDelay: Duration
    private let display: JobDisplay
    private let follower: ProgressFollower
    private let watch = JobWatch()
    private let mailbox: Mailbox<Never>

    private enum Source {
        case mailbox
        case input
    }

    /// Returns nil with errno if the process has no more descriptors, or if another run handles its signals.
    init?(under hud: HUD?, reading descriptor: Int32, mode: HUDMode?, hideDelay: Duration) {
        guard let mailbox = Mailbox<Never>(catching: [SIGTSTP, SIGCONT]) else { return nil }
        self.descriptor = descriptor
        self.hideDelay = hideDelay
        display = JobDisplay(of: hud)
        follower = ProgressFollower(mode: mode)
        follower.hud = hud
        self.mailbox = mailbox
    }

    func run() throws(HUDGaugeError) {
        defer { mailbox.close() }
        let hud = display.hud
        let onHidden = hud?.onHidden
        hud?.onHidden = { [mailbox] shown in
            onHidden?(shown)
            mailbox.postHUDGone()
        }
        defer { hud?.onHidden = onHidden }
        display.begin()
        let error = follow()
        let elapsed = watch.elapsed
        let outcome = error == 0 ? HUDOutcome.succeeded : .failed(reason: "can't read")
        if hud != nil {
            display.end(outcome, delay: hideDelay)
            while !take(mailbox.wait()) {}
            display.finish(elapsed: elapsed, outcome)
        }
        if error != 0 { throw .unreadable(errorNumber: error) }
    }

    /// Reads the input to its end.
    ///
    /// - Returns: 0, or the errno of a failed read.
    private func follow() -> Int32 {
        var reader = ProgressLineReader(blocks: true)
        var loop = EventLoop<Source>()
        while true {
            loop.watch(mailbox.readEnd, as: .mailbox)
            loop.watch(descriptor, as: .input)
            let ready = loop.wait()
            // ^Z stops this process here, and what was ready may not be ready after that.
            if ready.has(.mailbox) {
                _ = take(mailbox.take())
                continue
            }
            guard ready.has(.input) else { continue }
            let count = withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count > 0 { reader.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { follower.take($0) } }
                return count
            }
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            let error = count < 0 ? errno : 0
            guard count <= 0 else { continue }
            reader.finish { follower.take($0) }
            return error
        }
    }

    /// Stops this process for ^Z, with the HUD off the terminal. Returns whether the HUD is gone.
    private func take(_ arrivals: [Mailbox<Never>.Arrival]) -> Bool {
        var isGone = false
        for arrival in arrivals {
            switch arrival {
            case .signal(SIGTSTP, _): display.hud?.leaveOut(watch.pause { SignalPipe.stop(with: display.screen) })
            case .signal: break
            case .hudGone: isGone = true
            }
        }
        return isGone
    }
}
