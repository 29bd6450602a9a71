// The window, the selected row in it, and folding.
extension RowMachine {
    /// Moves the selection, or folds what is selected. Without a selection, the first or the last row in the window is selected.
    mutating func move(_ move: RowMove, at time: HUDInstant) -> [RowEvent<RowTask>] {
        call(at: time) { machine in
            if !machine.order.isEmpty { machine.carryOut(move) }
        }
    }

    private mutating func carryOut(_ move: RowMove) {
        switch move {
        case .rows(let step): select(by: step)
        case .pages(let pages):
            let step = pages.multipliedReportingOverflow(by: max(1, window.height - 1))
            let rows = step.overflow ? (pages < 0 ? -order.count : order.count) : step.partialValue
            if window.selected == nil { select(by: rows) }
            window.offset = clamped(window.offset, plus: rows)
            select(by: rows)
        case .toStart: window.selected = order.first?.task
        case .toEnd: window.selected = order.last?.task
        case .fold, .unfold:
            guard let selected = window.selected else {
                select(by: 0)
                break
            }
            if move == .fold { fold(selected) } else { unfold(selected) }
        }
        keepInView()
    }

    private mutating func select(by step: Int) {
        guard let selected = window.selected, let index = index(of: selected) else {
            let last = min(order.count, window.offset + max(1, window.height)) - 1
            return window.selected = order[step < 0 ? last : window.offset].task
        }
        window.selected = order[clamped(index, plus: step)].task
    }

    private func clamped(_ index: Int, plus step: Int) -> Int {
        min(max(0, index + min(max(step, -order.count), order.count)), max(0, order.count - 1))
    }

    /// Moves the window as little as it takes to show the selected row, and no row below the last one.
    mutating func keepInView() {
        window.offset = min(max(0, window.offset), max(0, order.count - window.height))
        guard window.height > 0, let selected = window.selected, let index = index(of: selected) else { return }
        if index < window.offset { window.offset = index }
        if index >= window.offset + window.height { window.offset = index - window.height + 1 }
    }

    /// Takes the rows of the parts of a task off, until it is unfolded; selects the task that it is a part of if there is nothing to fold.
    private mutating func fold(_ task: Int) {
        guard isOpen(task), blocks[task]?.isFolded != true, !tasks.parts(of: task).isEmpty else {
            if let parent = tasks[task]?.parent { window.selected = parent }
            return
        }
        blocks[task, default: Block()].isFolded = true
        for part in parts(below: task).reversed() {
            guard let index = index(of: part) else { continue }
            removeRow(at: index)
            // It comes back when the task is unfolded, as one that runs does.
            if let known = tasks.remembered[part], tasks.known[part] == nil {
                tasks.set(part, known)
                waitFirst(part)
            }
        }
        fill()
    }

    /// Shows the parts of a task again; selects the first of them if they are shown.
    private mutating func unfold(_ task: Int) {
        if blocks[task]?.isFolded == true {
            blocks[task]?.isFolded = false
            fill(from: task)
        } else if let part = parts(below: task).first {
            window.selected = part
        }
    }
}
