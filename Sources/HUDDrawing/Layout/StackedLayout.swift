/// Several HUDs below each other, within the rows of the window. A pure function of their snapshots and the window's size.
package struct StackedLayout {
    /// One HUD.
    package struct Entry: Sendable {
        package var snapshot: HUDSnapshot
        var look: InlineLook

        package init(snapshot: HUDSnapshot, look: InlineLook) {
            self.snapshot = snapshot
            self.look = look
        }

        /// The time of the frame.
        var time: HUDInstant { snapshot.timestamp }
    }

    /// The size of the window, and whether more than one row can be drawn.
    var columns: Int
    var rows: Int
    var canStack: Bool
    var isUTF8: Bool
    /// The frame meter's row below all HUDs, in shorter and shorter forms; empty for none. It is left out if there is no room.
    var meter: [String] = []
    /// The lines of all HUDs and parts, if the HUDs that can't fit are left out; 0: all are there.
    var lines = 0

    /// The grid of all HUDs. The last row says how many of them do not fit.
    ///
    /// The grid is narrower than the window, because a character in the last column would wrap, or leave a wrap pending. It is also lower,
    /// so that the line above stays visible.
    ///
    /// - Parameter cache: What the frame before has kept. That makes no difference to the result, but for columns that the HUDs have shared so far.
    func grid(of entries: [Entry], with cache: inout LineCache) -> CellGrid {
        let width = max(1, columns - 1)
        let room = canStack ? max(1, rows - 1) : 1
        // The count of HUDs that do not fit comes first.
        let hasMeter = !meter.isEmpty && room > min(entries.count, 2)
        let height = hasMeter ? room - 1 : room
        let haveRows = entries.contains { !$0.snapshot.rows.isEmpty }
        // A HUD that is drawn alone: the usual case, without the arrays. If there are more in two rows, the second one says how many are left.
        if !haveRows, entries.count == 1 || height <= 2 && entries.count > height {
            let rows = max(1, height - entries.count + 1)
            let view = InlineView(columns: width, rows: rows, isUTF8: isUTF8, look: entries[0].look)
            let grid = cache.grid(of: entries[0], by: view)
            if !hasMeter, entries.count == 1 || height == 1 { return grid }
            cache.begin(1, columns: width, isUTF8: isUTF8)
            cache.set(grid, at: 0)
            return cache.grid(above: lastRows(without: height > 1 ? max(lines, entries.count) - 1 : 0, hasMeter, width))
        }
        var stack = LineStack()
        for entry in entries { stack.append(entry) }
        return grid(of: stack, at: entries.first?.time ?? .zero, in: height, hasMeter, with: &cache)
    }

    /// The grid of a HUD and of the rows of its list.
    func grid(ofList entry: Entry, with cache: inout LineCache) -> CellGrid {
        var stack = LineStack()
        stack.append(entry, countsRest: false)
        return grid(of: stack, at: entry.time, in: max(1, rows - 1), false, with: &cache)
    }

    /// The grid of HUDs and of their parts.
    private func grid(
        of stack: LineStack, at now: HUDInstant, in height: Int, _ hasMeter: Bool, with cache: inout LineCache
    ) -> CellGrid {
        let width = max(1, columns - 1)
        let count = stack.lines.count
        let shown = count <= height ? count : max(1, height - 1)
        cache.begin(shown, columns: width, isUTF8: isUTF8)
        var asked: [InlineLayout.Widths] = []
        asked.reserveCapacity(shown)
        var left = height
        for index in 0..<shown {
            var rows = 1
            switch stack.lines[index] {
            case .hud(let hud):
                // Details get the rows that the others do not need.
                rows = max(1, left - (count - index - 1))
                let line = cache.measure(stack.entries[hud], rows: rows, at: index)
                asked.append(line.asked)
                rows = line.rows
            case .part(let hud, let row):
                asked.append(cache.measure(row, of: stack.frames[hud], at: index))
            case .empty, .note:
                break
            }
            left -= rows
        }
        let columns = cache.shared.columns(of: asked, in: width, at: now)
        for index in 0..<shown {
            switch stack.lines[index] {
            case .hud(let hud):
                cache.draw(stack.entries[hud], at: index, in: columns)
            case .part(let hud, _):
                cache.draw(stack.frames[hud], at: index, in: columns)
            case .empty:
                cache.set(CellGrid(columns: width, rows: 1, isUTF8: isUTF8), at: index)
            case .note(let hud):
                let counts = stack.entries[hud].snapshot.unlisted
                if cache.shows(counts, at: index) { break }
                cache.set(row(RestText.forms(counts, isUTF8: isUTF8), width), of: counts, at: index)
            }
        }
        let rest = lines > 0 ? lines - stack.lines[..<shown].count { $0.isShown } : stack.lines[shown...].count { $0.isShown }
        return cache.grid(above: lastRows(without: height > 1 ? rest : 0, hasMeter, width))
    }

    /// The rows below the HUDs: how many of them do not fit, and the meter.
    private func lastRows(without count: Int, _ hasMeter: Bool, _ columns: Int) -> [CellGrid] {
        var rows: [CellGrid] = []
        if count > 0 {
            rows.append(row(["\(isUTF8 ? "…" : "...") and \(count) more", "+\(count) more", "+\(count)", "+"], columns))
        }
        if hasMeter { rows.append(row(meter, columns)) }
        return rows
    }

    /// A row with the first text that fits, or the beginning of the last one.
    private func row(_ texts: [String], _ columns: Int) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: 1, isUTF8: isUTF8)
        let text = RestText.fitting(texts, in: columns, isUTF8: isUTF8)
        grid.write(text, row: 0, column: 0, style: CellStyle(attributes: .dim))
        return grid
    }
}
