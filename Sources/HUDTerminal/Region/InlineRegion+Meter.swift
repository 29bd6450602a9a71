import CTerminalSupport

// Measures frames, if the meter is on.
extension InlineRegion {
    /// Shows what `id` has to show, and measures it.
    func measure(_ entry: StackedLayout.Entry, of id: RegionMember, _ state: inout State) {
        let now = entry.snapshot.timestamp
        let isFirst = state.machine.isFirst(id)
        let isDue = isFirst && state.meter?.isDue(at: now) == true
        if isDue {
            state.meter?.change(at: now)
            showMeter(&state)
        } else if isFirst {
            state.meter?.count(at: now)
        }
        let start = Self.threadTime
        let bytes = draw(entry, of: id, &state, isChanged: isDue)
        if !isDue { state.meter?.measure(bytes: bytes, time: Self.threadTime - start, isCounted: isFirst) }
    }

    /// Begins to measure again, because no HUD is shown any more.
    func restartMeter(_ state: inout State) {
        guard state.meter != nil else { return }
        state.meter = FrameMeter()
        showMeter(&state)
    }

    private func showMeter(_ state: inout State) {
        state.machine.meter = state.meter?.rows(isUTF8: capabilities?.isUTF8 ?? true) ?? []
    }

    /// The processor time that this thread has used.
    private static var threadTime: Duration { .nanoseconds(hud_thread_time()) }
}

extension RegionAction {
    /// The bytes that are drawn, without the program's own output.
    var drawnBytes: Int {
        switch self {
        case .write(let write): write.bytes.count - write.printed.count
        case .beginSession, .print, .hold, .endSession: 0
        }
    }
}
