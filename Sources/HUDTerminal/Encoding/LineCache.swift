import HUDCore

/// The lines of HUDs and parts, kept from frame to frame: their texts as cells, the columns that they share, and how they were drawn.
///
/// The row of a part that looks as in the frame before keeps its cells, and only rows that have changed are copied into the grid of a frame. So
/// a frame costs what has changed, however many rows there are. The grid is always the one that an empty value gives, but for the columns, which do not
/// shrink at once.
struct LineCache: Sendable {
    /// A line as it was measured and drawn.
    private struct Drawing: Sendable {
        /// The width that each part of the row of a part asks for.
        var asked = InlineLayout.Widths()
        /// The columns that it was drawn into, unless it has to be drawn.
        var columns = InlineLayout.Widths()
        var isDrawn = false
        /// Identifies the drawing of the line's first row. The rows below it have the next numbers.
        var mark = 0
        var height = 0
        /// What the row of a part has from its HUD: the look, by its version, and the opacity. 0 if another row of a part is not known to look the same.
        var look = 0
        var opacity = 1.0
        /// What the line counts; nil if it is no count of parts without a row.
        var counts: RowTaskCounts?
    }

    /// A grid, and which drawing each of its rows shows.
    private struct Picture: Sendable {
        var grid: CellGrid
        var marks: [Int]
    }

    /// The columns that the lines share.
    var shared = RowColumns()
    /// The spinner of a line that is alone.
    var steps: SpinnerSteps?
    private var columns = 0
    private var isUTF8 = true
    // Of each line. Arrays of their own, because most lines need little of this in a frame.
    private var drawings: [Drawing] = []
    /// What the rows of parts were drawn from.
    private var rows: [HUDRow] = []
    private var measured: [InlineLine?] = []
    private var grids: [CellGrid?] = []
    private var texts: [InlineTexts] = []
    /// The grid of the last frame, and the one before it, whose memory the next frame takes.
    private var last: Picture?
    private var spare: Picture?
    private var lastMark = 0
    /// Which drawing each row of the last grid shows; empty if the last grid was not made of kept lines.
    private(set) var marks: [Int] = []

    /// Draws a line that is alone. Its grid is that of the frame, and not kept.
    mutating func grid(of entry: StackedLayout.Entry, by view: InlineView) -> CellGrid {
        marks = []
        if texts.count > 1 { texts.removeSubrange(1...) }
        if texts.isEmpty { texts.append(InlineTexts()) }
        let line = InlineLine(entry.snapshot, in: view, with: &texts[0])
        let columns = shared.columns(of: line.asked, in: view.columns, at: entry.time)
        return view.grid(for: entry.snapshot, line, in: columns, with: &texts[0])
    }

    /// Lets the next HUD begin with columns of its own, because none is shown any more.
    mutating func releaseColumns() { shared.release() }

    /// Takes a grid that is no longer shown, for its memory.
    mutating func reuse(_ grid: CellGrid) {
        if texts.count == 1 { texts[0].spare = grid }
    }

    /// Draws a frame of the spinner whose steps are kept.
    mutating func drawSpinner(_ index: Int, in grid: inout CellGrid) {
        guard !texts.isEmpty, let (text, columns, style) = steps?.drawn(index) else { return }
        let cells = texts[0].glyph(text, of: index, isUTF8: grid.isUTF8, limit: grid.columns)
        grid.write(cells, row: 0, column: 0, limit: columns, style: style)
    }

    /// Begins the lines of a frame.
    mutating func begin(_ count: Int, columns: Int, isUTF8: Bool) {
        if (self.columns, self.isUTF8) != (columns, isUTF8) {
            // Drawings of different windows have different numbers as well.
            let (mark, shared) = (lastMark, shared)
            self = LineCache()
            (self.columns, self.isUTF8, lastMark, self.shared) = (columns, isUTF8, mark, shared)
        }
        resize(to: count)
    }

    private mutating func resize(to count: Int) {
        if drawings.count > count {
            drawings.removeSubrange(count...)
            rows.removeSubrange(count...)
            measured.removeSubrange(count...)
            grids.removeSubrange(count...)
        }
        while drawings.count < count {
            drawings.append(Drawing())
            rows.append(Self.noRow)
            measured.append(nil)
            grids.append(nil)
        }
        if texts.count > count { texts.removeSubrange(count...) }
        while texts.count < count { texts.append(InlineTexts()) }
    }

    /// Sets what a line shows that is drawn in each frame.
    mutating func set(_ grid: CellGrid, at index: Int) {
        drawings[index].look = 0
        drawings[index].counts = nil
        keep(grid, at: index)
    }

    /// Sets the line that counts parts without a row.
    mutating func set(_ grid: CellGrid, of counts: RowTaskCounts, at index: Int) {
        set(grid, at: index)
        drawings[index].counts = counts
    }

    /// Whether a line counts such parts, and so many.
    func shows(_ counts: RowTaskCounts, at index: Int) -> Bool { drawings[index].counts == counts }

    private mutating func keep(_ grid: CellGrid, at index: Int) {
        drawings[index].mark = lastMark + 1
        drawings[index].height = grid.rows
        lastMark += grid.rows
        grids[index] = grid
    }

    // MARK: HUDs

    /// Measures the line of a HUD.
    mutating func measure(_ entry: StackedLayout.Entry, rows: Int, at index: Int) -> InlineLine {
        let line = InlineLine(entry.snapshot, in: view(of: entry, rows: rows), with: &texts[index])
        measured[index] = line
        return line
    }

    /// Draws the line of a HUD that has been measured.
    mutating func draw(_ entry: StackedLayout.Entry, at index: Int, in columns: InlineLayout.Widths) {
        guard let line = measured[index] else { return }
        texts[index].spare = grids[index].take()
        set(view(of: entry, rows: line.rows).grid(for: entry.snapshot, line, in: columns, with: &texts[index]), at: index)
    }

    // MARK: Parts

    /// Measures the row of a part.
    ///
    /// - Returns: The width that each of its parts asks for.
    mutating func measure(_ row: Int, of frame: RowFrame, at index: Int) -> InlineLayout.Widths {
        guard let row = frame.rows[row] else { return InlineLayout.Widths() }
        let look = frame.look.version
        if rows[index].keep(for: row), look > 0, drawings[index].look == look, drawings[index].opacity == frame.opacity {
            return drawings[index].asked
        }
        let entry = frame.entry(of: rows[index])
        let line = InlineLine(entry.snapshot, in: view(of: entry), with: &texts[index])
        (drawings[index].look, drawings[index].opacity) = (look, frame.opacity)
        drawings[index].counts = nil
        drawings[index].asked = line.asked
        drawings[index].isDrawn = false
        measured[index] = line
        return line.asked
    }

    private static let noRow = HUDRow(label: "")

    /// Draws the row of a part that has been measured, unless it has been drawn before.
    mutating func draw(_ frame: RowFrame, at index: Int, in columns: InlineLayout.Widths) {
        if drawings[index].isDrawn, drawings[index].columns == columns { return }
        guard let line = measured[index] else { return }
        texts[index].spare = grids[index].take()
        let entry = frame.entry(of: rows[index])
        var grid = view(of: entry).grid(for: entry.snapshot, line, in: columns, with: &texts[index])
        if rows[index].state.hasEnded { grid.dim() }
        keep(grid, at: index)
        drawings[index].columns = columns
        drawings[index].isDrawn = true
        // A segment that moves is drawn again.
        if rows[index].isMoving { drawings[index].look = 0 }
    }

    private func view(of entry: StackedLayout.Entry, rows: Int = 1) -> InlineView {
        InlineView(columns: columns, rows: rows, isUTF8: isUTF8, look: entry.look)
    }

    // MARK: The grid

    /// The grid of all lines, and of rows below them.
    mutating func grid(above rowsBelow: [CellGrid]) -> CellGrid {
        let first = drawings.count
        resize(to: first + rowsBelow.count)
        for (index, grid) in rowsBelow.enumerated() { set(grid, at: first + index) }
        let height = drawings.reduce(0) { $0 + $1.height }
        var picture = takeSpare(rows: height)
        var row = 0
        for (index, drawing) in drawings.enumerated() {
            for own in 0..<drawing.height {
                if picture.marks[row] != drawing.mark + own, let grid = grids[index] {
                    picture.grid.setRow(row, to: own, of: grid)
                    picture.marks[row] = drawing.mark + own
                }
                row += 1
            }
        }
        spare = last
        last = picture
        marks = picture.marks
        return picture.grid
    }

    private mutating func takeSpare(rows: Int) -> Picture {
        if let spare = spare.take(), spare.marks.count == rows { return spare }
        return Picture(
            grid: CellGrid(columns: columns, rows: rows, isUTF8: isUTF8), marks: Array(repeating: 0, count: rows))
    }
}
