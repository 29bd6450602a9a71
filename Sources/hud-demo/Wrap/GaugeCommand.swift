import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc

/// `hud-demo --gauge`: a HUD that reads progress lines from standard input until it ends.
struct GaugeCommand {
    var options: HUDOptions

    func run() -> Int32 {
        // Without SIGPIPE, a write to a terminal that has gone away fails with an error.
        let pipeAction = signal(SIGPIPE, SIG_IGN)
        let display = Display(options.look)
        var gauge: HUDGauge?
        var label: String { gauge?.label ?? options.label ?? "" }
        let hud = display.hudOfJob(options, label: label)
        let begin = LiveClock.shared.now
        var status: Int32 = 0
        var endSignal: Int32?
        do throws(HUDGaugeError) {
            let opened = try HUDGauge(under: hud, reading: STDIN_FILENO, mode: options.mode, hideDelay: options.end.hideDelay)
            gauge = opened
            endSignal = try opened.run()
            status = endSignal.map { 128 + $0 } ?? 0
            // After ^C the user is there.
            if endSignal != SIGINT, let outcome = hud?.outcome {
                options.end.notify(display, label: label, outcome, after: begin.duration(to: LiveClock.shared.now))
            }
        } catch {
            display.say(error.description)
            status = ExitStatus.failure
        }
        // The hooks inherit what we have.
        _ = signal(SIGPIPE, pipeAction)
        options.end.hooks.run(label, status: status, after: begin.duration(to: LiveClock.shared.now))
        if let endSignal { hud_die_by_signal(endSignal) }
        return status
    }
}
