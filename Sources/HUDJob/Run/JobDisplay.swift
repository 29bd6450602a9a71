import HUDCore
import HUDTerminal

/// What a job's HUD is drawn with.
enum JobDisplay {
    /// Rows at the cursor, or a bezel.
    case screen(any TerminalRenderer)
    case plain(PlainRenderer)
    case json(JSONRenderer)
    /// By a renderer of the program's own, or by one that has no terminal.
    case other
    /// No HUD.
    case none

    /// The display of a HUD that is drawn with `renderer`.
    init(of renderer: (any HUDRenderer)?) {
        switch renderer {
        case let screen as any TerminalRenderer where screen.canDraw: self = .screen(screen)
        case let plain as PlainRenderer: self = .plain(plain)
        case let json as JSONRenderer: self = .json(json)
        default: self = .other
        }
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

    /// Has a HUD show how far a job is that is expected to take so long. A program that reads is told what is known, and not what is likely.
    func expect(_ time: Duration, of hud: HUD, by watch: JobWatch, mode: HUDMode?) {
        if case .json = self { return }
        hud.progressSource = ExpectedProgress(time, by: watch)
        hud.mode = mode ?? .bar
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
