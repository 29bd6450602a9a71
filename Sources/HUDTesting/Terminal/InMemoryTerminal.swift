/// A terminal in memory: takes bytes and shows what a person would see.
///
///     var terminal = InMemoryTerminal(columns: 20, rows: 3)
///     terminal.feed("Copying\u{1B}[31m red\u{1B}[m\r\n\u{1B}[?25l")
///     #expect(terminal.screen == ["Copying red", "", ""])
///     #expect(terminal.cell(row: 0, column: 8).style.foreground == .indexed(1))
///     #expect(terminal.cursor == (1, 0))
///     #expect(!terminal.isCursorVisible)
///     #expect(terminal.unknownSequences.isEmpty)
///
/// It is written from ECMA-48, DEC's manuals and xterm's control sequences, knows nothing of how a HUD is drawn, and where terminals
/// differ does what xterm does; window sizes apart, where it does what tmux does. It answers no query: queries are among the
/// ``unknownSequences``. Rows and columns count from 0.
public struct InMemoryTerminal: Sendable {
    /// The screen that is shown, and the one that isn't.
    var page: Page
    var otherPage: Page
    var style = Style()
    var charsets = Charsets()
    var tabStops: Set<Int>
    var titleStack: [String] = []
    /// IRM: characters push what is right of them.
    var isInsertMode = false
    /// LNM: a line feed returns the carriage as well.
    var isNewLineMode = false
    /// What REP repeats.
    var lastPrinted: Unicode.Scalar?
    /// Whether nothing came between the last character and now, so that another may join it.
    var isAfterPrinting = false
    private var decoder = IncrementalUTF8()
    private var parser = SequenceParser()
    let columnsOf: @Sendable (Character) -> Int

    /// DEC's private modes that are set (DECSET), by number: 7 and 25 in a terminal that nobody has touched. The alternate screen's
    /// are not among them, see ``isAlternateScreen``.
    public internal(set) var privateModes = Self.initialModes
    /// Whether the alternate screen is shown (DECSET 47, 1047 and 1049).
    public internal(set) var isAlternateScreen = false
    /// The window's title (OSC 0 and 2).
    public internal(set) var title = ""
    /// The icon's title (OSC 0 and 1).
    public internal(set) var iconTitle = ""
    /// The progress that the taskbar or the tab shows (OSC 9;4); nil where it shows none.
    public internal(set) var taskbarProgress: TaskbarProgress?
    /// How often the bell rang.
    public internal(set) var bellCount = 0
    /// What was not understood, as it came; the first thousand. Queries are among it. Device control strings and the like (DCS, SOS, PM,
    /// APC) are skipped and are not.
    public internal(set) var unknownSequences: [String] = []

    static let initialModes: Set<Int> = [7, 25]

    /// An empty terminal.
    ///
    /// - Parameters:
    ///   - columns: At least 1.
    ///   - rows: At least 1.
    ///   - scrollbackLimit: How many rows ``scrollback`` keeps.
    ///   - columnsOf: The columns that a character takes: 0 joins the one before, and 2 is the most. It is asked for each Unicode
    ///     scalar by itself and, where several make up one `Character`, for that too: if it takes fewer columns than its parts
    ///     do, they are drawn as one, as terminals do that know grapheme clusters.
    public init(
        columns: Int, rows: Int, scrollbackLimit: Int = 10_000,
        columnsOf: @escaping @Sendable (Character) -> Int = CharacterColumns.of
    ) {
        page = Page(columns: max(1, columns), rows: max(1, rows), scrollbackLimit: max(0, scrollbackLimit))
        otherPage = Page(columns: max(1, columns), rows: max(1, rows), scrollbackLimit: 0)
        tabStops = Self.initialTabStops(columns: columns)
        self.columnsOf = columnsOf
    }

    /// Receives bytes. A character or a control sequence may be divided between two calls.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            let output = decoder.decode(byte)
            if let scalar = output.cutShort { receive(scalar) }
            if let scalar = output.scalar { receive(scalar) }
        }
    }

    /// Receives text.
    public mutating func feed(_ text: String) { feed(text.utf8) }

    /// Gives the window another size, as if a person had dragged its edge. The scroll region is the whole screen afterwards.
    ///
    /// - Parameters:
    ///   - columns: At least 1.
    ///   - rows: At least 1. Rows below the cursor are given up first; then the top ones go to the scrollback, and come back from there.
    ///   - reflows: Whether rows that were wrapped are wrapped anew, as tmux, VTE and kitty do, or are cut, as xterm does.
    ///     The cursor stays at its character. The alternate screen is cut in either case.
    public mutating func resize(columns: Int, rows: Int, reflows: Bool = true) {
        let columns = max(1, columns)
        let old = page.columns
        page.resize(columns: columns, rows: max(1, rows), reflows: reflows && !isAlternateScreen)
        otherPage.resize(columns: columns, rows: max(1, rows), reflows: reflows && isAlternateScreen)
        tabStops.formUnion(Self.initialTabStops(columns: columns).filter { $0 >= old })
        tabStops = tabStops.filter { $0 < columns }
    }

    /// The window's width.
    public var columns: Int { page.columns }

    /// The window's height.
    public var rows: Int { page.rows }

    /// The rows' text, without the blanks at their ends.
    public var screen: [String] { page.lines.map(\.text) }

    /// The rows that have left the main screen over its top, oldest first, without the blanks at their ends.
    public var scrollback: [String] { (isAlternateScreen ? otherPage : page).scrollback.map(\.text) }

    /// What stands at a place of the screen; a blank outside of it.
    public func cell(row: Int, column: Int) -> Cell {
        guard page.lines.indices.contains(row), (0..<columns).contains(column) else { return Cell() }
        return page.lines[row].cells[column]
    }

    /// Whether the row's text goes on in the next because it was too long. False outside of the screen.
    public func isWrapped(row: Int) -> Bool {
        page.lines.indices.contains(row) && page.lines[row].isWrapped
    }

    /// Where the next character goes. While ``isWrapPending``, that is the last column still.
    public var cursor: (row: Int, column: Int) { (page.row, page.column) }

    /// Whether the last column has just been written, so that the next character wraps first.
    public var isWrapPending: Bool { page.isWrapPending }

    /// The style that the next character gets.
    public var currentStyle: Style { style }

    /// DECTCEM.
    public var isCursorVisible: Bool { privateModes.contains(25) }

    /// DECAWM.
    public var isAutowrapOn: Bool { privateModes.contains(7) }

    /// Whether the screen is held back until the frame is complete (DECSET 2026). What is asked of it here is never held back.
    public var isSynchronized: Bool { privateModes.contains(2026) }

    /// The rows that scroll (DECSTBM).
    public var scrollRegion: ClosedRange<Int> { page.region }

    private mutating func receive(_ scalar: Unicode.Scalar) {
        guard let action = parser.consume(scalar) else { return }
        if case .print(let scalar) = action {
            lastPrinted = scalar
            write(scalar)
            isAfterPrinting = true
            return
        }
        isAfterPrinting = false
        switch action {
        case .print: break
        case .control(let scalar): control(scalar)
        case .escape(let intermediates, let final): escape(intermediates, final)
        case .controlSequence(let sequence): perform(sequence)
        case .command(let text): command(text)
        case .malformed(let text): unknown(text)
        }
    }

    mutating func unknown(_ text: String) {
        if unknownSequences.count < 1000 { unknownSequences.append(text) }
    }

    static func initialTabStops(columns: Int) -> Set<Int> { Set(stride(from: 8, to: max(8, columns), by: 8)) }
}
