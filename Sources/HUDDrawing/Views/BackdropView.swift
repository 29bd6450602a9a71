/// What is behind a bezel: the last lines of the output, or what the program draws there; dimmed, covered or unchanged.
package struct BackdropView {
    var options: BezelOptions
    var isUTF8: Bool
    /// The style of dimmed text.
    var dimmed: CellStyle

    package init(options: BezelOptions, isUTF8: Bool, dimmed: CellStyle = CellStyle(attributes: .dim)) {
        self.options = options
        self.isUTF8 = isUTF8
        self.dimmed = dimmed
    }

    /// The grid for a window of `columns` and `rows`.
    ///
    /// - Parameters:
    ///   - lines: The output. Its last lines are at the bottom, as in a terminal.
    ///   - draw: What the program draws instead.
    ///   - opacity: The opacity of the bezel. The backdrop becomes dim at one half.
    package func grid(
        columns: Int, rows: Int, lines: [String], draw: (@Sendable (inout CellGrid) -> Void)?, opacity: Double
    ) -> CellGrid {
        if case .solid(let color) = options.background, opacity >= 0.5 {
            return CellGrid(columns: columns, rows: rows, isUTF8: isUTF8, style: CellStyle(background: color))
        }
        var grid = CellGrid.drawn(columns: columns, rows: rows, isUTF8: isUTF8) { grid in
            if let draw { return draw(&grid) }
            let last = lines.suffix(max(0, rows - 1))
            for (row, line) in last.enumerated() { grid.write(line, row: row, column: 0) }
        }
        if options.background == .dim, opacity >= 0.5 {
            grid.restyle { style in
                // A color of the program's own stays, and is dimmed by the terminal.
                let dimmed = style.foreground == .default && style.background == .default ? dimmed : CellStyle(attributes: .dim)
                var style = style
                style.attributes = style.attributes.subtracting(.bold).union(dimmed.attributes)
                if dimmed.foreground != .default { style.foreground = dimmed.foreground }
                return style
            }
        }
        return grid
    }
}
