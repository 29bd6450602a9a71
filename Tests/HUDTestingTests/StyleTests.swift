import HUDTesting
import Testing

/// SGR, and the background of erased cells.
@Suite struct StyleTests {
    private typealias Style = InMemoryTerminal.Style

    private static func style(_ parameters: String) -> Style {
        ControlTests.terminal("␛[\(parameters)m").currentStyle
    }

    @Test(arguments: [
        ("", Style()),
        ("1", Style(attributes: .bold)),
        ("2", Style(attributes: .dim)),
        ("3", Style(attributes: .italic)),
        ("4", Style(attributes: .underline)),
        ("21", Style(attributes: .underline)),
        ("4:3", Style(attributes: .underline)),
        ("4;4:0", Style()),
        ("5", Style(attributes: .blink)),
        ("7", Style(attributes: .reverse)),
        ("8", Style(attributes: .hidden)),
        ("9", Style(attributes: .strikethrough)),
        ("1;2;3;4;5;7;8;9;22", Style(attributes: [.italic, .underline, .blink, .reverse, .hidden, .strikethrough])),
        ("1;2;3;4;5;7;8;9;23;24;25", Style(attributes: [.bold, .dim, .reverse, .hidden, .strikethrough])),
        ("1;2;3;4;5;7;8;9;27;28;29", Style(attributes: [.bold, .dim, .italic, .underline, .blink])),
        ("1;31;", Style()),
        ("1;31;0", Style()),
        ("30", Style(foreground: .indexed(0))),
        ("37", Style(foreground: .indexed(7))),
        ("97", Style(foreground: .indexed(15))),
        ("40", Style(background: .indexed(0))),
        ("107", Style(background: .indexed(15))),
        ("31;42;39", Style(background: .indexed(2))),
        ("31;42;49", Style(foreground: .indexed(1))),
        ("38;5;200", Style(foreground: .indexed(200))),
        ("48;5;200;1", Style(background: .indexed(200), attributes: .bold)),
        ("38:5:200;1", Style(foreground: .indexed(200), attributes: .bold)),
        ("38;2;1;2;3;4", Style(foreground: .rgb(1, 2, 3), attributes: .underline)),
        ("48:2::1:2:3;4", Style(background: .rgb(1, 2, 3), attributes: .underline)),
        ("48:2:1:2:3", Style(background: .rgb(1, 2, 3))),
        ("38;2;;2;3", Style(foreground: .rgb(0, 2, 3)))
    ])
    private func `SGR sets colors and attributes`(_ parameters: String, _ expected: Style) {
        let terminal = ControlTests.terminal("␛[\(parameters)mx")
        #expect(terminal.cell(row: 0, column: 0).style == expected)
        #expect(terminal.unknownSequences.isEmpty)
    }

    @Test(arguments: ["99", "38;5;256", "38;7;1", "38", "1:2", "38;2;1;2", "58;5;1"])
    func `Unknown SGR parameters are recorded`(_ parameters: String) {
        #expect(ControlTests.terminal("␛[\(parameters)m").unknownSequences == ["\u{1B}[\(parameters)m"])
    }

    @Test(arguments: [
        ("␛[K", ["2222", "....", "...."]), ("␛[2;2H␛[J", ["....", ".222", "2222"]), ("␛[2J", ["2222", "2222", "2222"]),
        ("␛[2X", ["22..", "....", "...."]), ("␛[2@", ["22..", "....", "...."]), ("␛[2P", ["..22", "....", "...."]),
        ("␛[L", ["2222", "....", "...."]), ("␛[M", ["....", "....", "2222"]), ("␛[S", ["....", "....", "2222"]),
        ("␛[T", ["2222", "....", "...."]), ("␛M", ["2222", "....", "...."]), ("␛[3;1H\n", ["....", "....", "2222"]),
        ("␛[2;3H␛[1J", ["2222", "222.", "...."])
    ])
    func `Erased cells keep only the background color`(_ text: String, _ expected: [String]) {
        let terminal = ControlTests.terminal("␛[1;7;42m" + text, columns: 4, rows: 3)
        let rows = (0..<3).map { row in
            (0..<4).map { terminal.cell(row: row, column: $0).style.background == .indexed(2) ? "2" : "." }.joined()
        }
        #expect(rows == expected)
        for row in 0..<3 {
            for column in 0..<4 { #expect(terminal.cell(row: row, column: column).style.attributes == []) }
        }
    }

    @Test func `A set of attributes is described by names`() {
        #expect("\(InMemoryTerminal.Attributes([.bold, .reverse]))" == "[bold, reverse]")
    }

    @Test func `The saved cursor has its style`() {
        #expect(ControlTests.terminal("␛[1;31m␛7␛[m␛8").currentStyle == Style(foreground: .indexed(1), attributes: .bold))
    }
}
