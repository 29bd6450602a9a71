import HUDCore

/// What a HUD in mode `custom` shows: a closure that draws into cells, or one of three marks. (`customView`)
///
/// ```swift
/// let stars = CustomView(columns: 9, rows: 3) { grid, snapshot, theme in
///     grid.write("★ ★ ★", row: 1, column: 2, style: theme.indicator)
/// }
/// ```
public struct CustomView: Sendable {
    /// Draws one frame into a grid of blanks: a pure function of snapshot and theme.
    ///
    /// It is called with the terminal locked: whoever calls the renderer from within, or logs, waits for ever.
    public typealias Draw = @Sendable (_ grid: inout CellGrid, _ snapshot: HUDSnapshot, _ theme: Theme) -> Void

    /// Its width in the bezel.
    public let columns: Int
    /// Its height in the bezel.
    public let rows: Int
    /// Its width inline.
    public let inlineColumns: Int
    /// Its height inline. One row stands on the line, several above it; in a window of one row those have no room.
    public let inlineRows: Int
    /// Called for a grid of `rows` and `columns`, or of `inlineRows` and `inlineColumns`, cut to what the window has.
    public let draw: Draw

    /// A view of one's own. Sizes below 1 count as 1; in the bezel above 80 columns or 40 rows as that, inline above 1000.
    public init(columns: Int, rows: Int, inlineColumns: Int = 1, inlineRows: Int = 1, draw: @escaping Draw) {
        self.columns = min(max(columns, 1), 80)
        self.rows = min(max(rows, 1), 40)
        self.inlineColumns = min(max(inlineColumns, 1), 1000)
        self.inlineRows = min(max(inlineRows, 1), 1000)
        self.draw = draw
    }
}
