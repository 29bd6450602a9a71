import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct OutputLinesTests {
    /// The lines and commands in `text`, cut into two pieces at `cut`; the unfinished line last.
    private func events(_ text: String, cutAt cut: Int = 0) -> [String] {
        var lines = OutputLines()
        var events: [String] = []
        let bytes = Array(text.utf8)
        for piece in [bytes[..<cut], bytes[cut...]] {
            Array(piece).withUnsafeBytes { bytes in
                var index = 0
                while let event = lines.take(bytes, from: &index) {
                    switch event {
                    case .line(let ending):
                        events.append("\(ending): \(String(decoding: lines.text, as: UTF8.self))")
                        lines.next()
                    case .taskbar(let state, let percent): events.append("taskbar \(state) \(percent.map { "\($0)" } ?? "-")")
                    }
                }
            }
        }
        return events + [String(decoding: lines.text, as: UTF8.self)]
    }

    @Test(arguments: [
        ("one\ntwo", ["newline: one", "two"]), ("10%\r20%\n", ["rewritten: 10%", "newline: 20%", ""]),
        ("a\r\n", ["newline: a", ""]),
        ("\u{1B}[31mred\u{1B}[m text", ["red text"]), ("a\tb\u{1B}[2Cc", ["a b c"]), ("\u{1B}(Ba\u{1B}=b", ["ab"]),
        ("a\u{1B}[2K\u{1B}[Gb", ["rewritten: a", "rewritten: ", "b"]), ("a\u{1B}[Kb\u{1B}[0Kc", ["abc"]),
        ("a\u{1B}[1Kb", ["rewritten: a", "b"]),
        ("a\u{1B}[?1Kb", ["ab"]), ("a\u{1B}[Ab\u{1B}7c\u{1B}(7d", ["left: a", "left: b", "cd"]),
        ("a\u{1B}[Gb\u{1B}[9Gc", ["rewritten: a", "left: b", "c"]), ("10%\r\u{1B}[?25h\n", ["newline: 10%", ""]),
        ("a\u{1B}7b\u{1B}8c", ["left: a", "restored: b", "c"]), ("\u{1B}7a\n\u{1B}8b", ["newline: a", "b"]),
        ("10%\r\u{1B}[K20%", ["rewritten: 10%", "20%"]), ("10%\r\u{1B}[m\tx", ["rewritten: 10%", " x"]),
        ("ab\u{8}\u{8}\u{8}\r\n", ["newline: ab", ""]), ("ab\u{8}\u{1B}[mc", ["rewritten: ab", "ac"]),
        ("50%\u{8}\u{8}\u{8}51%", ["rewritten: 50%", "51%"]), ("休日\u{8}x", ["rewritten: 休日", "休x"]),
        ("\u{1B}]9;4;1;50\u{7}a", ["taskbar 1 50", "a"]), ("\u{1B}]9;4;3\u{1B}\\", ["taskbar 3 -", ""]),
        ("\u{1B}]9;4;1;999\u{7}", ["taskbar 1 100", ""]), ("\u{1B}]9;4;1;50\u{18}a\u{1B}]9;4;1;50\u{1B}[mb", ["ab"]),
        ("\u{1B}]0;\n title\u{7}a\u{1B}Pq\n#1\u{1B}\\b", ["ab"]),
        ("\u{1B}]9;4;1;50000000000000000000000000\u{7}a", ["taskbar 1 -", "a"]),
        ("\u{1B}]9;4;1;500000000000000000000000000\u{7}a", ["a"]), ("\u{1B}[3\n1ma", ["newline: ", "a"]),
        ("a\u{1B}[?1049hb\u{1B}cc", ["left: a", "c"]), ("a\u{1B}7b\u{1B}cc\u{1B}8d", ["left: a", "left: b", "left: c", "d"]),
        ("caf\u{E9}\n", ["newline: café", ""])
    ])
    func `Lines and commands are found, wherever the output is split`(text: String, expected: [String]) {
        for cut in 0...text.utf8.count { #expect(events(text, cutAt: cut) == expected, "cut at \(cut)") }
    }
}
