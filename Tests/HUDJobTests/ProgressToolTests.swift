import Testing

@testable import HUDJob

/// What the recognizer makes of the lines of single tools, and of lines that resemble them.
@Suite struct ProgressToolTests {
    private func check(_ text: String, _ expected: [String]) {
        #expect(findings(in: text) == expected)
        #expect(findings(in: Array(text.utf8)) { 1 }.map(\.testDescription) == expected)
    }

    @Test func `A part of the job that removes progress it has not told takes none away`() {
        let removal = "\u{1B}]9;4;0;\u{1B}\\"
        check("[2/9]\n[3/9]\n" + (4...6).map { "[\($0)/9]\n" + removal }.joined(), ["1 3/9", "1 4/9", "1 5/9", "1 6/9"])
        check((3...6).map { "[\($0)/9]\n" + removal }.joined(), ["1 4/9", "1 5/9", "1 6/9"])
    }

    @Test func `What a part of the job tells gives way to what was found before`() {
        let part = "\u{1B}]9;4;1;50\u{1B}\\[8/9]\n\u{1B}]9;4;0\u{1B}\\"
        check(
            "[2/9]\n[3/9]\n" + part + "[4/9]\n" + part + "[5/9]\n[6/9]\n",
            ["1 3/9", "2 50.0%", "3 4/9", "4 50.0%", "5 5/9", "5 6/9"])
        check("[2/9]\n" + part + "[3/9]\n[4/9]\n", ["1 50.0%", "2 3/9", "2 4/9"])
        let unknown = "\u{1B}]9;4;3\u{1B}\\\u{1B}]9;4;0\u{1B}\\"
        check("[2/9]\n[3/9]\n" + unknown + "[3/9]\n[4/9]\n", ["1 3/9", "2 3/9", "2 4/9"])
    }
}
