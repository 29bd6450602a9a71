import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// How a HUD is displayed, by the options.
enum Display {
    /// Rows at the cursor, or a bezel.
    case screen(any TerminalRenderer)
    case plain(PlainRenderer)
    case json(JSONRenderer)
    /// Reported to the program that has started hud-demo.
    case parent(any HUDRenderer)
    /// No HUD.
    case none

    /// Makes a display for a relayed job. It is plain if another hud-demo has the HUD of the terminal.
    init(_ options: HUDOptions, on terminal: HUDJob.RelayTerminal) {
        var options = options
        options.terminal.echoDescriptor = terminal.options.echoDescriptor
        options.terminal.sharesTerminal = terminal.isShared
        options.terminal.drawsBelowUnfinishedLines = terminal.options.drawsBelowUnfinishedLines
        self.init(options, on: terminal.descriptor)
        if screen != nil, !terminal.claim() { self = .plain(options) }
    }

    /// Makes a display for many jobs, and claims the terminal for it. If another hud-demo has the claim, the display is plain.
    ///
    /// In the background nothing is drawn, so nothing is claimed.
    ///
    /// - Parameter isInPipeline: Whether other programs of a pipeline write to the terminal. They may be hud-demos, and each one has rows of its own.
    static func claimed(_ options: HUDOptions, isInPipeline: Bool) -> (Display, TerminalClaim?) {
        var options = options
        // The recipes of a make use the terminal too.
        options.terminal.sharesTerminal = isInPipeline || TerminalClaim.isUnderParallelMake
        let display = Display(options, on: descriptor)
        let mayHaveNeighbors = !isInPipeline || TerminalClaim.isUnderParallelMake
        guard display.screen != nil, mayHaveNeighbors, hud_is_foreground(descriptor) != 0 else { return (display, nil) }
        let claim = TerminalClaim(on: descriptor, isShared: options.terminal.sharesTerminal)
        return (claim.canDraw ? display : .plain(options), claim)
    }

    /// The descriptor of the terminal for a HUD: standard error, or standard output, which need not be one either.
    static var descriptor: Int32 { isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO }

    /// Makes a display for the terminal on `descriptor` and draws nothing yet. Plain lines go to standard error.
    ///
    /// With the style `auto` the HUD is reported to a parent that shows progress. Otherwise it is drawn if the terminal allows it and the environment does
    /// not ask for plain lines.
    init(_ options: HUDOptions, on descriptor: Int32 = descriptor) {
        switch options.style {
        case .auto, nil:
            self =
                if let renderer = AutomaticRenderer.parentRenderer() {
                    .parent(renderer)
                } else {
                    switch AutomaticRenderer.Style.preferred {
                    case .plain: .plain(options)
                    case .brief: .plain(options, isBrief: true)
                    case .inline, .bezel, .json, .off: .screen(options.inline(on: descriptor), options)
                    }
                }
        case .inline: self = .screen(options.inline(on: descriptor), options)
        // Output of other programs would be lost on an alternate screen.
        case .bezel where options.terminal.sharesTerminal: self = .screen(options.inline(on: descriptor), options)
        case .bezel: self = .screen(options.bezel(on: descriptor), options)
        case .plain: self = .plain(options)
        case .brief: self = .plain(options, isBrief: true)
        case .json: self = .json(JSONRenderer(fileDescriptor: STDERR_FILENO))
        case .off: self = .none
        }
    }

    /// The renderer that draws on a terminal; nil if there is none.
    var screen: (any TerminalRenderer)? {
        if case .screen(let renderer) = self { renderer } else { nil }
    }

    private static func screen(_ renderer: any TerminalRenderer, _ options: HUDOptions) -> Display {
        renderer.canDraw ? .screen(renderer) : .plain(options)
    }

    private static func plain(_ options: HUDOptions, isBrief: Bool = false) -> Display {
        .plain(PlainRenderer(fileDescriptor: STDERR_FILENO, isUTF8: options.isUTF8, isBrief: isBrief))
    }

    /// A HUD for the options; nil if nothing is shown.
    func hud(_ options: HUDOptions, label: String) -> HUD? {
        // A printed line stays, so a HUD for lines has no minimum show time: nothing delays the exit.
        func hud(
            _ renderer: any HUDRenderer, framesPerSecond: Int, minimumShowTime: Duration = .zero,
            animationDuration: Duration? = .zero
        ) -> HUD {
            HUD(
                label: label, detailsLabel: options.details, mode: options.mode ?? .indeterminate, graceTime: options.graceTime,
                minimumShowTime: minimumShowTime, animationDuration: animationDuration,
                preferredFramesPerSecond: framesPerSecond, renderer: renderer)
        }
        switch self {
        case .screen(let renderer):
            renderer.leavesSummary = options.leavesSummary
            return hud(
                renderer, framesPerSecond: options.framesPerSecond, minimumShowTime: options.minimumShowTime,
                animationDuration: options.animationDuration)
        // A heartbeat can be half a second early or late.
        case .plain(let renderer): return hud(renderer, framesPerSecond: 2)
        case .json(let renderer): return hud(renderer, framesPerSecond: 10)
        case .parent(let renderer): return hud(renderer, framesPerSecond: 13)
        case .none: return nil
        }
    }

    /// Prints a message of hud-demo itself on standard error, when the HUD is gone.
    func say(_ message: String) {
        switch self {
        // The renderer knows whether the job has left an unfinished line, which has to stay whole.
        case .screen(let renderer) where isatty(STDERR_FILENO) == 1: renderer.log("hud-demo: " + message)
        case .json(let renderer): renderer.log("hud-demo: " + message)
        case .screen, .plain, .parent, .none: StandardError.say(message)
        }
    }
}

extension HUDOptions {
    func inline(on descriptor: Int32) -> InlineRenderer {
        InlineRenderer(fileDescriptor: descriptor, theme: theme, spinner: spinner, options: terminal)
    }

    /// The keyboard belongs to the job if there is one, so the bezel has no button.
    func bezel(on descriptor: Int32) -> BezelRenderer {
        BezelRenderer(
            fileDescriptor: descriptor, theme: theme, spinner: spinner, takesKeyboard: takesKeyboard, terminal: terminal)
    }
}
