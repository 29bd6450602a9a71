import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// Rows that a line feed scrolls in while a background color is set. Most terminals give them that color (terminfo `bce`).
@Suite struct ColoredRowTests {
    private let xterm = PseudoTerminal.capabilities(of: ["xterm-256color"])

    private func run(_ change: (inout TerminalOptions) -> Void) throws -> RegionSimulation {
        var options = TerminalOptions()
        change(&options)
        var run = RegionSimulation(columns: 20, rows: 6, try #require(xterm.first).1, options)
        run.print(Array("1\n2\n3\n4\n5\n".utf8))
        run.add(.text())
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
        run.render(0, .text(1))
        #expect(run.machine.picture == nil)
        run.print(Array("\u{1B}[3Cx".utf8))
        run.render(0, .text(2))
        run.remove(0, leaving: nil)
        #expect(backgrounds(run.reference).allSatisfy { $0 == .indexed(4) })
        #expect(backgrounds(run.terminal) == backgrounds(run.reference))
        #expect(run.complaint == nil)
    }

    @Test func `The screen is not scrolled for a HUD while a color is set, because the next row would lack it`() throws {
        var run = try run { $0.drawsBelowUnfinishedLines = true }
        run.print(Array("\u{1B}[44mred".utf8))
        run.render(0, .text(1))
        #expect(run.machine.picture == nil)
        run.print(Array("\r\n".utf8))
        run.render(0, .text(2))
        #expect(run.machine.picture == nil)
        #expect(backgrounds(run.reference).allSatisfy { $0 == .indexed(4) })
        #expect(backgrounds(run.terminal) == backgrounds(run.reference))
        run.print(Array("\u{1B}[m".utf8))
        run.render(0, .text(3))
        #expect(run.machine.picture?.placement == .below(column: 0))
        run.remove(0, leaving: nil)
        #expect(run.complaint == nil)
    }

    @Test func `A line that is logged after a colored line feed begins in the new row`() throws {
        var run = try run { $0.drawsBelowUnfinishedLines = true }
        run.print(Array("\u{1B}[44mred\n\u{1B}[m".utf8))
        run.render(0, .text(1))
        run.log("logged")
        run.remove(0, leaving: nil)
        #expect(run.reference.allRows == ["1", "2", "3", "4", "5", "red", "logged"])
        #expect(run.complaintAboutRest() == nil)
    }

    /// Prints `before`, shows a HUD, prints `pieces` with a frame after each, and compares every cell with those that the job alone leaves.
    private func compare(
        _ before: String, _ pieces: [String], details: String = ""
    ) throws -> RegionSimulation {
        var options = TerminalOptions()
        options.drawsBelowUnfinishedLines = true
        var run = RegionSimulation(columns: 20, rows: 6, try #require(xterm.first).1, options)
        run.print(Array(before.utf8))
        run.add(.text(0, details: details))
        for (second, piece) in pieces.enumerated() {
            run.print(Array(piece.utf8))
            run.render(0, .text(second + 1, details: details))
        }
        run.remove(0, leaving: nil)
        #expect(run.complaint == nil)
        #expect(run.complaintAboutRest() == nil)
        let (terminal, reference) = rows(run)
        #expect(terminal == reference)
        return run
    }

    /// The rows of both terminals down to the cursor, as far as both have them: the HUD may have scrolled the screen.
    private func rows(_ run: RegionSimulation) -> (terminal: [String], reference: [String]) {
        let count = min(run.terminal.cursor.row, run.reference.cursor.row) + 1
        func rows(_ terminal: InMemoryTerminal) -> [String] {
            (0..<count).map { row in
                (0..<terminal.columns).map { column in
                    let cell = terminal.cell(row: terminal.cursor.row - row, column: column)
                    return switch cell.style.background {
                    case .default: cell.text
                    case .indexed(let color): "\(color)\(cell.text)"
                    case .rgb: "?"
                    }
                }.joined()
            }
        }
        return (rows(run.terminal), rows(run.reference))
    }

    private static let full = "1\n2\n3\n4\n5\n"

    @Test(arguments: [
        ["one", "\u{1B}[44m", "\n", "x"], ["one", "\u{1B}[44m", "\u{1B}D", "\r"], ["one", "\u{1B}[44m", "\u{1B}Etwo"],
        ["one", "\u{1B}[44m\ntwo\n\nthree"], ["one", "\u{1B}[1;44m", "\u{1B}[m\n", "x"],
        ["one", "\u{1B}[7;48;5;9mtwo\n\u{1B}[m", "x"],
        ["one", "\u{1B}[44", "m\n\u{1B}[3Cx"], ["one", "\u{1B}[44m\u{301}\u{FE0F}", "\n", "x"]
    ])
    func `A line feed that no longer scrolls, because a HUD below the line has scrolled the screen, colors the new row`(
        pieces: [String]
    ) throws {
        _ = try compare(Self.full, pieces)
    }

    @Test(arguments: [
        ["\u{1B}[44m", "\n", "x"], ["one", "\u{1B}[44m", "\n", "x", "\n", "y"], ["\u{1B}[44m\n\u{1B}[m", "\u{1B}[42m\n"]
    ])
    func `Each row that a HUD of three rows has made gets the color of its line feed`(pieces: [String]) throws {
        _ = try compare(Self.full, pieces, details: "two\nthree")
    }

    @Test func `A row that a lower HUD leaves below the bars of a job gets the color of its line feed`() throws {
        var run = try run { $0.drawsBelowUnfinishedLines = true }
        run.print(Array("bar\nlower\u{1B}[A".utf8))
        for (second, details) in ["two", "two", ""].enumerated() { run.render(0, .text(second, details: details)) }
        #expect(run.machine.picture?.placement == .pinned(rows: 1))
        run.print(Array("\n\u{1B}[44m\n\u{1B}[mx".utf8))
        run.render(0, .text(3))
        run.remove(0, leaving: nil)
        #expect(run.complaint == nil)
        #expect(backgrounds(run.reference).contains(.indexed(4)))
        let (terminal, reference) = rows(run)
        #expect(terminal == reference)
    }

    @Test func `A new row is colored although the HUD is off because echo is off`() throws {
        var run = try run { $0.drawsBelowUnfinishedLines = true }
        run.print(Array("one".utf8))
        run.render(0, .text(1))
        run.print(Array("\u{1B}[45mPassword: ".utf8))
        run.facts.isEchoing = false
        run.render(0, .text(2))
        #expect(run.machine.picture == nil)
        run.print(Array("\n\u{1B}[3Cx".utf8))
        #expect(backgrounds(run.reference).allSatisfy { $0 == .indexed(5) })
        let (terminal, reference) = rows(run)
        #expect(terminal == reference)
    }

    @Test func `A row that the job would find below the cursor without the HUD is not colored`() throws {
        _ = try compare("1\n2\n", ["one", "\u{1B}[44m", "\n", "x"])
        _ = try compare(Self.full + "\u{1B}[H\u{1B}[J", ["one", "\u{1B}[44m", "\n", "x"])
    }

    /// Line-oriented output after a screenful of lines, in colors.
    @Test func `After random lines in colors, every cell is as the job alone leaves it`() throws {
        var random = SeededGenerator(stream: 115)
        let texts = [
            "word ", "\n", "\n", "\n", "\r", "\u{1B}[44m", "\u{1B}[48;5;9m", "\u{1B}[m", "\u{1B}[49m", "\u{1B}[31m", "\u{1B}[K",
            "\u{1B}[3C", "two\nlines\n", "\r\u{1B}[K"
        ]
        var count = 0
        for _ in 0..<400 {
            let pieces = (0..<12).map { _ in texts.randomElement(using: &random) ?? "" }
            let details = ["", "", "two", "two\nthree"].randomElement(using: &random) ?? ""
            // Not if a line wraps, because terminals disagree on whether the next row takes on the color then.
            guard pieces.joined().split(separator: "\n").allSatisfy({ $0.count < 19 }) else { continue }
            count += 1
            let run = try compare(Self.full, pieces, details: details)
            guard rows(run).terminal == rows(run).reference, run.complaintAboutRest() == nil else {
                Issue.record("seed \(SeededGenerator.seed): \(pieces) \(details.debugDescription)")
                return
            }
        }
        #expect(count > 50)
    }
}
