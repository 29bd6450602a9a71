import HUDCore
import HUDLibc
import HUDTerminal

/// A HUD whose progress is read from a descriptor, as dialog's gauge reads it from standard input.
///
/// A progress line is `45`, `45.5%`, `12/345`, `12/?`, these with a unit as in `12/345 files`, `label TEXT`, `details TEXT` or `end`; other lines are
/// ignored. The blocks of dialog's gauge,
/// between two of its marks, are read too. A process has one gauge or relay at a time.
package struct HUDGauge {
    private let descriptor: Int32
    private let hideDelay: Duration
    private let display: JobDisplay
    private let follower: ProgressFollower
    private let begin = LiveClock.shared.now
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
        guard let mailbox = Mailbox<Never>(catching: SignalPipe.ofRun) else { throw .noPipe(errorNumber: errno) }
        self.descriptor = descriptor
        self.hideDelay = hideDelay
        display = JobDisplay(of: hud)
        follower = ProgressFollower(mode: mode)
        follower.shown.hud = hud
        self.mailbox = mailbox
    }

    /// The label that the lines have given the HUD so far, also if there is none, without control characters; nil: they have given none.
    package var label: String? { follower.report.label?.withoutControls() }

    /// Shows the HUD, reads until the end of the input or a signal that ends it, and waits until the HUD is gone. Blocks this thread.
    ///
    /// Meanwhile, ^Z removes the HUD before this process stops.
    ///
    /// - Returns: The signal of SIGINT, SIGTERM, SIGHUP and SIGQUIT that has come first, by which the process should end; nil if none has.
    /// - Throws: ``HUDGaugeError/unreadable(errorNumber:)``
    package func run() throws(HUDGaugeError) -> Int32? {
        defer { mailbox.close() }
        display.begin()
        let (signal, error) = follow()
        let elapsed = begin.duration(to: LiveClock.shared.now)
        let outcome: HUDOutcome = signal != nil ? .cancelled : error == 0 ? .succeeded : .failed(reason: "can't read")
        var arrived: Int32?
        if display.hud != nil {
            arrived = display.remove(
                outcome, delay: hideDelay, isInterrupted: signal != nil, watching: mailbox, stop: { display.stop() })
            display.finish(elapsed: elapsed, outcome)
        }
        if error != 0 { throw .unreadable(errorNumber: error) }
        return signal ?? arrived
    }

    /// Reads the input to its end, or until a signal comes.
    ///
    /// - Returns: The signal; or the errno of a failed read, or else 0.
    private func follow() -> (signal: Int32?, error: Int32) {
        var reader = ProgressLineReader(blocks: true)
        let input = TypedInput(descriptor)
        var loop = EventLoop<Source>()
        while true {
            loop.watch(mailbox.readEnd, as: .mailbox)
            loop.watch(descriptor, as: .input)
            let ready = loop.wait()
            // ^Z stops this process here, and what was ready may not be ready after that.
            if ready.has(.mailbox) {
                if let signal = takeSignals() { return (signal, 0) }
                continue
            }
            guard ready.has(.input) else { continue }
            let reading = input.read { bytes in reader.feed(bytes) { follower.take(line: $0) } }
            if case .end(let error) = reading {
                reader.finish { follower.take(line: $0) }
                // ^C ends what writes the lines too.
                let signal = takeSignals()
                return (signal, signal == nil ? error : 0)
            }
        }
    }

    /// Takes the signals that have arrived, and stops for ^Z.
    ///
    /// - Returns: The first one that ends the gauge.
    private func takeSignals() -> Int32? {
        var requests = EndRequests()
        return mailbox.take().endingSignals(&requests) { display.stop() }.first
    }
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
        case .noPipe(let number): "can't make a pipe: " + errorText(number)
        case .unreadable(let number): "can't read standard input: " + errorText(number)
        }
    }
}
