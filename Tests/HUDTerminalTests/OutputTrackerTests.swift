import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct OutputTrackerTests {
    private func tracker(_ output: String, columns: Int = 20, rows: Int = 5) -> OutputTracker {
        var tracker = OutputTracker(window: WindowSize(columns: columns, rows: rows))
        Array(output.utf8).withUnsafeBytes { tracker.feed($0) }
        return tracker
    }

    @Test(arguments: [
        "\u{1F469}\u{200D}\u{1F4BB}", "\u{1F1E9}\u{1F1EA}", "❤\u{FE0F}", "\u{1B}[b", "\u{1B}8", "\u{9B}C", "\u{1B}[?69hab\r",
        "\u{1B}]1337;\u{7}", "\u{1B}]66;s=2;big\u{7}", "co\u{AD}op: ", "น\u{E33}", "क\u{94D}ष", "\u{1B}[?69h\u{1B}[?69l",
        "\u{1B}[?7r",
        "01234567890123456789\u{8}"
    ])
    func `The column is unknown after bytes on which terminals disagree`(output: String) {
        #expect(tracker(output).column == nil)
    }

    @Test func `Any byte amid lines of plain text has the effect that it has alone`() {
        let lines = Array(String(repeating: "abcdefghij klm\r\n", count: 5).utf8)
        var failures: [String] = []
        for byte in UInt8.min...UInt8.max {
            for position in 0..<40 {
                var bytes = lines
                bytes[position] = byte
                var (whole, single) = (tracker(""), tracker(""))
                bytes.withUnsafeBytes { whole.feed($0) }
                for byte in bytes { withUnsafeBytes(of: byte) { single.feed($0) } }
                let isSame =
                    whole.column == single.column && whole.row.extent == single.row.extent
                    && whole.counts.jumps == single.counts.jumps
                    && whole.around.usedBelow == single.around.usedBelow && whole.isInSequence == single.isInSequence
                    && whole.row.isFresh == single.row.isFresh
                if !isSame { failures.append("\(byte) at \(position)") }
            }
        }
        #expect(failures == [])
    }

    @Test func `What gives up the place until a reset is only what can't be known`() {
        #expect(tracker("\u{1B}[?1001r\u{1B}[?1036rab").column == 2)
        #expect(tracker("\u{1B}[?69h\u{1B}[?69l\r\n").column == 0)
        #expect(tracker("\u{1B}[?69h\r\n").column == nil)
        #expect(tracker("\u{1B}[?69lab").column == 2)
        // What was saved while there may have been margins is not known after them.
        #expect(tracker("\u{1B}[?69h\u{1B}[1;9sab\u{1B}7\u{1B}[?69l\u{1B}8").column == nil)
        #expect(tracker("\u{1B}[?69h\u{1B}[1;9sab\u{1B}[?1049h\u{1B}[?69l\u{1B}[?1049l").column == nil)
        #expect(tracker("0123456789012345678क\u{94D}").column == nil)
        #expect(tracker("\u{1B}[?3;4l\u{1B}[4l\r\nab").column == 2)
        #expect(tracker("\u{1B}[?3h\r\n").column == nil && tracker("\u{1B}[?25;69r\r\n").column == nil)
    }

    @Test func `Families of terminals read some bytes in another way`() {
        func column(_ output: String, on name: String) -> Int? {
            var tracker = OutputTracker(
                window: WindowSize(columns: 40, rows: 5), family: TerminalFamily(named: name))
            Array(output.utf8).withUnsafeBytes { tracker.feed($0) }
            // The same whatever pieces the bytes come in.
            var single = OutputTracker(window: tracker.window, family: tracker.family)
            for byte in output.utf8 { withUnsafeBytes(of: byte) { single.feed($0) } }
            #expect(single.column == tracker.column && single.isInSequence == tracker.isInSequence)
            return tracker.isInSequence ? nil : tracker.column
        }
        for (palette, length) in [("R", 2), ("P0123456", 2), ("Px", 2), ("P1aFx", 2), ("P12\n34", nil), ("Pé", nil)]
            as [(String, Int?)]
        {
            #expect(column("\u{1B}]\(palette)ab", on: "linux-16color") == length, "\(palette)")
            #expect(column("\u{1B}]\(palette)ab", on: "xterm") == nil)
        }
        #expect(column("\u{1B}]0;Peru\u{7}ab", on: "linux") == 2)
        #expect(column("\u{1B}]104\u{7}ab", on: "linux") == 2)
        // Accents and pictures of other widths.
        for text in ["Cafe\u{301}", "📦 "] {
            #expect(column(text, on: "linux") == nil)
            #expect(column(text, on: "xterm") != nil)
        }
        #expect(column("界", on: "linux") == 2)
        // A mark that the console draws in two columns of its own, one in one, and a wide letter in one.
        for text in ["か\u{3099}", "a\u{FE20}", "\u{A960}"] { #expect(column(text, on: "linux") == nil) }
        for name in ["screen", "screen.xterm-256color", "tmux-256color"] {
            #expect(column("\u{1B}ktitle\u{1B}\\ab", on: name) == 2)
        }
        #expect(column("\u{1B}ktitle\u{1B}\\ab", on: "xterm") == nil)
    }

    @Test func `A carriage return makes the column known again`() {
        #expect(tracker("❤\u{FE0F}\rab").column == 2)
        var invalid = OutputTracker(window: .unknown)
        let bytes: [UInt8] = [0x61, 0xFF, 0x62]
        bytes.withUnsafeBytes { invalid.feed($0) }
        #expect(invalid.column == nil)
        Array("\rabc".utf8).withUnsafeBytes { invalid.feed($0) }
        #expect(invalid.column == 3)
    }

    @Test(arguments: [
        ("one\n\u{1B}[A", true), ("one\n\u{1B}[A\n", true), ("a\nb\nc\n\u{1B}[3Ax\n", false),
        ("a\nb\nc\n\u{1B}[3Ax\n\n", true), ("one\ntwo\u{1B}[A", false), ("one\n\u{1B}[44m\u{1B}[2K\u{1B}[A", false),
        ("a\nb\n\u{1B}[2A", false), ("a\n\n\n\u{1B}[2A", true), ("a\n\n\n\u{1B}[3A", true), ("a\n \n\n\u{1B}[3A", false),
        ("\u{1B}[2;1H", false), ("\u{1B}[2;1H\n\n", false), ("\u{1B}[2;1H\n\n\n", true), ("\u{1B}[5;1H", true),
        ("\u{1B}[H\u{1B}[2J", true), ("\u{1B}[H\u{1B}[J", true), ("\u{1B}[1;3r\n\n\n\n\n\n", false),
        ("\u{1B}[1;3r\u{1B}[r\n\n\n\n", true),
        ("\u{1B}8", false), ("\u{1B}M", true), ("\u{1B}c", true), ("\u{1B}[?1049hx\u{1B}[?1049l", true)
    ])
    func `The lowest row is known`(output: String, isLowest: Bool) {
        #expect(tracker(output).isAtLowestRow == isLowest)
    }

    @Test(arguments: [
        // Rows to which a job can return are not scrolled for a HUD.
        ("", 1, true), ("\u{1B}7", 0, true), ("\u{1B}7", 1, false), ("\u{1B}[3;1H", 2, true), ("\u{1B}[3;1H", 3, false),
        ("\u{1B}[3;1H\n", 1, true), ("\u{1B}[3;1H\n", 2, false), ("\u{1B}[3;1H\u{1B}7\n\n\u{1B}8", 2, true),
        ("\u{1B}[3d\u{1B}[2J", 4, true), ("\u{1B}[H\u{1B}[J", 5, true), ("\u{1B}[2;1H\u{1B}[J", 4, false),
        ("\u{1B}[1;3r", 1, false), ("a\u{1B}[?1049h\u{1B}[H\u{1B}[?1049lb", 1, true),
        ("\u{1B}7" + String(repeating: "\n", count: 9), 1, false), ("\u{1B}7" + String(repeating: "\n", count: 10), 1, true),
        ("\u{1B}c", 4, true), ("\u{1B}c\n\n\n\n", 1, false), ("\u{1B}c" + String(repeating: "\n", count: 14), 1, true),
        ("\u{1B}[?47l\r\n\n\n\n\n", 1, false), ("\u{1B}[?1047h\u{1B}[?1047l\r\n\n\n\n\n", 1, false),
        ("\u{1B}[44m", 0, true), ("\u{1B}[44m", 1, false), ("\u{1B}[44m\u{1B}[m", 1, true), ("\u{1B}[31m", 1, true),
        ("\u{1B}[3;1H\u{1B}[44m", 2, true), ("\u{1B}[1;1H\u{1B}[J\u{1B}[44m\n\n", 3, false),
        // A block as high as the window is not scrolled for a HUD.
        ("a\nb\nc\nd\n\u{1B}[4A1\n2\n3\n4\n", 1, false), ("a\nb\nc\nd\n\u{1B}[4A1\n2\n3\n4\n", 0, true),
        ("a\nb\nc\n\u{1B}[3F1\n2\n3\n", 1, true), ("a\nb\nc\n\u{1B}[3F1\n2\n3\n", 2, false),
        ("a\nb\n\u{1B}[2A1\n2\n3\n4\n", 1, false), ("a\n\u{1B}[A1\n2\n3\n", 1, true),
        ("a\nb\nc\nd\n\u{1B}M\u{1B}M\u{1B}M\u{1B}M1\n2\n3\n4\n", 1, false), ("a\nb\nc\nd\n", 4, true),
        ("a\nb\nc\nd\n\u{1B}[4A1\n2\n3\n4\n5\n6\n7\n8\n", 1, false),
        ("a\nb\nc\nd\n\u{1B}[4A1\n2\n3\n4\n5\n6\n7\n8\n9\n", 1, true),
        ("a\nb\nc\nd\n\u{1B}[4A\u{1B}[H\u{1B}[2J", 1, true)
    ])
    func `Not every row is scrolled for a HUD`(output: String, count: Int, isFree: Bool) {
        #expect(tracker(output).canTake(rowsBelow: count) == isFree)
    }

    @Test(arguments: [
        // The empty row below a block is known to be empty after the job has moved down to it.
        ("a\n\u{1B}[1A\u{1B}[1B\r", true), ("a\nb\n\u{1B}[2Ax\u{1B}[2B\r", true), ("a\nb\nc\u{1B}[2A\u{1B}[2B\r", false),
        ("a\nb\n\u{1B}[2F1\u{1B}[E2\u{1B}[E", true), ("a\nb\n\u{1B}[2Ax\u{1B}[1B\r", false), ("ab\u{1B}[2B\r", false),
        ("\u{1B}[2;1H\u{1B}[9B\r", false),
        // The rows of a block that a job has erased are known to be empty.
        // As the libraries for Node.js do, row by row on the way up; and as a HUD does, on the way down.
        ("a\nb\n\u{1B}[2K\u{1B}[A\u{1B}[2K\u{1B}[A\u{1B}[2K\r", true),
        ("a\nb\n\u{1B}[2A\r\u{1B}[K\n\u{1B}[K\n\u{1B}[K\u{1B}[2A", true),
        ("a\nb\n\u{1B}[2A\r\u{1B}[K\n\n\u{1B}[K\u{1B}[2A", false), ("a\nb\n\u{1B}[2A\r\u{1B}[K\n\u{1B}[K\nc\r\u{1B}[2A", false),
        ("\u{1B}[44m\n\n\u{1B}[2A", false), ("a\n\n\n\u{1B}[2A\u{1B}[L", false), ("\n\n\u{1B}[1J\u{1B}[2A", false),
        // A row that was erased as a whole is empty.
        ("text\r\u{1B}[2K", true), ("text\u{1B}[2K\r", true), ("text\r\u{1B}[K", true), ("text\u{1B}[1K\r", false),
        ("text\u{1B}[44m\u{1B}[2K\r", false)
    ])
    func `An empty row is known to be empty`(output: String, isEmpty: Bool) {
        #expect(tracker(output).isAtEmptyRow == isEmpty)
    }

    @Test(arguments: [
        // Movements that may not move, rows in between, rows that were addressed, inserted, scrolled, colored, or that a line may have gone on in.
        "a\n\u{1B}[B\u{1B}[A", "\u{1B}[4;1Hx\u{1B}[3;1H\u{1B}[K\u{1B}[2B\u{1B}[K\u{1B}[A", "\n\n\n\u{1B}[Ax\r\u{8}",
        "\u{1B}[4;1Hx\u{1B}[1;1H\u{1B}[K\n\u{1B}[5;1H\u{1B}[K\u{1B}[A", "\n\n\u{1B}[44m\u{1B}[L", "a\n\n\nx\u{1B}[S\u{1B}[A",
        "\n\n\u{1B}[A\u{0C}x\u{FE0F}\u{1B}[E", "\n\n\u{1B}[44m\u{1B}[2J\u{1B}[A", "\n\n\u{1B}[18C\u{FE0F}\u{1B}[A"
    ])
    func `A row that may hold something is not known to be empty`(output: String) {
        #expect(tracker(output).row.extent > 0)
        #expect(tracker("\n\n\u{1B}[A").row.extent == 0)
    }

    @Test(arguments: [
        "\u{1B}[44m\u{1B}[K", "\u{1B}[44m\u{1B}[2K", "\u{1B}[44m\u{1B}[3P", "\u{1B}[44m\u{1B}[3X", "\u{1B}[44m\u{1B}[J",
        "\u{1B}[44m\u{1B}[2J"
    ])
    func `A row that was erased in a color is not empty`(output: String) {
        #expect(!tracker(output).isAtEmptyRow)
        #expect(tracker(output.replacing("44", with: "34")).isAtEmptyRow)
    }

    @Test func `A single underline after a double one is set after it again`() {
        #expect(String(decoding: tracker("\u{1B}[21m\u{1B}[4m").style.bytes, as: UTF8.self) == "\u{1B}[4;21;4m")
        #expect(String(decoding: tracker("\u{1B}[21;4:3m").style.bytes, as: UTF8.self) == "\u{1B}[4:3;21;4:3m")
        #expect(String(decoding: tracker("\u{1B}[4;21m").style.bytes, as: UTF8.self) == "\u{1B}[4;21m")
        #expect(tracker("\u{1B}[21;4;24m").style == PrintedStyle())
    }

    @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}[3", "\u{1B}]0;t", "\u{1B}]0;t\u{1B}", "\u{1B}P", "\u{1B}("])
    func `Inside an escape sequence nothing may be inserted`(output: String) {
        #expect(tracker(output).isInSequence)
    }

    @Test func `Inside a character nothing may be inserted`() {
        var tracker = OutputTracker(window: .unknown)
        for (byte, isInside) in zip(Array("界".utf8), [true, true, false]) {
            [byte].withUnsafeBytes { tracker.feed($0) }
            #expect(tracker.isInSequence == isInside)
        }
        #expect(tracker.column == 2)
    }

    @Test func `A subparameter is no mode, and a place that was saved within an ambiguous sequence is not known`() {
        #expect(!tracker("\u{1B}[?1:1049h").isAlternateScreen)
        #expect(tracker("\u{1B}[?1;1049h").isAlternateScreen)
        #expect(tracker("ab\u{1B}[3\u{1B}7\r\u{1B}8").column == nil)
        #expect(tracker("ab\u{1B}7\r\u{1B}8").column == 2)
    }

    @Test(arguments: [
        ("\u{1B}[31m", "\u{1B}[31m"), ("\u{1B}[31m\u{1B}[1m", "\u{1B}[1;31m"), ("\u{1B}[31;1m\u{1B}[m", ""),
        ("\u{1B}[31m\u{1B}[39m", ""),
        ("\u{1B}[38;5;200;4m", "\u{1B}[4;38;5;200m"), ("\u{1B}[38:2::1:2:3m", "\u{1B}[38;2;1;2;3m"),
        ("\u{1B}[1;0;7m", "\u{1B}[7m")
    ])
    func `Colors that are left on are known`(output: String, style: String) {
        #expect(tracker(output).style.isKnown)
        #expect(String(decoding: tracker(output).style.bytes, as: UTF8.self) == style)
    }

    @Test func `An unknown style is unknown until it is reset`() {
        #expect(!tracker("\u{1B}[73m").style.isKnown)
        #expect(tracker("\u{1B}[73m\u{1B}[0m").style.isKnown)
    }

    @Test func `Bytes that are not UTF-8 are not measured in another character set`() {
        var tracker = OutputTracker(window: .unknown, isUTF8: false)
        Array("\u{E4}".utf8).withUnsafeBytes { tracker.feed($0) }
        #expect(tracker.column == nil)
    }

    @Test(arguments: [
        ("abc\nde\n", 5), ("abc\u{1B}[20h\nde", nil), ("abc\u{1B}[20h\nde\n\r", 0), ("\u{1B}[20h\n\nde", 2),
        ("\u{1B}[20habc\nde\n", nil), ("\u{1B}[20habc\nde\r\n", 0)
    ])
    func `In newline mode a line feed leaves the column unknown, because some terminals do not have it`(
        output: String, column: Int?
    ) {
        var tracker = tracker("")
        tracker.newlineReturns = false
        Array(output.utf8).withUnsafeBytes { tracker.feed($0) }
        #expect(tracker.column == column)
    }

    @Test func `An 8-bit control loses the row only where the text is not UTF-8`() {
        for (isUTF8, byte, below) in [(true, 0x9B, 0), (false, 0x9B, 23), (false, 0xFF, 0)] as [(Bool, UInt8, Int)] {
            var tracker = OutputTracker(window: .unknown, isUTF8: isUTF8)
            withUnsafeBytes(of: byte) { tracker.feed($0) }
            #expect(tracker.column == nil)
            #expect(tracker.around.usedBelow == below)
        }
    }

    @Test func `In another window, the column is that of the whole line, wrapped again`() {
        let wrapped = tracker(String(repeating: "x", count: 25))
        #expect([25, 10, 24, 0].map { wrapped.likelyColumn(in: $0) } == [0, 5, 1, 0])
        #expect(tracker("abc").likelyColumn(in: 2) == 1)
        #expect(tracker("❤\u{FE0F}").likelyColumn(in: 2) == nil)
    }

    @Test func `A block that is wrapped many times reaches as far as if it were wrapped once`() {
        func reach(through widths: some Sequence<Int>) -> Int {
            var tracker = OutputTracker(window: WindowSize(columns: 200, rows: 24))
            Array("a\r\nb\r\nc\r\u{1B}[2A".utf8).withUnsafeBytes { tracker.feed($0) }
            for columns in widths { tracker.resize(to: WindowSize(columns: columns, rows: 24)) }
            return tracker.anchors.block.rowsAboveLowest
        }
        #expect(reach(through: [200]) == 2)
        #expect(reach(through: [199]) == 5)
        #expect(reach(through: (100..<200).reversed()) == reach(through: [100]))
        #expect(reach(through: [150, 190, 120, 200, 100]) == 8)
        #expect(reach(through: (1..<200).reversed()) == 3 * 201 - 1)
        // A terminal may not re-wrap it when the window is wide again.
        #expect(reach(through: [100, 200, 300]) == 8)
    }

    @Test func `A line ends at the cursor if nothing is right of it and it takes one row`() {
        #expect(tracker("abc").endsAtCursor(in: 4))
        #expect(!tracker("abc").endsAtCursor(in: 3))
        #expect(!tracker("abc\r").endsAtCursor(in: 10))
        #expect(!tracker(String(repeating: "x", count: 25)).endsAtCursor(in: 30))
    }

    @Test(arguments: [
        ("", true), ("ab", false), ("ab\r", false), ("ab\r\u{1B}[K", true), ("ab\n", true), ("\u{1B}[44mab\n", true),
        ("\u{1B}[44mab\n\u{1B}[K", false), ("ab\n\u{1B}[A", false), ("\u{1B}[44m\u{1B}D ", false),
        ("ab\u{1B}D", false)
    ])
    func `A line begins in a row without text, which may have a background color`(output: String, isStart: Bool) {
        #expect(tracker(output).isAtLineStart == isStart)
    }

    @Test(arguments: [true, false])
    func `Lines of plain text are followed at once, except the last bytes, which do not fill a block`(newlineReturns: Bool) {
        var tracker = tracker("")
        tracker.newlineReturns = newlineReturns
        Array(String(repeating: "0123456789\r\n", count: 100).utf8).withUnsafeBytes { tracker.feed($0) }
        #expect(tracker.counts.rowChanges == 3)
        // Two blocks of 32 bytes.
        Array(String(repeating: "01234567890123\r\n", count: 4).utf8).withUnsafeBytes { tracker.feed($0) }
        #expect(tracker.counts.rowChanges == 4)
    }
}
