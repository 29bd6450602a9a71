/// A bar with a completed, a running and a remaining part, or with a segment that moves back and forth if the total is unknown.
///
/// The glyphs and the gradient of a theme are made into cells and styles once, so that a bar can be drawn many times.
struct BarView: Sendable {
    private let runningStyle: CellStyle
    private let restStyle: CellStyle
    private let gradient: Gradient
    private let start: TextCells
    private let end: TextCells
    private let hasEnds: Bool
    private let rest: TextCells
    private let running: Cell
    /// The completed part, from an eighth of a column to a full one, or in fewer steps.
    private let scale: [Cell]
    private let segment: Cell
    private let reducesMotion: Bool
    /// The styles of the completed part, for as many columns as the bar had last.
    private var doneStyles: [CellStyle] = []

    /// The time in which the segment of an indeterminate bar moves there and back.
    static let period = Duration.seconds(2)

    /// - Parameters:
    ///   - columns: The columns of the grids that it is drawn in.
    ///   - reducesMotion: Whether the segment of an indeterminate bar is at an end for a second each, instead of moving between them.
    init(theme: Theme, isUTF8: Bool, columns: Int, reducesMotion: Bool = false) {
        self.reducesMotion = reducesMotion
        let glyphs = theme.glyphs(isUTF8: isUTF8)
        func cells(_ text: String) -> TextCells { TextCells(text, isUTF8: isUTF8, limit: columns) }
        (start, end, rest) = (cells(glyphs.barStart), cells(glyphs.barEnd), cells(glyphs.barRest))
        hasEnds = !glyphs.barStart.isEmpty && !glyphs.barEnd.isEmpty
        running = Self.cell(glyphs.barRunning, isUTF8: isUTF8)
        scale = glyphs.bar.map { Self.cell($0, isUTF8: isUTF8) }
        segment = Self.cell(glyphs.bar.last ?? "#", isUTF8: isUTF8)
        (runningStyle, restStyle, gradient) = (theme.barRunning, theme.barRest, theme.bar)
    }

    /// Draws the bar into `columns` of a row.
    ///
    /// - Parameter time: The time on screen, which gives the position of an indeterminate bar's segment.
    @inline(never)
    mutating func draw(_ progress: ProgressSample, after time: Duration, in grid: inout CellGrid, row: Int, columns: Range<Int>) {
        let hasEnds = hasEnds && columns.count > 2
        let inner = hasEnds ? columns.lowerBound + 1..<columns.upperBound - 1 : columns
        if hasEnds {
            grid.write(start, row: row, column: columns.lowerBound, style: restStyle)
            grid.write(end, row: row, column: inner.upperBound, style: restStyle)
        }
        guard !inner.isEmpty else { return }
        if doneStyles.count != inner.count { doneStyles = (0..<inner.count).map { doneStyle(at: $0, of: inner.count) } }
        grid.fill(row: row, columns: inner, with: rest, style: restStyle)
        if progress.isIndeterminate {
            drawSegment(after: time, &grid, row, inner)
        } else {
            drawDone(progress, &grid, row, inner)
        }
    }

    private func drawDone(_ progress: ProgressSample, _ grid: inout CellGrid, _ row: Int, _ inner: Range<Int>) {
        let steps = max(1, scale.count)
        let all = inner.count * steps
        // The bar is full only when everything is complete.
        let done = progress.fraction >= 1 ? all : min(all - 1, Int(progress.fraction * Double(all)))
        let running = min(inner.count, Int((progress.runningFraction * Double(inner.count)).rounded()))
        for column in inner {
            let offset = column - inner.lowerBound
            let step = min(steps, done - offset * steps)
            if step > 0, !scale.isEmpty {
                grid.put(scale[step - 1], doneStyles[offset], row: row, column: column)
            } else if offset < running {
                grid.put(self.running, runningStyle, row: row, column: column)
            } else if step <= 0 {
                break
            }
        }
    }

    private func drawSegment(after time: Duration, _ grid: inout CellGrid, _ row: Int, _ inner: Range<Int>) {
        let width = max(1, inner.count / 4)
        let way = inner.count - width
        let phase = max(0, time.attoseconds) % Self.period.attoseconds
        // The segment moves right in the first half of the period and left in the second.
        let there = Double(phase) / Double(Self.period.attoseconds) * 2
        let moving = reducesMotion ? there.rounded(.down) : there <= 1 ? there : 2 - there
        let start = inner.lowerBound + Int((moving * Double(way)).rounded())
        for column in start..<start + width {
            grid.put(segment, doneStyles[column - inner.lowerBound], row: row, column: column)
        }
    }

    /// The cell of a glyph that is one column wide; a space for any other.
    static func cell(_ glyph: String, isUTF8: Bool) -> Cell {
        let text = TextCells(glyph, isUTF8: isUTF8, limit: 2)
        return text.cells.count == 1 && text.width == 1 ? text.cells[0] : .blank()
    }

    private func doneStyle(at offset: Int, of count: Int) -> CellStyle {
        CellStyle(foreground: gradient.color(at: count > 1 ? Double(offset) / Double(count - 1) : 1))
    }
}

extension ProgressSample {
    /// The fraction of units that are completed or running, 0 to 1.
    var runningFraction: Double {
        guard let completedUnitCount, let totalUnitCount, let runningUnitCount, runningUnitCount > 0 else { return 0 }
        return min(1, (Double(completedUnitCount) + Double(runningUnitCount)) / Double(totalUnitCount))
    }
}
