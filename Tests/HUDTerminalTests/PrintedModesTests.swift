import HUDTesting
import SeededRandom
import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct PrintedModesTests {
    private static let window = WindowSize(columns: 20, rows: 12)

    private func reset(after output: String) -> String {
        var tracker = OutputTracker(window: Self.window)
        Array(output.utf8).withUnsafeBytes { tracker.feed($0) }
        return String(decoding: tracker.resetOfModes(andStyle: true), as: UTF8.self)
    }

    @Test(arguments: [
        ("text\n", ""), ("\u{1B}[?25l", "\u{1B}[?25h"), ("\u{1B}[?25l\u{1B}[?25h", ""),
        ("\u{1B}[?1000;1006h", "\u{1B}[?1000l\u{1B}[?1006l"), ("\u{1B}[?1003h\u{1B}[?1003l", ""),
        ("\u{1B}[?2004h", "\u{1B}[?2004l"),
        ("\u{1B}[3;10r", "\u{1B}[r\u{1B}[12;1H\n"), ("\u{1B}[3;10r\u{1B}[r", ""), ("\u{1B}[?7l", "\u{1B}[?7h"),
        ("\u{1B}[4h", "\u{1B}[4l"),
        ("\u{1B}(0", "\u{1B}(B\u{1B})B\u{1B}*B\u{1B}+B\u{F}"), ("\u{1B}[?1h\u{1B}=", "\u{1B}[?1l\u{1B}>"),
        ("\u{1B}[?6h", "\u{1B}[?6l\u{1B}[12;1H\n"), ("\u{1B}[?1049h", "\u{1B}[?1049l"),
        ("\u{1B}[?47h", "\u{1B}[?47l\u{1B}[12;1H\n"),
        ("\u{1B}[?1049h\u{1B}[3;10r\u{1B}[?25l", "\u{1B}[r\u{1B}[?1049l\u{1B}[?25h"), ("\u{1B}[31m", "\u{1B}[m"),
        ("\u{1B}[?25l\u{1B}[3", "\u{18}\u{1B}[?25h"), ("\u{1B}[?25l\u{1B}c", ""), ("\u{1B}]0;title", "\u{18}\u{1B}\\"),
        ("\u{1B}Pq\n\u{1B}", "\u{18}\u{1B}\\"), ("\u{1B}[?1007;2031;2048h", "\u{1B}[?2031l\u{1B}[?2048l"),
        ("\u{1B}[>4;2m", "\u{1B}[>4m"), ("\u{1B}[>4;2m\u{1B}[>4m", ""), ("\u{1B}[>4;1m\u{1B}[>4n", ""), ("\u{1B}[>1;2m", ""),
        ("\u{1B}[5 q", "\u{1B}[0 q"), ("\u{1B}[5 q\u{1B}[ q", ""), ("\u{1B}[?u\u{1B}[>q\u{1B}[>c", ""),
        ("\u{1B}[>1u\u{1B}[>5u", "\u{1B}[<2u"), ("\u{1B}[>1u\u{1B}[>5u\u{1B}[<u", "\u{1B}[<1u"), ("\u{1B}[>1u\u{1B}[<9u", ""),
        ("\u{1B}[=3u", "\u{1B}[=0u"), ("\u{1B}[=3u\u{1B}[=0u", ""), ("\u{1B}[=2;2u\u{1B}[=1;3u", "\u{1B}[=0u"),
        ("\u{1B}[>1u\u{1B}[=3u\u{1B}[<u", ""), ("\u{1B}[>1u\u{1B}[5 q\u{1B}[>4;2m\u{1B}c", ""),
        ("\u{1B}[>1u\u{1B}[?1049h\u{1B}[>5u", "\u{1B}[<1u\u{1B}[?1049l\u{1B}[<1u"),
        ("\u{1B}[?1049h\u{1B}[>5u\u{1B}[?1049l", ""),
        ("\u{1B}[?47h\u{1B}[?1049h", "\u{1B}[?1049l\u{1B}[12;1H\n\u{1B}(B\u{1B})B\u{1B}*B\u{1B}+B\u{F}\u{1B}[m"),
        ("\u{1B}[?1049h\u{1B}[?47h", "\u{1B}[?1049l"),
        ("\u{1B}[?6h\u{1B}[?1049h", "\u{1B}[?6l\u{1B}[?1049l\u{1B}[?6l\u{1B}[12;1H\n"),
        ("\u{1B}]8;id=1;http://x\u{7}text", "\u{1B}]8;;\u{1B}\\"), ("\u{1B}]8;;x\u{7}text\u{1B}]8;id=1;\u{1B}\\", ""),
        ("\u{1B}]8;;x\u{7}\u{1B}7\u{1B}]8;;\u{7}\u{1B}8", "\u{1B}]8;;\u{1B}\\"), ("\u{1B}[0;10m", ""),
        ("\u{1B}[?1001r", "\u{1B}[?1001l")
    ])
    func `What is set is reset`(output: String, reset: String) {
        #expect(self.reset(after: output) == reset)
    }

    @Test func `A window of another size changes nothing of how the alternate screen is left`() {
        var tracker = OutputTracker(window: Self.window)
        Array("\u{1B}[?1049h\u{1B}(0\u{1B}[31m".utf8).withUnsafeBytes { tracker.feed($0) }
        tracker.resize(to: WindowSize(columns: 30, rows: 20))
        let reset = String(decoding: tracker.resetOfModes(andStyle: true), as: UTF8.self)
        // The character set and the style too, because tmux brings back the cursor alone.
        #expect(reset == "\u{1B}[?1049l\u{1B}(B\u{1B})B\u{1B}*B\u{1B}+B\u{F}\u{1B}[m")
    }

    @Test func `The style of a single job's output stays as the job has left it`() {
        var tracker = OutputTracker(window: Self.window)
        Array("\u{1B}[31m\u{1B}[?25l".utf8).withUnsafeBytes { tracker.feed($0) }
        #expect(String(decoding: tracker.resetOfModes(andStyle: false), as: UTF8.self) == "\u{1B}[?25h")
    }

    @Test func `After the reset, a terminal has its usual modes, and nothing is left to reset`() {
        let modes = [1, 5, 6, 7, 25, 47, 1000, 1002, 1003, 1004, 1006, 1047, 1049, 2004, 2026, 2031, 2048]
        var failures: [String] = []
        var random = SeededGenerator(stream: 94)
        for round in 0..<400 {
            var output = ""
            for _ in 0..<random.int(1...12) {
                switch random.int(0..<9) {
                case 0 where random.bool():
                    output +=
                        random.pick(["\u{1B}[>1u", "\u{1B}[<u", "\u{1B}[=1u", "\u{1B}[>4;2m", "\u{1B}[2 q"])
                case 0: output += "\u{1B}[4\(random.bool() ? "h" : "l")"
                case 1: output += "\u{1B}[\(random.int(1...4));\(random.int(6...12))r"
                case 2: output += random.pick(["\u{1B}(0", "\u{1B})0\u{E}", "\u{F}", "\u{1B}(B"])
                case 3: output += random.pick(["\u{1B}=", "\u{1B}>", "\u{1B}[1;32m", "\u{1B}[m"])
                case 4: output += "word\r\n"
                case 5 where random.once(in: 4): output += "\u{1B}c"
                default:
                    let mode = random.pick(modes)
                    output += "\u{1B}[?\(mode)\(random.bool() ? "h" : "l")"
                }
            }
            if random.once(in: 5) { output += "\u{1B}[?2" }
            var tracker = OutputTracker(window: Self.window)
            var terminal = InMemoryTerminal(columns: 20, rows: 12)
            Array(output.utf8).withUnsafeBytes { tracker.feed($0) }
            let reset = tracker.resetOfModes(andStyle: true)
            reset.withUnsafeBytes { tracker.feed($0) }
            terminal.feed(output)
            terminal.feed(reset)
            terminal.feed("q")
            let isUsual =
                terminal.privateModes == [7, 25] && !terminal.isAlternateScreen && terminal.scrollRegion == 0...11
                && terminal.currentStyle == InMemoryTerminal.Style() && terminal.screen.contains { $0.contains("q") }
            if !isUsual || !tracker.resetOfModes(andStyle: true).isEmpty {
                failures.append("\(random), round \(round): \(output.debugDescription), \(terminal.privateModes)")
            }
        }
        #expect(failures == [])
    }

    @Test func `The output after a scroll region that was left begins at the bottom, and overwrites nothing`() {
        let terminal = TestTerminal(columns: 20, rows: 12)
        let renderer = terminal.inlineRenderer
        renderer.passThrough("above\r\n\u{1B}[3;10rlost".utf8)
        renderer.resetModes(andStyle: true)
        renderer.passThrough("next\r\n".utf8)
        #expect(terminal.scrollback + terminal.lines == ["loste"] + Array(repeating: "", count: 11) + ["next"])
        #expect(terminal.screen.scrollRegion == 0...11)
    }

    @Test func `Nothing is written if nothing is set`() {
        let terminal = TestTerminal(columns: 20, rows: 12)
        terminal.inlineRenderer.passThrough("one\r\n".utf8)
        let before = terminal.bytesWritten
        terminal.inlineRenderer.resetModes(andStyle: true)
        #expect(terminal.bytesWritten == before)
    }
}
