import HUDCore

// Frames in which only the time has changed. The picture stays as it was drawn; what the ticks have changed is added to it with the next
// other input.
extension RegionMachine {
    /// The prepared frame of `tick`, for a terminal that is as it was when the rows were drawn. Nil if the HUD must be rendered.
    ///
    /// The driver reports with ``hasDrawn(_:_:)`` that it has written the frame.
    mutating func frame(of tick: HUDTick, of id: RegionMember, look: Int) -> PreparedTicks.Frame? {
        if ticks?.run == nil { startTicking() }
        guard var frame = ticks?.frame(of: tick, of: id, look: look) else { return nil }
        if frame.bytes == nil, let old = ticks?.run?.index {
            let bytes = spinnerBytes(from: old, to: frame.index)
            ticks?.keep(bytes, from: old, to: frame.index)
            frame.bytes = bytes
        }
        return frame
    }

    /// Takes note that the frame of `tick` is on the terminal.
    mutating func hasDrawn(_ tick: HUDTick, _ frame: PreparedTicks.Frame) {
        ticks?.hasDrawn(tick, index: frame.index)
    }

    /// Ends a run of ticks: afterwards the state is as if the last one had been rendered. Every other input begins with this.
    mutating func endTicking() {
        guard let run = ticks?.run else { return }
        ticks?.run = nil
        guard let last = run.last, let first = members.first, case .shown(var picture) = state else { return }
        members.setTimesOfFirst(to: last)
        drawSpinner(run.index, of: first.entry.look, in: &picture.grid)
        state = .shown(picture)
    }

    /// Prepares frames for the rows that are on the terminal, if only the spinner moves in them.
    private mutating func startTicking() {
        guard !isStuck, !isFlooded, isSessionOpen, !options.sharesTerminal, waitingLines.isEmpty, owedResumption.isEmpty,
            heldOutput == nil, kept.isEmpty, case .shown(let picture) = state, !picture.placement.isPinned,
            let member = members.first, members.count == 1, !members.isPending(member)
        else { return }
        let snapshot = member.entry.snapshot
        let second = Duration.seconds(shownSecond)
        let elapsed = second..<second + .seconds(1)
        guard TickingLayout.isTicking(snapshot), member.entry.look.version > 0, elapsed.contains(snapshot.elapsed) else { return }
        let indicator = IndicatorView(look: member.entry.look, isUTF8: capabilities.isUTF8)
        let width = min(indicator.columns(for: snapshot), picture.grid.columns)
        let key = PreparedTicks.Key(
            look: member.entry.look.version, columns: width, placement: picture.placement, style: output.style,
            isCursorVisible: output.isCursorVisible)
        let sequence = indicator.sequence(fitting: width)
        if ticks?.key != key { ticks = PreparedTicks(key: key, sequence: sequence) }
        let run = PreparedTicks.Run(
            member: member.id, index: sequence.index(at: snapshot.timeOnScreen), elapsed: elapsed,
            end: announcements.repetitionTime(capabilities),
            showsProgress: snapshot.mode.showsProgress, window: picture.window, interruptions: picture.interruptions)
        ticks?.run = run
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
