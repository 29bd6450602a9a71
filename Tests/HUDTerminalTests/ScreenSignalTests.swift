import CScreen
import CTerminalSupport
import HUDLibc
import Synchronization
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// What curses does to the actions of signals.
@Suite struct ScreenSignalTests {
    /// More characters than a pipe holds, so that an update waits for its reader.
    private static let size = WindowSize(columns: 400, rows: 400)

    @Test func `SIGTSTP keeps its action during an update, so that no stop is ignored and no handler is lost`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(hud_pipe(&ends) == 0)
        let (readEnd, writeEnd) = (ends[0], ends[1])
        let found = Mutex((hasDrawn: false, count: 0, isIgnored: Bool?.none))
        onThreads(2) { thread in
            if thread == 0 {
                let hasDrawn = Self.update(writeEnd)
                found.withLock { $0.hasDrawn = hasDrawn }
            } else {
                let (count, isIgnored) = Self.readUpdate(readEnd)
                found.withLock { ($0.count, $0.isIgnored) = (count, isIgnored) }
            }
        }
        let (hasDrawn, count, isIgnored) = found.withLock { $0 }
        #expect(hasDrawn)
        #expect(count > Self.size.columns * Self.size.rows)
        // Ignored only if these tests run with it ignored.
        #expect(isIgnored == hud_signal_is_ignored(SIGTSTP))
    }

    /// Reads until the writer has closed its end. Returns the number of bytes, and whether SIGTSTP was ignored in the middle of the update.
    private static func readUpdate(_ descriptor: Int32) -> (count: Int, isIgnored: Bool) {
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        var count = 0
        func readMore() -> Bool {
            let more = read(descriptor, &bytes, bytes.count)
            count += max(0, more)
            return more > 0
        }
        // More than curses writes before the update, which has begun now, and can't end.
        while count < 8192, readMore() {}
        let isIgnored = hud_signal_is_ignored(SIGTSTP)
        while readMore() {}
        return (count, isIgnored)
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
