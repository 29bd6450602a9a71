import HUDCore
import HUDLibc
import HUDTerminal

/// One run of a ``HUDGauge``: waits for lines, for ^Z, and in the end for the HUD to go.
struct GaugeRun {
    private let gauge: HUDGauge
    private let hud: HUD?
    private let display: JobDisplay
    private let follower: ProgressFollower
    private let watch = JobWatch()
    private let mailbox = JobMailbox.sharingSignalPipe()
    private let saved = SavedSignals([SIGTSTP, SIGCONT])
    private let signals: Int32

    /// Returns nil with errno if the process has no more descriptors, or if another run handles its signals.
    init?(_ gauge: HUDGauge, under hud: HUD?) {
        guard let pipe = SignalPipe.open(catching: [SIGTSTP, SIGCONT]) else { return nil }
        self.gauge = gauge
        self.hud = hud
        display = JobDisplay(of: hud)
        follower = ProgressFollower(mode: gauge.mode)
        follower.hud = hud
        signals = pipe.readEnd
    }

    func run() throws(HUDGaugeError) {
        defer {
            saved.restore()
            SignalPipe.close()
        }
        let onHidden = hud?.onHidden
        hud?.onHidden = { [mailbox] shown in
            onHidden?(shown)
            mailbox.post(.hudGone)
        }
        defer { hud?.onHidden = onHidden }
        if let hud { display.begin(hud) }
        let error = follow()
        let elapsed = watch.elapsed
        let outcome = error == 0 ? HUDOutcome.succeeded : .failed(reason: "can't read")
        if let hud {
            display.end(hud, outcome, delay: gauge.hideDelay)
            waitUntilGone()
            display.finish(elapsed: elapsed, outcome)
        }
        if error != 0 { throw .unreadable(errorNumber: error) }
    }

    /// Reads the input to its end.
    ///
    /// - Returns: 0, or the errno of a failed read.
    private func follow() -> Int32 {
        var reader = ProgressLineReader(blocks: true)
        while true {
            var descriptors = [signals, gauge.fileDescriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&descriptors, 2, -1) > 0 else { continue }
            if descriptors[0].revents != 0 { takeMessages() }
            guard descriptors[1].revents != 0 else { continue }
            let count = withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
                let count = read(gauge.fileDescriptor, buffer.baseAddress, buffer.count)
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

    private func waitUntilGone() {
        while !mailbox.letters.contains(.hudGone) {
            var wake = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
            if poll(&wake, 1, -1) > 0 { takeMessages() }
        }
    }

    /// Stops this process for ^Z, with the HUD off the terminal.
    private func takeMessages() {
        for case .signal(SIGTSTP, _) in SignalPipe.messages(from: signals) {
            let time = watch.pause { SignalPipe.stop(with: display.screen) }
            hud?.leaveOut(time)
        }
    }
}
