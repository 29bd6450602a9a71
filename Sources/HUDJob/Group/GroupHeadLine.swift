import HUDCore
import HUDTerminal

extension GroupRun {
    /// The line that says that a job has failed, `✗ NAME status 2 0:03`, with its line feed; empty if no lines of ours stay on the terminal.
    func headLine(of job: Int, _ ending: GroupMachine.Ending) -> [UInt8] {
        guard let screen = display.screen, screen.leavesSummary, let name = jobs[job]?.name else { return [] }
        let theme = (screen as? InlineRenderer)?.theme ?? .terminal
        let cross = TerminalWindow.isUTF8 ? theme.glyphs.cross : Glyphs.ascii.cross
        let harmless = String(name.map { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } ? $0 : "?" })
        let (minutes, seconds) = ending.elapsed.components.seconds.quotientAndRemainder(dividingBy: 60)
        return Array("\(cross) \(harmless) \(ending.reason) \(minutes):\(seconds < 10 ? "0" : "")\(seconds)\n".utf8)
    }
}
