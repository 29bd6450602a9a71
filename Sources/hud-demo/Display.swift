import HUDCore
import HUDTerminal

/// A renderer that shares the terminal with what the job prints, and gives it back when the program is stopped.
protocol ScreenRenderer: HUDRenderer {
    var canDraw: Bool { get }
    func passThrough(_ bytes: UnsafeRawBufferPointer)
    func suspend()
    func resume()
}

extension InlineRenderer: ScreenRenderer {}

/// What a HUD is drawn with: the style that was asked for and what can be had here, put together.
enum Display {
    /// On the screen.
    case screen(any ScreenRenderer)
    /// Not at all.
    case none

    /// A display for the terminal on `descriptor`; nothing is drawn yet.
    ///
    /// - Parameter style: `auto` draws where it can be drawn and nobody has said that he would rather read.
    init(_ style: DisplayStyle, on descriptor: Int32, look: LookOptions) {
        switch style {
        case .auto:
            self = DisplayStyle.prefersPlain ? .plain(look) : .screen(on: descriptor, look)
        case .inline, .bezel:
            self = .screen(on: descriptor, look)
        case .plain:
            self = .plain(look)
        case .json:
            self = .none
        case .off:
            self = .none
        }
    }

    private static func screen(on descriptor: Int32, _ look: LookOptions) -> Display {
        let renderer = InlineRenderer(
            fileDescriptor: descriptor, theme: look.theme, spinner: look.spinner, options: look.terminal)
        return renderer.canDraw ? .screen(renderer) : .plain(look)
    }

    private static func plain(_ look: LookOptions) -> Display {
        .none
    }

    /// What takes the job's output and is told of stops; nil where nothing stands on the screen.
    var screen: (any ScreenRenderer)? {
        switch self {
        case .screen(let renderer): renderer
        case .none: nil
        }
    }

    /// How long the outcome is to stay: only where somebody sees it stay.
    func hideDelay(_ options: WrapOptions) -> Duration { screen == nil ? .zero : options.hideDelay }

    /// A HUD as the options have it; nil where there is none to be seen.
    func hud(_ options: WrapOptions, label: String) -> HUD? {
        switch self {
        case .screen(let renderer):
            let hud = HUD(
                label: label, detailsLabel: options.details, mode: options.mode ?? .indeterminate,
                graceTime: options.graceTime, minimumShowTime: options.minimumShowTime,
                animationDuration: options.animationDuration, preferredFramesPerSecond: options.look.framesPerSecond,
                renderer: renderer)
            return hud
        case .none:
            return nil
        }
    }
}
