import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct LogTextTests {
    private func lines(_ text: String, isUTF8: Bool = true, colors: Bool = true, newline: String = "\n") -> String {
        String(decoding: LogText.lines(text, isUTF8: isUTF8, allowsColor: colors, newline: newline), as: UTF8.self)
    }

    @Test(arguments: [
        ("one", "one\n"), ("one\n", "one\n"), ("one\ntwo", "one\ntwo\n"), ("one\n\n", "one\n\n"), ("", "\n"), ("\n", "\n"),
        // A line that sets a color ends with a reset.
        ("\u{1B}[31mred", "\u{1B}[31mred\u{1B}[m\n"),
        ("a \u{1B}[1;38;2;1;2;3mb\u{1B}[0m c", "a \u{1B}[1;38;2;1;2;3mb\u{1B}[0m c\u{1B}[m\n"),
        ("\u{1B}[4:3mcurly", "\u{1B}[4:3mcurly\u{1B}[m\n"), ("\u{1B}[31mred\nnot", "\u{1B}[31mred\u{1B}[m\nnot\n")
    ])
    func `Text is whole lines, and colors pass`(text: String, expected: String) {
        #expect(lines(text) == expected)
    }

    @Test func `Tabs stay`() {
        #expect(lines("name\tsize\t\u{7}\n\t\u{1B}[31mred\tx") == "name\tsize\t␇\n\t\u{1B}[31mred\tx\u{1B}[m\n")
        #expect(PlainView(isUTF8: true).lines(of: "a\tb\u{1B}[31m\tc") == ["a\tb\tc"])
    }

    @Test func `Line ends of any kind become the terminal's`() {
        #expect(lines("one\r\ntwo\r\n") == "one\ntwo\n")
        #expect(lines("one\r\ntwo", newline: "\r\n") == "one\r\ntwo\r\n")
        #expect(lines("one\rtwo\u{2028}three") == "one\ntwo\nthree\n")
    }

    @Test func `Non-ASCII digits and semicolons are not part of a color sequence`() {
        // U+065B is D9 9B in UTF-8: a terminal that reads C1 controls as single bytes would see the start of a control sequence.
        #expect(lines("\u{1B}[3\u{65B}1mx") == "␛[3\u{65B}1mx\n")
        #expect(lines("\u{1B}[1\u{37E}31mx", isUTF8: false) == "?[1?31mx\n")
    }

    @Test func `Colors are removed if they are not allowed`() {
        #expect(lines("\u{1B}[31mred\u{1B}[m ok", colors: false) == "red ok\n")
        #expect(lines("\u{1B}[2J", colors: false) == "␛[2J\n")
    }

    @Test(arguments: [
        ("\u{1B}[2Jx", "␛[2Jx"), ("\u{1B}[?25lx", "␛[?25lx"), ("\u{1B}]0;title\u{7}", "␛]0;title␇"), ("\u{1B}c", "␛c"),
        ("\u{1B}", "␛"), ("\u{1B}[", "␛["), ("\u{1B}[31", "␛[31"), ("\u{1B}[31\u{1B}[32mx", "␛[31\u{1B}[32mx\u{1B}[m"),
        ("\u{8}", "␈"), ("\u{9B}2J", "�2J"), ("\u{202E}abc", "�abc")
    ])
    func `All other control characters are made visible`(text: String, expected: String) {
        #expect(lines(text) == expected + "\n")
    }

    @Test func `Without UTF-8 it is ASCII`() {
        #expect(lines("é \u{1B}[2J \u{1B}[31mx", isUTF8: false) == "? ?[2J \u{1B}[31mx\u{1B}[m\n")
    }
}
