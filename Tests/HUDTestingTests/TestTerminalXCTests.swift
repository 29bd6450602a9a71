#if canImport(XCTest)
import HUDCore
import HUDTesting
import XCTest

/// The terminal needs nothing of Swift Testing.
final class TestTerminalXCTests: XCTestCase {
    func testThatAQuickJobShowsNothing() {
        let terminal = TestTerminal()
        let hud = HUD(
            label: "Compressing", timing: HUDTiming(graceTime: .milliseconds(500), minimumShowTime: .zero),
            renderer: terminal.renderer, clock: terminal.clock)
        hud.show()
        terminal.clock.advance(by: .milliseconds(499))
        XCTAssertEqual(terminal.bytesWritten, 0)
        terminal.clock.advance(by: .milliseconds(1))
        XCTAssertEqual(terminal.lines, ["⠋ Compressing 0:00"])
        hud.hide()
        XCTAssertEqual(terminal.lines, [])
    }

    func testThatAsynchronousCodeCanBeAwaited() async throws {
        let terminal = TestTerminal()
        let job = Task { terminal.print("done") }
        try await terminal.wait { $0.lines == ["done"] }
        await job.value
    }
}
#endif
