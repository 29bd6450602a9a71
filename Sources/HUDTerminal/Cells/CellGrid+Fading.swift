extension CellGrid {
    /// This grid at an opacity from 0 to 1: its colours on their way to the theme's backdrop, and dim below a half. At 0 it is empty.
    func faded(to opacity: Double, theme: Theme) -> CellGrid {
        guard opacity < 1 else { return self }
        guard opacity > 0 else { return CellGrid(columns: columns, rows: rows, isUTF8: isUTF8) }
        var grid = self
        grid.restyle { style in
            var style = style
            if style.foreground != .default { style.foreground = style.foreground.mixed(with: theme.backdrop, by: 1 - opacity) }
            if style.background != .default { style.background = style.background.mixed(with: theme.backdrop, by: 1 - opacity) }
            // A colour that is not known by its parts can't be mixed.
            if style.foreground == .default, opacity < 0.5 { style.attributes = style.attributes.subtracting(.bold).union(.dim) }
            return style
        }
        return grid
    }
}
