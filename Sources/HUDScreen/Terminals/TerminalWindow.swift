import CTerminalSupport

/// The window and the character set of a command-line tool.
public enum TerminalWindow: Sendable {
    /// The columns of the terminal on `descriptor`; nil if it is not a terminal or its size is unknown.
    public static func columns(of descriptor: Int32) -> Int? { size(of: descriptor).columns }

    /// The rows of the terminal on `descriptor`; nil if it is not a terminal or its size is unknown.
    public static func rows(of descriptor: Int32) -> Int? { size(of: descriptor).rows }

    private static func size(of descriptor: Int32) -> (columns: Int?, rows: Int?) {
        var (rows, columns): (Int32, Int32) = (0, 0)
        guard hud_window_size(descriptor, &rows, &columns) == 0 else { return (nil, nil) }
        return (columns > 0 ? Int(columns) : nil, rows > 0 ? Int(rows) : nil)
    }

    /// Whether the character set of the user's locale (`LC_ALL`, `LC_CTYPE`, `LANG`) is UTF-8.
    public static var isUTF8: Bool { TextWidth.isUTF8 }
}

/// A window's size in characters.
package struct WindowSize: Sendable, Equatable {
    package var columns: Int
    package var rows: Int

    /// 80×24, if the terminal does not know its size.
    package static let unknown = WindowSize(columns: 80, rows: 24)

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The current size of the window of the terminal on `descriptor`.
    package init(of descriptor: Int32) {
        var facts = hud_facts()
        hud_look_at_window(descriptor, &facts)
        self.init(facts)
    }

    /// The size in `facts`.
    package init(_ facts: hud_facts) {
        self = .unknown
        if facts.columns > 0 { columns = Int(facts.columns) }
        if facts.rows > 0 { rows = Int(facts.rows) }
    }
}
