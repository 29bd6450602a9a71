import HUDCore
import HUDTesting
import Testing

@testable import HUDTerminal

/// Several HUDs on one terminal, as they are on the screen.
@Suite struct SharedColumnsTests {
    private func hud(
        _ label: String, _ terminal: TestTerminal, total: Int? = nil, done: Int = 0, unit: ProgressUnit = .items
    ) -> HUD {
        let hud = HUD(label: label, renderer: terminal.renderer, clock: terminal.clock)
        if let total {
            let counter = ProgressNode(totalCount: total, unit: unit)
            counter.complete(count: done)
            hud.progressSource = counter
            hud.mode = .bar
        }
        hud.show()
        terminal.clock.advance(by: 0.1)
        return hud
    }

    @Test func `Two HUDs have their bars, percentages and times below each other`() {
        let terminal = TestTerminal(columns: 80, rows: 10)
        let huds = [hud("film.mkv", terminal, total: 8, done: 4), hud("a longer name", terminal, total: 120, done: 12)]
        #expect(
            terminal.lines == [
                "⠹ film.mkv      ▕███████████▌░░░░░░░░░░░▏  50%     4/8 0:00",
                "⠋ a longer name ▕██▎░░░░░░░░░░░░░░░░░░░░▏  10%  12/120 0:00"
            ])
        withExtendedLifetime(huds) {}
    }

    @Test func `A spinner's line among bars has its time below the others`() {
        let terminal = TestTerminal(columns: 80, rows: 10)
        let huds = [
            hud("film.mkv", terminal, total: 20_000_000, done: 1_500_000, unit: .bytes), hud("Waiting for a lock", terminal),
            hud("notes.txt", terminal, total: 3, done: 2, unit: .named("pages"))
        ]
        #expect(
            terminal.lines == [
                "⠸ film.mkv           ▕▋░░░░░░░░▏   7%  1.5/20.0 MB 0:00",
                "⠹ Waiting for a lock                               0:00",
                "⠋ notes.txt          ▕██████░░░▏  66%    2/3 pages 0:00"
            ])
        withExtendedLifetime(huds) {}
    }

    @Test(arguments: [
        (40, ["⠹ film.mkv ▕████████░░░░░░░░▏  50% 0:00", "⠙ a longer name                    0:00"]),
        (30, ["⠹ film.mkv       50% 0:00", "⠙ a longer name      0:00"]),
        (20, ["⠹ film.m…  50% 0:00", "⠙ a longer na… 0:00"]), (10, ["⠹ f… 0:00", "⠙ a… 0:00"]), (6, ["⠹", "⠙"])
    ])
    func `A narrow window has the same columns for all lines`(columns: Int, expected: [String]) {
        let terminal = TestTerminal(columns: columns, rows: 10)
        let huds = [hud("film.mkv", terminal, total: 8, done: 4), hud("a longer name", terminal)]
        #expect(terminal.lines == expected)
        withExtendedLifetime(huds) {}
    }

    @Test func `A HUD that is shown alone looks as it does without columns, and so does the next one after the last`() {
        let terminal = TestTerminal(columns: 60, rows: 10)
        let alone = hud("one", terminal)
        #expect(terminal.lines == ["⠙ one 0:00"])
        let other = hud("another one", terminal)
        #expect(terminal.lines == ["⠹ one         0:00", "⠋ another one 0:00"])
        other.hide()
        #expect(terminal.lines == ["⠹ one         0:00"], "it stays where it is")
        alone.label = "a"
        terminal.clock.advance(by: 0.1)
        #expect(terminal.lines == ["⠸ a           0:00"], "columns do not shrink at once")
        terminal.clock.advance(by: 3)
        #expect(terminal.lines == ["⠙ a 0:03"])
        alone.hide()
        #expect(terminal.lines == [])
        let next = hud("one", terminal)
        #expect(terminal.lines == ["⠙ one 0:00"])
        next.hide()
    }

    @Test func `Labels that change and grow move no row to and fro`() {
        let terminal = TestTerminal(columns: 60, rows: 10)
        let huds = [hud("first", terminal, total: 10), hud("second", terminal, total: 10)]
        var starts: [Int] = []
        for label in ["a", "a longer label", "b", "first", "", "a longer label", "c"] {
            huds[1].label = label
            terminal.clock.advance(by: 0.2)
            let lines = terminal.lines.map { Array($0) }
            let bars = lines.map { $0.firstIndex(of: "▕") }
            #expect(bars[0] == bars[1] && lines.map { $0.lastIndex(of: "▏") }.allSatisfy { $0 == lines[0].lastIndex(of: "▏") })
            starts.append(bars[0] ?? -1)
        }
        #expect(starts == [9, 17, 17, 17, 17, 17, 17])
    }

    @Test func `A second HUD that comes and goes leaves the first one's row in its place`() {
        let terminal = TestTerminal(columns: 60, rows: 10)
        let main = hud("Building", terminal)
        _ = hud("the first step", terminal, total: 10)
        let rows = (0..<4).map { step in
            let inner = hud("step \(step)", terminal, total: 10)
            defer { inner.hide() }
            return terminal.lines.first?.firstIndex(of: "0").map {
                terminal.lines[0].distance(from: terminal.lines[0].startIndex, to: $0)
            }
        }
        #expect(Set(rows).count == 1)
        main.hide()
    }
}
