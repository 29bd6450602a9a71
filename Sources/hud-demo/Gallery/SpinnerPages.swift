import HUDTerminal

/// Spinners in columns, like files in the output of `ls`, as many as fit in a window. A pure function of its size.
enum SpinnerPages {
    /// A spinner's position on its page.
    struct Place: Equatable {
        var spinner: Spinner
        var row: Int
        /// The columns of its frames and of its name.
        var column: Int
        var nameColumn: Int
    }

    /// The number of spaces between two columns.
    private static let gap = 3

    /// The page of a size that begins with the first spinner; sizes below 1 count as 1.
    static func first(of spinners: [Spinner], columns: Int, rows: Int, isUTF8: Bool) -> [Place] {
        let items = spinners.map { Item($0, isUTF8: isUTF8) }
        let rows = max(1, rows)
        let page = Self.page(items, columns: columns, rows: rows)
        guard page.count == items.count else { return page }
        // The last page gets as few rows as possible.
        return (1...rows).lazy.map { Self.page(items, columns: columns, rows: $0) }.first { $0.count == items.count } ?? page
    }

    private struct Item {
        var spinner: Spinner
        var columns: Int
        var nameColumns: Int

        init(_ spinner: Spinner, isUTF8: Bool) {
            self.spinner = spinner
            columns = spinner.columns(isUTF8: isUTF8)
            var grid = CellGrid(columns: 80, rows: 1, isUTF8: isUTF8)
            nameColumns = grid.write(spinner.name, row: 0, column: 0)
        }
    }

    /// The items that fit on a page, column by column; at least one.
    private static func page(_ items: [Item], columns: Int, rows: Int) -> [Place] {
        var places: [Place] = []
        var left = 0
        var rest = items[...]
        while !rest.isEmpty {
            let column = rest.prefix(rows)
            let width = column.reduce(0) { max($0, $1.columns) }
            let nameWidth = column.reduce(0) { max($0, $1.nameColumns) }
            if left > 0, left + width + 1 + nameWidth > columns { break }
            for (row, item) in column.enumerated() {
                places.append(Place(spinner: item.spinner, row: row, column: left, nameColumn: left + width + 1))
            }
            left += width + 1 + nameWidth + gap
            rest = rest.dropFirst(rows)
        }
        return places
    }
}
