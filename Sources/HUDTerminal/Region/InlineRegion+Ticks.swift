import CTerminalSupport
import HUDCore

// Prepared frames: the few questions that a frame can't do without, and one write.
extension InlineRegion {
    /// Draws the frame of `tick`, if it is prepared and nothing has changed on the terminal.
    ///
    /// - Parameter look: The look that the HUD has now, by ``InlineLook/version``.
    /// - Returns: When the next frame has to be drawn; nil if nothing was drawn, because the HUD must be rendered.
    func draw(_ tick: HUDTick, of id: RegionMember, look: Int) -> HUDInstant? {
        state.withLock { state in
            state.meter == nil
                ? draw(tick, of: id, look: look, &state)?.next : measure(tick, of: id, look: look, &state)
        }
    }

    /// Draws the frame of `tick`, if it is prepared. Returns also the number of its bytes.
    func draw(_ tick: HUDTick, of id: RegionMember, look: Int, _ state: inout State) -> (next: HUDInstant, bytes: Int)? {
        guard state.hold == nil, !state.isDebtor, let frame = state.machine.frame(of: tick, of: id, look: look) else {
            return nil
        }
        // Nothing to write, and the terminal was looked at not long ago.
        if frame.bytes?.isEmpty == true, hasLooked(shortlyBefore: tick.timestamp, state),
            state.session?.interruptions == frame.interruptions
        {
            state.machine.hasDrawn(tick, frame)
            return (frame.next, 0)
        }
        guard state.session?.write(frame, facts(of: frame, group: state.seen.group)) == true
        else { return nil }
        state.machine.hasDrawn(tick, frame)
        state.lookTime = tick.timestamp
        return (frame.next, frame.bytes?.count ?? 0)
    }

    private func facts(of frame: PreparedTicks.Frame, group: Int32) -> hud_tick_facts {
        hud_tick_facts(
            keyboard: options.drawsWithoutEcho ? -1 : options.echoDescriptor ?? writer.descriptor,
            allows_relayed: options.drawsBelowUnfinishedLines ? 1 : 0, columns: Int32(clamping: frame.window.columns),
            rows: Int32(clamping: frame.window.rows), group: group, interruptions: Int64(frame.interruptions))
    }
}
