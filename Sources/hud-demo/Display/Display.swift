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
    case parent(ParentRenderer)
    /// No HUD.
    case none

    /// Makes a display for a relayed job. It is plain if another hud-demo has the HUD of the terminal.
    init(_ style: DisplayStyle, on terminal: HUDJob.RelayTerminal, look: LookOptions) {
        var look = look
        look.relay = terminal.options
        self.init(style, on: terminal.descriptor, look: look)
        if screen != nil, !terminal.claim() { self = .plain(look) }
    }

    /// Claims the terminal for a HUD of many jobs that is drawn on `descriptor`. If another hud-demo has the claim, the display becomes plain.
    ///
    /// In the background nothing is drawn, so nothing is claimed.
    ///
    /// - Parameter isInPipeline: Whether other programs of a pipeline write to the terminal. They may be hud-demos, and each one has rows of its own.
    mutating func claim(_ descriptor: Int32, isInPipeline: Bool, look: LookOptions) -> TerminalClaim? {
        let mayHaveNeighbors = !isInPipeline || TerminalClaim.isUnderParallelMake
        guard screen != nil, mayHaveNeighbors, hud_is_foreground(descriptor) != 0 else { return nil }
        let claim = TerminalClaim(on: descriptor, isShared: look.relay?.sharesTerminal == true)
        if !claim.canDraw { self = .plain(look) }
        return claim
    }

    /// The descriptor of the terminal for a HUD: standard error, or standard output, which need not be one either.
    static var descriptor: Int32 { isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO }

    /// Makes a display for the terminal on `descriptor` and draws nothing yet. Plain lines go to standard error.
    ///
    /// - Parameter style: With `auto` the HUD is reported to a parent that shows progress. Otherwise it is drawn if the terminal allows it and the
    ///   environment does not ask for plain lines.
    init(_ style: DisplayStyle, on descriptor: Int32, look: LookOptions) {
        switch style {
        case .auto:
            self =
                if let renderer = ParentRenderer() {
                    .parent(renderer)
                } else {
                    AutomaticRenderer.Style.prefersLines ? .plain(look) : .screen(on: descriptor, look)
                }
        case .inline: self = .screen(on: descriptor, look)
        case .bezel: self = .bezel(on: descriptor, look)
        case .plain: self = .plain(look)
        case .json: self = .json(JSONRenderer(fileDescriptor: STDERR_FILENO))
        case .off: self = .none
        }
    }

    /// The renderer that draws on a terminal; nil if there is none.
    var screen: (any TerminalRenderer)? {
        if case .screen(let renderer) = self { renderer } else { nil }
    }

    private static func screen(on descriptor: Int32, _ look: LookOptions) -> Display {
        let renderer = InlineRenderer(
            fileDescriptor: descriptor, theme: look.theme, spinner: look.spinner, options: look.terminal)
        return renderer.canDraw ? .screen(renderer) : .plain(look)
    }

    /// The keyboard belongs to the job if there is one, so the bezel has no button. Output of other programs would be lost on an alternate screen.
    private static func bezel(on descriptor: Int32, _ look: LookOptions) -> Display {
        if look.relay?.sharesTerminal == true { return screen(on: descriptor, look) }
        let renderer = BezelRenderer(
            fileDescriptor: descriptor, theme: look.theme, spinner: look.spinner, takesKeyboard: look.takesKeyboard,
            terminal: look.terminal)
        return renderer.canDraw ? .screen(renderer) : .plain(look)
    }

    private static func plain(_ look: LookOptions) -> Display {
        .plain(PlainRenderer(fileDescriptor: STDERR_FILENO, isUTF8: look.isUTF8))
    }

    /// A HUD for the options; nil if nothing is shown.
    func hud(_ options: WrapOptions, label: String) -> HUD? {
        switch self {
        case .screen(let renderer):
            onScreen(renderer, options, label)
        // A heartbeat can be half a second early or late.
        case .plain(let renderer): lines(renderer, framesPerSecond: 2, options, label)
        case .json(let renderer): lines(renderer, framesPerSecond: 10, options, label)
        case .parent(let renderer): lines(renderer, framesPerSecond: 13, options, label)
        case .none: nil
        }
    }

    private func onScreen(_ renderer: any TerminalRenderer, _ options: WrapOptions, _ label: String) -> HUD {
        renderer.leavesSummary = options.leavesSummary
        return HUD(
            label: label, detailsLabel: options.details, mode: options.mode ?? .indeterminate,
            graceTime: options.graceTime, minimumShowTime: options.minimumShowTime,
            animationDuration: options.animationDuration, preferredFramesPerSecond: options.look.framesPerSecond,
            renderer: renderer)
    }

    /// A HUD for plain lines. It has no minimum show time, because a printed line stays: nothing delays the exit.
    private func lines(_ renderer: any HUDRenderer, framesPerSecond: Int, _ options: WrapOptions, _ label: String) -> HUD {
        HUD(
            label: label, detailsLabel: options.details, mode: options.mode ?? .indeterminate, graceTime: options.graceTime,
            animationDuration: .zero, preferredFramesPerSecond: framesPerSecond, renderer: renderer)
    }

    /// Prints a message of hud-demo itself on standard error, when the HUD is gone.
    func say(_ message: String) {
        // The renderer knows whether the job has left an unfinished line, which has to stay whole.
        if let screen, isatty(STDERR_FILENO) == 1 { screen.log("hud-demo: " + message) } else { StandardError.say(message) }
    }
}
