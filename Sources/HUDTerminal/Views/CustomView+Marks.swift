import HUDCore

extension CustomView {
    /// A check mark: done.
    public static let checkmark = CustomView(mark: .checkmark)
    /// A cross: failed.
    public static let cross = CustomView(mark: .cross)
    /// An exclamation mark: look at this.
    public static let warning = CustomView(mark: .warning)

    private init(mark: HUDMark) {
        self.init(columns: 7, rows: 3) { grid, _, theme in
            let glyph = mark.glyph(in: theme.glyphs(isUTF8: grid.isUTF8))
            grid.write(glyph, row: grid.rows / 2, centredIn: 0..<grid.columns, style: theme.style(of: mark))
        }
    }
}
