extension CustomView {
    /// A check mark, for success.
    public static let checkmark = CustomView(mark: .checkmark)
    /// A cross, for failure.
    public static let cross = CustomView(mark: .cross)
    /// An exclamation mark, for a warning.
    public static let warning = CustomView(mark: .warning)

    private init(mark: HUDMark) {
        self.init(columns: 8, rows: 4) { grid, _, theme in
            let style = theme.style(of: mark)
            if grid.rows > 1 {
                var canvas = BrailleCanvas(columns: grid.columns, rows: grid.rows)
                canvas.add(mark)
                canvas.draw(in: &grid, row: 0, column: 0, style: style)
            } else {
                let text = mark.glyph(in: theme.glyphs(isUTF8: grid.isUTF8))
                let glyph = TextCells(text, isUTF8: grid.isUTF8, limit: grid.columns)
                grid.write(glyph, row: 0, centeredIn: 0..<grid.columns, style: style)
            }
        }
    }
}

extension BrailleCanvas {
    /// Draws a mark as large as fits, in the center.
    mutating func add(_ mark: HUDMark) {
        let unit = Double(min(width, height)) / 16
        func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, thickness: Double = 2.4) {
            addLine(from: (x1 * unit, y1 * unit), to: (x2 * unit, y2 * unit), thickness: max(1.5, thickness * unit))
        }
        switch mark {
        case .checkmark:
            line(-6.5, 0.5, -2.5, 5)
            line(-2.5, 5, 6.5, -5)
        case .cross:
            line(-5, -5, 5, 5)
            line(5, -5, -5, 5)
        case .warning:
            line(0, -6, 0, 0.5, thickness: 3.2)
            line(-1, 5.5, 1, 5.5)
        }
    }
}
