import CNcurses
import HUDCore
import Synchronization

/// What a terminal can do, as terminfo says: the strings the inline renderer needs. Read once, a value from then on.
struct TerminalCapabilities: Sendable, Equatable {
    /// `el`: erases from the cursor to the end of the line.
    var eraseToEndOfLine: String
    /// `ed`: erases from the cursor to the end of the screen.
    var eraseToEndOfScreen: String?
    /// `civis` and `cnorm`: hide the cursor and give it back. Both or neither.
    var hideCursor = ""
    var showCursor = ""
    /// `rmam` and `smam`: stop at the last column instead of going on in the next line, and go on again. Both or neither.
    var disableAutowrap = ""
    var enableAutowrap = ""
    /// `cuf`: moves the cursor right, with a parameter for how far; nil where the terminal lacks it.
    var cursorRight: String?
    /// Whether text is UTF-8, by the user's locale. Otherwise ASCII alone is drawn.
    var isUTF8: Bool

    /// Moves the cursor right by `columns`; nil where the terminal can't.
    func moveRight(_ columns: Int) -> String? {
        guard let cursorRight else { return nil }
        return Self.terminfo.withLock { _ in
            hud_tparm(cursorRight, Int32(clamping: columns)).map { Self.withoutPadding(String(cString: $0)) }
        }
    }

    /// terminfo keeps the terminal it works on, and tparm its answer, where all threads share them.
    private static let terminfo = Mutex(())

    /// The capabilities of the terminal on `descriptor`.
    ///
    /// - Returns: nil where it is no terminal, has no description, or one that can't erase a line (`TERM=dumb`): nothing can be drawn
    ///   on it that could be taken off again.
    init?(descriptor: Int32) {
        guard let capabilities = Self.terminfo.withLock({ _ in Self(reading: descriptor) }) else { return nil }
        self = capabilities
    }

    private init?(reading descriptor: Int32) {
        guard isatty(descriptor) == 1, let name = getenv("TERM"), name.pointee != 0,
            let terminal = hud_terminfo_open(name, descriptor)
        else { return nil }
        defer { hud_terminfo_close(terminal) }
        func string(_ capability: String) -> String? {
            hud_terminfo_string(terminal, capability).map { Self.withoutPadding(String(cString: $0)) }
        }
        guard let el = string("el"), !el.isEmpty else { return nil }
        eraseToEndOfLine = el
        eraseToEndOfScreen = string("ed")
        if let civis = string("civis"), let cnorm = string("cnorm") {
            hideCursor = civis
            showCursor = cnorm
        }
        if let rmam = string("rmam"), let smam = string("smam") {
            disableAutowrap = rmam
            enableAutowrap = smam
        }
        cursorRight = hud_terminfo_string(terminal, "cuf").map { String(cString: $0) }
        isUTF8 = TextWidth.isUTF8
    }

    /// Capabilities as given; for tests and terminals in memory.
    init(
        eraseToEndOfLine: String, eraseToEndOfScreen: String? = nil, hideCursor: String = "", showCursor: String = "",
        cursorRight: String? = nil, isUTF8: Bool
    ) {
        self.eraseToEndOfLine = eraseToEndOfLine
        self.eraseToEndOfScreen = eraseToEndOfScreen
        self.hideCursor = hideCursor
        self.showCursor = showCursor
        self.cursorRight = cursorRight
        self.isUTF8 = isUTF8
    }

    /// A capability without its padding (`$<5>`, terminfo(5)): no terminal of today needs the time to draw.
    static func withoutPadding(_ capability: String) -> String {
        var result = ""
        var rest = capability[...]
        while let start = rest.firstRange(of: "$<")?.lowerBound, let end = rest[start...].firstIndex(of: ">") {
            result += rest[..<start]
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
