import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// What the meter counts, and the row in which the region shows it.
@Suite struct FrameMeterTests {
    private func at(_ milliseconds: Int) -> HUDInstant { HUDInstant.zero.advanced(by: .milliseconds(milliseconds)) }

    /// Draws frames at these times, each of which costs the same.
    private func run(_ meter: inout FrameMeter, _ times: some Sequence<Int>, bytes: Int = 30, microseconds: Int = 40) {
        for time in times {
            if meter.isDue(at: at(time)) {
                meter.change(at: at(time))
            } else {
                meter.count(at: at(time))
                meter.measure(bytes: bytes, time: .microseconds(microseconds), isCounted: true)
            }
        }
    }

    @Test func `It shows the rate now, the lowest and the average, and the cost of a frame`() {
        var meter = FrameMeter()
        #expect(meter.rows(isUTF8: true).first == "measuring frames")
        // 20 frames a second for half a second, then 10.
        run(&meter, stride(from: 0, through: 500, by: 50))
        #expect(meter.rows(isUTF8: true).first == "20.0 fps, lowest 20.0, average 20.0; 30 B and 40 µs CPU a frame")
        run(&meter, stride(from: 600, through: 1000, by: 100), bytes: 60)
        #expect(
            meter.rows(isUTF8: true) == [
                "10.0 fps, lowest 10.0, average 15.0; 39 B and 40 µs CPU a frame", "10.0 fps (10.0, 15.0); 39 B, 40 µs",
                "10.0 fps 39 B 40 µs", "10.0 fps"
            ])
        run(&meter, stride(from: 1050, through: 1500, by: 50))
        #expect(meter.rows(isUTF8: false).first == "20.0 fps, lowest 10.0, average 16.7; 35 B and 40 us CPU a frame")
    }

    @Test func `The row changes twice a second at most, and only after a frame that was measured`() {
        var meter = FrameMeter()
        run(&meter, [0, 100])
        #expect(!meter.isDue(at: at(499)) && meter.isDue(at: at(500)))
        run(&meter, [2000])
        #expect(!meter.isDue(at: at(9000)), "no frame was measured since")
        run(&meter, [3000])
        #expect(meter.isDue(at: at(3001)))
    }

    @Test func `A long time is shown in milliseconds`() {
        var meter = FrameMeter()
        run(&meter, [0, 250, 500], microseconds: 12_345)
        #expect(meter.rows(isUTF8: true).last == "4.0 fps")
        #expect(meter.rows(isUTF8: true)[2] == "4.0 fps 30 B 12.3 ms")
    }

    @Test func `Frames of other HUDs add to the cost of the first one's`() {
        var meter = FrameMeter()
        run(&meter, [0, 250])
        for _ in 0..<2 { meter.measure(bytes: 6, time: .microseconds(10), isCounted: false) }
        run(&meter, [500])
        #expect(meter.rows(isUTF8: true)[2] == "4.0 fps 36 B 50 µs")
    }

    @Test func `A HUD on an earlier clock begins another period`() {
        var meter = FrameMeter()
        run(&meter, [100_000, 100_250, 100_500])
        run(&meter, [0, 500, 600])
        #expect(meter.rows(isUTF8: true)[2] == "3.3 fps 30 B 40 µs")
    }

    @Test func `The lowest rate is never above the others, and the average counts every frame`() {
        var random = SeededGenerator(stream: 2621)
        for _ in 0..<200 {
            var meter = FrameMeter()
            var time = 0
            var changes: [Int] = []
            var frames = 0
            for _ in 0..<random.int(10...200) {
                let wasDue = meter.isDue(at: at(time))
                run(&meter, [time])
                if wasDue {
                    changes.append(time)
                    let words = meter.rows(isUTF8: true)[0].split { " ,;".contains($0) }.compactMap { Double($0) }
                    let average = Double(frames) / Double(time) * 1000
                    #expect(words[1] <= words[0] && words[1] <= words[2] && abs(words[2] - average) <= 0.051 + 1e-9 * average)
                }
                frames += 1
                time += random.int(1...400)
            }
            #expect(zip(changes, changes.dropFirst()).allSatisfy { $1 - $0 >= 500 })
        }
    }

    // MARK: On a terminal

    private struct Screen {
        let terminal: PseudoTerminal
        let clock = ManualClock()
        let region: InlineRegion
        let renderer: InlineRenderer
        var screen: InMemoryTerminal

        init(columns: Int = 80, rows: Int = 10, meter: Bool? = true) {
            terminal = PseudoTerminal(columns: columns, rows: rows)
            var options = TerminalOptions()
            options.showsFrameMeter = meter
            region = InlineRegion(descriptor: terminal.descriptor, capabilities: .xterm, options: options)
            renderer = InlineRenderer(region: region, theme: .terminal, spinner: nil, reducesMotion: false)
            screen = InMemoryTerminal(agreeingColumns: columns, rows: rows)
        }

        mutating func lines(after time: Duration) -> [String] {
            clock.advance(by: time)
            screen.feed(terminal.newBytes())
            return screen.allRows
        }
    }

    @Test func `A row below the HUD shows the frames that it draws, and is gone with it`() {
        var screen = Screen()
        defer { screen.terminal.close() }
        let hud = HUD(label: "Waiting", renderer: screen.renderer, clock: screen.clock)
        hud.show()
        #expect(screen.lines(after: .milliseconds(100)) == ["⠙ Waiting 0:00", "measuring frames"])
        let lines = screen.lines(after: .milliseconds(1500))
        let words = (lines.last ?? "").split { " ,;".contains($0) }.map(String.init)
        let rates = words.compactMap { Double($0) }.prefix(3)
        // A spinner has 12.5 frames a second, and there is one more for each second.
        #expect(lines.count == 2 && rates.count == 3 && rates.allSatisfy { (12...14).contains($0) }, "\(lines)")
        #expect(words.suffix(3) == ["CPU", "a", "frame"] && words.contains("B"), "\(lines)")
        hud.hide()
        #expect(screen.lines(after: .seconds(1)) == [])
        hud.show()
        #expect(screen.lines(after: .milliseconds(100)).last == "measuring frames")
        hud.hide()
    }

    @Test func `The row is below several HUDs, and in shorter words in a narrow window`() {
        var screen = Screen(columns: 24)
        defer { screen.terminal.close() }
        let huds = ["one", "two"].map { HUD(label: $0, renderer: screen.renderer, clock: screen.clock) }
        for hud in huds { hud.show() }
        let lines = screen.lines(after: .seconds(2))
        #expect(lines.map { String($0.dropFirst(2).prefix(3)) }.prefix(2) == ["one", "two"])
        #expect(lines.count == 3 && lines[2].contains(" fps ") && lines[2].hasSuffix("s"), "\(lines)")
        for hud in huds { hud.hide() }
    }

    @Test func `There is no row where nothing but the HUD fits, or if it is not asked for`() {
        for (rows, meter) in [(2, true), (10, false), (10, nil)] {
            var screen = Screen(rows: rows, meter: meter)
            let hud = HUD(label: "Waiting", renderer: screen.renderer, clock: screen.clock)
            hud.show()
            #expect(screen.lines(after: .milliseconds(1600)).count == 1)
            #expect((screen.region.state.withLock { $0.meter } == nil) == (meter != true))
            hud.hide()
            screen.terminal.close()
        }
    }

    @Test func `The row causes no frame, and spinner ticks stay prepared`() {
        var counts: [Int] = []
        for meter in [true, false] {
            let screen = Screen(meter: meter)
            let hud = HUD(label: "Waiting", renderer: screen.renderer, clock: screen.clock)
            hud.show()
            screen.clock.advance(by: 0.04)
            _ = screen.terminal.newBytes()
            // Each tick is a write; a pseudo-terminal keeps them apart only if they are read one by one.
            var writes = 0
            for _ in 0..<500 {
                screen.clock.advance(by: 0.002)
                if !screen.terminal.newBytes().isEmpty { writes += 1 }
            }
            counts.append(writes)
            hud.hide()
            screen.terminal.close()
        }
        #expect(counts[0] == counts[1])
    }

    @Test func `The environment asks for the row`() {
        #expect(TerminalEnvironment(variables: ["HUD_METER": "1"]).asksForFrameMeter)
        for value in ["", "0"] { #expect(!TerminalEnvironment(variables: ["HUD_METER": value]).asksForFrameMeter) }
        #expect(!TerminalEnvironment(variables: [:]).asksForFrameMeter)
    }
}
