import HUDCore

// Frames in which nothing or only the spinner changes. The grid of the picture stays as it was rendered; the steps of the spinner are added to it with the
// next other input.
extension RegionMachine {
    /// What has to be written for `entry` on a terminal that is as it was when the rows were drawn; nil if `entry` has to be rendered.
    ///
    /// The driver reports with ``hasDrawn(_:_:)`` that the frame is on the terminal.
    mutating func step(to entry: StackedLayout.Entry, of id: RegionMember) -> PreparedTicks.Step? {
        if ticks?.run == nil { startTicking() }
        guard var step = ticks?.step(to: entry, of: id),
            entry.snapshot.changes.isSubset(of: .time) || members.firstLooksSame(as: entry.snapshot)
        else { return nil }
        if step.bytes == nil, let old = ticks?.run?.index {
            let bytes = spinnerBytes(from: old, to: step.index)
            ticks?.keep(bytes, from: old, to: step.index)
            step.bytes = bytes
        }
        return step
    }

    /// Takes note that the frame of `entry` is on the terminal.
    mutating func hasDrawn(_ entry: StackedLayout.Entry, _ step: PreparedTicks.Step) {
        members.setTimesOfFirst(to: entry.snapshot)
        lines.shared.keep(at: entry.time)
        guard ticks?.run?.index != step.index else { return }
        ticks?.run?.index = step.index
        ticks?.run?.hasMoved = true
    }

    /// How long the frame of `entry` stays the same, if nothing is set and no progress made: until the spinner or the elapsed time changes, but 0.1 s
    /// at most.
    func nextChange(after entry: StackedLayout.Entry, of id: RegionMember) -> HUDInstant {
        let isPrepared = ticks?.run?.member == id
        guard isPrepared || !owesFrame(to: id),
            let time = entry.look.timeUntilChange(
                of: entry.snapshot, isUTF8: capabilities.isUTF8, turning: isPrepared ? ticks?.sequence : nil)
        else { return .distantPast }
        return entry.snapshot.timestamp.advanced(by: min(time, PreparedTicks.longestRest))
    }

    /// Ends a run of steps: afterwards the state is as if the last one had been rendered. Every other input begins with this.
    mutating func endTicking() {
        guard let run = ticks?.run else { return }
        ticks?.run = nil
        guard run.hasMoved, let first = members.first, case .shown(var picture) = state else { return }
        drawSpinner(run.index, of: first.entry.look, in: &picture.grid)
        state = .shown(picture)
    }

    /// Begins a run with the rows that are on the terminal, unless something in them moves besides a spinner.
    private mutating func startTicking() {
        guard !isStuck, !isFlooded, isSessionOpen, owedResumption.isEmpty, case .shown(let picture) = state,
            let member = members.first, members.count == 1, !members.isPending(member)
        else { return }
        let (snapshot, look) = (member.entry.snapshot, member.entry.look)
        let second = Duration.seconds(shownSecond)
        let elapsed = second..<second + .seconds(1)
        guard look.version > 0, elapsed.contains(snapshot.elapsed), !snapshot.isMoving(look.order) else { return }
        // A line that is left alone gives the columns up that it has shared, after a while.
        if case .left = lines.shared.state { return }
        let indicator = IndicatorView(look: look, isUTF8: capabilities.isUTF8)
        let width = snapshot.hasSpinner ? min(indicator.columns(for: snapshot), picture.grid.columns) : 0
        // Steps are written at the start of the line.
        guard width == 0 || look.order.columns.first == .indicator else { return }
        let key = PreparedTicks.Key(
            look: look.version, columns: width, placement: picture.placement, style: output.style,
            isCursorVisible: output.isCursorVisible)
        let sequence = indicator.sequence(fitting: width)
        if ticks?.key != key || ticks?.sequence != sequence { ticks = PreparedTicks(key: key, sequence: sequence) }
        let isAlone = !options.sharesTerminal && !picture.placement.isPinned && snapshot.rows.isEmpty && snapshot.opacity >= 1
        ticks?.run = PreparedTicks.Run(
            member: member.id, index: sequence.index(at: snapshot.timeOnScreen),
            canStep: isAlone && waitingLines.isEmpty && heldOutput == nil && kept.isEmpty, elapsed: elapsed,
            end: announcements.repetitionTime(capabilities), window: picture.window, interruptions: picture.interruptions)
    }

    /// The bytes that replace one frame of the spinner by another.
    private func spinnerBytes(from old: Int, to new: Int) -> [UInt8] {
        guard let picture, let look = members.first?.entry.look else { return [] }
        var (before, after) = (picture.grid, picture.grid)
        drawSpinner(old, of: look, in: &before)
        drawSpinner(new, of: look, in: &after)
        var encoder = CellEncoder(capabilities)
        encoder.apply(CellDiff.changes(from: before, to: after), of: after)
        let bytes = encoder.finish()
        guard !bytes.isEmpty else { return [] }
        return picture.placement.around(
            bytes, false, output.style, capabilities, hidesCursor: false, showsCursor: output.isCursorVisible)
    }

    private func drawSpinner(_ index: Int, of look: InlineLook, in grid: inout CellGrid) {
        guard let ticks else { return }
        grid.write(ticks.sequence.frames[index], row: 0, column: 0, limit: ticks.key.columns, style: look.theme.indicator)
    }
}
