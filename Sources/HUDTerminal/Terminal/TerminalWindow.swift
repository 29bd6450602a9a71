import CNcurses

/// What a command-line tool wants to know of the window that it prints into.
public enum TerminalWindow {
    /// The columns of the terminal on `descriptor`; nil where it is no terminal or does not know.
    public static func columns(of descriptor: Int32) -> Int? {
        var rows: Int32 = 0
        var columns: Int32 = 0
        return hud_window_size(descriptor, &rows, &columns) == 0 && columns > 0 ? Int(columns) : nil
    }

    /// Whether the user's locale (`LC_ALL`, `LC_CTYPE`, `LANG`) has UTF-8 for its character set.
    public static var isUTF8: Bool { TextWidth.isUTF8 }
}
