import HUDCore
import HUDLibc
import HUDReports
import HUDTerminal

/// How a job's HUD is displayed.
package struct JobDisplay {
    /// Nil: there is none.
    package let hud: HUD?
    /// The renderer that prints the job's output and steps aside for stops; nil if nothing is drawn on a terminal.
    package let screen: (any TerminalRenderer)?
    /// How many of the last lines of a job's hidden output are printed if it fails; nil: as the job's settings say.
    package let failureTail: Int?
    /// Where it is shown; nil if there is no HUD, or it has no renderer.
    private let medium: HUDDisplay.Medium?
    /// Whether progress by the time that a job is expected to take is left out.
    package var reportsFactsOnly: Bool { medium == .events }
    /// What prints messages of the job's own; nil: they go to standard error.
    private let logger: (any HUDRenderer)?
    /// Whether lines have text beyond ASCII.
    let isUTF8: Bool
    /// Reports the jobs of a tree in lines, and the job itself before and after the HUD; nil: they are parts of the HUD's work like others.
    package let reporter: (any JobReporter)?

    /// The display of a HUD; nil: there is none.
    ///
    /// - Parameter reportsJobs: Whether the jobs of a tree are reported here. If not, they are parts of the HUD's work like others.
    package init(of hud: HUD?, reportsJobs: Bool = true) {
        self.hud = hud
        let renderer = hud?.renderer
        screen = renderer?.terminal
        let shown = renderer?.display
        (medium, failureTail) = (shown?.medium, shown?.failureTail)
        let reporter = renderer as? any JobReporter
        logger =
            switch medium {
            case .screen, .lines, .events: renderer
            case .parent, .none?, nil: nil
            }
        isUTF8 = reporter?.isUTF8 ?? screen?.isUTF8 ?? TerminalWindow.isUTF8
        self.reporter = reportsJobs ? reporter : nil
    }

    /// Whether what this process writes to a descriptor appears where the HUD is drawn. A renderer that draws nothing on a terminal, and prints no lines,
    /// is a program's own, which takes everything.
    func shows(_ descriptor: Int32) -> Bool {
        if let screen { return screen.isShown(descriptor) }
        return medium == .screen
    }

    /// Whether the parts of the HUD's work are shown: in rows, or by a parent that shows trees.
    var showsParts: Bool {
        guard let hud else { return false }
        if let renderer = hud.renderer, case .tree(atMost: 1...) = renderer.display.parts { return true }
        return screen != nil && hud.rows != .none
    }

    /// Shows a bar by the time that the job is expected to take. JSON contains only what is known, so it gets no estimate.
    func expect(_ time: Duration, since begin: HUDInstant, mode: HUDMode?) {
        if reportsFactsOnly { return }
        hud?.progressSource = ExpectedProgress(time, since: begin)
        hud?.mode = mode ?? .bar
    }

    /// Shows the HUD of a job, or of a tree of jobs, that has started.
    package func begin(_ kind: JSONStreamKind = .job) {
        guard let hud else { return }
        reporter?.start(label: hud.label, details: hud.detailsLabel, kind: kind)
        hud.show()
    }

    /// Sets the outcome and hides the HUD; after `delay` if the outcome can be read on the screen until then.
    ///
    /// Within the grace time the HUD is not on the screen, so nothing is delayed.
    func end(_ outcome: HUDOutcome, delay: Duration) {
        guard let hud else { return }
        hud.outcome = outcome
        // A job is never done exactly when it was expected to be.
        if outcome == .succeeded, hud.progressSource is ExpectedProgress { hud.progress = 1 }
        if screen != nil, delay > .zero, hud.isOnScreen { hud.hide(after: delay) } else { hud.hide() }
    }

    /// Prints a message above the HUD.
    package func log(_ text: String) {
        if let logger {
            logger.log(text)
        } else {
            LinePrinters.write(line: text, to: STDERR_FILENO)
        }
    }

    /// Calls `body`. If the HUD is hidden meanwhile, calls `action` then or, on a terminal, once the HUD's last bytes are written: a terminal that is held
    /// by ^S takes these later.
    func watch<Result>(_ action: @escaping @Sendable () -> Void, during body: () -> Result) -> Result {
        let onHidden = hud?.onHidden
        defer { hud?.onHidden = onHidden }
        hud?.onHidden = { [screen] shown in
            onHidden?(shown)
            if let screen { screen.whenWritten { action() } } else { action() }
        }
        return body()
    }

    // MARK: Jobs in lines

    /// Whether the jobs of a tree have lines of their own.
    package var reportsJobs: Bool { reporter != nil }

    /// Whether the HUD is shown in lines.
    var printsLines: Bool { medium == .lines }

    /// Whether another program shows it.
    var isAtParent: Bool { medium == .parent }

    /// Whether jobs have plain lines that are not brief.
    var printsPlainLines: Bool { printsLines && reportsJobs && failureTail == nil }

    /// The line about a job that has ended.
    func line(about name: String, _ outcome: HUDOutcome, after elapsed: Duration, _ usage: HUDUsage?) -> String {
        PlainRenderer.line(of: name, outcome, after: elapsed, usage, isUTF8: isUTF8, isBrief: failureTail != nil)
    }

    /// The line above a HUD on a terminal that says that a part of its work has failed, `✗ NAME status 2 0:03`.
    package func headLine(of name: String, _ reason: String, after elapsed: Duration) -> String {
        Self.headLine(of: name, reason, after: elapsed, screen?.failureMark ?? "✗", isUTF8: isUTF8)
    }

    static func headLine(
        of name: String, _ reason: String, after elapsed: Duration, _ cross: String, isUTF8: Bool = true
    ) -> String {
        let words = [
            isUTF8 ? cross : Glyphs.ascii.cross, name.withoutControls(isUTF8: isUTF8), reason, ProgressText.elapsed(elapsed)
        ]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Reports the end of a job in JSON, after its HUD is gone.
    package func finish(elapsed: Duration, _ outcome: HUDOutcome) {
        reporter?.finish(elapsed: elapsed, outcome: outcome, usage: hud?.usage)
    }
}
