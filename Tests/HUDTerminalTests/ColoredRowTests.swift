import HUDTesting
import Testing

@testable import HUDTerminal

/// Rows that a line feed scrolls in while a background color is set. Most terminals give them that color (terminfo `bce`).
@Suite struct ColoredRowTests {
    private let xterm = PseudoTerminal.capabilities(of: ["xterm-256color"])

    private func run(_ change: (inout TerminalOptions) -> Void) throws -> RegionSimulation {
        var options = TerminalOptions()
        change(&options)
        var run = RegionSimulation(columns: 20, rows: 6, try #require(xterm.first).1, options)
        run.print(Array("1\n2\n3\n4\n5\n".utf8))
        run.add(.text(0, details: ""))
        #expect(run.machine.picture?.placement == .here)
        return run
    }

    private func backgrounds(_ terminal: InMemoryTerminal) -> [InMemoryTerminal.Color] {
        (0..<terminal.columns).map { terminal.cell(row: terminal.cursor.row, column: $0).style.background }
    }

    @Test(arguments: [true, false], ["\n", "\r\n", "\u{1B}D\r", "a line\nand another one\r\n"])
    func `A row that was scrolled in with a color keeps it`(drawsBelow: Bool, feed: String) throws {
        var run = try run { $0.drawsBelowUnfinishedLines = drawsBelow }
        run.print(Array("\u{1B}[44m\(feed)".utf8))
        run.render(0, .text(1, details: ""))
        #expect(run.machine.picture == nil)
        run.print(Array("\u{1B}[3Cx".utf8))
        run.render(0, .text(2, details: ""))
        run.remove(0, leaving: nil)
        #expect(backgrounds(run.reference).allSatisfy { $0 == .indexed(4) })
        #expect(backgrounds(run.terminal) == backgrounds(run.reference))
        #expect(run.complaint == nil)
    }

    @Test func `The screen is not scrolled for a HUD while a color is set, because the next row would lack it`() throws {
        var run = try run { $0.drawsBelowUnfinishedLines = true }
        run.print(Array("\u{1B}[44mred".utf8))
        run.render(0, .text(1, details: ""))
        #expect(run.machine.picture == nil)
        run.print(Array("\r\n".utf8))
        run.render(0, .text(2, details: ""))
        #expect(run.machine.picture == nil)
        #expect(backgrounds(run.reference).allSatisfy { $0 == .indexed(4) })
        #expect(backgrounds(run.terminal) == backgrounds(run.reference))
        run.print(Array("\u{1B}[m".utf8))
        run.render(0, .text(3, details: ""))
        #expect(run.machine.picture?.placement == .below(column: 0))
        run.remove(0, leaving: nil)
        #expect(run.complaint == nil)
    }

    @Test func `A line that is logged after a colored line feed begins in the new row`() throws {
        var run = try run { $0.drawsBelowUnfinishedLines = true }
        run.print(Array("\u{1B}[44mred\n\u{1B}[m".utf8))
        run.render(0, .text(1, details: ""))
        run.log("logged")
        run.remove(0, leaving: nil)
        #expect(run.reference.allRows == ["1", "2", "3", "4", "5", "red", "logged"])
        #expect(run.complaintAboutRest() == nil)
    }
}
