import HUDLibc
import HUDTerminal
import HUDTestingTrait
import SeededRandom
import Testing

/// Scopes that capture the output of the process that runs the tests.
@Suite(.capturesOutput) struct CapturedOutputTests {
    let terminal = TestTerminal(columns: 40, rows: 8)

    /// A scope that captures, with a HUD on the screen.
    private func withHUDOnScreen(_ body: (HUD) throws -> Void) rethrows {
        try withHUD("Packing", renderer: terminal.renderer, clock: terminal.clock, capturesOutput: true) { hud in
            terminal.clock.advance(by: .milliseconds(500))
            try body(hud)
        }
    }

    @Test func `What is printed is above the HUD`() {
        withHUDOnScreen { hud in
            expectScreen(terminal, "⠋ Packing 0:00")
            print("one")
            expectScreen(terminal, "one\n⠋ Packing 0:00")
            hud.log("two")
            print("three")
            terminal.clock.advance(by: .milliseconds(500))
            expectScreen(
                terminal,
                """
                one
                two
                three
                ⠦ Packing 0:01
                """)
        }
        expectScreen(terminal, "one\ntwo\nthree")
        #expect(terminal.isCursorVisible)
    }

    @Test func `In an asynchronous scope, too, and a quick one leaves what was printed`() async {
        await withHUD("Packing", renderer: terminal.renderer, clock: terminal.clock, capturesOutput: true) { _ in
            print("one")
            await Task { print("two") }.value
            expectScreen(terminal, "one\ntwo")
        }
        expectScreen(terminal, "one\ntwo")
    }

    @Test func `What is printed can be awaited`() async throws {
        let tool = Task {
            await withHUD("Packing", renderer: terminal.renderer, clock: terminal.clock, capturesOutput: true) { hud in
                // Before the output that the test waits for, so that no request is missed.
                let requests = hud.hideRequests
                print("one")
                for await _ in requests { break }
            }
        }
        try await terminal.wait { $0.lines == ["one"] }
        HUD.all.first { $0.label == "Packing" }?.hide()
        await tool.value
    }

    /// Runs commands in a shell, with this process's descriptors, and returns its status. macOS has no `system` in Swift.
    private func statusOfShell(_ commands: String) -> Int32 {
        let words: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(commands), nil]
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        var status: Int32 = 0
        guard posix_spawnp(&process, "sh", nil, nil, words, nil) == 0 else { return -1 }
        return waitpid(process, &status, 0) == process ? status : -1
    }

    @Test func `A child's output is above the HUD`() {
        withHUDOnScreen { _ in
            #expect(statusOfShell("echo child; test -t 1 && echo on a terminal") == 0)
            expectScreen(terminal, "child\non a terminal\n⠋ Packing 0:00")
        }
    }

    @Test func `The program finds a terminal of the window's size`() {
        func size() -> [UInt16] {
            var size = winsize()
            return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? [size.ws_col, size.ws_row] : []
        }
        withHUDOnScreen { _ in
            #expect(isatty(STDOUT_FILENO) == 1)
            #expect(size() == [40, 8])
            terminal.resize(columns: 30, rows: 5)
            terminal.clock.advance(by: .milliseconds(100))
            #expect(size() == [30, 5])
        }
    }

    @Test func `A HUD waits for the end of a line`() {
        withHUD("Packing", renderer: terminal.renderer, clock: terminal.clock, capturesOutput: true) { _ in
            print("one", terminator: " ")
            terminal.clock.advance(by: .seconds(1))
            let screen = terminal.lines
            print("two")
            terminal.clock.advance(by: .milliseconds(100))
            let alone = TestTerminal(columns: 40, rows: 8)
            withHUD("Packing", renderer: alone.renderer, clock: alone.clock) { _ in
                alone.print("one", terminator: " ")
                alone.clock.advance(by: .seconds(1))
                #expect(screen == alone.lines)
                alone.print("two")
                alone.clock.advance(by: .milliseconds(100))
                #expect(terminal.lines == alone.lines)
            }
        }
    }

    @Test func `A question is on the screen, without the HUD`() {
        withHUDOnScreen { hud in
            hud.suspended {
                print("Overwrite? [y/n]", terminator: " ")
                expectScreen(terminal, "Overwrite? [y/n]")
                #expect(terminal.cursor == (0, 17))
                print("y")
            }
            terminal.clock.advance(by: .milliseconds(100))
            expectScreen(terminal, "Overwrite? [y/n] y\n⠙ Packing 0:00")
        }
    }

    @Test func `A second terminal says that it can't have the output`() {
        let other = TestTerminal(columns: 80, rows: 8)
        withHUDOnScreen { _ in
            withHUD("Other", renderer: other.renderer, clock: other.clock, capturesOutput: true) { _ in
                print("one")
                #expect(other.lines.joined().contains("trait capturesOutput"))
            }
            expectScreen(terminal, "one\n⠋ Packing 0:00")
        }
        withHUD("Other", renderer: other.renderer, clock: other.clock, capturesOutput: true) { _ in print("two") }
        #expect(other.lines.last == "two")
    }

    @Test func `Random pieces between frames leave what a program leaves that prints through the renderer`() {
        for run in 0..<UInt64(SeededGenerator.steps ?? 30) {
            var random = SeededGenerator(stream: 0xCA98 &+ run)
            let (captured, through) = (TestTerminal(columns: 30, rows: 6), TestTerminal(columns: 30, rows: 6))
            withHUD("Packing", renderer: through.renderer, clock: through.clock) { _ in
                withHUD("Packing", renderer: captured.renderer, clock: captured.clock, capturesOutput: true) { _ in
                    for _ in 0..<20 {
                        let piece = Self.pieces.randomElement(using: &random) ?? ""
                        print(piece, terminator: "")
                        through.print(piece, terminator: "")
                        if Bool.random(using: &random) { #expect(captured.lines == through.lines) }
                        let step = Duration.milliseconds(Int.random(in: 0...300, using: &random))
                        captured.clock.advance(by: step)
                        through.clock.advance(by: step)
                        #expect(captured.lines == through.lines, "seed \(SeededGenerator.seed), run \(run)")
                    }
                }
            }
            #expect(captured.lines == through.lines && captured.scrollback == through.scrollback)
        }
    }

    private static let pieces = [
        "one\n", "a line that is wider than the window, which has 30\n", "part", " ", "字é\n", "\n", "\u{1B}[31mred\u{1B}[m", ""
    ]
}

/// A test has its turn once, however often it has the trait.
@Suite(.capturesOutput) struct RepeatedTraitTests {
    @Suite(.capturesOutput) struct Inner {
        @Test(.capturesOutput) func `A test with the trait three times runs`() {}
    }
}
