import HUDTesting
import Testing

/// The last column, wide characters, marks and the scroll region.
@Suite struct WrappingTests {
    private typealias Terminal = InMemoryTerminal

    @Test(arguments: [
        // The cursor stays in the last column until the next character.
        ("abcde", "abcde|| @0,4 pending"),
        ("abcdef", "abcde|f| @1,1"),
        ("abcde\r\nf", "abcde|f| @1,1"),
        ("abcde\rf", "fbcde|| @0,1"),
        // Movements and erasures cancel a pending wrap; other functions don't.
        ("abcde\u{08}f", "abcfe|| @0,4"),
        ("abcde␛[Cf", "abcdf|| @0,4 pending"),
        ("abcde\nf", "abcde|    f| @1,4 pending"),
        ("abcde\u{08}\u{08}", "abcde|| @0,2"),
        ("abcde␛[D", "abcde|| @0,3"),
        ("abcde␛[Af", "abcdf|| @0,4 pending"),
        ("abcde␛[Kf", "abcdf|| @0,4 pending"),
        ("abcde␛[Jf", "abcdf|| @0,4 pending"),
        ("abcde␛[Xf", "abcdf|| @0,4 pending"),
        ("abcde␛[Pf", "abcdf|| @0,4 pending"),
        ("abcde␛[@f", "abcdf|| @0,4 pending"),
        ("abcde␛[1Kf", "|f| @1,1"),
        ("abcde␛[31mf", "abcde|f| @1,1"),
        ("abcde\tf", "abcde|f| @1,1"),
        ("abcde␛7␛[2;1H␛8f", "abcde|f| @1,1"),
        ("abcde␛[2S␛[1Tf", "|f| @1,1"),
        // Without autowrap the last column is overwritten.
        ("␛[?7labcdefg", "abcdg|| @0,4 pending"),
        ("␛[?7labcdefg␛[?7hh", "abcdg|h| @1,1"),
        ("␛[?7labcd漢", "abcd|| @0,4"),
        // At the bottom of the screen a wrap scrolls.
        ("␛[3;1Habcdef", "|abcde|f @2,1"),
        ("␛[3b", "|| @0,0"),
        ("a␛[7b", "aaaaa|aaa| @1,3")
    ])
    func `The cursor stays in the last column until the next character`(_ text: String, _ expected: String) {
        let terminal = ControlTests.terminal(text, columns: 5, rows: 3)
        let result = ControlTests.result(text, columns: 5, rows: 3) + (terminal.isWrapPending ? " pending" : "")
        #expect(result == expected)
    }

    @Test(arguments: [
        ("漢字", "漢字|| @0,4"),
        ("漢字a", "漢字a|| @0,4"),
        ("漢字カ", "漢字|カ| @1,2"),
        ("a漢字", "a漢字|| @0,4"),
        ("漢\ra", "a|| @0,1"),
        ("漢字␛[2Ga", " a字|| @0,2"),
        ("漢字␛[2G漢", " 漢|| @0,3"),
        ("漢字␛[2Gカ字", " カ字|| @0,4"),
        ("漢字␛[3G␛[K", "漢|| @0,2"),
        ("漢字␛[2G␛[K", "|| @0,1"),
        ("漢字␛[2G␛[X", "  字|| @0,1"),
        ("漢字␛[2G␛[P", " 字|| @0,1"),
        ("漢字␛[2G␛[2P", "|| @0,1"),
        ("漢字␛[2G␛[@", "   字|| @0,1"),
        ("漢字␛[G␛[2@", "  漢|| @0,0"),
        ("漢字␛[G␛[@", " 漢字|| @0,0"),
        ("漢字a␛[G␛[@", " 漢字|| @0,0"),
        ("e\u{301}a", "e\u{301}a|| @0,2"),
        ("abcde\u{301}f", "abcde\u{301}|f| @1,1"),
        ("\u{301}a", "a|| @0,1"),
        ("👩\u{200D}🚀a", "👩\u{200D}🚀a|| @0,4")
    ])
    func `Wide characters and marks`(_ text: String, _ expected: String) {
        #expect(ControlTests.result(text, columns: 5, rows: 3) == expected)
    }

    @Test func `A wide character is two cells`() {
        let terminal = ControlTests.terminal("␛[31m漢a")
        let red = Terminal.Style(foreground: .indexed(1))
        #expect(terminal.cell(row: 0, column: 0) == Terminal.Cell("漢", width: 2, style: red))
        #expect(terminal.cell(row: 0, column: 1) == Terminal.Cell("", width: 0, style: red))
        #expect(terminal.cell(row: 0, column: 2) == Terminal.Cell("a", style: red))
        #expect(terminal.cell(row: 0, column: 3) == Terminal.Cell())
        #expect(terminal.cell(row: 9, column: -1) == Terminal.Cell())
    }

    @Test func `The caller's function decides the width of a character`() {
        // A terminal that knows grapheme clusters: a family takes two columns, not six.
        var terminal = Terminal(columns: 10, rows: 1) { min(2, CharacterColumns.of($0)) }
        terminal.feed("👩\u{200D}👩\u{200D}👧a")
        #expect(terminal.screen == ["👩\u{200D}👩\u{200D}👧a"])
        #expect(terminal.cursor == (0, 3))
        var summing = Terminal(columns: 10, rows: 1)
        summing.feed("👩\u{200D}👩\u{200D}👧a")
        #expect(summing.cursor == (0, 7))
        var one = Terminal(columns: 3, rows: 1) { _ in 1 }
        one.feed("漢字")
        #expect(one.cursor == (0, 2))
    }

    @Test(arguments: [
        ("a", 1), ("é", 1), ("\u{301}", 0), ("\u{200D}", 0), ("漢", 2), ("한", 2), ("Ａ", 2), ("🚀", 2), ("─", 1), ("\u{600}", 1),
        ("䷀", 2), ("⠋", 1)
    ])
    func `Common characters take the columns that they should`(_ text: String, _ columns: Int) {
        #expect(text.map { CharacterColumns.of($0) } == [columns])
    }

    @Test(arguments: [
        ("␛[2;3r1\n2\n3\n4", "1|  3|   4| @2,4"),
        ("␛[2;3r␛[4;1Ha\nb", "|||ab @3,2"),
        ("␛[2;3r␛[2;1Ha␛Mb", "| b|a| @1,2"),
        ("␛[2;3r␛[2;1Ha␛[Tb", "| b|a| @1,2"),
        ("␛[2;3r␛[3;1Ha␛[Sb", "|a| b| @2,2"),
        ("␛[2;3r␛[9Bab␛[9A␛[Da", "| a|ab| @1,2"),
        ("1\r\n2\r\n3\r\n4␛[2;3r␛[2;1H␛[L", "1||2|4 @1,0"),
        ("1\r\n2\r\n3\r\n4␛[2;3r␛[2;1H␛[M", "1|3||4 @1,0"),
        ("1\r\n2\r\n3\r\n4␛[2;3r␛[4;1H␛[M", "1|2|3|4 @3,0"),
        ("1\r\n2\r\n3\r\n4␛[2;3r␛[4;2H␛[L", "1|2|3|4 @3,1"),
        ("1\r\n2\r\n3\r\n4␛[2;3r␛[1;2H␛[L", "1|2|3|4 @0,1"),
        ("1\r\n2\r\n3\r\n4␛[2;3r␛[1;2H␛[M", "1|2|3|4 @0,1"),
        ("␛[2;3r␛[?6h␛[1;1Ha␛[9;1Hb", "|a|b| @2,1"),
        ("␛[2;3r␛[?6h␛[?6la", "a||| @0,1"),
        ("␛[3;2ra", "a||| @0,1"),
        ("␛[2;3r␛[ra\r\nb", "a|b|| @1,1")
    ])
    func `The scroll region scrolls, and nothing else`(_ text: String, _ expected: String) {
        #expect(ControlTests.result(text) == expected)
    }

    @Test func `What scrolls off the top of the main screen is kept`() {
        var terminal = ControlTests.terminal("1\r\n2\r\n3\r\n4\r\n5\r\n6")
        #expect(terminal.scrollback == ["1", "2"])
        terminal.feed("\u{1B}[2;4r\u{1B}[4;1H\n\u{1B}[r\u{1B}[S")
        #expect(terminal.scrollback == ["1", "2", "3"])
        terminal.feed("\u{1B}[?1049h\n\n\n\n\n\n\u{1B}[?1049l")
        #expect(terminal.scrollback == ["1", "2", "3"])
        terminal.feed("\u{1B}[3J")
        #expect(terminal.scrollback.isEmpty)
    }

    @Test func `The scrollback has a limit`() {
        var terminal = Terminal(columns: 4, rows: 1, scrollbackLimit: 3)
        for number in 0..<100 { terminal.feed("\(number)\r\n") }
        #expect(terminal.scrollback == ["97", "98", "99"])
    }
}
