import CScreen
import CTerminalSupport
import HUDLibc
import Testing

@testable import HUDTerminal

/// What curses does to the actions of signals.
@Suite struct ScreenSignalTests {
    /// More characters than a pipe holds, so that an update waits for its reader.
    private static let size = WindowSize(columns: 400, rows: 400)

    @Test func `SIGTSTP keeps its action during an update, so that no stop is ignored and no handler is lost`() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(hud_pipe(&ends) == 0)
        let (readEnd, writeEnd) = (ends[0], ends[1])
        defer { close(readEnd) }
        let update = Task.detached { Self.update(writeEnd) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        var count = 0
        func readMore() -> Bool {
            let more = read(readEnd, &bytes, bytes.count)
            count += max(0, more)
            return more > 0
        }
        // More than curses writes before the update, which has begun now, and can't end.
        while count < 8192, readMore() {}
        let isIgnored = hud_signal_is_ignored(SIGTSTP)
        while readMore() {}
        #expect(await update.value)
        #expect(count > Self.size.columns * Self.size.rows)
        // Ignored only if these tests run with it ignored.
        #expect(isIgnored == hud_signal_is_ignored(SIGTSTP))
    }

    /// Writes a full screen to `descriptor` and closes it. Returns whether there was a screen.
    private static func update(_ descriptor: Int32) -> Bool {
        TerminalCapabilities.terminfo.withLock { _ in
            defer { close(descriptor) }
            guard let screen = CursesScreen.open("xterm-256color", descriptor, nil, size, wantsColors: true) else { return false }
            let before = hud_screen_enter(screen)
            // No character twice in a row, which curses would shorten.
            let row = (0..<size.columns).map { wchar_t($0 % 2 + 0x78) }
            for index in 0..<size.rows {
                hud_screen_put(screen, 0, Int32(index), 0, row, Int32(row.count), 0, -1, -1)
            }
            hud_screen_update()
            hud_screen_leave(before)
            hud_screen_close(screen)
            return true
        }
    }
}
