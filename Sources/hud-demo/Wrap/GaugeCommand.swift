import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc

/// `hud-demo --gauge`: a HUD that reads progress lines from standard input until it ends.
struct GaugeCommand {
    var options: HUDOptions

    func run() -> Int32 {
        // If standard input is closed, a pipe made later would get its number.
        guard fcntl(STDIN_FILENO, F_GETFD) >= 0 else {
            let status = fail(errno, Display(renderer: nil))
            options.hooks.run(options.label ?? "", status: status, after: .zero)
            return status
        }
        // Without SIGPIPE, a write to a terminal that has gone away fails with an error.
        signal(SIGPIPE, SIG_IGN)
        let display = Display(options)
        let label = options.label ?? ""
        let hud = display.hud(options, label: label)
        if display.screen != nil { hud?.progressSource = UnknownProgress() }
        let begin = LiveClock.shared.now
        var status: Int32 = 0
        var signal: Int32?
        do throws(HUDGaugeError) {
            signal = try HUDGauge(under: hud, reading: STDIN_FILENO, mode: options.mode, hideDelay: options.hideDelay).run()
            status = signal.map { 128 + $0 } ?? 0
            // After ^C the user is there.
            if signal != SIGINT, let outcome = hud?.outcome {
                display.notify(options, label: label, outcome, after: begin.duration(to: LiveClock.shared.now))
            }
        } catch {
            switch error {
            case .noPipe:
                display.say(error.description)
                status = ExitStatus.failure
            case .unreadable(let number): status = fail(number, display)
            }
        }
        options.hooks.run(label, status: status, after: begin.duration(to: LiveClock.shared.now))
        if let signal { hud_die_by_signal(signal) }
        return status
    }

    private func fail(_ error: Int32, _ display: Display) -> Int32 {
        display.say("can't read standard input: " + String(cString: strerror(error)))
        return ExitStatus.failure
    }
}
