import CTerminalSupport
import HUDCore
import Synchronization

/// The rows at the cursor of one terminal, which all inline HUDs on it share: one picture, one writer.
///
/// The cursor rests where the program's own output has left it, and nothing of ours is above: at the start of our first row, out of sight, or,
/// below a line that is unfinished, at its place in that. So whatever a resize makes of the rows lies behind it.
final class InlineRegion: Sendable {
    /// What it draws with; nil where there is no terminal that can be drawn on.
    let capabilities: TerminalCapabilities?
    let descriptor: Int32
    let options: TerminalOptions
    /// Whether those who read what we or our job write have not read all.
    let areReadersBehind: @Sendable () -> Bool
    let state: Mutex<State>

    init(
        descriptor: Int32, capabilities: TerminalCapabilities?, options: TerminalOptions,
        areReadersBehind: @escaping @Sendable () -> Bool = { hud_unread_bytes() > 0 }
    ) {
        self.areReadersBehind = areReadersBehind
        self.descriptor = descriptor
        self.capabilities = capabilities
        self.options = options
        let isUTF8 = TextWidth.isUTF8 || capabilities?.isUTF8 == true
        state = Mutex(State(output: OutputTracker(window: WindowSize(of: descriptor), isUTF8: isUTF8)))
    }

    // MARK: HUDs

    /// Shows what `id` has to show. Of several HUDs the first one's frames are written, with what the others have by then.
    func render(_ entry: StackedLayout.Entry, of id: ObjectIdentifier) {
        guard let capabilities else { return }
        state.withLock { state in
            let isWaiting = update(entry, id, &state)
            guard state.hold == nil, !yields(&state, capabilities), !state.isSuspended else { return }
            if isWaiting, state.screen != nil { return }
            draw(&state, capabilities)
        }
    }

    /// Takes `id`'s rows off; the last one takes everything with it.
    ///
    /// - Parameter line: Makes what stays in their place, for so many columns.
    func remove(_ id: ObjectIdentifier, leaving line: ((_ columns: Int) -> CellGrid?)? = nil) {
        guard let capabilities else { return }
        state.withLock { state in
            state.members.removeAll { $0.id == id }
            if let line = line?(max(1, WindowSize(of: descriptor).columns - 1)), !yields(&state, capabilities) {
                return leave(line, &state, capabilities)
            }
            if state.members.isEmpty { return erase(&state, capabilities) }
            guard state.screen != nil, !yields(&state, capabilities) else { return }
            draw(&state, capabilities)
        }
    }

    /// Whether nobody reads the terminal in secret.
    private var isEchoing: Bool {
        let terminal = options.echoDescriptor ?? descriptor
        // What a program relays from somewhere else is output like any other, and leaves the cursor where it leaves it.
        return options.drawsWithoutEcho || hud_is_echoing(terminal) != 0
            || options.drawsBelowUnfinishedLines && hud_is_relayed(terminal) != 0
    }

    /// Whether `id` has something to show that waits for another HUD's frame, or for a line to be finished.
    func owesFrame(to id: ObjectIdentifier) -> Bool {
        state.withLock { state in
            guard let member = state.members.first(where: { $0.id == id }), member.isPending else { return state.isFlooded }
            return state.screen != nil || state.isHeldBack || capabilities.flatMap { place(state, $0, height: 1) } == nil
        }
    }

    /// Takes up what `id` shows.
    ///
    /// - Returns: Whether that can wait for the first HUD's next frame. Once it has waited it can't again: the first may be slow.
    private func update(_ entry: StackedLayout.Entry, _ id: ObjectIdentifier, _ state: inout State) -> Bool {
        guard let index = state.members.firstIndex(where: { $0.id == id }) else {
            state.members.append(Member(id: id, entry: entry))
            return false
        }
        let hasWaited = state.members[index].isPending
        state.members[index].entry = entry
        state.members[index].isPending = true
        return index > 0 && !hasWaited
    }

    // MARK: Drawing

    /// - Parameter lead: What is written before it, in the same go, where nothing of ours stands.
    private func draw(_ state: inout State, _ capabilities: TerminalCapabilities, after lead: [UInt8] = []) {
        let interruptions = state.session?.interruptions ?? 0
        if interruptions != state.interruptions {
            // The terminal was given back meanwhile, and our rows with it.
            state.screen = nil
            state.announcements = Announcements()
            release(&state)
            state.output.loseUnfinishedLine()
        }
        let window = WindowSize(of: descriptor)
        if state.isFlooded, state.budget.isEased(at: state.time()) { state.isFlooded = false }
        if options.sharesTerminal || state.isFlooded && (state.screen == nil || state.placement.isPinned),
            drawPinned(&state, capabilities, in: window, at: interruptions, after: lead)
        {
            return
        }
        var encoder = CellEncoder(capabilities)
        var prefix = lead
        var isHidden = false
        if window != state.window || state.placement.isPinned, state.screen != nil {
            prefix = state.takingOff(in: window, capabilities)
            state.screen = nil
            if window != state.window { state.hasBeenResized = true }
            isHidden = state.placement == .here
        }
        state.output.resize(to: window)
        let layout = StackedLayout(
            columns: window.columns, rows: window.rows, canStack: capabilities.canMoveUp, isUTF8: capabilities.isUTF8)
        let grid = state.layout.grid(of: state.members.map(\.entry), by: layout)
        if let old = state.screen, !state.output.canTake(rowsBelow: state.placement.rowsBelow(grid.rows)), grid.rows > old.rows {
            prefix = state.takingOff(in: window, capabilities)
            state.screen = nil
        }
        if state.screen == nil {
            guard let placement = place(state, capabilities, height: grid.rows) else {
                if !prefix.isEmpty { write(prefix + state.givingBack(capabilities), &state) }
                return forget(&state)
            }
            state.placement = placement
        }
        state.output.noteRoom(state.placement.rowsBelow(grid.rows))
        let isNew = state.screen == nil
        if let old = state.screen {
            // What was typed since the last time stands on our first row, if the terminal has echoed it by itself.
            let isClean = state.frameSecond == state.second || options.drawsBelowUnfinishedLines
            let leading = isClean ? 0 : hud_has_input(descriptor) != 0 ? Int.max : 24
            let changes = CellDiff.changes(from: old, to: grid, writingAnew: leading)
            encoder.apply(changes, of: grid)
        } else {
            encoder.writeAll(grid)
        }
        var bytes = encoder.finish()
        if isNew || !bytes.isEmpty {
            let (style, isVisible) = (state.output.style, state.output.isCursorVisible)
            bytes = state.placement.around(
                bytes, isNew, style, capabilities, hidesCursor: isNew && !isHidden, showsCursor: isVisible)
        }
        show(grid, by: prefix + bytes, in: window, at: interruptions, &state, capabilities)
    }

    /// Writes what draws a frame, and takes note of what stands on the terminal from now on and of what is to be given back.
    ///
    /// - Parameter interruptions: Not asked anew: what has been since then is to be found by the write, and by the next frame.
    func show(
        _ grid: CellGrid, by bytes: [UInt8], in window: WindowSize, at interruptions: Int, _ state: inout State,
        _ capabilities: TerminalCapabilities
    ) {
        var bytes = bytes
        if let first = state.members.first {
            bytes += state.announcements.bytes(for: first.entry.snapshot, capabilities, setsTitle: options.setsWindowTitle)
        }
        if state.session == nil {
            state.session = TerminalSession(
                descriptor: descriptor, farewell: state.farewell(for: grid, capabilities),
                chainsHostHandlers: options.chainsHostHandlers)
            state.farewell = (grid.rows, state.placement)
        }
        state.screen = grid
        state.isHeldBack = false
        state.window = window
        for index in state.members.indices { state.members[index].isPending = false }
        state.interruptions = interruptions
        state.second = state.frameSecond
        if !bytes.isEmpty { write(bytes, &state) }
    }

    /// Takes everything off and writes a line where it stood, in one go; what is still shown comes back under it.
    private func leave(_ line: CellGrid, _ state: inout State, _ capabilities: TerminalCapabilities) {
        var encoder = CellEncoder(capabilities)
        encoder.writeAll(line)
        // A line that somebody left unfinished stays as it is.
        let line =
            (state.isAtLineStart ? beginningLine(in: WindowSize(of: descriptor), capabilities) : Array("\r\n".utf8))
            + HUDPlacement.here.around(
                encoder.finish(), true, state.output.style, capabilities, hidesCursor: false, showsCursor: false)
            + Array("\n".utf8)
        // Another HUD's bezel has the screen: it comes with what is printed meanwhile.
        if state.hold != nil { return line.withUnsafeBytes { print($0, &state) } }
        state.endsWithNewline = true
        let window = WindowSize(of: descriptor)
        let off = state.screen == nil ? [] : capabilities.beginSynchronized + state.takingOff(in: window, capabilities)
        let last = off.isEmpty ? [] : capabilities.endSynchronized
        _ = line.withUnsafeBytes { state.output.follow($0, window, on: descriptor) }
        if !state.members.isEmpty, !state.isSuspended, place(state, capabilities, height: 1) != nil {
            state.screen = nil
            return draw(&state, capabilities, after: off + line + last)
        }
        let back = off.isEmpty ? [] : state.givingBack(capabilities)
        if off.isEmpty || !write(off + line + back + last, &state) {
            line.withUnsafeBytes { TerminalOutput.write($0, to: descriptor) }
        }
        forget(&state)
    }

    /// Where the HUDs may stand now.
    func place(_ state: borrowing State, _ capabilities: TerminalCapabilities, height: Int) -> HUDPlacement? {
        if options.sharesTerminal { return HUDPlacement(pinnedIn: state.output, height: height) }
        return HUDPlacement(in: state.output, capabilities, drawsBelow: options.drawsBelowUnfinishedLines, height: height)
    }

    /// Takes everything off and gives the terminal back.
    private func erase(_ state: inout State, _ capabilities: TerminalCapabilities) {
        state.isFlooded = false
        guard state.screen != nil, !yields(&state, capabilities) else { return forget(&state) }
        let bytes = state.takingOff(in: WindowSize(of: descriptor), capabilities)
        write(bytes + state.givingBack(capabilities), &state)
        forget(&state)
    }

    /// Whether the terminal is somebody else's at present; what stands there is given up then.
    func yields(_ state: inout State, _ capabilities: TerminalCapabilities) -> Bool {
        if hud_is_foreground(descriptor) == 0 {
            // So is what stands on it.
            if state.screen != nil { state.output.loseUnfinishedLine() }
            // Rows that don't scroll would stay so for whoever is in the foreground.
            forget(&state, writesFarewell: state.placement.isPinned)
            state.isFlooded = false
            return true
        }
        guard !isEchoing else { return false }
        state.isFlooded = false
        stepAside(&state, capabilities)
        return true
    }

    /// Somebody asks for a password, or has taken the screen. He wrote from the start of our line on, where the cursor
    /// rested, so what is left of it lies right of his prompt.
    private func stepAside(_ state: inout State, _ capabilities: TerminalCapabilities) {
        guard let screen = state.screen else { return }
        // His prompt may have taken him down a row or two: what lies below is not touched from where he is, but the rows' rest is.
        // It is in the job's style if the prompt goes through us.
        var bytes = (screen.rows > 1 ? capabilities.eraseToEndOfScreen : capabilities.eraseToEndOfLine) + state.output.style.bytes
        // Below an unfinished line, his prompt went through us, and lies above.
        if state.placement != .here { bytes = state.takingOff(in: WindowSize(of: descriptor), capabilities) }
        write(bytes + state.givingBack(capabilities), &state)
        forget(&state)
    }

    func forget(_ state: inout State, writesFarewell: Bool = false) {
        state.screen = nil
        state.hasBeenResized = false
        state.announcements = Announcements()
        if let session = state.session.take() { session.end(writesFarewell: writesFarewell) }
        release(&state)
    }

    // MARK: A bezel in front

    /// Keeps the last lines of what is printed from now on, for what stands behind a bezel.
    func keepLines() {
        state.withLock { if $0.printed == nil { $0.printed = PrintedLines() } }
    }

    /// The last lines of what was printed.
    var printedLines: PrintedLines { state.withLock { $0.printed } ?? PrintedLines() }

    /// Takes the HUDs off, and keeps what is printed until ``endFullScreen()``: on the bezel's screen nobody would see it again.
    ///
    /// - Returns: Whether it can be kept; not so where another bezel has the screen.
    func beginFullScreen() -> FullScreen {
        state.withLock { state in
            guard state.hold == nil else { return .refused }
            guard state.output.canBeLeft else { return .notNow }
            state.hold = HeldPrints()
            guard state.hold != nil else { return .refused }
            if let capabilities { erase(&state, capabilities) }
            return .begun
        }
    }

    /// Whether no more can be kept, but for a little while: the bezel is to go.
    var isHoldFull: Bool { state.withLock { $0.hold?.isFull ?? false } }

    /// Prints what was kept. The HUDs come back with their next frames.
    func endFullScreen() {
        state.withLock { state in
            // The lock is held all along: what a thread prints next does not come before what it has printed.
            guard var hold = state.hold.take() else { return }
            if let capabilities, hud_is_foreground(descriptor) != 0 {
                state.output.resuming(capabilities).withUnsafeBytes { TerminalOutput.write($0, to: descriptor) }
            }
            hold.drain { printNow($0, &state) }
        }
    }

    /// Takes the HUDs off the terminal until ``resume()``.
    func suspend() {
        state.withLock { state in
            state.isSuspended = true
            if let capabilities { erase(&state, capabilities) }
        }
    }

    /// Lets the HUDs come back with their next frames.
    ///
    /// - Parameter isOnNewLine: Whether the cursor is at the start of a line now, wherever it was.
    func resume(isOnNewLine: Bool = false) {
        state.withLock { state in
            if isOnNewLine {
                state.output = OutputTracker(window: WindowSize(of: descriptor), isUTF8: capabilities?.isUTF8 ?? true)
                state.endsWithNewline = true
            } else if state.isSuspended {
                state.output.loseUnfinishedLine()
            }
            state.isSuspended = false
        }
    }

    /// Writes what was made for a terminal that nobody has touched since.
    ///
    /// - Returns: Whether it was.
    @discardableResult
    func write(_ bytes: [UInt8], _ state: inout State) -> Bool {
        var farewell: [UInt8]?
        let made = (rows: state.screen?.rows ?? 0, placement: state.placement)
        if let screen = state.screen, let capabilities, state.farewell != made {
            farewell = state.farewell(for: screen, capabilities)
        }
        let isWritten = state.session?.write(bytes, farewell: farewell, ifStillAt: state.interruptions) ?? false
        if isWritten, farewell != nil { state.farewell = made }
        return isWritten
    }
}
