// The window, and the selected row in it.
extension ListMachine {
    /// Moves the selection, or folds what is selected. Without a selection, the first or the last row in the window is selected.
    package mutating func move(_ move: RowMove, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { list, now, events in
            if !list.order.isEmpty { list.carryOut(move, at: now, &events) }
        }
    }

    private mutating func carryOut(_ move: RowMove, at now: HUDInstant, _ events: inout [RowEvent<Task>]) {
        switch move {
        case .rows(let step): select(by: step)
        case .pages(let pages):
            let step = pages.multipliedReportingOverflow(by: max(1, height - 1))
            let rows = step.overflow ? (pages < 0 ? -order.count : order.count) : step.partialValue
            if selected == nil { select(by: rows) }
            offset = clamped(offset, plus: rows)
            select(by: rows)
        case .toStart: selected = task(at: 0)
        case .toEnd: selected = task(at: order.count - 1)
        case .fold:
            if selected == nil { select(by: 0) } else { foldSelected(at: now, &events) }
        case .unfold:
            if selected == nil { select(by: 0) } else { unfoldSelected(at: now, &events) }
        }
        keepInView()
    }

    private mutating func select(by step: Int) {
        guard let selected, let index = index(of: selected) else {
            let last = min(order.count, offset + max(1, height)) - 1
            return self.selected = task(at: step < 0 ? last : offset)
        }
        self.selected = task(at: clamped(index, plus: step))
    }

    private func clamped(_ index: Int, plus step: Int) -> Int {
        min(max(0, index + min(max(step, -order.count), order.count)), max(0, order.count - 1))
    }

    /// Moves the window as little as it takes to show the selected row, and no row below the last one.
    mutating func keepInView() {
        offset = min(max(0, offset), max(0, order.count - height))
        guard height > 0, let selected, let index = index(of: selected) else { return }
        if index < offset { offset = index }
        if index >= offset + height { offset = index - height + 1 }
    }
}
