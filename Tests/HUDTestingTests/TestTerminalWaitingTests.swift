import HUDCore
import HUDTesting
import Testing

@Suite struct TestTerminalWaitingTests {
    private let terminal = TestTerminal()

    @Test func `A test awaits what asynchronous code shows`() async throws {
        let hud = HUD(label: "Fetching", renderer: terminal.renderer, clock: terminal.clock)
        let job = Task { [terminal] in
            hud.show()
            terminal.clock.advance(by: .seconds(1))
            hud.log("halfway")
            _ = try await hud.hideAndWait()
        }
        let screen = try await terminal.wait { $0.lines.first == "halfway" }
        #expect(screen.lines.count == 2)
        try await job.value
        try await terminal.wait { $0.lines == ["halfway"] && $0.isCursorVisible }
    }

    @Test func `What the screen shows already is not waited for`() async throws {
        terminal.print("there")
        let screen = try await terminal.wait { $0.lines == ["there"] }
        #expect(screen.cursor == (1, 0))
    }

    @MainActor @Test func `A screen is found however many others come before the test goes on`() async throws {
        var hasLooked = false
        let waiting = Task { @MainActor [terminal] in
            try await terminal.wait { screen in
                hasLooked = true
                return screen.lines.contains("there")
            }
        }
        while !hasLooked { await Task.yield() }
        for line in 0..<400 { terminal.print(line == 10 ? "there" : "\(line)") }
        #expect(try await waiting.value.lines.last == "there")
    }

    @Test func `A resize is something to wait for`() async throws {
        let waiting = Task { [terminal] in try await terminal.wait { $0.columns == 20 } }
        terminal.resize(columns: 20, rows: 4)
        #expect(try await waiting.value.rows == 4)
    }

    @Test func `The condition can use the caller's state, in the caller's isolation`() async throws {
        var seen: [[String]] = []
        terminal.print("one")
        try await terminal.wait { screen in
            seen.append(screen.lines)
            return true
        }
        #expect(seen == [["one"]])
    }

    @Test func `A cancelled wait throws`() async throws {
        let waiting = Task { [terminal] in try await terminal.wait { _ in false } }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `Each write is one element of a sequence of screens, and the sequence ends with the terminal`() async {
        var terminal: TestTerminal? = TestTerminal()
        let screens = terminal?.screens
        terminal?.print("one")
        terminal?.print("two")
        terminal = nil
        var lines: [[String]] = []
        if let screens { for await screen in screens { lines.append(screen.lines) } }
        #expect(lines == [[], ["one"], ["one", "two"]])
    }
}
