import HUDCore
import HUDLibc
import HUDTerminal

/// How a job's HUD is displayed.
enum JobDisplay {
    /// Rows at the cursor, or a bezel.
    case screen(any TerminalRenderer)
    case plain(PlainRenderer)
    case json(JSONRenderer)
    /// With a renderer of the program's own, or with one that has no terminal.
    case other
    /// No HUD.
    case none

    /// The display of a HUD that is drawn with `renderer`.
    init(of renderer: (any HUDRenderer)?) {
        switch (renderer as? AutomaticRenderer)?.screen ?? renderer {
        case let screen as any TerminalRenderer where screen.canDraw: self = .screen(screen)
        case let plain as PlainRenderer: self = .plain(plain)
        case let json as JSONRenderer: self = .json(json)
        default: self = .other
        }
    }

    /// The renderer that prints the job's output and steps aside for stops; nil if nothing is drawn on a terminal.
    var screen: (any TerminalRenderer)? {
        if case .screen(let renderer) = self { renderer } else { nil }
    }

    /// Whether there is no HUD.
    var isNone: Bool {
        if case .none = self { true } else { false }
    }

    /// Whether progress by the time that a job is expected to take is left out.
    var reportsFactsOnly: Bool {
        if case .json = self { true } else { false }
    }

    /// Whether the parts of the HUD's work are shown: in rows, or by a parent that shows trees.
    func showsParts(of hud: HUD) -> Bool {
        if let parent = hud.renderer as? any TreeRenderer, parent.mostParts > 0 { return true }
        return screen != nil && hud.rows != .none
    }

    /// Shows a bar by the time that the job is expected to take. JSON contains only what is known, so it gets no estimate.
    func expect(_ time: Duration, of hud: HUD, by watch: JobWatch, mode: HUDMode?) {
        if reportsFactsOnly { return }
        hud.progressSource = ExpectedProgress(time, by: watch)
        hud.mode = mode ?? .bar
    }

    /// Shows the HUD of a job, or of a tree of jobs, that has started.
    func begin(_ hud: HUD, _ kind: JSONStreamKind = .job) {
        if case .json(let renderer) = self { renderer.start(label: hud.label, details: hud.detailsLabel, kind: kind) }
        hud.show()
    }

    /// Sets the outcome and hides the HUD; after `delay` if the outcome can be read on the screen until then.
    ///
    /// Within the grace time the HUD is not on the screen, so nothing is delayed.
    func end(_ hud: HUD, _ outcome: HUDOutcome, delay: Duration) {
        hud.outcome = outcome
        if screen != nil, delay > .zero, hud.isOnScreen { hud.hide(after: delay) } else { hud.hide() }
    }

    /// Prints a message above the HUD.
    func log(_ text: String) {
        switch self {
        case .screen(let renderer): renderer.log(text)
        case .plain(let renderer): renderer.log(text)
        case .json(let renderer): renderer.log(text)
        case .other, .none: _ = GroupFile.write(text + "\n", to: STDERR_FILENO)
        }
    }

    /// Calls `action` when `hud` is hidden and, on a terminal, once its last bytes are written: a terminal that is held by ^S takes these later.
    func watch(_ hud: HUD, _ action: @escaping @Sendable () -> Void) -> WatchedHUD {
        let watched = WatchedHUD(hud: hud, onHidden: hud.onHidden)
        hud.onHidden = { [onHidden = hud.onHidden, screen] shown in
            onHidden?(shown)
            guard let screen else { return action() }
            screen.whenWritten { action() }
        }
        return watched
    }

    /// Reports the end of a job in JSON, after its HUD is gone.
    func finish(elapsed: Duration, _ outcome: HUDOutcome) {
        if case .json(let renderer) = self { renderer.finish(elapsed: elapsed, outcome: outcome) }
    }
}

/// A HUD whose removal is watched until ``end()``.
struct WatchedHUD {
    let hud: HUD
    /// What the program has set.
    let onHidden: (@Sendable (_ wasShown: Bool) -> Void)?

    func end() { hud.onHidden = onHidden }
}
