import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// `hud-demo` without a command: three jobs of different lengths that show the timing.
struct BuiltInJob {
    var options: HUDOptions

    func run() -> Int32 {
        let display = Display(options.look)
        // Without a terminal there is still a HUD, which tells whether it would have been shown.
        let hud =
            display.hud(options, label: "")
            ?? HUD(timing: HUDTiming(graceTime: options.timing.graceTime, minimumShowTime: .zero, animationDuration: .zero))
        guard let mailbox = Mailbox<Never>(catching: SignalPipe.ofRun) else {
            display.say("can't make a pipe: " + errorText(errno))
            return ExitStatus.failure
        }
        defer { mailbox.close() }
        let grace = options.timing.graceTime.decimalSeconds
        let steps: [(label: String, milliseconds: Int, mode: HUDMode)] = [
            ("a job of 0.2 s", 200, .indeterminate), ("a job of 1 s", 1000, .indeterminate),
            ("a job of 3 s with known progress", 3000, .bar)
        ]
        let begin = LiveClock.shared.now
        for step in steps {
            hud.label = options.label ?? step.label
            hud.mode = options.mode ?? step.mode
            let (shown, signal) = work(step.milliseconds, under: JobDisplay(of: hud), hud, mailbox)
            if let signal {
                hud_die_by_signal(signal)
                return 128 + signal
            }
            let outcome = shown ? "shown" : "never shown: within the grace time of \(grace) s"
            let status = StandardOutput.say("\(step.label): \(outcome)\n")
            if status != 0 { return status }
        }
        let elapsed = begin.duration(to: LiveClock.shared.now)
        options.end.notify(display, label: options.label ?? "the built-in job", .succeeded, after: elapsed)
        return 0
    }

    /// Works for a while, or until a signal comes, and counts progress.
    ///
    /// - Returns: Whether the HUD was shown, and the signal that ends this process.
    private func work(
        _ milliseconds: Int, under display: JobDisplay, _ hud: HUD, _ mailbox: Mailbox<Never>
    ) -> (shown: Bool, signal: Int32?) {
        let counter = ProgressNode(totalCount: milliseconds / 10)
        hud.progressSource = counter
        let departure = Departure(of: hud) {}
        let begin = LiveClock.shared.now
        var signal: Int32?
        var requests = EndRequests()
        display.begin()
        while counter.fractionCompleted < 1, signal == nil {
            let arrivals = mailbox.wait(until: LiveClock.shared.now.advanced(by: .milliseconds(10)))
            signal = arrivals.endingSignals(&requests) { display.stop() }.first
            counter.complete()
        }
        let outcome = signal == nil ? HUDOutcome.succeeded : .cancelled
        let elapsed = begin.duration(to: LiveClock.shared.now)
        let arrived = display.remove(
            outcome, delay: options.end.hideDelay, isInterrupted: signal != nil, watching: mailbox, stop: { display.stop() })
        display.finish(elapsed: elapsed, outcome)
        return (departure.wasShown == true, signal ?? arrived)
    }
}
