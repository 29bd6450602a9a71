extension CellGrid {
    /// This grid at an opacity from 0 to 1. Its colors are mixed with the theme's backdrop, and below one half text in the terminal's
    /// default color is dim. At 0 the grid is empty.
    func faded(to opacity: Double, theme: Theme) -> CellGrid {
        guard opacity < 1 else { return self }
        guard opacity > 0 else { return CellGrid(columns: columns, rows: rows, isUTF8: isUTF8) }
        var grid = self
        grid.restyle { style in
            var style = style
            if style.foreground != .default { style.foreground = style.foreground.mixed(with: theme.backdrop, by: 1 - opacity) }
            if style.background != .default { style.background = style.background.mixed(with: theme.backdrop, by: 1 - opacity) }
            // The default color has no known RGB value, so it can't be mixed.
            if style.foreground == .default, opacity < 0.5 { style.attributes = style.attributes.subtracting(.bold).union(.dim) }
            return style
        }
        return grid
    }
}
