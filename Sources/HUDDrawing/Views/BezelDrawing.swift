/// The content of a bezel, measured once and drawn at any size.
struct BezelDrawing {
    let isUTF8: Bool
    let content: BezelLayout.Content
    private let snapshot: HUDSnapshot
    private let look: InlineLook
    private let indicator: BezelIndicator
    private let label: TextCells
    private let details: BezelDetails
    private let figures: BezelFigures
    private let button: TextCells

    /// - Parameter columns: The columns of the screen.
    init(snapshot: HUDSnapshot, look: InlineLook, isUTF8: Bool, columns: Int, with texts: inout BezelTexts) {
        var look = look
        look.theme = look.theme.inBezel(look.options)
        (self.snapshot, self.look, self.isUTF8) = (snapshot, look, isUTF8)
        indicator = BezelIndicator(look: look, isUTF8: isUTF8)
        // A row of text may be wider than this only in a box that is wider for other reasons.
        let limit = max(columns, BezelLayout.mostTextColumns)
        label = texts.cells.cells(of: snapshot.label, at: 0, isUTF8: isUTF8, limit: limit)
        var text = snapshot.detailsLabel
        if case .failed(let reason) = snapshot.outcome, text.isEmpty { text = reason }
        let details = texts.details(text, isUTF8: isUTF8)
        self.details = details
        figures = BezelFigures(snapshot, theme: look.theme, isUTF8: isUTF8)
        let title = look.options.button ?? ""
        let padded = title.isEmpty ? "" : " " + title.beginning(characters: BezelView.mostCharacters) + " "
        button = texts.cells.cells(of: padded, at: 1, isUTF8: isUTF8, limit: limit)
        var content = BezelLayout.Content()
        content.indicators = indicator.forms(for: snapshot)
        content.label = label.width
        content.figures = figures.columns
        content.areFiguresUnderIndicator = snapshot.mode == .bar
        content.button = button.width
        content.margin = look.options.margin
        content.details = details.columns
        content.detailRows = { details.words.lines(columns: $0, most: BezelDetails.mostRows).count }
        self.content = content
    }

    /// The box in `size`, which may be larger than the layout needs.
    func frame(_ layout: BezelLayout, size: BezelLayout.Size, with texts: inout BezelTexts) -> BezelFrame {
        let theme = look.theme
        let grid = CellGrid(columns: size.columns, rows: size.rows, isUTF8: isUTF8, style: theme.bezel)
        var frame = BezelFrame(grid: grid, row: 0, column: 0)
        if layout.hasBorder, size.columns > 1, size.rows > 1 { drawBorder(in: &frame.grid) }
        let start = (size.columns - layout.content.columns) / 2
        let columns = max(0, start)..<min(size.columns, start + layout.content.columns)
        var row = max(0, (size.rows - layout.content.rows) / 2)
        if let form = layout.indicator.map({ content.indicators[$0] }) {
            indicator.draw(snapshot, as: form, in: &frame.grid, row: row, columns: columns)
            row += form.rows
            if layout.hasFigures, snapshot.mode == .bar {
                figures.draw(in: &frame.grid, row: row, columns: columns)
                row += 1
            }
        }
        if layout.hasIndicatorGap { row += 1 }
        if layout.hasLabel {
            frame.grid.write(label, row: row, centeredIn: columns, style: theme.label)
            row += 1
        }
        if layout.hasFigures, snapshot.mode != .bar {
            figures.draw(in: &frame.grid, row: row, columns: columns)
            row += 1
        }
        row = drawDetails(layout.detailRows, with: &texts, in: &frame.grid, row: row, columns: columns)
        if layout.hasButton {
            if layout.hasButtonGap { row += 1 }
            let style = CellStyle(foreground: theme.label.foreground, attributes: .reverse)
            frame.grid.write(button, row: row, centeredIn: columns, style: style)
        }
        return frame
    }

    private func drawDetails(
        _ rows: Int, with texts: inout BezelTexts, in grid: inout CellGrid, row: Int, columns: Range<Int>
    ) -> Int {
        guard rows > 0 else { return row }
        var lines = details.words.lines(columns: columns.count, most: rows + 1)
        if lines.count > rows {
            lines = Array(lines.prefix(rows))
            lines[rows - 1] += isUTF8 ? "…" : "~"
        }
        for (index, line) in lines.enumerated() {
            let cells = texts.cells.cells(of: line, at: 2 + index, isUTF8: isUTF8, limit: columns.count)
            grid.write(cells, row: row + index, centeredIn: columns, style: look.theme.details)
        }
        return row + lines.count
    }

    private func drawBorder(in grid: inout CellGrid) {
        let style = look.theme.bezelBorder
        // Each glyph is measured and made harmless once, not once per cell.
        let box = look.theme.glyphs(isUTF8: isUTF8).box.map { BarView.cell($0, isUTF8: isUTF8) }
        guard box.count >= 6 else { return }
        let (right, bottom) = (grid.columns - 1, grid.rows - 1)
        for (row, left, end) in [(0, box[0], box[1]), (bottom, box[2], box[3])] {
            grid.put(left, style, row: row, column: 0)
            for column in 1..<max(1, right) { grid.put(box[4], style, row: row, column: column) }
            grid.put(end, style, row: row, column: right)
        }
        for row in 1..<max(1, bottom) {
            grid.put(box[5], style, row: row, column: 0)
            grid.put(box[5], style, row: row, column: right)
        }
    }
}

extension Theme {
    /// This theme on a bezel: the bezel's background, its color for parts without one, and the tint from the options.
    fileprivate func inBezel(_ options: BezelOptions) -> Theme {
        var theme = self
        if let color = options.color { theme.bezel.background = color }
        if theme.bezel.background != .default, theme.bezel.foreground == .default {
            theme.bezel.foreground = theme.bezel.background.textColor
        }
        theme.bezelBorder.background = theme.bezel.background
        let color = options.contentColor ?? theme.bezel.foreground
        for part in [\Theme.label, \.details, \.numbers, \.percent, \.indicator] {
            if options.contentColor != nil || theme[keyPath: part].foreground == .default {
                theme[keyPath: part].foreground = color
            }
        }
        if let color = options.contentColor { theme.bar = Gradient(color) }
        if theme.bezel.background != .default { theme.colorTheRest() }
        theme.label.attributes.insert(.bold)
        return theme
    }

    /// Gives what has no color that of the bezel's text: the terminal's foreground may not be visible on the bezel.
    private mutating func colorTheRest() {
        for part in [\Theme.barRunning, \.barRest, \.success, \.failure, \.warning, \.bezelBorder]
        where self[keyPath: part].foreground == .default {
            self[keyPath: part].foreground = bezel.foreground
        }
        if bar.stops.allSatisfy({ $0 == .default }) { bar = Gradient(bezel.foreground) }
    }
}
