// A window whose size changes.
//
// A window that is dragged changes its size twenty times a second, and each program learns of that at another time: the terminal re-wraps or cuts what
// is on the screen first, reports the size to the kernel next (tmux up to 0.25 s later), and the region sees it with its next input. A frame that is laid
// out for one size and drawn at another leaves rows behind. So the rows are taken off as soon as another size is seen, by bytes that suit any
// size: everything after the cursor is the region's. Nothing is drawn until the window has kept its size for a while.
extension RegionMachine {
    /// How long a window keeps its size before rows are drawn again: longer than tmux takes to report a size.
    static let restAfterResize = Duration.milliseconds(500)

    /// Takes the rows off if the window has another size than before. Every input that looks at the terminal begins with this.
    mutating func noticeSize(_ facts: TerminalFacts) {
        let old = picture?.facts.window ?? output.window
        guard facts.takesMore, facts.window != old else { return }
        switch state {
        case .shown:
            noticeInterruptions(facts)
            if picture != nil, facts.allowDrawing { noteCut(to: facts.window.columns, from: old.columns) }
            takeOff(facts)
            state = .resting(until: nil)
        case .heldBack, .resting: state = .resting(until: nil)
        case .absent: if !members.isEmpty { state = .resting(until: nil) }
        case .suspended, .covered: output.rowsSinceCut = nil
        }
        let rows = output.rowsSinceCut
        output.resize(to: facts.window)
        output.rowsSinceCut = rows
        eraseCutCells(facts)
    }

    /// Takes note that the window has cut rows that are on the screen.
    private mutating func noteCut(to columns: Int, from old: Int) {
        guard capabilities.features.keepsCutCells, !options.sharesTerminal, columns < old else { return }
        if output.rowsSinceCut == nil { output.rowsSinceCut = 0 }
        cutColumns = columns..<max(old, cutColumns.upperBound)
    }

    /// Erases what a wider window brings back of rows that were cut: it is beside lines that were printed there since, none of them longer than the
    /// narrower window was wide.
    private mutating func eraseCutCells(_ facts: TerminalFacts) {
        guard let rows = output.rowsSinceCut else { return }
        guard facts.window.columns > cutColumns.lowerBound else {
            cutColumns = facts.window.columns..<cutColumns.upperBound
            return
        }
        if facts.allowDrawing, output.canComeBack {
            let bytes = capabilities.erasing(fromColumn: cutColumns.lowerBound, inRowsAbove: min(rows, facts.window.rows - 1))
            let below = output.isAtEmptyRow ? capabilities.erasingFromCursor : []
            if !bytes.isEmpty || !below.isEmpty { actions.append(.print(bytes + below)) }
        }
        if facts.window.columns >= cutColumns.upperBound {
            output.rowsSinceCut = nil
        } else {
            cutColumns = facts.window.columns..<cutColumns.upperBound
        }
    }

    /// Whether the size has changed too recently for a frame. The first frame after a change begins the time.
    mutating func isResting() -> Bool {
        guard case .resting(let until) = state else { return false }
        let end = until ?? members.time.advanced(by: Self.restAfterResize)
        state = members.time < end ? .resting(until: end) : .absent
        return members.time < end
    }
}
