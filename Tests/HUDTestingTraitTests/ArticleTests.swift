// The last test of the article "Test your HUD", as it is there, and in the trait's doc comment.
import HUDTerminal
import HUDTestingTrait
import Testing

private func makeHUD(renderer: any HUDRenderer, clock: any HUDClock) -> HUD {
    HUD(label: "Compressing", graceTime: .milliseconds(500), minimumShowTime: .seconds(1), renderer: renderer, clock: clock)
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
    #expect(terminal.lines == ["compressed a.txt"])
}
