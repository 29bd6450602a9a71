import HUDCore
import Testing

@testable import HUDTerminal

private let terminal = TerminalCapabilities(
    eraseToEndOfLine: "<el>", eraseToEndOfScreen: "<ed>", hideCursor: "<civis>", showCursor: "<cnorm>",
    cursorRight: "<cuf%p1%d>$<3>", isUTF8: true)

private func line(_ text: String, limit: Int = 80, isUTF8: Bool = true) -> CellLine {
    var line = CellLine()
    line.append(text, limit: limit, isUTF8: isUTF8)
    return line
}

extension CellLine {
    /// The line as it reads on screen.
    fileprivate var text: String { cells.map(\.text).joined() }
}

@Suite struct LineDiffTests {
    private func bytes(_ old: String, _ new: String) -> String {
        String(decoding: LineDiff(capabilities: terminal).bytes(from: line(old), to: line(new)), as: UTF8.self)
    }

    @Test func `An unchanged line writes nothing`() {
        #expect(bytes("same", "same") == "")
        #expect(bytes("", "") == "")
    }

    @Test func `A new line is written whole, and the cursor goes back to its start`() {
        #expect(bytes("", "hello") == "hello\r")
    }

    @Test func `A spinner's tick writes its cell`() {
        #expect(bytes("⠋ make 0:01", "⠙ make 0:01") == "⠙\r")
    }

    @Test func `Columns that may have been typed over are written anew`() {
        let line = line("⠋ make 0:01")
        let bytes = LineDiff(capabilities: terminal).bytes(from: line, to: line, writingAnew: 4)
        #expect(String(decoding: bytes, as: UTF8.self) == "⠋ ma\r")
        #expect(LineDiff(capabilities: terminal).bytes(from: CellLine(), to: CellLine(), writingAnew: 4) == [])
    }

    @Test func `A change further on is reached by the shorter way`() {
        #expect(bytes("ab 1", "ab 2") == "ab 2\r")
        #expect(bytes("a long label here 0:01", "a long label here 0:02") == "<cuf21>2\r")
    }

    @Test func `What has become shorter is erased to the end, not first`() {
        #expect(bytes("hello there", "hello") == "hello<el>\r")
        #expect(bytes("abc", "") == "<el>")
    }

    @Test func `A wide character is written whole, and what it covered is written again`() {
        #expect(bytes("a界b", "a世b") == "a世\r")
        #expect(bytes("a界b", "axyb") == "axy\r")
        #expect(bytes("axyb", "a界b") == "a界\r")
    }
}

@Suite struct InlineViewTests {
    private func draw(_ snapshot: HUDSnapshot, _ columns: Int, isUTF8: Bool = true) -> String {
        InlineView(columns: columns, isUTF8: isUTF8).line(for: snapshot).text
    }

    private let snapshot = HUDSnapshot(label: "Compressing", elapsed: .seconds(7), timeOnScreen: .milliseconds(160))

    @Test func `Spinner, label and elapsed time stand on one line`() {
        #expect(draw(snapshot, 80) == "⠹ Compressing 0:07")
        #expect(draw(snapshot, 80, isUTF8: false) == "/ Compressing 0:07")
    }

    @Test(arguments: [
        (20, "⠹ Compressing 0:07"), (18, "⠹ Compressi… 0:07"), (13, "⠹ Comp… 0:07"), (12, "⠹ Com… 0:07"), (11, "⠹ Compres…"),
        (5, "⠹ C…"), (3, "⠹"), (2, "⠹"), (1, "⠹")
    ])
    func `A narrow window costs the label's end, then the time, then the label`(columns: Int, expected: String) {
        #expect(draw(snapshot, columns) == expected)
    }

    @Test func `No line reaches the last column`() {
        for columns in 1...200 {
            for label in ["x", String(repeating: "label ", count: 60), String(repeating: "界", count: 500)] {
                for mode in HUDMode.allCases {
                    var wide = snapshot
                    wide.label = label
                    wide.mode = mode
                    let line = InlineView(columns: columns, isUTF8: true).line(for: wide)
                    #expect(line.columns <= max(1, columns - 1))
                }
            }
        }
    }

    @Test(arguments: [(0.0, "  0%"), (0.125, " 12%"), (0.999, " 99%"), (1, "100%")])
    func `Percent is rounded down`(fraction: Double, expected: String) {
        var snapshot = snapshot
        snapshot.mode = .bar
        snapshot.progress = ProgressSample(fraction: fraction)
        #expect(draw(snapshot, 80) == expected + " Compressing 0:07")
    }

    @Test func `Every whole percent is said as it is`() {
        for percent in 0...100 {
            #expect(InlineView.percent(ProgressSample(fraction: Double(percent) / 100)) == percent)
            #expect(InlineView.percent(ProgressSample(completedUnitCount: percent, totalUnitCount: 100)) == percent)
        }
        #expect(InlineView.percent(ProgressSample(completedUnitCount: .max - 1, totalUnitCount: .max)) == 99)
        #expect(InlineView.percent(ProgressSample(fraction: 0.9999999999)) == 99)
    }

    @Test(arguments: [(0, "0:00"), (59, "0:59"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"), (90061, "25:01:01")])
    func `Time is minutes and seconds, and hours where there are any`(seconds: Int, expected: String) {
        #expect(InlineView.clock(.seconds(seconds)) == expected)
    }

    @Test func `A spinner's frame is a function of time`() {
        #expect(Spinner.dots.frame(after: .zero) == "⠋")
        #expect(Spinner.dots.frame(after: .milliseconds(79)) == "⠋")
        #expect(Spinner.dots.frame(after: .milliseconds(80)) == "⠙")
        #expect(Spinner.dots.frame(after: .milliseconds(800)) == "⠋")
        #expect(Spinner.dots.frame(after: .milliseconds(-1)) == "⠋")
    }
}

@Suite struct TerminalCapabilitiesTests {
    @Test func `Terminfo's padding is left out`() {
        #expect(TerminalCapabilities.withoutPadding("\u{1B}[K$<3>") == "\u{1B}[K")
        #expect(TerminalCapabilities.withoutPadding("$<5/>a$<1*>b") == "ab")
        #expect(TerminalCapabilities.withoutPadding("a$<") == "a$<")
    }
}
