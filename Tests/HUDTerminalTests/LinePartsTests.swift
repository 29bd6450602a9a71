import HUDCore
import HUDTesting
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// The parts of a line that a theme chooses.
@Suite struct LinePartsTests {
    private func line(_ parts: [LinePart], mode: HUDMode = .bar, columns: Int = 60, rows: Int = 3) -> [String] {
        var snapshot = HUDSnapshot(
            mode: mode, label: "Copying", detailsLabel: "film.mkv",
            progress: ProgressSample(completedUnitCount: 2, totalUnitCount: 4), elapsed: .seconds(7))
        snapshot.rate = 3.2
        snapshot.remaining = .seconds(65)
        var look = InlineLook()
        look.theme.parts = parts
        let grid = InlineView(columns: columns, rows: rows, isUTF8: true, look: look).grid(for: snapshot)
        return grid.lines
    }

    @Test func `Each part can be shown alone`() {
        for (part, text) in [
            (LinePart.indicator, "⠋"), (.label, "Copying"), (.bar, "▕███████████████████░░░░░░░░░░░░░░░░░░░▏"),
            (.percent, " 50%"),
            (.count, "2/4"), (.rate, "3.2/s"), (.elapsed, "0:07"), (.remaining, "1:05 left")
        ] {
            #expect(line([part]) == [text])
        }
        #expect(line([.count, .remaining, .text("x")]) == ["2/4 1:05 left x"])
        #expect(line([.details]) == ["", "  film.mkv"])
        #expect(line([]) == [""])
    }

    @Test func `Parts that were not chosen take no room`() {
        #expect(line([.label, .bar, .percent], columns: 24) == ["Copying ▕████▌░░░░▏  50%"])
        #expect(
            line([.indicator, .label, .bar, .percent, .count, .elapsed, .details], columns: 42, rows: 1)
                == ["⠋ Copying  film.m… ▕█████▌░░░░░▏  50% 0:07"])
        #expect(line(.all, columns: 60) == line(.all + [.label, .bar(width: 12)], columns: 60), "a part counts once")
    }

    @Test func `Parts are in the order of the list`() {
        #expect(line([.percent, .bar, .label], columns: 24) == [" 50% ▕████▌░░░░▏ Copying"])
        #expect(line([.label, .indicator, .count], columns: 24) == ["Copying ⠋ 2/4"])
        #expect(line([.elapsed, .remaining, .label], columns: 40) == ["0:07, 1:05 left Copying"])
        // Without a comma, because the times are not next to each other, or not in this order.
        #expect(line([.remaining, .elapsed, .label], columns: 40) == ["1:05 left 0:07 Copying"])
        #expect(line([.elapsed, .label, .remaining], columns: 40) == ["0:07 Copying 1:05 left"])
        #expect(line([.details, .percent, .label], columns: 24) == [" 50% Copying", "  film.mkv"])
        // The order of a line with all parts is the usual one.
        var theme = Theme(name: "usual")
        theme.parts = .all
        #expect(theme == Theme(name: "usual"))
        theme.parts.reverse()
        #expect(theme != Theme(name: "usual") && theme.parts.first == .details)
    }

    @Test func `What is left out in a narrow window does not depend on the order`() {
        let order: [LinePart] = [.remaining, .rate, .percent, .bar, .count, .label, .elapsed]
        func parts(_ order: [LinePart], _ columns: Int) -> Set<String> {
            let line = line(order, columns: columns, rows: 1)[0]
            return Set(["1:05", "3.2/s", "50%", "▕", "2/4", "C", "0:07"].filter { line.contains($0) })
        }
        for columns in 1...80 {
            let found = parts(order, columns)
            #expect(found == parts([.percent, .label, .rate, .bar, .remaining, .count, .elapsed], columns), "\(columns)")
        }
        #expect(line(order, columns: 20, rows: 1) == [" 50% Copying 0:07"])
    }

    @Test func `A bar can have a width of its own`() {
        #expect(line([.bar(width: 12)]) == ["▕█████░░░░░▏"])
        #expect(line([.bar(width: 3), .percent]) == ["▕▌▏  50%"])
        #expect(line([.bar(width: -1)]) == line([.bar(width: 3)]))
        #expect(line([.bar(width: 50)], columns: 100)[0].count == 50)
        #expect(line([.bar(width: .max)], columns: 100)[0].count == 100)
        // It shrinks before other parts are left out, and is left out when they are.
        #expect(line([.label, .bar(width: 30), .percent], columns: 24) == line([.label, .bar, .percent], columns: 24))
        #expect(line([.label, .bar(width: 30), .percent], columns: 12) == line([.label, .bar, .percent], columns: 12))
    }

    @Test func `A line can have texts of its own`() {
        #expect(line([.text("copy:"), .label, .percent, .text("of the disk")]) == ["copy: Copying  50% of the disk"])
        #expect(line([.text("")]) == [""] && line([.text(""), .label]) == ["Copying"])
        // Harmless, and measured.
        let harmful = line([.text("a\u{1B}[2Jb\nc\u{7}"), .label])[0]
        #expect(harmful.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } && harmful.hasSuffix(" Copying"))
        #expect(line([.text("日本"), .percent]) == ["日本  50%"])
        // The first four, and of each of them the beginning.
        #expect(line(["a", "b", "c", "d", "e"].map(LinePart.text) + [.label]) == ["a b c d Copying"])
        #expect(line([.text(String(repeating: "x", count: 300))], columns: 400) == [String(repeating: "x", count: 199) + "…"])
        // The last one is left out first, before all else.
        let parts: [LinePart] = [.text("pre"), .label, .rate, .text("post")]
        #expect(line(parts, columns: 22) == ["pre Copying 3.2/s post"])
        #expect(line(parts, columns: 21) == ["pre Copying 3.2/s"])
        #expect(line(parts, columns: 16) == ["Copying 3.2/s"])
    }

    @Test func `The details label can be a text in the line, cut to 40 columns`() {
        #expect(line([.label, .percent, .message], columns: 24) == ["Copying  50% film.mkv"])
        #expect(line([.message, .label, .message, .details], columns: 24) == ["film.mkv Copying"], "it is drawn once")
        #expect(line([.message, .label], rows: 1) == ["film.mkv Copying"])
        #expect(line([.label, .message], columns: 12) == ["Copying"], "it is left out as a text is")
        var snapshot = HUDSnapshot(mode: .indeterminate, label: "a", detailsLabel: "loss 0.5\u{1B}[31m")
        var look = InlineLook()
        look.theme.parts = [.label, .message]
        let view = InlineView(columns: 60, rows: 3, isUTF8: true, look: look)
        var texts = InlineTexts()
        func text() -> String {
            let line = InlineLine(snapshot, in: view, with: &texts)
            return view.grid(for: snapshot, line, in: InlineLayout.fitting(line.asked, in: 60), with: &texts).text(ofRow: 0)
        }
        #expect(text() == "a loss 0.5␛[31m")
        snapshot.detailsLabel = String(repeating: "b", count: 50)
        #expect(text() == "a " + String(repeating: "b", count: 39) + "…")
        snapshot.detailsLabel = ""
        #expect(text() == "a")
    }

    /// A HUD without progress that is on screen with these parts.
    private func waiting(_ parts: [LinePart]) -> (terminal: TestTerminal, hud: HUD) {
        let terminal = TestTerminal(columns: 40, rows: 5)
        var theme = Theme.terminal
        theme.parts = parts
        terminal.inlineRenderer.theme = theme
        let hud = HUD(label: "Waiting", renderer: terminal.renderer, clock: terminal.clock)
        hud.show()
        return (terminal, hud)
    }

    @Test func `A spinner that is not at the start of its line turns in its place`() {
        let (terminal, hud) = waiting([.label, .indicator])
        var seen: Set<String> = []
        for _ in 0..<200 {
            terminal.clock.advance(by: 0.01)
            #expect(terminal.lines.count == 1 && terminal.lines[0].hasPrefix("Waiting ") && terminal.lines[0].count == 9)
            seen.formUnion(terminal.lines)
        }
        #expect(seen.count == Spinner.dots.frames.count)
        hud.hide()
    }

    @Test func `Details that were not chosen do not follow the label in a single row`() {
        #expect(line([.label], rows: 1) == ["Copying"])
        #expect(line([.label, .details], rows: 1) == ["Copying  film.mkv"])
    }

    @Test func `A custom view is the indicator`() {
        #expect(line([.label], mode: .custom) == ["Copying"])
        #expect(line([.indicator, .label], mode: .custom) == ["✓ Copying"])
    }

    @Test func `A spinner that is not shown draws no frames`() {
        let (terminal, hud) = waiting([.label, .elapsed])
        terminal.clock.advance(by: 0.001)
        #expect(terminal.lines == ["Waiting 0:00"])
        let bytes = terminal.bytesWritten
        terminal.clock.advance(by: 0.998)
        #expect(terminal.bytesWritten == bytes)
        terminal.clock.advance(by: 0.001)
        #expect(terminal.lines == ["Waiting 0:01"])
        hud.hide()
    }

    @Test func `A bezel shows only the figures that were chosen`() {
        let snapshot = HUDSnapshot(
            mode: .bar, label: "Copying", progress: ProgressSample(completedUnitCount: 2, totalUnitCount: 4),
            remaining: .seconds(65))
        for (parts, texts) in [
            ([LinePart].all, ["50%", "2/4", "1:05 left"]), ([.percent], ["50%"]), ([.count, .remaining], ["2/4", "1:05 left"]),
            ([], [])
        ] {
            var look = InlineLook()
            look.theme.parts = parts
            let grid = BezelView(columns: 80, rows: 24, isUTF8: true, look: look).frame(for: snapshot).grid
            let rows = grid.lines.joined()
            #expect(["50%", "2/4", "1:05 left"].filter { rows.contains($0) } == texts, "\(parts)")
        }
    }
}
