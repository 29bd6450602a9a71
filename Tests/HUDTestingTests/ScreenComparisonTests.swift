import HUDTesting
import Testing

@Suite struct ScreenComparisonTests {
    private func text(_ expected: String, _ found: String) -> String? {
        ScreenComparison.text(expected: ScreenComparison.rows(of: expected), found: ScreenComparison.rows(of: found))
    }

    @Test func `Both screens are shown, with a caret below each column that differs`() {
        let text = text("one\n▕██░▏ 50% 0:01", "one\n▕█░░▏ 25% 0:01")
        #expect(
            text == """
                expected:
                0 │one
                1 │▕██░▏ 50% 0:01
                  │  ^   ^^
                on the screen:
                0 │one
                1 │▕█░░▏ 25% 0:01
                  │  ^   ^^
                """)
    }

    @Test func `A row that one of them does not have is empty there`() {
        let text = text("one", "one\n\nthree")
        #expect(
            text == """
                expected:
                0 │one
                1 │
                2 │
                  │^^^^^
                on the screen:
                0 │one
                1 │
                2 │three
                  │^^^^^
                """)
    }

    @Test func `A wide character takes two columns, and a mark none`() {
        let text = text("字字e\u{301}e\u{301}x", "字字e\u{301}ex")
        #expect(
            text == """
                expected:
                0 │字字e\u{301}e\u{301}x
                  │     ^
                on the screen:
                0 │字字e\u{301}ex
                  │     ^
                """)
        #expect(self.text("字x", "ab字")?.contains("  │^^^^\n") == true)
    }

    @Test func `A difference that cannot be seen is named`() {
        #expect(
            text("a b", "a\u{A0}b") == """
                expected:
                0 │a b
                  │ ^
                on the screen:
                0 │a\u{A0}b
                  │ ^
                row 0, column 1: NO-BREAK SPACE (U+00A0), expected SPACE (U+0020)
                """)
        let names = text("one\ntwo-three", "one\u{200B}\ntwo\u{2013}three")?.split(separator: "\n").suffix(2)
        #expect(
            names == [
                "row 0, column 2: LATIN SMALL LETTER E (U+0065), ZERO WIDTH SPACE (U+200B), expected LATIN SMALL LETTER E (U+0065)",
                "row 1, column 3: EN DASH (U+2013), expected HYPHEN-MINUS (U+002D)"
            ])
        #expect(text("a   b", "a\u{A0}\u{A0}\u{A0}b")?.contains("row 0, columns 1 to 3: NO-BREAK SPACE") == true)
        #expect(text("a", "a\u{A0}")?.hasSuffix("row 0, column 1: NO-BREAK SPACE (U+00A0), expected SPACE (U+0020)") == true)
    }

    @Test func `Of many such differences the first ones are named`() {
        let text = text(String(repeating: "a b ", count: 12), String(repeating: "a\u{A0}b ", count: 12))
        let lines = text?.split(separator: "\n") ?? []
        #expect(lines.filter { $0.hasPrefix("row 0") }.count == 10 && lines.last == "…")
    }

    @Test func `A control character is shown as its picture`() {
        #expect(text("a\tb", "a b")?.contains("0 │a␉b\n  │ ^") == true)
    }

    @Test func `Spaces at the end of a row, and empty rows at the end, do not count`() {
        #expect(text("one  \n\ntwo \n \n\n", "one\n\ntwo") == nil)
        #expect(text("", "") == nil)
        #expect(text("\n  \n", "") == nil)
        #expect(text(" one", "one") != nil)
        #expect(text("one\r\ntwo", "one\ntwo") == nil)
    }

    @Test func `Row numbers are aligned`() {
        let rows = (0..<11).map { "row \($0)" }
        let text = ScreenComparison.text(expected: rows, found: rows.dropLast() + ["row x"]) ?? ""
        #expect(text.contains(" 9 │row 9\n10 │row 10\n   │    ^^\n"))
    }
}
