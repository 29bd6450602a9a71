extension InMemoryTerminal {
    /// The maximum number of scalars in a cluster; more are dropped.
    private static let longestCluster = 64

    /// Writes a character at the cursor.
    mutating func write(_ scalar: Unicode.Scalar) {
        let scalar = charsets.translate(scalar)
        let isASCII = scalar.isASCII
        let width = isASCII ? 1 : min(2, max(0, columnsOf(Character(scalar))))
        if !isASCII && join(scalar, width: width) { return }
        guard width > 0 else { return }
        // A wide character does not fit in one column.
        guard width <= columns else { return }
        if page.isWrapPending && isAutowrapOn { wrap() }
        page.isWrapPending = false
        if page.column + width > columns {
            guard isAutowrapOn else { return }
            wrap()
        }
        if isInsertMode { page.lines[page.row].insert(width, at: page.column, Style()) }
        page.lines[page.row].put(Cell(String(scalar), width: width, style: style), at: page.column)
        advance(width)
    }

    private mutating func advance(_ width: Int) {
        page.column += width
        if page.column >= columns {
            page.column = columns - 1
            page.isWrapPending = true
        }
    }

    private mutating func wrap() {
        page.lines[page.row].isWrapped = true
        page.index(style)
        page.column = 0
    }

    /// Appends a scalar to the last character if the two form one grapheme cluster.
    private mutating func join(_ scalar: Unicode.Scalar, width: Int) -> Bool {
        var column = page.isWrapPending ? page.column : page.column - 1
        guard column >= 0, width == 0 || isAfterPrinting else { return false }
        if page.lines[page.row].cells[column].width == 0 { column = max(0, column - 1) }
        var cell = page.lines[page.row].cells[column]
        var text = cell.text.unicodeScalars
        text.append(scalar)
        let joined = String(text)
        let isOne = joined.count == 1
        let together = isOne ? columnsOf(Character(joined)) : cell.width
        guard width == 0 || isOne && together < cell.width + width else { return false }
        guard text.count <= Self.longestCluster else { return true }
        cell.text = joined
        // A variation selector (U+FE0F) can make a character wide, if there is room.
        if isOne, isAfterPrinting, together == 2, cell.width == 1, column + 1 < columns {
            cell.width = 2
            advance(1)
        }
        page.lines[page.row].put(cell, at: column)
        return true
    }
}
