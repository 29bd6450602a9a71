import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct PrintedLinesTests {
    private func printed(_ texts: String...) -> PrintedLines {
        var printed = PrintedLines()
        for text in texts { Array(text.utf8).withUnsafeBytes { printed.append($0) } }
        return printed
    }

    @Test func `The lines include the unfinished one`() {
        #expect(printed("one\ntwo").lines == ["one"])
        #expect(printed("one\ntwo").all == ["one", "two"])
        #expect(printed("one\n").all == ["one"])
        #expect(printed("one\n", "\n", "th", "ree").all == ["one", "", "three"])
        #expect(printed().all == [])
    }

    @Test(arguments: [
        ("\u{1B}[31mred\u{1B}[m\n", "red"), ("a\u{1B}[2Kb\n", "b"), ("\u{1B}[?25lx\n", "x"), ("\u{1B}]0;title\u{7}x\n", "x"),
        ("\u{1B}]0;title\u{1B}\\x\n", "x"), ("\u{1B}Pq\u{1B}\\x\n", "x"), ("\u{1B}(Bx\n", "x"), ("\u{1B}7x\n", "x"),
        ("\u{1B}[3\u{18}x\n", "x"), ("10%\r20%\n", "20%"), ("10%\r\n", "10%"), ("100%\r2%\n", "2%"), ("abx\u{8}c\n", "abc"),
        ("\u{8}a\n", "a"), ("x⠋\u{8}⠙\u{8}done\n", "xdone"), ("ab\u{8}\n", "ab"), ("ab\u{8}\u{8}c\r\n", "c"),
        ("ab\u{8}\rc\n", "c"),
        // As npm and the spinners of other tools write their lines.
        ("\u{1B}[1G\u{1B}[0K⠋ a\u{1B}[1G\u{1B}[0K⠙ b\n", "⠙ b"), ("\u{1B}[2K\u{1B}[1G⠋ a\u{1B}[2K\u{1B}[1G⠙ b", "⠙ b"),
        ("10%\r\u{1B}[?25h\u{1B}[m\n", "10%"), ("10%\r\u{1B}[K\u{1B}[m\n", ""), ("name\u{1B}[40G[ ok ]\n", "name[ ok ]"),
        ("name\u{1B}[3C[ ok ]\n", "name [ ok ]"), ("a\u{1B}7\u{1B}[24;1Hb\u{1B}8c\n", "ac"),
        // As apt draws its bar below what it prints.
        ("\u{1B}7\u{1B}[23;0f\u{1B}[42mProgress: [ 50%]\u{1B}[49m [##..] \u{1B}8Setting up a\n", "Setting up a"),
        ("a\u{8}\u{1B}7b\u{1B}8c\n", "c"),
        ("a\u{1B}[?1049h\u{1B}[Hb\nc\u{1B}[?1049ld\n", "ad"), ("a\u{1B}[?1;47hb\u{1B}[?47l", "a"), ("a\u{1B}[?1047hb\n", "a"),
        ("a\u{1B}[?1049hb\n\u{1B}cc\n", "ac"),
        ("a\tb\n", "a\tb"), ("a\u{7}b\u{7F}\n", "ab"), ("休日\n", "休日")
    ])
    func `A line has the text that a terminal would show, however the output is split`(text: String, line: String) {
        #expect(printed(text).all == [line])
        let bytes = Array(text.utf8)
        for split in bytes.indices {
            var printed = PrintedLines()
            bytes[..<split].withUnsafeBytes { printed.append($0) }
            bytes[split...].withUnsafeBytes { printed.append($0) }
            #expect(printed.all == [line], "\(split)")
        }
    }

    @Test func `A tail is the last lines that are not blank, and says if there were more`() {
        func tail(_ count: Int, _ texts: String...) -> String {
            String(decoding: printed(texts.joined()).tail(count), as: UTF8.self)
        }
        #expect(tail(2) == "")
        #expect(tail(2, "\n\n \n") == "")
        #expect(tail(2, "one\n\n", "two") == "one\ntwo\n")
        #expect(tail(2, "one\n\ntwo\n \nthree\n\n") == "[last 2 of 3 lines]\ntwo\nthree\n")
        #expect(tail(1, "\u{1B}[31m10%\r20%\u{1B}[m\n", "\u{1B}[K\r") == "20%\n")
        let many = tail(40, (1...100_000).map { "\($0)\r\n" }.joined(), "end").split(separator: "\n")
        #expect(many.count == 41)
        #expect(many.first == "[last 40 of 100001 lines]")
        #expect(many.last == "end")
    }

    @Test func `The last lines are kept, and the beginning of a long line`() {
        let many = printed((1...1000).map { "\($0)\n" }.joined()).all
        #expect(many.count == PrintedLines.mostLines)
        #expect(many.last == "1000")
        #expect(printed(String(repeating: "x", count: 5000)).all.map(\.utf8.count) == [PrintedLines.mostBytes])
        // Nothing comes after a character that does not fit, although there is room.
        #expect(
            printed(String(repeating: "x", count: PrintedLines.mostBytes - 2), "界", "ab").all.map(\.utf8.count) == [
                PrintedLines.mostBytes - 2
            ])
        #expect(printed("a\u{1B}7", String(repeating: "x", count: 5000), "\u{1B}8b").all == ["ab"])
        // A character is not divided.
        #expect(printed("x" + String(repeating: "界", count: 2000)).all == ["x" + String(repeating: "界", count: 341)])
    }
}
