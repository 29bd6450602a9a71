import HUDCore
import HUDTerminal

extension GroupRun {
    /// The line that says that a job has failed, `✗ NAME status 2 0:03`, and what it has cost, with its line feed; empty if no lines of ours stay on the
    /// terminal.
    ///
    /// A service that reads the log may have a form of its own for it. If only the last lines of the job's output are printed, they follow.
    func headLine(of job: Int, _ ending: HUDJob.Result) -> [UInt8] {
        let display = face.display
        let name = jobs.list[job].name
        let usage = configuration.showsUsage ? ending.usage : nil
        if let folding {
            let line = display.line(about: name, ending.hudOutcome, after: ending.elapsed, usage)
            return folding.error(name, line).map(\.asLine) ?? []
        }
        let most = display.failureTail
        // The renderer of a scope leaves the line to the group.
        if most != nil || display.printsLines && !face.ownsHUD {
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
        guard face.display.failureTail != nil || leavesLines else { return }
        journal.print(Self.skipLine(skips, isUTF8: face.display.isUTF8).asLine)
    }

    static func skipLine(_ skips: GroupSkips, isUTF8: Bool) -> String {
        var names = skips.jobs.prefix(GroupSkips.mostNames).joined(separator: ", ")
        let rest = skips.jobs.count - GroupSkips.mostNames
        if rest > 0 { names += " and \(rest) more" }
        return "\(isUTF8 ? "–" : "-") \((names + " skipped: " + skips.reason).withoutControls(isUTF8: isUTF8))"
    }

    /// Whether lines of ours stay above the HUD. In a scope, failed parts leave lines as the HUD's summary says. A parent has the summary alone.
    private var leavesLines: Bool {
        if face.display.isAtParent { return true }
        guard let screen = face.display.screen else { return false }
        if let hud = face.hud, !face.ownsHUD { return hud.summary != .never }
        return screen.leavesSummary
    }
}

/// The jobs that are skipped by the end of one.
struct GroupSkips {
    /// The most names in a line.
    static let mostNames = 4

    /// Their names.
    var jobs: [String] = []
    /// Why the first one is skipped.
    var reason = ""
}

extension GroupDependencies.Stage {
    /// Why a job is skipped that comes after one in this state.
    func reason(after name: String) -> String {
        switch self {
        case .failed: "after \(name), which failed"
        case .cancelled: "after \(name), which was cancelled"
        case .skipped: "after \(name), which was skipped"
        case .open, .succeeded: "after \(name)"
        }
    }
}
