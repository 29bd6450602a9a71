/// A HUD and the rows of its parts on a screen of their own: the HUD's line, the rows of the list that fit, and a last row with what is not
/// shown and with what keys do. A pure function of snapshot, screen size, character set and look.
package struct ListView {
    /// The size of the screen.
    var columns: Int
    var rows: Int
    var isUTF8: Bool
    var look: InlineLook
    /// What the keys do, the most useful first.
    var hints: [String]
    /// A message that replaces the counts in the last row; empty for none.
    var notice: String

    package init(columns: Int, rows: Int, isUTF8: Bool, look: InlineLook, hints: [String] = [], notice: String = "") {
        self.columns = columns
        self.rows = rows
        self.isUTF8 = isUTF8
        self.look = look
        self.hints = hints
        self.notice = notice
    }

    /// The grid of the whole screen, with what the frame before has prepared. That makes no difference to the result, but for columns, which do not
    /// shrink.
    package func frame(for snapshot: HUDSnapshot, with cache: inout LineCache) -> BezelFrame {
        var grid = CellGrid(columns: max(0, columns), rows: max(0, rows), isUTF8: isUTF8)
        guard columns > 0, rows > 0 else { return BezelFrame(grid: grid, row: 0, column: 0) }
        // The layout leaves a column and a row free, which this one uses.
        let layout = StackedLayout(columns: columns + 1, rows: max(2, rows), canStack: true, isUTF8: isUTF8)
        let entry = StackedLayout.Entry(snapshot: snapshot, look: look)
        grid.paste(layout.grid(ofList: entry, with: &cache), row: 0, column: 0)
        if rows > 1 {
            let style = CellStyle(attributes: .dim)
            let left = RestText.fitting(notice.isEmpty ? position(in: snapshot) : [notice], in: columns, isUTF8: isUTF8)
            grid.write(left, row: rows - 1, column: 0, style: notice.isEmpty ? style : .plain)
            let right = keys(for: snapshot, in: columns - width(left) - (left.isEmpty ? 0 : 3))
            grid.write(right, row: rows - 1, column: columns - width(right), style: style)
        }
        return BezelFrame(grid: grid, row: 0, column: 0)
    }

    private func width(_ text: String) -> Int { CellGrid.columns(of: text, isUTF8: isUTF8, limit: columns + 1) }

    /// Which rows are shown, and how many parts have none, in shorter and shorter forms.
    private func position(in snapshot: HUDSnapshot) -> [String] {
        let rest = RestText.forms(snapshot.unlisted, isUTF8: isUTF8)
        guard let window = snapshot.rowWindow, window.count > snapshot.rows.count, !snapshot.rows.isEmpty else { return rest }
        let (first, last) = (RestText.grouped(window.first + 1), RestText.grouped(window.first + snapshot.rows.count))
        let shown = "\(first)\(isUTF8 ? "–" : "-")\(last) of \(RestText.grouped(window.count))"
        return rest.map { "\(shown)  \($0)" } + [shown, first]
    }

    /// As many hints as fit. The first one is about trees, if there is one.
    private func keys(for snapshot: HUDSnapshot, in room: Int) -> String {
        let isTree = snapshot.rows.contains { $0.map { $0.depth > 0 || $0.isFolded } ?? false }
        var text = ""
        for hint in (isTree ? [isUTF8 ? "←→ fold" : "Left/Right fold"] : []) + hints {
            let longer = text.isEmpty ? hint : "\(text)  \(hint)"
            guard width(longer) <= room else { break }
            text = longer
        }
        return text
    }
}
