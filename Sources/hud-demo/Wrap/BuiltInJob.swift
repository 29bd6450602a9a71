import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// `hud-demo` without a command: three jobs of different lengths that show the timing.
struct BuiltInJob {
    var options: HUDOptions

    func run() -> Int32 {
        let display = Display(options, on: STDERR_FILENO)
        // Without a terminal there is still a HUD, which tells whether it would have been shown.
        let hud =
            display.hud(options, label: "")
            ?? HUD(timing: HUDTiming(graceTime: options.graceTime, minimumShowTime: .zero, animationDuration: .zero))
        // On ^Z the terminal has to be restored first. For every other signal the renderer does that.
        var events = TerminalEvents(before: display.screen, takesKeyboard: false, signals: [])
        let grace = options.graceTime.decimalSeconds
        let steps: [(label: String, milliseconds: Int, mode: HUDMode)] = [
            ("a job of 0.2 s", 200, .indeterminate), ("a job of 1 s", 1000, .indeterminate),
            ("a job of 3 s with known progress", 3000, .bar)
        ]
        let begin = LiveClock.shared.now
        for step in steps {
            hud.label = options.label ?? step.label
            hud.mode = options.mode ?? step.mode
            let shown = work(step.milliseconds, under: hud, display, &events)
            let outcome = shown ? "shown" : "never shown: within the grace time of \(grace) s"
            let status = StandardOutput.say("\(step.label): \(outcome)\n")
            if status != 0 { return status }
        }
        let elapsed = begin.duration(to: LiveClock.shared.now)
        display.notify(options, label: options.label ?? "the built-in job", .succeeded, after: elapsed)
        return 0
    }

    /// Works for a while and counts progress.
    ///
    /// - Returns: Whether the HUD was shown.
    private func work(_ milliseconds: Int, under hud: HUD, _ display: Display, _ events: inout TerminalEvents) -> Bool {
        let counter = ProgressNode(totalCount: milliseconds / 10)
        hud.progressSource = counter
        let departure = Departure(of: hud, events.wake)
        let begin = LiveClock.shared.now
        display.events?.start(label: hud.label, details: hud.detailsLabel)
        hud.show()
        while counter.fractionCompleted < 1 {
            let tick = LiveClock.shared.now.advanced(by: .milliseconds(10))
            while events.next(until: tick) != .deadline {}
            counter.complete()
        }
        let elapsed = begin.duration(to: LiveClock.shared.now)
        hud.outcome = .succeeded
        hud.hide(after: display.screen != nil && hud.isOnScreen ? options.hideDelay : .zero)
        while !departure.hasCome { _ = events.next(until: LiveClock.shared.now.advanced(by: .milliseconds(50))) }
        display.events?.finish(elapsed: elapsed, outcome: .succeeded)
        return departure.wasShown == true
    }
}
