// Tests of the example Pack: what is on the screen, and when. No test waits.
import HUDTerminal
import HUDTestingTrait
import Testing

@testable import pack_example

@Suite struct PackTests {
    let terminal = TestTerminal(columns: 50, rows: 8)

    /// A packer for which each file takes `time`.
    private func packer(taking time: Duration, then look: @escaping () throws -> Void = {}) -> Packer {
        Packer(renderer: terminal.renderer, clock: terminal.clock) { _ in
            terminal.clock.advance(by: time)
            try look()
        }
    }

    @Test func `Two quick files show nothing`() async throws {
        let count = try await packer(taking: .milliseconds(249)).pack(["a.txt", "b.txt"])
        #expect(count == 2)
        #expect(terminal.bytesWritten == 0)
    }

    @Test func `After half a second there is a bar, with the file's name`() async throws {
        var screens = [
            "⠋ Packing ▕░░░░░░░░░░░▏   0% 0/2 0:00\n  a.txt",
            "⠦ Packing ▕█████▌░░░░░▏  50% 1/2 0:01\n  b.txt"
        ]
        _ = try await packer(taking: .milliseconds(500)) {
            expectScreen(terminal, screens.removeFirst())
        }.pack(["a.txt", "b.txt"])
        #expect(screens == [])
    }

    @Test func `A HUD that has appeared stays for 0.3 s`() async throws {
        _ = try await packer(taking: .milliseconds(501)).pack(["a.txt"])
        #expect(terminal.clock.now == .zero.advanced(by: .milliseconds(800)))
        expectScreen(terminal, "")
        #expect(terminal.isCursorVisible)
    }

    @Test func `A skipped file is told in a line that stays`() async throws {
        let count = try await packer(taking: .milliseconds(600)).pack(["a.txt", "b.tmp"])
        #expect(count == 1)
        expectScreen(terminal, "skipped b.tmp")
    }

    @Test func `A failure leaves a line, even within the grace time`() async throws {
        await #expect(throws: PackError.self) {
            try await packer(taking: .milliseconds(100)) { throw PackError(description: "disk full") }.pack(["a.txt"])
        }
        expectScreen(terminal, "✗ Packing 0.1 s disk full")
    }
}
