import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// How a HUD is displayed, by its look.
struct Display {
    /// What shows the HUD; nil: there is none.
    var renderer: (any HUDRenderer)?

    /// Makes a display for a relayed job. It is plain if another hud-demo has the HUD of the terminal.
    init(_ look: Look, on terminal: HUDJob.RelayTerminal) {
        var look = look
        look.terminal.echoDescriptor = terminal.options.echoDescriptor
        look.terminal.sharesTerminal = terminal.isShared
        look.terminal.drawsBelowUnfinishedLines = terminal.options.drawsBelowUnfinishedLines
        self.init(look, on: terminal.descriptor)
        if screen != nil, !terminal.claim() { renderer = look.renderer(.plain) }
    }

    /// Makes a display for many jobs, and claims the terminal for it. If another hud-demo has the claim, the display is plain.
    ///
    /// In the background nothing is drawn, so nothing is claimed.
    static func claimed(_ look: Look) -> (Display, TerminalClaim?) {
        var look = look
        // The other programs of a pipeline use the terminal too, and so do the recipes of a make.
        look.terminal.sharesTerminal = TerminalClaim.isInPipeline || TerminalClaim.isUnderParallelMake
        let display = Display(look, on: descriptor)
        guard display.screen != nil, hud_is_foreground(descriptor) else { return (display, nil) }
        let claim = TerminalClaim(
            on: descriptor, isShared: look.terminal.sharesTerminal, isInPipeline: TerminalClaim.mayBeOfPipeline)
        return (claim.canDraw ? display : Display(renderer: look.renderer(.plain)), claim)
    }

    /// The descriptor of the terminal for a HUD: standard error, or standard output, which need not be one either.
    static var descriptor: Int32 { isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO }

    /// Makes a display for the terminal on `descriptor` and draws nothing yet. Plain lines go to standard error.
    ///
    /// With the style `auto` the HUD is reported to a parent that shows progress. Otherwise it is drawn if the terminal allows it and the environment does
    /// not ask for plain lines.
    init(_ look: Look, on descriptor: Int32 = descriptor) {
        if look.style == nil, let parent = AutomaticRenderer.parentRenderer() {
            renderer = parent
        } else {
            let style = look.style ?? .preferred
            // Output of other programs would be lost on an alternate screen.
            renderer = look.renderer(style == .bezel && look.terminal.sharesTerminal ? .inline : style, on: descriptor)
        }
    }

    init(renderer: (any HUDRenderer)?) { self.renderer = renderer }

    /// The renderer that draws on a terminal; nil if there is none.
    var screen: (any TerminalRenderer)? { renderer?.terminal }

    /// The renderer that writes JSON; nil if there is none.
    var events: JSONRenderer? { renderer as? JSONRenderer }

    /// A HUD for the options; nil if nothing is shown.
    func hud(_ options: HUDOptions, label: String) -> HUD? {
        guard let renderer else { return nil }
        let screen = screen
        screen?.leavesSummary = options.end.leavesSummary
        let framesPerSecond =
            switch renderer.display.medium {
            case .screen, .none: options.look.framesPerSecond
            // A heartbeat can be half a second early or late.
            case .lines: 2
            case .events: 10
            case .parent: 13
            }
        var timing = options.timing
        // A printed line stays, so a HUD for lines has no minimum show time: nothing delays the exit.
        if screen == nil { (timing.minimumShowTime, timing.animationDuration) = (.zero, .zero) }
        return HUD(
            label: label, detailsLabel: options.details, mode: options.mode ?? .indeterminate,
            timing: timing, preferredFramesPerSecond: framesPerSecond, renderer: renderer)
    }

    /// A HUD for one job: on a screen a bar moves back and forth until the job says how far it is.
    func hudOfJob(_ options: HUDOptions, label: String) -> HUD? {
        let hud = hud(options, label: label)
        if screen != nil { hud?.progressSource = UnknownProgress() }
        return hud
    }

    /// Prints a message of hud-demo itself on standard error, when the HUD is gone.
    func say(_ message: String) {
        // The renderer knows whether the job has left an unfinished line, which has to stay whole.
        let logger: (any HUDRenderer)? = isatty(STDERR_FILENO) == 1 ? screen ?? events : events
        if let logger { logger.log("hud-demo: " + message) } else { StandardError.say(message) }
    }
}

/// The progress of a job that has not said any: a bar moves back and forth.
struct UnknownProgress: ProgressSource {
    func sample() -> ProgressSample { ProgressSample(completedUnitCount: 0, totalUnitCount: nil) }
}
