import HUDCore
import HUDTerminal

/// What a HUD is drawn with: the style that was asked for and what can be had here, put together.
enum Display {
    /// On the screen.
    case screen(any TerminalRenderer)
    case plain(PlainRenderer)
    case json(JSONRenderer)
    /// Not at all.
    case none

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

    private static func screen(on descriptor: Int32, _ look: LookOptions) -> Display {
        let renderer = InlineRenderer(
            fileDescriptor: descriptor, theme: look.theme, spinner: look.spinner, options: look.terminal)
        return renderer.canDraw ? .screen(renderer) : .plain(look)
    }

    /// The keyboard is the job's: it has no button. What others write would be lost with a screen of our own.
    private static func bezel(on descriptor: Int32, _ look: LookOptions) -> Display {
        if look.sharesTerminal { return screen(on: descriptor, look) }
        let renderer = BezelRenderer(
            fileDescriptor: descriptor, theme: look.theme, spinner: look.spinner, takesKeyboard: false, terminal: look.terminal)
        return renderer.canDraw ? .screen(renderer) : .plain(look)
    }

    private static func plain(_ look: LookOptions) -> Display {
        .plain(PlainRenderer(fileDescriptor: STDERR_FILENO, isUTF8: look.isUTF8))
    }

    /// What takes the job's output and is told of stops; nil where nothing stands on the screen.
    var screen: (any TerminalRenderer)? {
        if case .screen(let renderer) = self { renderer } else { nil }
    }

    /// What gives the cursor back, in a process that finds this one killed.
    var cursorBack: [UInt8] {
        (screen as? InlineRenderer)?.cursorBack ?? (screen as? BezelRenderer)?.cursorBack ?? []
    }

    /// Whether there is none at all.
    var isNone: Bool {
        if case .none = self { true } else { false }
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

    /// Has a HUD show how far a job is that is expected to take so long. A program that reads is told what is known, and not what is likely.
    func expect(_ time: Duration, of hud: HUD, by watch: JobWatch, mode: HUDMode?) {
        if case .json = self { return }
        hud.progressSource = ExpectedProgress(time, by: watch)
        hud.mode = mode ?? .bar
    }

    /// Says on standard error, when the HUD is gone, what hud-demo itself has to say.
    func say(_ message: String) {
        // What the job has left of a line is to stay whole, and the renderer knows whether there is something.
        if let screen, isatty(STDERR_FILENO) == 1 { screen.log("hud-demo: " + message) } else { StandardError.say(message) }
    }

    /// Says that a job has begun.
    func begin(_ hud: HUD) {
        if case .json(let renderer) = self { renderer.start(label: hud.label, details: hud.detailsLabel) }
        hud.show()
    }

    /// Says how a job ended, and has the HUD go: after `delay` where the outcome is to be read on the screen.
    ///
    /// A job within its grace time has nothing there to be kept.
    func end(_ hud: HUD, _ outcome: HUDOutcome, delay: Duration) {
        hud.outcome = outcome
        if screen != nil, delay > .zero, hud.isOnScreen { hud.hide(after: delay) } else { hud.hide() }
    }

    /// Says what is left to be said of a job whose HUD is gone, if it ever came.
    func finish(elapsed: Duration, _ outcome: HUDOutcome) {
        if case .json(let renderer) = self { renderer.finish(elapsed: elapsed, outcome: outcome) }
    }
}
