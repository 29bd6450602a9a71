import HUDCore
import HUDTerminal

extension GroupRun {
    /// The line that says that a job has failed, `✗ NAME status 2 0:03`, with its line feed; empty if no lines of ours stay on the terminal.
    ///
    /// If only the last lines of the job's output are printed, they follow.
    func headLine(of job: Int, _ ending: GroupMachine.Ending) -> [UInt8] {
        let display = face.display
        let name = jobs.list[job]?.name ?? ""
        if let most = display.failureTail {
            let head = display.line(about: name, .failed(reason: ending.reason), after: ending.elapsed)
            return Array((head + "\n").utf8) + (jobs.members[job]?.output.lastLines(most) ?? [])
        }
        guard let screen = display.screen, leavesLines(screen) else { return [] }
        let cross = TerminalWindow.isUTF8 ? screen.failureMark : Glyphs.ascii.cross
        return Array((Self.headLine(of: name, ending, cross) + "\n").utf8)
    }

    /// In a scope, failed parts leave lines as the HUD's summary says.
    private func leavesLines(_ screen: any TerminalRenderer) -> Bool {
        if let hud = face.hud, !face.ownsHUD { return hud.summary != .never }
        return screen.leavesSummary
    }

    static func headLine(of name: String, _ ending: GroupMachine.Ending, _ cross: String) -> String {
        let harmless = String(name.map { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } ? $0 : "?" })
        return "\(cross) \(harmless) \(ending.reason) \(ProgressText.elapsed(ending.elapsed))"
    }
}
