import HUDTesting
import Testing

/// The screen after a change of the window's size.
@Suite struct ResizeTests {
    private static func result(_ text: String, _ columns: Int, _ rows: Int, reflows: Bool = true) -> String {
        var terminal = ControlTests.terminal(text, columns: 6, rows: 3)
        terminal.resize(columns: columns, rows: rows, reflows: reflows)
        return (terminal.scrollback + ["/"] + terminal.screen).joined(separator: "|")
            + " @\(terminal.cursor.row),\(terminal.cursor.column)" + (terminal.isWrapPending ? " pending" : "")
    }

    @Test(arguments: [
        ("abcdef", 3, 3, "abc|/|def|| @0,2 pending"),
        ("abcdefgh", 8, 3, "/|abcdefgh|| @0,7 pending"),
        ("abcdefgh", 10, 3, "/|abcdefgh|| @0,8"),
        ("abcdefgh␛[2;2H", 10, 3, "/|abcdefgh|| @0,7"),
        ("abcdefgh", 4, 4, "/|abcd|efgh|| @1,3 pending"),
        ("abcdef\r\nghi", 9, 3, "/|abcdef|ghi| @1,3"),
        ("ab漢字", 5, 3, "ab漢|/|字|| @0,2"),
        ("ab\r\ncd\r\nef", 6, 2, "ab|/|cd|ef @1,2"),
        ("ab\r\ncd\r\nef␛[1;1H", 6, 2, "/|ab|cd @0,0"),
        ("a\r\nb\r\nc\r\nd", 6, 4, "/|a|b|c|d @3,1"),
        ("a", 6, 5, "/|a|||| @0,1"),
        ("abcdef␛[G␛[3P", 3, 3, "/|def|| @0,0"),
        ("abc␛[G␛[2P", 2, 3, "/|c|| @0,0"),
        ("abc␛[G␛[3@", 3, 3, "|/|abc|| @0,0"),
        ("abcdef␛[4G␛[K", 3, 3, "/|abc|| @0,2 pending"),
        ("abc␛[44m␛[K", 3, 3, "abc|/||| @0,0"),
        ("漢a", 1, 3, "||/|a|| @0,0 pending")
    ])
    func `Wrapped rows are re-wrapped, and the cursor stays at its character`(
        _ text: String, _ columns: Int, _ rows: Int, _ expected: String
    ) {
        #expect(Self.result(text, columns, rows) == expected)
    }

    @Test(arguments: [
        ("abcdefgh", 3, 3, "/|abc|gh| @1,2"),
        ("abcdefgh", 10, 3, "/|abcdef|gh| @1,2"),
        ("abcdef", 3, 3, "/|abc|| @0,2"),
        ("漢字", 3, 3, "/|漢|| @0,2")
    ])
    func `Without reflow wrapped rows are cut`(_ text: String, _ columns: Int, _ rows: Int, _ expected: String) {
        #expect(Self.result(text, columns, rows, reflows: false) == expected)
    }

    @Test func `A resize and its reverse restore the screen`() {
        var terminal = ControlTests.terminal("abcdefgh\r\nijk\r\nlm", columns: 8, rows: 3)
        for columns in [5, 2, 3, 20, 8] { terminal.resize(columns: columns, rows: 3) }
        #expect(terminal.screen == ["abcdefgh", "ijk", "lm"])
        #expect(terminal.cursor == (2, 2))
    }

    @Test func `The alternate screen is cut, and the main screen is re-wrapped`() {
        var terminal = ControlTests.terminal("abcdef␛[?1049h␛[Hghijkl", columns: 6, rows: 4)
        terminal.resize(columns: 3, rows: 4)
        #expect(terminal.screen == ["ghi", "", "", ""])
        terminal.feed("\u{1B}[?1049l")
        #expect(terminal.scrollback + terminal.screen == ["abc", "def", "", "", ""])
    }

    @Test func `After a resize the scroll region is the whole screen`() {
        var terminal = ControlTests.terminal("␛[2;3r")
        terminal.resize(columns: 10, rows: 9)
        #expect(terminal.scrollRegion == 0...8)
        #expect(terminal.rows == 9)
        #expect(terminal.columns == 10)
    }

    @Test func `Rows record whether they are wrapped`() {
        let terminal = ControlTests.terminal("abcdefghijk\r\nl")
        #expect((0..<3).map { terminal.isWrapped(row: $0) } == [true, false, false])
        #expect(!terminal.isWrapped(row: 99))
        #expect(!ControlTests.terminal("abcdefghijk␛[H␛[K").isWrapped(row: 0))
    }
}
