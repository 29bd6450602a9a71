import HUDCore
import HUDTerminal

extension GroupRun {
    /// The line that says that a job has failed, `✗ NAME status 2 0:03`, with its line feed; empty if no lines of ours stay on the terminal.
    func headLine(of job: Int, _ ending: GroupMachine.Ending) -> [UInt8] {
        guard let screen = face.display.screen, leavesLines(screen), let name = jobs.list[job]?.name else { return [] }
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
