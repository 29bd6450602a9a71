/// The content of a HUD in mode `custom`: a closure that draws into cells, or one of three marks. (`customView`)
///
/// ```swift
/// let stars = CustomView(columns: 9, rows: 3) { grid, snapshot, theme in
///     grid.write("★ ★ ★", row: 1, column: 2, style: theme.indicator)
/// }
/// ```
public struct CustomView: Sendable {
    /// Draws one frame into a grid of spaces: a pure function of snapshot and theme.
    ///
    /// It is called while the renderer is locked, so it must not call the renderer. What it logs with `HUD.log(_:)` is printed after the frame.
    public typealias Draw = @Sendable (_ grid: inout CellGrid, _ snapshot: HUDSnapshot, _ theme: Theme) -> Void

    /// The width in the bezel.
    public let columns: Int
    /// The height in the bezel.
    public let rows: Int
    /// The width inline.
    public let inlineColumns: Int
    /// The height inline. One row is part of the HUD's line; several rows are above it, and are left out if the window has only one.
    public let inlineRows: Int
    /// Called with a grid of `rows` and `columns`, or of `inlineRows` and `inlineColumns`, cut to the size of the window.
    public let draw: Draw

    /// Makes a custom view. Sizes are clamped: to 1 at least, to 80 columns and 40 rows in the bezel, and to 1000 inline.
    public init(columns: Int, rows: Int, inlineColumns: Int = 1, inlineRows: Int = 1, draw: @escaping Draw) {
        self.columns = min(max(columns, 1), 80)
        self.rows = min(max(rows, 1), 40)
        self.inlineColumns = min(max(inlineColumns, 1), 1000)
        self.inlineRows = min(max(inlineRows, 1), 1000)
        self.draw = draw
    }
}
