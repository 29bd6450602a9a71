// Frames that differ in their times from the one on the terminal: nothing or only the spinner changes.
extension RegionMachine {
    /// A frame that need not be rendered.
    package struct Step {
        /// The frame of the spinner.
        var index: Int
        /// What has to be written; empty if the frame looks like the one on the terminal.
        package var bytes: [UInt8]
        /// Whether the facts must hold. If not, they were read for a frame not long before, and no system call is needed.
        package var mustLook: Bool
        /// The facts when the rows were drawn: window, unread lines and interruptions must not have changed since.
        package var facts: TerminalFacts
    }

    /// The longest time without a look at the terminal, because a change of the window's size is not reported.
    static let longestRest = Duration.milliseconds(100)

    /// What has to be written for `entry` on a terminal that is as it was when the rows were drawn; nil if `entry` has to be rendered.
    ///
    /// The driver reports with ``hasDrawn(_:_:)`` that the frame is on the terminal.
    package mutating func step(to entry: StackedLayout.Entry, of id: RegionMember) -> Step? {
        let order = entry.look.order
        guard !outbox.isStuck, !budget.isFlooded, outbox.resumption.isEmpty, case .shown(let picture) = state,
            entry.snapshot.elapsed.wholeSeconds == members.drawnSecond,
            entry.time < session?.announcements.repetitionTime ?? .distantPast,
            let time = members.timeOnScreen(of: id, ifItLooksLike: entry), !entry.snapshot.isMoving(order)
        else { return nil }
        // A line that is left alone gives the columns up that it has shared, after a while.
        if case .left = lines.shared.state { return nil }
        let hasSpinner = entry.snapshot.hasSpinner && order.contains(.indicator)
        // Steps are written at the start of the line.
        guard !hasSpinner || order.columns.first == .indicator else { return nil }
        let key = SpinnerSteps.Key(
            look: entry.look.version, room: hasSpinner ? picture.grid.columns : 0, placement: picture.placement,
            style: output.style, isCursorVisible: output.isCursorVisible)
        if lines.steps?.key != key { lines.steps = SpinnerSteps(key, of: entry, isUTF8: capabilities.isUTF8) }
        guard let (old, new) = lines.steps?.frames(at: time, entry.snapshot.timeOnScreen) else { return nil }
        let isAlone = !options.sharesTerminal && !picture.placement.isPinned && entry.snapshot.rows.isEmpty
        let canStep = isAlone && entry.snapshot.opacity >= 1 && outbox.isEmpty
        let age = lookTime.duration(to: entry.time)
        let mustLook = old != new || age < .zero || age >= Self.longestRest
        guard canStep || !mustLook else { return nil }
        let bytes = old == new ? [] : lines.steps?[old, new] ?? makeStep(from: old, to: new)
        return Step(index: new, bytes: bytes, mustLook: mustLook, facts: picture.facts)
    }

    /// Takes note that the frame of `entry` is on the terminal.
    package mutating func hasDrawn(_ entry: StackedLayout.Entry, _ step: Step) {
        members.setTimesOfFirst(to: entry.snapshot)
        lines.shared.keep(at: entry.time)
        if step.mustLook { lookTime = entry.time }
        guard !step.bytes.isEmpty, case .shown(var picture) = state else { return }
        // Taken, so that drawing does not copy it.
        state = .absent
        lines.drawSpinner(step.index, in: &picture.grid)
        state = .shown(picture)
    }

    /// How long the frame of `entry` stays the same, if nothing is set and no progress made: until the spinner or the elapsed time changes, but 0.1 s
    /// at most.
    package func nextChange(after entry: StackedLayout.Entry, of id: RegionMember) -> HUDInstant {
        var sequence: Spinner.Sequence?
        if case .shown(let picture) = state { sequence = lines.steps?.sequence(of: entry.look, in: picture.grid.columns) }
        guard !isFramePending(of: id),
            let time = entry.look.timeUntilChange(of: entry.snapshot, isUTF8: capabilities.isUTF8, turning: sequence)
        else { return .distantPast }
        return entry.snapshot.timestamp.advanced(by: min(time, Self.longestRest))
    }

    /// The bytes that replace one frame of the spinner by another.
    private mutating func makeStep(from old: Int, to new: Int) -> [UInt8] {
        guard let picture else { return [] }
        var grid = picture.grid
        lines.drawSpinner(new, in: &grid)
        encoder.begin()
        encoder.apply(CellDiff.changes(from: picture.grid, to: grid), of: grid)
        var bytes = encoder.finish()
        if !bytes.isEmpty {
            bytes = picture.placement.around(
                bytes, false, output.style, capabilities, hidesCursor: false, showsCursor: output.isCursorVisible)
        }
        lines.steps?[old, new] = bytes
        return bytes
    }
}
