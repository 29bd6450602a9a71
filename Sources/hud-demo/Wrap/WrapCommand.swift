import HUDCore
import HUDJob
import HUDLibc

/// `hud-demo -- command`: runs a job under a HUD, and exits as the job does.
struct WrapCommand {
    var command: [RawWord]
    var options: WrapOptions

    func run() throws(UsageError) -> Int32 {
        var display = Display.none
        var shown: HUD?
        do throws(HUDJobError) {
            let result = try HUDJob(words: command, configuration: configuration).relay { terminal in
                display = Display(options.style, on: terminal, look: options.look)
                shown = hud(on: display)
                return shown
            }
            // After ^C the user is there.
            let isInterrupted = result.exitStatus == 128 + SIGINT
            if !isInterrupted, let outcome = shown?.outcome {
                display.notify(options, label: label, outcome, after: result.elapsed)
            }
            if let limit = options.timeout, result.hasTimedOut {
                display.say("timed out after \(limit.decimalSeconds) s")
                return result.exitStatus
            }
            result.exitProcess()
        } catch {
            if case .badPattern(let reason) = error.code { throw UsageError(message: reason) }
            StandardError.say(error.description)
            return error.exitStatus
        }
    }

    private var configuration: HUDJob.Configuration {
        var configuration = HUDJob.Configuration()
        configuration.output = options.output
        configuration.progress = options.progress
        configuration.mode = options.mode
        configuration.timeLimit = options.timeout
        configuration.usesHistory = options.usesHistory && options.style != .off
        configuration.hideDelay = options.hideDelay
        configuration.handsDescriptorsOver = true
        return configuration
    }

    private func hud(on display: Display) -> HUD? {
        let hud = display.hud(options, label: label)
        // The progress is unknown, so a bar moves back and forth.
        if display.screen != nil { hud?.progressSource = ProgressCounter() }
        return hud
    }

    private var label: String { options.label ?? command.map { ShellWord.quoted($0.text) }.joined(separator: " ") }
}
