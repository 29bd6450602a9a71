import HUDTesting
import Testing

/// The effect of each control function, by ECMA-48, DEC's manuals and xterm's control sequences.
@Suite struct ControlTests {
    /// The screen of a terminal of 10 by 4 after `text`, with rows joined by `|`, and the position of the cursor.
    static func result(_ text: String, columns: Int = 10, rows: Int = 4) -> String {
        let terminal = terminal(text, columns: columns, rows: rows)
        return terminal.screen.joined(separator: "|") + " @\(terminal.cursor.row),\(terminal.cursor.column)"
            + (terminal.unknownSequences.isEmpty ? "" : " \(terminal.unknownSequences)")
    }

    static func terminal(_ text: String, columns: Int = 10, rows: Int = 4) -> InMemoryTerminal {
        var terminal = InMemoryTerminal(columns: columns, rows: rows)
        terminal.feed(text.replacing("␛", with: "\u{1B}"))
        return terminal
    }

    @Test(arguments: [
        ("ab\rc", "cb||| @0,1"),
        ("ab\nc", "ab|  c|| @1,3"),
        ("ab\u{0B}c\u{0C}d", "ab|  c|   d| @2,4"),
        ("ab\u{08}c", "ac||| @0,2"),
        ("\u{08}a", "a||| @0,1"),
        ("a\tb", "a       b||| @0,9"),
        ("a\t\tb", "a        b||| @0,9"),
        ("1\n2\n3\n4\n5", " 2|  3|   4|    5 @3,5"),
        ("ab\u{00}\u{7F}c", "abc||| @0,3"),
        ("ab␛Dc", "ab|  c|| @1,3"),
        ("ab␛Ec", "ab|c|| @1,1"),
        ("ab␛Mc", "  c|ab|| @0,3"),
        ("a\r\nb␛Mc", "ac|b|| @0,2"),
        ("ab␛7␛[3;4Hc␛8d", "abd||   c| @0,3"),
        ("ab␛[s␛[3;4Hc␛[ud", "abd||   c| @0,3"),
        ("␛8a", "a||| @0,1"),
        ("ab␛[3;4Hc␛cd", "d||| @0,1"),
        ("␛=␛>ab", "ab||| @0,2"),
        ("␛#8␛[Hb", "bEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE @0,1"),
        ("   ␛H\r␛[3ga\tb", "a        b||| @0,9"),
        ("␛[3g   ␛H\ra\tb", "a  b||| @0,4"),
        ("␛[20habc\nd␛[20l", "abc|d|| @1,1")
    ])
    func `C0 and escape functions`(_ text: String, _ expected: String) {
        #expect(Self.result(text) == expected)
    }

    @Test(arguments: [
        ("␛[3;4Ha", "||   a| @2,4"),
        ("␛[3;4fa", "||   a| @2,4"),
        ("␛[Ha", "a||| @0,1"),
        ("␛[0;0Ha", "a||| @0,1"),
        ("␛[99;99Ha", "|||         a @3,9"),
        ("␛[99999999999999999999;1H", "||| @3,0"),
        ("␛[3;4H␛[Aa", "|   a|| @1,4"),
        ("␛[3;4H␛[9Aa", "   a||| @0,4"),
        ("␛[2Ba", "||a| @2,1"),
        ("␛[3Ca", "   a||| @0,4"),
        ("␛[99Ca", "         a||| @0,9"),
        ("abc␛[2Dd", "adc||| @0,2"),
        ("abc␛[99Dd", "dbc||| @0,1"),
        ("abc␛[Ed", "abc|d|| @1,1"),
        ("\n\nabc␛[2Fd", "d||abc| @0,1"),
        ("abc␛[2Gd", "adc||| @0,2"),
        ("abc␛[5`d", "abc d||| @0,5"),
        ("ab␛[3dc", "ab||  c| @2,3"),
        ("ab␛[2ac", "ab  c||| @0,5"),
        ("ab␛[2ec", "ab||  c| @2,3"),
        ("␛[Ia", "        a||| @0,9"),
        ("␛[10G␛[Za␛[2Zb", "b       a||| @0,1")
    ])
    func `The cursor moves`(_ text: String, _ expected: String) {
        #expect(Self.result(text) == expected)
    }

    static let rows = "abcdefghij\r\nklmnopqrst\r\nuvwxyz\r\n012␛[2;4H"

    @Test(arguments: [
        ("␛[K", "abcdefghij|klm|uvwxyz|012 @1,3"),
        ("␛[0K", "abcdefghij|klm|uvwxyz|012 @1,3"),
        ("␛[1K", "abcdefghij|    opqrst|uvwxyz|012 @1,3"),
        ("␛[2K", "abcdefghij||uvwxyz|012 @1,3"),
        ("␛[J", "abcdefghij|klm|| @1,3"),
        ("␛[1J", "|    opqrst|uvwxyz|012 @1,3"),
        ("␛[2J", "||| @1,3"),
        ("␛[3J", "abcdefghij|klmnopqrst|uvwxyz|012 @1,3"),
        ("␛[2X", "abcdefghij|klm  pqrst|uvwxyz|012 @1,3"),
        ("␛[99X", "abcdefghij|klm|uvwxyz|012 @1,3"),
        ("␛[2@", "abcdefghij|klm  nopqr|uvwxyz|012 @1,3"),
        ("␛[99P", "abcdefghij|klm|uvwxyz|012 @1,3"),
        ("␛[2P", "abcdefghij|klmpqrst|uvwxyz|012 @1,3"),
        ("␛[L", "abcdefghij||klmnopqrst|uvwxyz @1,0"),
        ("␛[99L", "abcdefghij||| @1,0"),
        ("␛[M", "abcdefghij|uvwxyz|012| @1,0"),
        ("␛[99M", "abcdefghij||| @1,0"),
        ("␛[S", "klmnopqrst|uvwxyz|012| @1,3"),
        ("␛[99S", "||| @1,3"),
        ("␛[T", "|abcdefghij|klmnopqrst|uvwxyz @1,3"),
        ("␛[2T", "||abcdefghij|klmnopqrst @1,3"),
        ("!␛[3b", "abcdefghij|klm!!!!rst|uvwxyz|012 @1,7"),
        ("␛[4h!␛[4l", "abcdefghij|klm!nopqrs|uvwxyz|012 @1,4")
    ])
    func `The screen is edited`(_ text: String, _ expected: String) {
        #expect(Self.result(Self.rows + text) == expected)
    }
}
