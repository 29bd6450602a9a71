/// A terminal emulator in memory: it takes bytes and has the screen that a person would see.
///
///     var terminal = InMemoryTerminal(columns: 20, rows: 3)
///     terminal.feed("Copying\u{1B}[31m red\u{1B}[m\r\n\u{1B}[?25l")
///     #expect(terminal.screen == ["Copying red", "", ""])
///     #expect(terminal.cell(row: 0, column: 8).style.foreground == .indexed(1))
///     #expect(terminal.cursor == (1, 0))
///     #expect(!terminal.isCursorVisible)
///     #expect(terminal.unknownSequences.isEmpty)
///
/// It implements ECMA-48, DEC's manuals and xterm's control sequences, independently of the drawing code. Where terminals differ, it does
/// what xterm does, except for a change of the window's size, where it does what tmux does. It answers no queries; they are among the
/// ``unknownSequences``. Rows and columns are counted from 0.
public struct InMemoryTerminal: Sendable {
    /// The screen that is shown, and the one that is not.
    var page: Page
    var otherPage: Page
    var style = Style()
    var charsets = Charsets()
    var tabStops: Set<Int>
    var titles = Titles()
    /// IRM: a written character moves the rest of the row to the right.
    var isInsertMode = false
    /// LNM: a line feed also moves to the first column.
    var isNewLineMode = false
    /// The character that REP repeats.
    var lastPrinted: Unicode.Scalar?
    /// Whether the last input was a character, so that the next scalar may combine with it.
    var isAfterPrinting = false
    private var decoder = IncrementalUTF8()
    private var parser = SequenceParser()
    let columnsOf: @Sendable (Character) -> Int

    /// The DEC private modes that are set (DECSET), by number. Initially 7 and 25. The modes of the alternate screen are not
    /// included; see ``isAlternateScreen``.
    public internal(set) var privateModes = Self.initialModes
    /// Whether the alternate screen is shown (DECSET 47, 1047 and 1049).
    public internal(set) var isAlternateScreen = false
    /// The progress in the taskbar or the tab (OSC 9;4); nil if none is shown.
    public internal(set) var taskbarProgress: TaskbarProgress?
    /// The number of bells.
    public internal(set) var bellCount = 0
    /// The sequences that were not recognized, as received; at most a thousand. Queries are among them. Device control strings and the like (DCS, SOS,
    /// PM, APC) are skipped and are not.
    public internal(set) var unknownSequences: [String] = []

    static let initialModes: Set<Int> = [7, 25]

    /// Makes an empty terminal.
    ///
    /// - Parameters:
    ///   - columns: At least 1.
    ///   - rows: At least 1.
    ///   - scrollbackLimit: The maximum number of rows in ``scrollback``.
    ///   - columnsOf: The columns that a character takes, 0 to 2; with 0 it combines with the previous one. It is called for each Unicode
    ///     scalar and, if several form one `Character`, for that too. If the result is less than the sum for the scalars, they are
    ///     drawn as one character, as in terminals that know grapheme clusters.
    public init(
        columns: Int, rows: Int, scrollbackLimit: Int = 10_000,
        columnsOf: @escaping @Sendable (Character) -> Int = CharacterColumns.of
    ) {
        page = Page(columns: max(1, columns), rows: max(1, rows), scrollbackLimit: max(0, scrollbackLimit))
        otherPage = Page(columns: max(1, columns), rows: max(1, rows), scrollbackLimit: 0)
        tabStops = Self.initialTabStops(columns: columns)
        self.columnsOf = columnsOf
    }

    /// Receives bytes. A character or a control sequence may be split between two calls.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            let output = decoder.decode(byte)
            if let scalar = output.cutShort { receive(scalar) }
            if let scalar = output.scalar { receive(scalar) }
        }
    }

    /// Receives text.
    public mutating func feed(_ text: String) { feed(text.utf8) }

    /// Changes the size of the window, as a user does by dragging its edge. The scroll region is the whole screen afterwards.
    ///
    /// - Parameters:
    ///   - columns: At least 1.
    ///   - rows: At least 1. Rows below the cursor are removed first; then rows at the top move to the scrollback. They come back from there.
    ///   - reflows: Whether wrapped rows are wrapped again, as in tmux, VTE and kitty, or cut, as in xterm.
    ///     The cursor stays at its character. The alternate screen is always cut.
    public mutating func resize(columns: Int, rows: Int, reflows: Bool = true) {
        resize(columns: columns, rows: rows, as: reflows ? .tmux : .cutting)
    }

    /// What terminals make of the rows when the window's width changes.
    enum Resizing: CaseIterable, Sendable {
        /// As in tmux: rows are wrapped again. Empty rows below the text count, so rows at the top go to the scrollback although there is room below.
        case tmux
        /// As in VTE: rows are wrapped again, and empty rows below the text and the cursor are dropped first.
        case vte
        /// Rows are cut.
        case cutting
        /// As in xterm: rows are cut, but the cells come back if the window is made wider again. xterm 379 keeps up to three, xterm 410 all.
        case xterm
    }

    /// Changes the size of the window as a certain terminal does.
    mutating func resize(columns: Int, rows: Int, as kind: Resizing) {
        let columns = max(1, columns)
        let old = page.columns
        page.resize(columns: columns, rows: max(1, rows), as: isAlternateScreen ? .cutting : kind)
        otherPage.resize(columns: columns, rows: max(1, rows), as: isAlternateScreen ? kind : .cutting)
        tabStops.formUnion(Self.initialTabStops(columns: columns).filter { $0 >= old })
        tabStops = tabStops.filter { $0 < columns }
    }

    /// The window's width.
    public var columns: Int { page.columns }

    /// The window's height.
    public var rows: Int { page.rows }

    /// The text of the rows, without trailing spaces.
    public var screen: [String] { page.lines.map(\.text) }

    /// The text of the rows, without trailing spaces and without the empty rows at the end: `[]` if the screen is empty.
    public var lines: [String] {
        let screen = screen
        return Array(screen[..<((screen.lastIndex { !$0.isEmpty } ?? -1) + 1)])
    }

    /// The text of the rows that have scrolled off the main screen, oldest first, without trailing spaces.
    public var scrollback: [String] { (isAlternateScreen ? otherPage : page).scrollback.map(\.text) }

    /// The cell at a position; a space outside the screen.
    public func cell(row: Int, column: Int) -> Cell {
        guard page.lines.indices.contains(row), (0..<columns).contains(column) else { return Cell() }
        return page.lines[row].cells[column]
    }

    /// Whether the row's text continues in the next row because it was too long. False outside the screen.
    public func isWrapped(row: Int) -> Bool {
        page.lines.indices.contains(row) && page.lines[row].isWrapped
    }

    /// The window's title (OSC 0 and 2).
    public var title: String { titles.window }

    /// The icon's title (OSC 0 and 1).
    public var iconTitle: String { titles.icon }

    /// The position of the next character. While ``isWrapPending``, this is still the last column.
    public var cursor: (row: Int, column: Int) { (page.row, page.column) }

    /// Whether the last column has just been written, so that the next character wraps first.
    public var isWrapPending: Bool { page.isWrapPending }

    /// The style of the next character.
    public var currentStyle: Style { style }

    /// DECTCEM.
    public var isCursorVisible: Bool { privateModes.contains(25) }

    /// DECAWM.
    public var isAutowrapOn: Bool { privateModes.contains(7) }

    /// Whether a synchronized update is in progress (DECSET 2026). The properties of this value show its effects at once.
    public var isSynchronized: Bool { privateModes.contains(2026) }

    /// The scroll region (DECSTBM).
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
