// The code of the article "Test your HUD", as it is there.
import HUDCore
import HUDTerminal
import HUDTesting
import Testing

func makeHUD(renderer: any HUDRenderer = InlineRenderer(), clock: any HUDClock = LiveClock.shared) -> HUD {
    HUD(
        label: "Compressing", timing: HUDTiming(graceTime: .milliseconds(500), minimumShowTime: .seconds(1)), renderer: renderer,
        clock: clock)
}

func compress(_ files: [String], under hud: HUD, with compressOne: (String) throws -> Void) rethrows {
    hud.show()
    defer { hud.hide() }
    for file in files {
        try compressOne(file)
        hud.log("compressed \(file)")
    }
}

@Suite struct CompressTests {
    let terminal: TestTerminal
    let hud: HUD

    init() {
        terminal = TestTerminal(columns: 40, rows: 10)
        hud = makeHUD(renderer: terminal.renderer, clock: terminal.clock)
    }

    @Test func `A quick job shows nothing but its log`() {
        compress(["a.txt"], under: hud) { _ in
            terminal.clock.advance(by: .milliseconds(499))
            #expect(terminal.bytesWritten == 0)
        }
        terminal.clock.advance(by: .seconds(60))
        #expect(terminal.lines == ["compressed a.txt"])
    }

    @Test func `A longer job shows a HUD from 0.5 s on, for a second at least`() {
        compress(["a.txt", "b.txt"], under: hud) { _ in
            terminal.clock.advance(by: .milliseconds(250))
        }
        #expect(terminal.lines == ["compressed a.txt", "compressed b.txt", "⠋ Compressing 0:00"])
        terminal.clock.advance(by: .milliseconds(999))
        #expect(terminal.lines.count == 3)
        terminal.clock.advance(by: .milliseconds(1))
        #expect(terminal.lines == ["compressed a.txt", "compressed b.txt"])
        #expect(terminal.isCursorVisible)
    }
}

@Test func `The second file is announced`() async throws {
    let terminal = TestTerminal()
    let hud = makeHUD(renderer: terminal.renderer, clock: terminal.clock)
    let job = Task {
        compress(["a.txt", "b.txt"], under: hud) { _ in terminal.clock.advance(by: .seconds(1)) }
    }
    try await terminal.wait { $0.lines.contains("compressed b.txt") }
    await job.value
}
