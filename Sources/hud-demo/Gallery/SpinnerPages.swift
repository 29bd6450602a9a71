import HUDTerminal

/// Spinners in columns, like files in the output of `ls`, on as many pages as the window's size requires. A pure function of that size.
struct SpinnerPages {
    /// A spinner's position on its page.
    struct Place: Equatable {
        var spinner: Spinner
        var row: Int
        /// The columns of its frames and of its name.
        var column: Int
        var nameColumn: Int
    }

    private(set) var pages: [[Place]] = []

    /// The number of spaces between two columns.
    private static let gap = 3

    /// Lays spinners out for pages of a size; sizes below 1 count as 1.
    init(_ spinners: [Spinner], columns: Int, rows: Int, isUTF8: Bool) {
        let items = spinners.map { Item($0, isUTF8: isUTF8) }
        let rows = max(1, rows)
        var rest = items[...]
        while !rest.isEmpty {
            var page = Self.page(rest, columns: columns, rows: rows)
            if page.count == rest.count {
                // The last page gets as few rows as possible.
                let fewest = (1...rows).lazy.map { Self.page(rest, columns: columns, rows: $0) }.first { $0.count == rest.count }
                page = fewest ?? page
            }
            pages.append(page)
            rest = rest.dropFirst(page.count)
        }
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
    private static func page(_ items: ArraySlice<Item>, columns: Int, rows: Int) -> [Place] {
        var places: [Place] = []
        var left = 0
        var rest = items
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
