import HUDCore
import HUDTesting
import Testing

@testable import HUDTerminal

/// The parts of a line that a theme chooses.
@Suite struct LinePartsTests {
    private func line(_ parts: LineParts, mode: HUDMode = .bar, columns: Int = 60, rows: Int = 3) -> [String] {
        var snapshot = HUDSnapshot(
            mode: mode, label: "Copying", detailsLabel: "film.mkv",
            progress: ProgressSample(completedUnitCount: 2, totalUnitCount: 4), elapsed: .seconds(7))
        snapshot.rate = 3.2
        snapshot.remaining = .seconds(65)
        var look = InlineLook()
        look.theme.parts = parts
        let grid = InlineView(columns: columns, rows: rows, isUTF8: true, look: look).grid(for: snapshot)
        return (0..<grid.rows).map { grid.text(ofRow: $0) }
    }

    @Test func `Each part can be shown alone`() {
        #expect(line([.indicator]) == ["⠋"])
        #expect(line([.label]) == ["Copying"])
        #expect(line([.bar]) == ["▕███████████████████░░░░░░░░░░░░░░░░░░░▏"])
        #expect(line([.percent]) == [" 50%"])
        #expect(line([.count]) == ["2/4"])
        #expect(line([.rate]) == ["3.2/s"])
        #expect(line([.elapsed]) == ["0:07"])
        #expect(line([.remaining]) == ["1:05 left"])
        #expect(line([.details]) == ["", "  film.mkv"])
        #expect(line([]) == [""])
    }

    @Test func `Parts that were not chosen take no room`() {
        #expect(line([.label, .bar, .percent], columns: 24) == ["Copying ▕████▌░░░░▏  50%"])
        #expect(
            line(.all.subtracting([.rate, .remaining]), columns: 42, rows: 1)
                == ["⠋ Copying  film.m… ▕█████▌░░░░░▏  50% 0:07"])
        #expect(line(.all, columns: 60) == line(LineParts(rawValue: .max), columns: 60))
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
        let terminal = TestTerminal(columns: 40, rows: 5)
        var theme = Theme.terminal
        theme.parts = [.label, .elapsed]
        terminal.inlineRenderer.theme = theme
        let hud = HUD(label: "Waiting", renderer: terminal.renderer, clock: terminal.clock)
        hud.show()
        terminal.clock.advance(by: .milliseconds(1))
        #expect(terminal.lines == ["Waiting 0:00"])
        let bytes = terminal.bytesWritten
        terminal.clock.advance(by: .milliseconds(998))
        #expect(terminal.bytesWritten == bytes)
        terminal.clock.advance(by: .milliseconds(1))
        #expect(terminal.lines == ["Waiting 0:01"])
        hud.hide()
    }

    @Test func `A bezel shows only the figures that were chosen`() {
        let snapshot = HUDSnapshot(
            mode: .bar, label: "Copying", progress: ProgressSample(completedUnitCount: 2, totalUnitCount: 4),
            remaining: .seconds(65))
        for (parts, texts) in [
            (LineParts.all, ["50%", "2/4", "1:05 left"]), ([.percent], ["50%"]), ([.count, .remaining], ["2/4", "1:05 left"]),
            ([], [])
        ] {
            var look = BezelLook()
            look.theme.parts = parts
            let grid = BezelView(columns: 80, rows: 24, isUTF8: true, look: look).frame(for: snapshot).grid
            let rows = (0..<grid.rows).map { grid.text(ofRow: $0) }.joined()
            #expect(["50%", "2/4", "1:05 left"].filter { rows.contains($0) } == texts, "\(parts)")
        }
    }
}
