// As in tmux, rows change before columns.
extension Page {
    /// Changes the size of the page. The scroll region is the whole page afterwards.
    ///
    /// Where the terminal wraps rows again, wrapped rows are joined first, in the scrollback too, and the cursor
    /// stays at its character; to the right of all text, it moves to the end of the text, as in tmux. Other terminals cut rows.
    mutating func resize(columns newColumns: Int, rows newRows: Int, as kind: InMemoryTerminal.Resizing) {
        let wasColumn = isWrapPending ? column + 1 : column
        resize(rows: newRows)
        if newColumns != columns {
            switch kind {
            case .tmux, .vte: reflow(columns: newColumns, cursorColumn: wasColumn, dropsEmptyRows: kind == .vte)
            case .cutting, .xterm:
                for row in lines.indices { lines[row].cut(to: newColumns, keeping: kind == .xterm) }
                isWrapPending = false
                columns = newColumns
            }
        }
        region = 0...rows - 1
        row = min(row, rows - 1)
        column = min(column, columns - 1)
        saved.row = min(saved.row, rows - 1)
        if saved.column >= columns {
            saved.column = columns - 1
            saved.isWrapPending = false
        }
    }

    /// Removes rows below the cursor first, and then moves rows at the top to the scrollback. New rows come from the scrollback, then are empty.
    private mutating func resize(rows newRows: Int) {
        var scrollback = scrollback
        let excess = rows - newRows
        if excess > 0 {
            lines.removeLast(min(excess, rows - 1 - row))
            let count = rows - newRows
            scrollback += lines[..<count]
            lines.removeFirst(count)
            row -= count
        } else {
            let count = min(-excess, scrollback.count)
            let width = columns
            // Rows in the scrollback were not cut to the width of the screen.
            lines =
                scrollback.suffix(count).map {
                    var line = $0
                    line.cut(to: width)
                    return line
                } + lines
            scrollback.removeLast(count)
            row += count
            lines += Array(repeating: Line(columns: columns), count: newRows - rows)
        }
        self.scrollback = scrollback
    }

    private mutating func reflow(columns newColumns: Int, cursorColumn: Int, dropsEmptyRows: Bool) {
        var (new, cursor) = wrapped(columns: newColumns, cursorColumn: cursorColumn)
        let count = rows
        if dropsEmptyRows {
            while let last = new.last, last.length == 0, new.count - 1 > cursor.row { new.removeLast() }
        }
        new += Array(repeating: Line(columns: newColumns), count: max(0, count - new.count))
        columns = newColumns
        lines = new.suffix(count)
        scrollback = new.dropLast(count)
        row = cursor.row - (new.count - count)
        column = cursor.column
        if row < 0 {
            row = 0
            column = 0
        }
        isWrapPending = column == columns
    }

    /// All rows, those of the scrollback too, wrapped again, and where the cursor is in them.
    private func wrapped(columns: Int, cursorColumn: Int) -> (lines: [Line], cursor: (row: Int, column: Int)) {
        let old = scrollback + lines
        let cursorRow = old.count - rows + row
        var new: [Line] = []
        var cursor = (row: 0, column: 0)
        var start = 0
        while start < old.count {
            var end = start
            while end < old.count - 1 && old[end].isWrapped { end += 1 }
            let joined = old[start...end]
            let divided = Self.divide(joined.flatMap { $0.cells.prefix($0.length) }, columns: columns)
            if joined.indices.contains(cursorRow) {
                let before = old[start..<cursorRow].reduce(0) { $0 + $1.length }
                cursor = Self.position(of: cursorColumn < old[cursorRow].length ? before + cursorColumn : nil, in: divided)
                cursor.row += new.count
            }
            new += divided
            start = end + 1
        }
        return (new, cursor)
    }

    /// Where a character of a text is in the rows into which it was divided; nil: its end.
    private static func position(of character: Int?, in lines: [Line]) -> (row: Int, column: Int) {
        guard var column = character else { return (lines.count - 1, lines[lines.count - 1].length) }
        var row = 0
        while column >= lines[row].length {
            column -= lines[row].length
            row += 1
        }
        return (row, column)
    }

    /// Text as rows. A wide character that does not fit at the end of a row begins the next one.
    private static func divide(_ text: [InMemoryTerminal.Cell], columns: Int) -> [Line] {
        var lines: [Line] = []
        // A wide character does not fit in one column.
        let text = columns > 1 ? text : text.map { $0.width == 1 ? $0 : InMemoryTerminal.Cell(style: $0.style) }
        var rest = text[...]
        repeat {
            var end = min(rest.startIndex + columns, rest.endIndex)
            if end < rest.endIndex && rest[end].width == 0 && end - 1 > rest.startIndex { end -= 1 }
            var line = Line(rest[..<end], columns: columns)
            rest = rest[end...]
            line.isWrapped = !rest.isEmpty
            lines.append(line)
        } while !rest.isEmpty
        return lines
    }
}
