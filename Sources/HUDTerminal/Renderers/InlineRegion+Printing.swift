import CTerminalSupport
import Synchronization

/// The program's own output, above the HUDs.
extension InlineRegion {
    /// Writes bytes above the HUDs. Where there is no place for them below the last line, they stay off.
    func passThrough(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { print(bytes, &$0) }
    }

    /// Writes whole lines above the HUDs.
    func log(_ text: String) {
        let newline = capabilities == nil ? "\n" : "\r\n"
        var lines = LogText.lines(
            text, isUTF8: capabilities?.isUTF8 ?? true, allowsColor: (capabilities?.colorDepth ?? .none) > .none, newline: newline
        )
        state.withLock { state in
            // A line that somebody left unfinished is not gone on with.
            if !state.isAtLineStart { lines = Array(newline.utf8) + lines }
            lines.withUnsafeBytes { print($0, &state) }
        }
    }

    /// Prints, or keeps what is printed while a bezel has the screen.
    func print(_ bytes: UnsafeRawBufferPointer, _ state: inout State) {
        state.printed?.append(bytes)
        if state.hold?.append(bytes) == nil { printNow(bytes, &state) }
    }

    func printNow(_ bytes: UnsafeRawBufferPointer, _ state: inout State) {
        guard let last = bytes.last else { return }
        state.endsWithNewline = last == UInt8(ascii: "\n")
        guard let capabilities else { return TerminalOutput.write(bytes, to: descriptor) }
        let window = WindowSize(of: descriptor)
        if state.screen != nil, state.placement.isPinned { return printPinned(bytes, in: window, &state, capabilities) }
        guard let screen = state.screen, !yields(&state, capabilities) else {
            _ = state.output.follow(bytes, window, on: descriptor)
            return TerminalOutput.write(bytes, to: descriptor)
        }
        let style = state.output.style
        let old = state.placement
        let isSameWindow = window == state.window
        let off = state.takingOff(in: window, capabilities)
        let (shows, wasVisible) = (state.output.cursorShows, state.output.isCursorVisible)
        let staysInRow = state.output.follow(bytes, window, on: descriptor)
        let new = isSameWindow ? place(state, capabilities, height: screen.rows) : nil
        state.placement = new ?? old
        var isShown = true
        if let new, staysInRow, old.isBelow, new.isBelow {
            // Nothing happens to our rows: they are not drawn anew.
            state.output.noteRoom(new.rowsBelow(screen.rows))
            writePrinted(bytes, by: style.bytes + bytes, &state)
        } else {
            let isLeft = new != nil && state.budget.take(at: state.time())
            if new != nil, !isLeft, capabilities.pinning != nil { state.isFlooded = true }
            let on: [UInt8]?
            if let new, isLeft {
                on = new.around(
                    state.drawing(capabilities), true, state.output.style, capabilities,
                    hidesCursor: old.isBelow || state.output.cursorShows != shows, showsCursor: state.output.isCursorVisible)
            } else {
                on = new != nil && state.isFlooded ? pinning(&state, in: window, capabilities) : nil
            }
            isShown = on != nil
            if isShown { state.output.noteRoom(state.placement.rowsBelow(screen.rows)) }
            let showing = !isLeft && wasVisible ? capabilities.showCursor : []
            print(bytes, after: off + showing, before: on, &state, capabilities)
        }
        if !isShown { forget(&state) }
        state.isHeldBack = !isShown && new != nil
    }

    /// Prints what the HUDs have to be off for, in one write: nobody sees the moment between.
    ///
    /// - Parameters:
    ///   - off: What takes them off.
    ///   - on: What puts them on again; nil: they stay off.
    func print(
        _ bytes: UnsafeRawBufferPointer, after off: [UInt8], before on: [UInt8]?, _ state: inout State,
        _ capabilities: TerminalCapabilities
    ) {
        let output =
            if let on {
                capabilities.beginSynchronized + off + bytes + on + capabilities.endSynchronized
            } else {
                off + state.announcements.takeBack() + bytes
            }
        writePrinted(bytes, by: output, &state)
    }

    private func writePrinted(_ bytes: UnsafeRawBufferPointer, by output: [UInt8], _ state: inout State) {
        if write(output, &state) { return }
        // The terminal was given back meanwhile. What the program prints is not lost for that.
        TerminalOutput.write(bytes, to: descriptor)
        state.screen = nil
        state.output.loseUnfinishedLine()
    }
}
