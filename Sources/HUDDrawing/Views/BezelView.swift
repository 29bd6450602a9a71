/// MBProgressHUD's bezel: a box with an indicator, a label, details and a button from top to bottom. A pure function of snapshot,
/// screen size, character set and look.
package struct BezelView {
    /// The size of the screen.
    var columns: Int
    var rows: Int
    var isUTF8: Bool
    var look: InlineLook

    package init(columns: Int, rows: Int, isUTF8: Bool, look: InlineLook) {
        self.columns = columns
        self.rows = rows
        self.isUTF8 = isUTF8
        self.look = look
    }

    /// Texts are cut after this many characters.
    package static let mostCharacters = 4000

    /// The box and its position, with the texts that the frame before has prepared. They make no difference to the result.
    package func frame(for snapshot: HUDSnapshot, with texts: inout BezelTexts) -> BezelFrame {
        guard columns > 0, rows > 0 else {
            return BezelFrame(grid: CellGrid(columns: 0, rows: 0, isUTF8: isUTF8), row: 0, column: 0)
        }
        if rows == 1 { return line(for: snapshot) }
        let options = look.options
        let drawing = BezelDrawing(snapshot: snapshot, look: look, isUTF8: isUTF8, columns: columns, with: &texts)
        let screen = BezelLayout.Size(columns: columns, rows: rows)
        // On a larger screen, some of it stays visible around the box.
        let limit = BezelLayout.Size(columns: columns > 24 ? columns - 4 : columns, rows: rows > 12 ? rows - 2 : rows)
        var layout = BezelLayout(drawing.content, within: limit)
        var size = layout.size.grown(
            columns: options.minimumColumns, rows: options.minimumRows, isSquare: options.isSquare, within: limit)
        let place = (
            row: Self.start(of: size.rows, in: rows, offset: options.verticalOffset),
            column: Self.start(of: size.columns, in: columns, offset: options.horizontalOffset)
        )
        let scale = options.animation.scale(at: snapshot.opacity, isDisappearing: snapshot.isDisappearing)
        let full = size
        if scale != 1 {
            size = size.scaled(by: scale, within: screen)
            if scale < 1 { layout = BezelLayout(drawing.content, within: size) }
        }
        var frame = drawing.frame(layout, size: size, with: &texts)
        // The box grows and shrinks around its center.
        frame.row = min(max(0, place.row + (full.rows - size.rows) / 2), rows - size.rows)
        frame.column = min(max(0, place.column + (full.columns - size.columns) / 2), columns - size.columns)
        frame.grid = frame.grid.faded(to: snapshot.opacity, theme: look.theme)
        return frame
    }

    /// The bezel on a screen of one row.
    private func line(for snapshot: HUDSnapshot) -> BezelFrame {
        let width = min(columns, BezelLayout.mostTextColumns)
        let grid = InlineView(columns: width, rows: 1, isUTF8: isUTF8, look: look).grid(for: snapshot)
        return BezelFrame(grid: grid, row: 0, column: Self.start(of: width, in: columns, offset: look.options.horizontalOffset))
    }

    private static func start(of length: Int, in room: Int, offset: Int) -> Int {
        // `Int.max` stands for MBProgressMaxOffset. Clamping keeps the addition from overflowing.
        let offset = min(max(offset, -1_000_000), 1_000_000)
        return min(max(0, (room - length) / 2 + offset), room - length)
    }
}

/// A drawn bezel and its position.
package struct BezelFrame: Equatable {
    package var grid: CellGrid
    /// The position of the top left corner. The whole bezel is on the screen.
    package var row: Int
    package var column: Int
}
