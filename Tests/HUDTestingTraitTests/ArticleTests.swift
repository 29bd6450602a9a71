// The tests of the article "Test your HUD" that need HUDTestingTrait, as they are there, and in the doc comments of the traits.
import HUDTerminal
import HUDTestingTrait
import Testing

private func makeHUD(renderer: any HUDRenderer, clock: any HUDClock) -> HUD {
    HUD(
        label: "Compressing", timing: HUDTiming(graceTime: .milliseconds(500), minimumShowTime: .seconds(1)), renderer: renderer,
        clock: clock)
}

private func compress(_ files: [String], under hud: HUD, with compressOne: (String) throws -> Void) rethrows {
    hud.show()
    defer { hud.hide() }
    for file in files {
        try compressOne(file)
        hud.log("compressed \(file)")
    }
}

@Test(.testTerminal(columns: 40, rows: 10)) func `A quick job shows nothing`() throws {
    let terminal = try #require(TestTerminal.current)
    let hud = makeHUD(renderer: terminal.renderer, clock: terminal.clock)
    compress(["a.txt"], under: hud) { _ in terminal.clock.advance(by: .milliseconds(499)) }
    expectScreen(terminal, "compressed a.txt")
}

@Test func `The bar is below the log`() {
    let terminal = TestTerminal(columns: 40, rows: 10)
    withHUD("Packing", total: 4, renderer: terminal.renderer, clock: terminal.clock) { hud in
        hud.log("packed notes.txt")
        hud.work.complete()
        terminal.clock.advance(by: .seconds(1))
        expectScreen(
            terminal,
            """
            packed notes.txt
            ⠦ Packing ▕████▎░░░░░░░░░░░░▏  25% 0:01
            """)
    }
}

@Test(.testTerminal(columns: 40, rows: 10), .capturesOutput) func `The tool's output is above the HUD`() throws {
    let terminal = try #require(TestTerminal.current)
    withHUD("Packing", renderer: terminal.renderer, clock: terminal.clock, capturesOutput: true) { _ in
        print("packed notes.txt")
        terminal.clock.advance(by: .seconds(1))
        expectScreen(
            terminal,
            """
            packed notes.txt
            ⠦ Packing 0:01
            """)
    }
}
