import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// Rows that a line feed scrolls in while a background color is set. Most terminals give them that color (terminfo `bce`).
@Suite struct ColoredRowTests {
    private func run(drawsBelow: Bool = true) -> RegionSimulation {
        var run = RegionSimulation(columns: 20, rows: 6) { $0.drawsBelowUnfinishedLines = drawsBelow }
        run.print("1\n2\n3\n4\n5\n")
        run.add(.text())
        #expect(run.machine.picture?.placement == .here)
        return run
    }

    private func backgrounds(_ terminal: InMemoryTerminal) -> [InMemoryTerminal.Color] {
        (0..<terminal.columns).map { terminal.cell(row: terminal.cursor.row, column: $0).style.background }
    }

    @Test(arguments: [true, false], ["\n", "\r\n", "\u{1B}D\r", "a line\nand another one\r\n"])
    func `A row that was scrolled in with a color keeps it`(drawsBelow: Bool, feed: String) {
        var run = run(drawsBelow: drawsBelow)
        run.print("\u{1B}[44m\(feed)")
        run.render(0, .text(1))
        #expect(run.machine.picture == nil)
        run.print("\u{1B}[3Cx")
        run.render(0, .text(2))
        run.remove(0, leaving: nil)
        #expect(backgrounds(run.reference).allSatisfy { $0 == .indexed(4) })
        #expect(backgrounds(run.terminal) == backgrounds(run.reference))
        #expect(run.complaint == nil)
    }

    @Test func `The screen is not scrolled for a HUD while a color is set, because the next row would lack it`() {
        var run = run()
        run.print("\u{1B}[44mred")
        run.render(0, .text(1))
        #expect(run.machine.picture == nil)
        run.print("\r\n")
        run.render(0, .text(2))
        #expect(run.machine.picture == nil)
        #expect(backgrounds(run.reference).allSatisfy { $0 == .indexed(4) })
        #expect(backgrounds(run.terminal) == backgrounds(run.reference))
        run.print("\u{1B}[m")
        run.render(0, .text(3))
        #expect(run.machine.picture?.placement == .below(column: 0))
        run.remove(0, leaving: nil)
        #expect(run.complaint == nil)
    }

    @Test func `A line that is logged after a colored line feed begins in the new row`() {
        var run = run()
        run.print("\u{1B}[44mred\n\u{1B}[m")
        run.render(0, .text(1))
        run.log("logged")
        run.remove(0, leaving: nil)
        #expect(run.reference.allRows == ["1", "2", "3", "4", "5", "red", "logged"])
        #expect(run.complaintAboutRest() == nil)
    }

    /// Prints `before`, shows a HUD, prints `pieces` with a frame after each, and compares every cell with those that the job alone leaves.
    private func compare(
        _ before: String, _ pieces: [String], details: String = ""
    ) -> RegionSimulation {
        var run = RegionSimulation(columns: 20, rows: 6) { $0.drawsBelowUnfinishedLines = true }
        run.print(before)
        run.add(.text(0, details: details))
        for (second, piece) in pieces.enumerated() {
            run.print(piece)
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
    ) {
        _ = compare(Self.full, pieces)
    }

    @Test(arguments: [
        ["\u{1B}[44m", "\n", "x"], ["one", "\u{1B}[44m", "\n", "x", "\n", "y"], ["\u{1B}[44m\n\u{1B}[m", "\u{1B}[42m\n"]
    ])
    func `Each row that a HUD of three rows has made gets the color of its line feed`(pieces: [String]) {
        _ = compare(Self.full, pieces, details: "two\nthree")
    }

    @Test func `A row that a lower HUD leaves below the bars of a job gets the color of its line feed`() {
        var run = run()
        run.print("bar\nlower\u{1B}[A")
        for (second, details) in ["two", "two", ""].enumerated() { run.render(0, .text(second, details: details)) }
        #expect(run.machine.picture?.placement == .pinned(rows: 1))
        run.print("\n\u{1B}[44m\n\u{1B}[mx")
        run.render(0, .text(3))
        run.remove(0, leaving: nil)
        #expect(run.complaint == nil)
        #expect(backgrounds(run.reference).contains(.indexed(4)))
        let (terminal, reference) = rows(run)
        #expect(terminal == reference)
    }

    @Test func `A new row is colored although the HUD is off because echo is off`() {
        var run = run()
        run.print("one")
        run.render(0, .text(1))
        run.print("\u{1B}[45mPassword: ")
        run.facts.isEchoing = false
        run.render(0, .text(2))
        #expect(run.machine.picture == nil)
        run.print("\n\u{1B}[3Cx")
        #expect(backgrounds(run.reference).allSatisfy { $0 == .indexed(5) })
        let (terminal, reference) = rows(run)
        #expect(terminal == reference)
    }

    @Test func `A row that the job would find below the cursor without the HUD is not colored`() {
        _ = compare("1\n2\n", ["one", "\u{1B}[44m", "\n", "x"])
        _ = compare(Self.full + "\u{1B}[H\u{1B}[J", ["one", "\u{1B}[44m", "\n", "x"])
    }

    /// Line-oriented output after a screenful of lines, in colors.
    @Test func `After random lines in colors, every cell is as the job alone leaves it`() {
        var random = SeededGenerator(stream: 115)
        let texts = [
            "word ", "\n", "\n", "\n", "\r", "\u{1B}[44m", "\u{1B}[48;5;9m", "\u{1B}[m", "\u{1B}[49m", "\u{1B}[31m", "\u{1B}[K",
            "\u{1B}[3C", "two\nlines\n", "\r\u{1B}[K"
        ]
        var count = 0
        for _ in 0..<400 {
            let pieces = (0..<12).map { _ in random.pick(texts) }
            let details = random.pick(["", "", "two", "two\nthree"])
            // Not if a line wraps, because terminals disagree on whether the next row takes on the color then.
            guard pieces.joined().split(separator: "\n").allSatisfy({ $0.count < 19 }) else { continue }
            count += 1
            let run = compare(Self.full, pieces, details: details)
            guard rows(run).terminal == rows(run).reference, run.complaintAboutRest() == nil else {
                Issue.record("seed \(SeededGenerator.seed): \(pieces) \(details.debugDescription)")
                return
            }
        }
        #expect(count > 50)
    }
}
