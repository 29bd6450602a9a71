import HUDCore
import HUDLibc
import HUDTerminal

/// A HUD whose progress is read from a descriptor, as dialog's gauge reads it from standard input.
///
/// A progress line is `45`, `45.5%`, `12/345`, `label TEXT` or `details TEXT`; other lines are ignored. The blocks of dialog's gauge,
/// between two of its marks, are read too. A process has one gauge or relay at a time.
package struct HUDGauge {
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

    /// Prepares for the HUD.
    ///
    /// - Parameters:
    ///   - hud: The HUD to show, or nil to read without one. It must not be shown by the caller.
    ///   - descriptor: Where the lines are read.
    ///   - mode: How the HUD shows the progress; nil: as a bar.
    ///   - hideDelay: How long the outcome stays on the screen after the last line.
    /// - Throws: ``HUDGaugeError/noPipe(errorNumber:)``
    package init(under hud: HUD?, reading descriptor: Int32, mode: HUDMode?, hideDelay: Duration) throws(HUDGaugeError) {
        guard let mailbox = Mailbox<Never>(catching: [SIGTSTP, SIGCONT]) else { throw .noPipe(errorNumber: errno) }
        self.descriptor = descriptor
        self.hideDelay = hideDelay
        display = JobDisplay(of: hud)
        follower = ProgressFollower(mode: mode)
        follower.hud = hud
        self.mailbox = mailbox
    }

    /// Shows the HUD, reads until the end of the input, and waits until the HUD is gone. Blocks this thread.
    ///
    /// Meanwhile, ^Z removes the HUD before this process stops.
    ///
    /// - Throws: ``HUDGaugeError/unreadable(errorNumber:)``
    package func run() throws(HUDGaugeError) {
        defer { mailbox.close() }
        display.begin()
        let error = follow()
        let elapsed = watch.elapsed
        let outcome = error == 0 ? HUDOutcome.succeeded : .failed(reason: "can't read")
        if display.hud != nil {
            display.remove(outcome, delay: hideDelay, watching: mailbox, stop: stop)
            display.finish(elapsed: elapsed, outcome)
        }
        if error != 0 { throw .unreadable(errorNumber: error) }
    }

    /// Reads the input to its end.
    ///
    /// - Returns: 0, or the errno of a failed read.
    private func follow() -> Int32 {
        var reader = ProgressLineReader(blocks: true)
        let input = TypedInput(descriptor)
        var loop = EventLoop<Source>()
        while true {
            loop.watch(mailbox.readEnd, as: .mailbox)
            loop.watch(descriptor, as: .input)
            let ready = loop.wait()
            // ^Z stops this process here, and what was ready may not be ready after that.
            if ready.has(.mailbox) {
                for case .signal(SIGTSTP, _) in mailbox.take() { stop() }
                continue
            }
            guard ready.has(.input) else { continue }
            let reading = input.read { bytes in reader.feed(bytes) { follower.take($0) } }
            if case .end(let error) = reading {
                reader.finish { follower.take($0) }
                return error
            }
        }
    }

    /// Stops this process for ^Z.
    private func stop() { watch.pause { display.stop() } }
}

/// Why a ``HUDGauge`` ended before its input.
package enum HUDGaugeError: Error, Hashable, CustomStringConvertible {
    /// The process has no more descriptors, or another run in it handles its signals (`EBUSY`).
    case noPipe(errorNumber: Int32)
    /// The input can't be read.
    case unreadable(errorNumber: Int32)

    /// One line for a user.
    package var description: String {
        switch self {
        case .noPipe(EBUSY): SignalPipe.inUse
        case .noPipe(let number): "can't make a pipe: " + String(cString: strerror(number))
        case .unreadable(let number): "can't read: " + String(cString: strerror(number))
        }
    }
}
