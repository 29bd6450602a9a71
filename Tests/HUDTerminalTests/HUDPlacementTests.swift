import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

private let fullRow = String(repeating: "x", count: 20)
/// Output after which a HUD must not be drawn: a sequence, the alternate screen, and modes in which text is drawn differently.
private let obstacles = [
    "\u{1B}[3", "\u{1B}[?1049h", "\u{1B}(0", "\u{1B}[?7l", "\u{1B}[4h", "\u{1B}]8;;http://x/\u{7}"
]
/// The same for leaving the screen: in addition a pending wrap, an unknown mode, a scroll region and origin mode.
private let bonds = obstacles + [fullRow, "\u{1B}[?69h", "\u{1B}[1;3r", "\u{1B}[?6h", "\u{1B}7"]

/// Where a HUD is drawn, and what a tracker says about the places around it.
@Suite struct HUDPlacementTests {
    private func tracker(_ output: String, columns: Int = 20, rows: Int = 5) -> OutputTracker {
        var tracker = OutputTracker(window: WindowSize(columns: columns, rows: rows))
        Array(output.utf8).withUnsafeBytes { tracker.feed($0) }
        return tracker
    }

    private let xterm = TerminalCapabilities.xterm

    // MARK: The place

    @Test(arguments: [
        ("", HUDPlacement.here, HUDPlacement.here), ("one\n", .here, .here), ("ab", .below(column: 2), nil),
        ("one\nab\r", .below(column: 0), nil), (fullRow + "e\u{301}", .below(column: 1), nil),
        ("\u{1B}[73m" + fullRow + "\u{1B}[m", nil, nil), ("one\n\u{1B}[A", .below(column: 0), nil),
        ("one\ntwo\u{1B}[A", nil, nil),
        ("\u{1B}[73mab", nil, nil), ("\u{1B}[!p\n\n\n\n\n", .here, .here)
    ])
    func `A HUD is on an empty row, or below an unfinished line if that is allowed`(
        output: String, below: HUDPlacement?, notBelow: HUDPlacement?
    ) {
        let output = tracker(output)
        #expect(HUDPlacement(in: output, xterm, drawsBelow: true, height: 1) == below)
        #expect(HUDPlacement(in: output, xterm, drawsBelow: false, height: 1) == notBelow)
    }

    @Test(arguments: obstacles)
    func `There is no place in the middle of a sequence, on the alternate screen, and in unusual modes`(output: String) {
        for text in ["", "ab"] {
            #expect(HUDPlacement(in: tracker(text + output), xterm, drawsBelow: true, height: 1) == nil)
        }
    }

    @Test func `A HUD below a line needs a second row, and a terminal that can move the cursor up and right`() {
        var capabilities = xterm
        func placement(rows: Int) -> HUDPlacement? {
            HUDPlacement(in: tracker("ab", rows: rows), capabilities, drawsBelow: true, height: 1)
        }
        #expect(placement(rows: 1) == nil)
        #expect(placement(rows: 2) == .below(column: 2))
        capabilities.moves.up = nil
        #expect(placement(rows: 2) == nil)
        capabilities = xterm
        capabilities.moves.right = nil
        #expect(placement(rows: 2) == nil)
    }

    @Test func `A HUD takes no row that has to be scrolled while the job addresses rows by number`() {
        let lastRow = tracker("\u{1B}[5;1H\n")
        #expect(HUDPlacement(in: lastRow, xterm, drawsBelow: true, height: 1) == .here)
        #expect(HUDPlacement(in: lastRow, xterm, drawsBelow: true, height: 2) == nil)
        #expect(HUDPlacement(in: tracker("\u{1B}[5;1H\nab"), xterm, drawsBelow: true, height: 1) == nil)
    }

    @Test func `Pinned rows leave at least two rows to others`() {
        for rows in 1...6 {
            for height in 1...4 {
                let placement = HUDPlacement(pinnedIn: tracker("ab", rows: rows), height: height)
                #expect(placement == (rows >= height + 2 ? .pinned(rows: height) : nil))
            }
        }
    }

    @Test func `Rows are pinned below rows of the job only if there is room for both, or may be made`() {
        for (style, placement) in [("", HUDPlacement.pinned(rows: 1)), ("\u{1B}[44m", nil)] {
            var tracker = tracker("a\nb\u{1B}[A" + style)
            #expect(HUDPlacement(pinnedIn: tracker, height: 1) == placement)
            tracker.noteHUD(rowsBelow: 1)
            #expect(HUDPlacement(pinnedIn: tracker, height: 1) == placement)
            tracker.noteHUD(rowsBelow: 2)
            #expect(HUDPlacement(pinnedIn: tracker, height: 1) == .pinned(rows: 1))
        }
    }

    @Test(arguments: [[0xC3], [0xC3, 0x1B, 0x5B, 0x32, 0x6D], [0xE2, 0x82, 0x1B, 0x37, 0x1B, 0x38]] as [[UInt8]], [true, false])
    func `The screen is not left after half a character, because tmux would drop the first character on the next screen`(
        bytes: [UInt8], isUTF8: Bool
    ) {
        var tracker = OutputTracker(window: WindowSize(columns: 20, rows: 5), isUTF8: isUTF8)
        bytes.withUnsafeBytes { tracker.feed($0) }
        if isUTF8 || bytes.count == 1 { #expect(!tracker.canBeLeft) }
        for next in ["x", "\r", "é"] {
            var tracker = tracker
            Array(next.utf8).withUnsafeBytes { tracker.feed($0) }
            #expect(!tracker.cursor.followsBrokenCharacter)
        }
    }

    @Test(arguments: bonds)
    func `Rows are not pinned where the screen can't be left`(output: String) {
        #expect(!tracker(output).canBeLeft)
        #expect(HUDPlacement(pinnedIn: tracker(output), height: 1) == nil)
    }

    @Test(arguments: [
        "", "ab", "\u{1B}[5;1H", "\u{1B}7" + String(repeating: "\n", count: 20), "\u{1B}[31m", "\u{1B}[1;3r\u{1B}[r"
    ]
    )
    func `The screen can be left after other output`(output: String) {
        #expect(tracker(output).canBeLeft)
    }

    @Test func `Each placement is what it says`() {
        #expect(HUDPlacement.here.rowsBelow(3) == 2)
        #expect(HUDPlacement.below(column: 1).rowsBelow(3) == 3)
        let all: [HUDPlacement] = [.here, .below(column: 0), .pinned(rows: 1)]
        #expect(all.map(\.isBelow) == [false, true, false])
        #expect(all.map(\.isPinned) == [false, false, true])
    }

    // MARK: The way there and back

    @Test func `A HUD is drawn from the job's cursor and back`() {
        let (hide, show, plain) = (xterm.cursorVisibility.off, xterm.cursorVisibility.on, xterm.styles.reset)
        let (drawing, down, clear) = (Array("HUD".utf8), Array("\r\n".utf8), xterm.eraseToEndOfLine)
        let (up, right) = (xterm.moves.up?.bytes(1) ?? [], xterm.moves.right?.bytes(3) ?? [])
        var red = PrintedStyle()
        red.apply(Array("31".utf8))
        func bytes(
            _ placement: HUDPlacement, isNew: Bool, _ style: PrintedStyle = PrintedStyle(), hides: Bool = false,
            shows: Bool = false
        ) -> [UInt8] {
            placement.around(drawing, isNew, style, xterm, hidesCursor: hides, showsCursor: shows)
        }
        #expect(bytes(.here, isNew: false, red, hides: true, shows: true) == drawing)
        #expect(bytes(.here, isNew: true, shows: true) == drawing)
        #expect(bytes(.here, isNew: true, hides: true) == hide + drawing)
        #expect(bytes(.here, isNew: true, red) == plain + clear + drawing)
        #expect(bytes(.below(column: 3), isNew: false) == down + drawing + up + right)
        #expect(bytes(.below(column: 3), isNew: false, shows: true) == hide + down + drawing + up + right + show)
        #expect(bytes(.below(column: 3), isNew: false, red) == plain + down + drawing + up + right)
        #expect(bytes(.below(column: 3), isNew: true, red) == plain + down + clear + drawing + up + right)
        #expect(bytes(.below(column: 0), isNew: true) == down + clear + drawing + up)
    }

    @Test func `Back on a screen, a known style and a hidden cursor are restored`() {
        #expect(tracker("").resuming(xterm) == [])
        #expect(tracker("\u{1B}[31m").resuming(xterm) == Array("\u{1B}[31m".utf8))
        #expect(tracker("\u{1B}[31;73m").resuming(xterm) == [])
        #expect(tracker("\u{1B}[?25l").resuming(xterm) == xterm.cursorVisibility.off)
    }

    // MARK: Whole pieces

    @Test func `The cursor can be saved if its row is known, no wrap is pending and no position is saved`() {
        for output in ["", "ab", "\u{1B}[31m", "❤\u{FE0F}"] { #expect(tracker(output).canComeBack) }
        for output in ["\u{1B}[3", fullRow, "\u{1B}[17C❤\u{FE0F}", "\u{1B}7"] { #expect(!tracker(output).canComeBack) }
    }

    @Test(arguments: [
        // Bytes, the count if no other program writes, and the count if others do.
        (Array("ab".utf8), 2, 2), (Array("ab\u{1B}".utf8), 2, 2), (Array("ab\u{1B}[3".utf8), 2, 2),
        (Array("ab\u{1B}[31".utf8), 2, 2),
        (Array("a".utf8) + [0xC2], 1, 1), (Array("a".utf8) + [0xE7, 0x95], 1, 1), (Array(fullRow.utf8), 19, 20),
        (Array("\u{1B}7ab\u{1B}[3".utf8), 7, 4)
    ])
    func `Output is followed up to an incomplete sequence or character`(bytes: [UInt8], alone: Int, shared: Int) {
        var facts = TerminalFacts()
        facts.window = WindowSize(columns: 20, rows: 5)
        for (isAlone, expected) in [(true, alone), (false, shared)] {
            let (followed, count) = bytes.withUnsafeBytes {
                tracker("").followingWhole($0, facts, isAlone: isAlone)
            }
            #expect(count == expected)
            var whole = tracker("")
            bytes[..<count].withUnsafeBytes { whole.feed($0) }
            #expect("\(followed)" == "\(whole)")
        }
    }

    @Test func `Output stays in its row until something moves or changes another one`() {
        var facts = TerminalFacts()
        facts.window = WindowSize(columns: 20, rows: 5)
        var output = tracker("")
        func follow(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { output.follow($0, facts) } }
        #expect(follow("ab"))
        #expect(!follow("\ncd"))
        #expect(output.column == 2)
        facts.newlineReturns = false
        #expect(!follow("\ne"))
        #expect(output.column == 3)
        facts.window = WindowSize(columns: 30, rows: 7)
        #expect(follow(""))
        #expect(output.window == facts.window)
    }
}
