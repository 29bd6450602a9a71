import HUDCore

/// A bar with a completed, a running and a remaining part, or with a segment that moves back and forth if the total is unknown.
struct BarView {
    var theme: Theme

    /// The time in which the segment of an indeterminate bar moves there and back.
    static let period = Duration.seconds(2)

    /// Draws the bar into `columns` of a row.
    ///
    /// - Parameter time: The time on screen, which gives the position of an indeterminate bar's segment.
    func draw(_ progress: ProgressSample, after time: Duration, in grid: inout CellGrid, row: Int, columns: Range<Int>) {
        let glyphs = theme.glyphs(isUTF8: grid.isUTF8)
        let hasEnds = columns.count > 2 && !glyphs.barStart.isEmpty && !glyphs.barEnd.isEmpty
        let inner = hasEnds ? columns.lowerBound + 1..<columns.upperBound - 1 : columns
        if hasEnds {
            grid.write(glyphs.barStart, row: row, column: columns.lowerBound, style: theme.barRest)
            grid.write(glyphs.barEnd, row: row, column: inner.upperBound, style: theme.barRest)
        }
        guard !inner.isEmpty else { return }
        grid.fill(row: row, columns: inner, with: glyphs.barRest, style: theme.barRest)
        if progress.isIndeterminate {
            drawSegment(after: time, glyphs, &grid, row, inner)
        } else {
            drawDone(progress, glyphs, &grid, row, inner)
        }
    }

    private func drawDone(_ progress: ProgressSample, _ glyphs: Glyphs, _ grid: inout CellGrid, _ row: Int, _ inner: Range<Int>) {
        let steps = max(1, glyphs.bar.count)
        let all = inner.count * steps
        // The bar is full only when everything is complete.
        let done = progress.fraction >= 1 ? all : min(all - 1, Int(progress.fraction * Double(all)))
        let running = min(inner.count, Int((progress.runningFraction * Double(inner.count)).rounded()))
        let scale = glyphs.bar.map { Self.cell($0, grid) }
        let runningCell = Self.cell(glyphs.barRunning, grid)
        for column in inner {
            let offset = column - inner.lowerBound
            let step = min(steps, done - offset * steps)
            if step > 0, !scale.isEmpty {
                grid.put(scale[step - 1], doneStyle(at: offset, of: inner.count), row: row, column: column)
            } else if offset < running {
                grid.put(runningCell, theme.barRunning, row: row, column: column)
            } else if step <= 0 {
                break
            }
        }
    }

    private func drawSegment(after time: Duration, _ glyphs: Glyphs, _ grid: inout CellGrid, _ row: Int, _ inner: Range<Int>) {
        let width = max(1, inner.count / 4)
        let way = inner.count - width
        let phase = max(0, time.attoseconds) % Self.period.attoseconds
        // The segment moves right in the first half of the period and left in the second.
        let there = Double(phase) / Double(Self.period.attoseconds) * 2
        let start = inner.lowerBound + Int(((there <= 1 ? there : 2 - there) * Double(way)).rounded())
        let cell = Self.cell(glyphs.bar.last ?? "#", grid)
        for column in start..<start + width {
            grid.put(cell, doneStyle(at: column - inner.lowerBound, of: inner.count), row: row, column: column)
        }
    }

    /// The cell of a glyph that is one column wide; a space for any other.
    private static func cell(_ glyph: String, _ grid: CellGrid) -> Cell {
        let text = TextCells(glyph, isUTF8: grid.isUTF8, limit: 2)
        return text.cells.count == 1 && text.width == 1 ? text.cells[0] : .blank()
    }

    private func doneStyle(at offset: Int, of count: Int) -> CellStyle {
        CellStyle(foreground: theme.bar.color(at: count > 1 ? Double(offset) / Double(count - 1) : 1))
    }
}

extension ProgressSample {
    /// Whether units are counted and their total is unknown.
    var isIndeterminate: Bool { completedUnitCount != nil && totalUnitCount == nil }

    /// The fraction of units that are completed or running, 0 to 1.
    var runningFraction: Double {
        guard let completedUnitCount, let totalUnitCount, let runningUnitCount, runningUnitCount > 0 else { return 0 }
        return min(1, (Double(completedUnitCount) + Double(runningUnitCount)) / Double(totalUnitCount))
    }
}
