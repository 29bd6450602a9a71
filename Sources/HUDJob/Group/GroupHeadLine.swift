import HUDCore
import HUDTerminal

extension GroupRun {
    /// The line that says that a job has failed, `✗ NAME status 2 0:03`, and what it has cost, with its line feed; empty if no lines of ours stay on the
    /// terminal.
    ///
    /// A service that reads the log may have a form of its own for it. If only the last lines of the job's output are printed, they follow.
    func headLine(of job: Int, _ ending: HUDJob.Result) -> [UInt8] {
        let display = shown.display
        let name = jobs.list[job].name
        let usage = configuration.showsUsage ? ending.usage : nil
        if let folding {
            let line = display.line(about: name, ending.hudOutcome, after: ending.elapsed, usage)
            return folding.error(name, line).map(\.asLine) ?? []
        }
        let most = display.failureTail
        // The renderer of a scope leaves the line to the group.
        if most != nil || display.printsLines && !shown.ownsHUD {
            let head = display.line(about: name, ending.hudOutcome, after: ending.elapsed, usage)
            return head.asLine + (most.flatMap { jobs.members[job]?.output.lastLines($0) } ?? [])
        }
        guard leavesLines else { return [] }
        var line = display.headLine(of: name, ending.failure ?? "", after: ending.elapsed)
        if let usage { line += " (\(usage))" }
        return line.asLine
    }

    /// Prints a line that says which jobs are skipped by the end of another one, `– test, package and 3 more skipped: after build, which failed`, if lines of
    /// ours stay on the terminal, or in few lines.
    func printSkips() {
        defer { skips = GroupSkips() }
        guard shown.display.failureTail != nil || leavesLines else { return }
        journal.print(skips.line(isUTF8: shown.display.isUTF8).asLine)
    }

    /// Whether lines of ours stay above the HUD. In a scope, failed parts leave lines as the HUD's summary says. A parent has the summary alone.
    private var leavesLines: Bool {
        if shown.display.isAtParent { return true }
        guard let screen = shown.display.screen else { return false }
        if let hud = shown.hud, !shown.ownsHUD { return hud.summary != .never }
        return screen.leavesSummary
    }
}
