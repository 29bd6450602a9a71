import HUDCore
import HUDJob
import HUDTerminal

/// A job's display, made from the options.
extension JobDisplay {
    /// A display for the terminal on `descriptor`; nothing is drawn yet. Lines go to standard error.
    ///
    /// - Parameter style: `auto` draws where it can be drawn and nobody has said that he would rather read.
    init(_ style: DisplayStyle, on descriptor: Int32, look: LookOptions) {
        switch style {
        case .auto: self = DisplayStyle.prefersPlain ? .plain(look) : .screen(on: descriptor, look)
        case .inline: self = .screen(on: descriptor, look)
        case .bezel: self = .bezel(on: descriptor, look)
        case .plain: self = .plain(look)
        case .json: self = .json(JSONRenderer(fileDescriptor: STDERR_FILENO))
        case .off: self = .none
        }
    }

    private static func screen(on descriptor: Int32, _ look: LookOptions) -> JobDisplay {
        let renderer = InlineRenderer(
            fileDescriptor: descriptor, theme: look.theme, spinner: look.spinner, options: look.terminal)
        return renderer.canDraw ? .screen(renderer) : .plain(look)
    }

    /// The keyboard is the job's: it has no button. What others write would be lost with a screen of our own.
    private static func bezel(on descriptor: Int32, _ look: LookOptions) -> JobDisplay {
        if look.sharesTerminal { return screen(on: descriptor, look) }
        let renderer = BezelRenderer(
            fileDescriptor: descriptor, theme: look.theme, spinner: look.spinner, takesKeyboard: false, terminal: look.terminal)
        return renderer.canDraw ? .screen(renderer) : .plain(look)
    }

    private static func plain(_ look: LookOptions) -> JobDisplay {
        .plain(PlainRenderer(fileDescriptor: STDERR_FILENO, isUTF8: look.isUTF8))
    }

    /// A HUD as the options have it; nil where there is none to be seen.
    func hud(_ options: WrapOptions, label: String) -> HUD? {
        switch self {
        case .screen(let renderer):
            onScreen(renderer, options, label)
        // Half a second more or less is nothing to a heartbeat.
        case .plain(let renderer): lines(renderer, framesPerSecond: 2, options, label)
        case .json(let renderer): lines(renderer, framesPerSecond: 10, options, label)
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

    /// A line need not stay to be read: nothing holds the exit back.
    private func lines(_ renderer: any HUDRenderer, framesPerSecond: Int, _ options: WrapOptions, _ label: String) -> HUD {
        HUD(
            label: label, detailsLabel: options.details, mode: options.mode ?? .indeterminate, graceTime: options.graceTime,
            animationDuration: .zero, preferredFramesPerSecond: framesPerSecond, renderer: renderer)
    }

    /// Says on standard error, when the HUD is gone, what hud-demo itself has to say.
    func say(_ message: String) {
        // What the job has left of a line is to stay whole, and the renderer knows whether there is something.
        if let screen, isatty(STDERR_FILENO) == 1 { screen.log("hud-demo: " + message) } else { StandardError.say(message) }
    }
}
