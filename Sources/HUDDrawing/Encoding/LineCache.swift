/// The lines of HUDs and parts, kept from frame to frame: their texts as cells, the columns that they share, and how they were drawn.
///
/// The row of a part that looks as in the frame before keeps its cells, and only rows that have changed are copied into the grid of a frame. So
/// a frame costs what has changed, however many rows there are. The grid is always the one that an empty value gives, but for the columns, which do not
/// shrink at once.
package struct LineCache: Sendable {
    /// A line as it was measured and drawn.
    private struct Line: Sendable {
        /// The width that each part of the row of a part asks for.
        var asked = InlineLayout.Widths()
        /// The columns that the row of a part was drawn into; nil if it has to be drawn.
        var columns: InlineLayout.Widths?
        /// Identifies the drawing of the line's first row. The rows below it have the next numbers.
        var mark = 0
        var height = 0
        /// What the row of a part has from its HUD: the look, by its version, and the opacity. 0 if another row of a part is not known to look the same.
        var look = 0
        var opacity = 1.0
        /// What the line counts; nil if it is no count of parts without a row.
        var counts: RowTaskCounts?
        /// What the row of a part was drawn from.
        var row = HUDRow(label: "")
        var measured: InlineLine?
        var grid: CellGrid?
        var texts = InlineTexts()
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
    private var lines: [Line] = []
    /// The grid of the last frame, and the one before it, whose memory the next frame takes.
    private var last: Picture?
    private var spare: Picture?
    private var lastMark = 0
    /// Which drawing each row of the last grid shows; empty if the last grid was not made of kept lines.
    private(set) var marks: [Int] = []

    package init() {}

    /// Draws a line that is alone. Its grid is that of the frame, and not kept.
    mutating func grid(of entry: StackedLayout.Entry, by view: InlineView) -> CellGrid {
        marks = []
        resize(to: 1)
        let line = InlineLine(entry.snapshot, in: view, with: &lines[0].texts)
        let columns = shared.columns(of: line.asked, in: view.columns, at: entry.time)
        return view.grid(for: entry.snapshot, line, in: columns, with: &lines[0].texts)
    }

    /// Lets the next HUD begin with columns of its own, because none is shown any more.
    mutating func releaseColumns() { shared.release() }

    /// Takes a grid that is no longer shown, for its memory.
    mutating func reuse(_ grid: CellGrid) {
        if lines.count == 1 { lines[0].texts.spare = grid }
    }

    /// Draws a frame of the spinner whose steps are kept.
    mutating func drawSpinner(_ index: Int, in grid: inout CellGrid) {
        guard !lines.isEmpty, let (text, columns, style) = steps?.drawn(index) else { return }
        let cells = lines[0].texts.glyph(text, of: index, isUTF8: grid.isUTF8, limit: grid.columns)
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
        if lines.count > count { lines.removeSubrange(count...) }
        while lines.count < count { lines.append(Line()) }
    }

    /// Sets what a line shows that is drawn in each frame.
    mutating func set(_ grid: CellGrid, at index: Int) {
        lines[index].look = 0
        lines[index].counts = nil
        keep(grid, at: index)
    }

    /// Sets the line that counts parts without a row.
    mutating func set(_ grid: CellGrid, of counts: RowTaskCounts, at index: Int) {
        set(grid, at: index)
        lines[index].counts = counts
    }

    /// Whether a line counts such parts, and so many.
    func shows(_ counts: RowTaskCounts, at index: Int) -> Bool { lines[index].counts == counts }

    private mutating func keep(_ grid: CellGrid, at index: Int) {
        (lines[index].mark, lines[index].height, lines[index].grid) = (lastMark + 1, grid.rows, grid)
        lastMark += grid.rows
    }

    // MARK: HUDs

    /// Measures the line of a HUD.
    mutating func measure(_ entry: StackedLayout.Entry, rows: Int, at index: Int) -> InlineLine {
        let line = InlineLine(entry.snapshot, in: view(of: entry, rows: rows), with: &lines[index].texts)
        lines[index].measured = line
        return line
    }

    /// Draws the line of a HUD that has been measured.
    mutating func draw(_ entry: StackedLayout.Entry, at index: Int, in columns: InlineLayout.Widths) {
        guard let line = lines[index].measured else { return }
        lines[index].texts.spare = lines[index].grid.take()
        set(view(of: entry, rows: line.rows).grid(for: entry.snapshot, line, in: columns, with: &lines[index].texts), at: index)
    }

    // MARK: Parts

    /// Measures the row of a part.
    ///
    /// - Returns: The width that each of its parts asks for.
    mutating func measure(_ row: Int, of frame: RowFrame, at index: Int) -> InlineLayout.Widths {
        guard let row = frame.rows[row] else { return InlineLayout.Widths() }
        let look = frame.look.version
        if lines[index].row.keep(for: row), look > 0, lines[index].look == look, lines[index].opacity == frame.opacity {
            return lines[index].asked
        }
        let entry = frame.entry(of: lines[index].row)
        let line = InlineLine(entry.snapshot, in: view(of: entry), with: &lines[index].texts)
        (lines[index].look, lines[index].opacity) = (look, frame.opacity)
        lines[index].counts = nil
        lines[index].asked = line.asked
        lines[index].columns = nil
        lines[index].measured = line
        return line.asked
    }

    /// Draws the row of a part that has been measured, unless it has been drawn before.
    mutating func draw(_ frame: RowFrame, at index: Int, in columns: InlineLayout.Widths) {
        if lines[index].columns == columns { return }
        guard let line = lines[index].measured else { return }
        lines[index].texts.spare = lines[index].grid.take()
        let entry = frame.entry(of: lines[index].row)
        var grid = view(of: entry).grid(for: entry.snapshot, line, in: columns, with: &lines[index].texts)
        if lines[index].row.state.hasEnded { grid.dim() }
        keep(grid, at: index)
        lines[index].columns = columns
        // A segment that moves is drawn in each frame.
        if lines[index].row.isMoving { lines[index].look = 0 }
    }

    private func view(of entry: StackedLayout.Entry, rows: Int = 1) -> InlineView {
        InlineView(columns: columns, rows: rows, isUTF8: isUTF8, look: entry.look)
    }

    // MARK: The grid

    /// The grid of all lines, and of rows below them.
    mutating func grid(above rowsBelow: [CellGrid]) -> CellGrid {
        let first = lines.count
        resize(to: first + rowsBelow.count)
        for (index, grid) in rowsBelow.enumerated() { set(grid, at: first + index) }
        // By their numbers, so that no line is copied.
        var height = 0
        for index in lines.indices { height += lines[index].height }
        var picture = takeSpare(rows: height)
        var row = 0
        for index in lines.indices {
            for own in 0..<lines[index].height {
                let mark = lines[index].mark + own
                if picture.marks[row] != mark, let grid = lines[index].grid {
                    picture.grid.setRow(row, to: own, of: grid)
                    picture.marks[row] = mark
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
