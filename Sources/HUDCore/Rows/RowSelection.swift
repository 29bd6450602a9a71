/// Which of the rows is selected: a task, and where its row was last.
struct RowSelection<Task: Hashable & Sendable>: Sendable {
    /// The selected task; nil if none is.
    private(set) var task: Task?
    private var place = 0

    /// Selects the next row or the one before; the first or the last one if none was selected.
    ///
    /// - Parameters:
    ///   - step: How many rows down; negative: up.
    ///   - rows: The tasks on screen, from the top; nil for an empty place.
    mutating func move(by step: Int, in rows: [Task?]) {
        let taken = rows.indices.filter { rows[$0] != nil }
        guard let first = taken.first, let last = taken.last else { return task = nil }
        guard let task, let index = taken.firstIndex(where: { rows[$0] == task }) else {
            return select(step < 0 ? last : first, in: rows)
        }
        select(taken[min(max(0, index + step), taken.count - 1)], in: rows)
    }

    /// Selects the row that the selected one is below, if there is one.
    mutating func moveOut(of rows: [RowMachine<Task>.Row?]) {
        guard let index = rows.firstIndex(where: { $0 != nil && $0?.task == task }), let depth = rows[index]?.depth else {
            return move(by: 1, in: rows.map { $0?.task })
        }
        guard let above = rows[..<index].lastIndex(where: { $0.map { $0.depth < depth } ?? false }) else { return }
        select(above, in: rows.map { $0?.task })
    }

    /// Selects the first row below the selected one that is of a part of it, if there is one.
    mutating func moveIn(to rows: [RowMachine<Task>.Row?]) {
        guard let index = rows.firstIndex(where: { $0 != nil && $0?.task == task }), let depth = rows[index]?.depth else {
            return move(by: 1, in: rows.map { $0?.task })
        }
        guard let below = rows[(index + 1)...].firstIndex(where: { $0 != nil }), rows[below].map({ $0.depth > depth }) ?? false
        else { return }
        select(below, in: rows.map { $0?.task })
    }

    /// Follows the selected task. If its row is gone, the nearest row is selected.
    mutating func follow(_ rows: [Task?]) {
        guard let task else { return }
        if let index = rows.firstIndex(of: task) { return place = index }
        let nearest = rows.indices.filter { rows[$0] != nil }.min { abs($0 - place) < abs($1 - place) }
        guard let nearest else { return self.task = nil }
        select(nearest, in: rows)
    }

    private mutating func select(_ index: Int, in rows: [Task?]) {
        task = rows[index]
        place = index
    }
}
