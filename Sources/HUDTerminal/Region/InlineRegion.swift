import CTerminalSupport
import Synchronization

/// The driver of one terminal's region: it makes every system call that the ``RegionMachine`` does not.
///
/// It reads the facts once a call, hands them to the machine, and carries out the actions. No call waits for a stuck terminal, except for
/// ``passThrough(_:)``, which relays a job's output and passes the terminal's backpressure on. Work that is pending for a stuck terminal is
/// done on the clock's thread as soon as the terminal accepts output again, or at exit as far as it does.
///
/// A class: all renderers of one terminal share it.
final class InlineRegion: Sendable {
    /// What the terminal can do; nil if nothing can be drawn there.
    let capabilities: TerminalCapabilities?
    /// Whether there are capabilities. Stored, because a comparison copies them.
    let canDraw: Bool
    let options: TerminalOptions
    let writer: TerminalWriter
    let areReadersBehind: @Sendable () -> Bool
    let state: Mutex<State>
    /// The number of the window's rows when the terminal was looked at last.
    let rowCount: Atomic<Int>
    private let captureGate = Mutex(())

    struct State: ~Copyable {
        /// Not used if nothing can be drawn. Not optional, because each look at a value in an optional would copy it.
        var machine: RegionMachine
        var session: TerminalSession?
        /// Output that is held behind a bezel, or because the terminal is stuck; nil if none is.
        var hold: HeldPrints?
        /// Takes the bezel off; nil unless one is on the screen.
        var takeOffBezel: (@Sendable () -> Void)?
        /// The last lines that were printed; nil unless a bezel wants them.
        var printed: PrintedLines?
        /// Called when no work is pending any more.
        var whenWritten: [@Sendable () -> Void] = []
        /// Wakes the clock's thread to look after a stuck terminal.
        var alarm: (any HUDAlarm)?
        /// What was seen of the terminal last, and when.
        var seen = hud_facts()
        var seenTime: HUDInstant?
        /// Whether the region is among those with pending work.
        var isRegistered = false
        /// Whether the process's output is captured and comes here.
        var isCaptured = false
        /// Who writes the page of captured output that is on its way.
        var page = CapturedPage.none
        /// What the HUDs cost; nil unless that is shown.
        var meter: FrameMeter?
        /// The time for the redraw budget.
        var time: @Sendable () -> HUDInstant = { LiveClock.shared.now }
    }

    init(
        descriptor: Int32, capabilities: TerminalCapabilities?, options: TerminalOptions,
        areReadersBehind: @escaping @Sendable () -> Bool = { hud_unread_bytes() > 0 }
    ) {
        self.areReadersBehind = areReadersBehind
        self.capabilities = capabilities
        canDraw = capabilities != nil
        self.options = options
        writer = .shared(descriptor)
        let isUTF8 = TextWidth.isUTF8 || capabilities?.isUTF8 == true
        let family = TerminalFamily(named: TerminalEnvironment.current["TERM"])
        let output = OutputTracker(window: WindowSize(of: descriptor), isUTF8: isUTF8, family: family)
        rowCount = Atomic(output.rows)
        let none = TerminalCapabilities(eraseToEndOfLine: [], isUTF8: isUTF8)
        let machine = RegionMachine(capabilities: capabilities ?? none, options: options, output: output)
        state = Mutex(State(machine: machine, meter: options.showsFrameMeter == true ? FrameMeter() : nil))
        state.withLock { restartMeter(&$0) }
    }

    // MARK: HUDs

    /// Without the lock, because a custom view that is being drawn may hide a HUD.
    var windowRows: Int { rowCount.load(ordering: .relaxed) }

    func members(of renderer: AnyObject) -> [RegionMember] { state.withLock { $0.machine.members(of: renderer) } }

    /// Shows what `id` has to show. Of several HUDs the first one's frames are written, with what the others have by then.
    @discardableResult
    func render(_ entry: StackedLayout.Entry, of id: RegionMember) -> HUDInstant {
        guard canDraw else { return .distantFuture }
        return state.withLock { state in
            if state.meter == nil { draw(entry, of: id, &state) } else { measure(entry, of: id, &state) }
            return state.machine.nextChange(after: entry, of: id)
        }
    }

    /// Shows what `id` has to show.
    ///
    /// - Parameter isChanged: Whether the frame differs from the last one, whatever the HUD shows.
    /// - Returns: The bytes that were drawn, if the meter is on.
    @discardableResult
    func draw(_ entry: StackedLayout.Entry, of id: RegionMember, _ state: inout State, isChanged: Bool = false) -> Int {
        if !isChanged, let bytes = drawStep(to: entry, of: id, &state) { return bytes }
        let isMeasured = state.meter != nil
        var bytes = 0
        call(&state, within: .zero) { machine, facts in
            let actions = machine.render(entry, of: id, facts)
            if isMeasured { bytes = actions.reduce(0) { $0 + $1.drawnBytes } }
            return actions
        }
        return bytes
    }

    /// Removes `id`'s rows. The last HUD also ends the session.
    ///
    /// - Parameter line: Makes what stays in their place, for so many columns.
    func remove(_ id: RegionMember, leaving line: ((_ columns: Int) -> CellGrid?)? = nil) {
        state.withLock { state in
            guard canDraw else { return }
            call(&state, within: TerminalWriter.patience) { machine, facts in
                machine.remove(id, leaving: line?(max(1, facts.window.columns - 1)), facts)
            }
            if state.machine.isEmpty { restartMeter(&state) }
        }
    }

    /// Resets the modes that the printed output has left set.
    func resetModes(andStyle: Bool) {
        call(within: TerminalWriter.patience) { machine, facts in machine.resetModes(andStyle: andStyle, facts) }
    }

    /// Removes the HUDs from the terminal until ``resume(isOnNewLine:)`` was called as often. Output is not captured meanwhile.
    ///
    /// A stuck terminal is waited for, because the program may be about to stop; but for a second at most.
    func suspend() {
        call(within: TerminalWriter.patience) { machine, facts in machine.suspend(facts) }
        // Outside the lock, because a bezel locks itself before the region.
        state.withLock { $0.takeOffBezel }?()
        finishPendingWork(within: .seconds(1))
        settleCapture()
    }

    /// Ends a suspension. After the last one the HUDs come back with their next frames.
    ///
    /// - Parameter isOnNewLine: Whether the cursor is known to be at the start of a line now.
    func resume(isOnNewLine: Bool = false) {
        call(within: .zero) { machine, facts in machine.resume(isOnNewLine: isOnNewLine, facts) }
        settleCapture()
    }

    /// Captures output unless the HUDs are suspended. Suspensions of several threads overlap, so this looks and acts in one step. Outside the region's lock,
    /// because the thread that reads what is captured takes that one.
    func settleCapture() {
        captureGate.withLock { _ in
            let (isCaptured, isSuspended) = state.withLock { ($0.isCaptured, $0.machine.isSuspended) }
            guard isCaptured else { return }
            isSuspended ? hud_capture_suspend() : hud_capture_resume()
        }
    }

    // MARK: A bezel in front

    /// Keeps the last lines of the output from now on, for the backdrop of a bezel.
    func keepLines() {
        state.withLock { if $0.printed == nil { $0.printed = PrintedLines() } }
    }

    /// The last lines of the output.
    var printedLines: PrintedLines { state.withLock { $0.printed } ?? PrintedLines() }

    /// Takes the HUDs off, and holds what is printed until ``endFullScreen()``.
    ///
    /// - Parameter takeOffBezel: Ends it, because the HUDs are suspended; nil if another program uses the screen.
    func beginFullScreen(takeOffBezel: (@Sendable () -> Void)? = nil) -> RegionMachine.FullScreen {
        state.withLock { state in
            doPendingWork(&state, within: .zero)
            let facts = facts(&state, within: .zero)
            guard canDraw else { return .refused }
            if takeOffBezel != nil, state.machine.isSuspended { return .notNow }
            var hold: HeldPrints?
            let (answer, actions) = state.machine.cover(facts) {
                hold = HeldPrints()
                return hold?.descriptor ?? -1 >= 0
            }
            perform(actions, &state, .zero)
            if answer == .begun {
                let file = hold?.descriptor ?? -1
                hold?.isBehindBezel = hud_held_begin(file, writer.descriptor)
                state.hold = hold.take()
                state.takeOffBezel = takeOffBezel
            }
            schedulePendingWork(&state)
            return answer
        }
    }

    /// Whether no more output can be held: the bezel has to go.
    var isHoldFull: Bool { state.withLock { $0.hold?.isFull ?? false } }

    /// Whether the program's output has left the cursor at the start of a line.
    var isAtLineStart: Bool { state.withLock { $0.machine.isCursorAtLineStart } }

    /// Takes it that the cursor is at the start of a line, because another program has used the terminal.
    func beginLine() {
        call(within: .zero) { machine, facts in
            machine.beginLine(facts)
            return []
        }
    }

    /// Prints what was held, for a second at most; the rest follows on the clock's thread. The HUDs come back with their next frames.
    func endFullScreen() {
        state.withLock { state in
            state.takeOffBezel = nil
            if canDraw { call(&state, within: TerminalWriter.patience) { $0.uncover($1) } }
        }
        finishPendingWork(within: TerminalWriter.patience, atMost: .seconds(1))
    }

    // MARK: The terminal

    /// Reads the facts, lets the machine decide, and carries its actions out.
    @inline(never)
    private func call(within patience: Duration, _ decide: (inout RegionMachine, TerminalFacts) -> [RegionAction]) {
        state.withLock { state in
            if canDraw { call(&state, within: patience, decide) }
        }
    }

    private func call(
        _ state: inout State, within patience: Duration, _ decide: (inout RegionMachine, TerminalFacts) -> [RegionAction]
    ) {
        doPendingWork(&state, within: patience)
        let facts = facts(&state, within: patience)
        perform(decide(&state.machine, facts), &state, patience)
        lookAfterWrite(facts, &state)
        doPendingWork(&state, within: patience)
        schedulePendingWork(&state)
    }

    func perform(_ actions: [RegionAction], _ state: inout State, _ patience: Duration) {
        for action in actions {
            switch action {
            case .beginSession(let farewell):
                state.session = TerminalSession(
                    writer: writer, farewell: farewell, late: state.machine.lateFarewell,
                    chainsHostHandlers: options.chainsHostHandlers)
            case .write(let write):
                let isWritten =
                    state.session?.write(
                        write.bytes, farewell: write.farewell, ifStillAt: write.interruptions, within: patience) ?? false
                if !isWritten { perform(state.machine.refused(write), &state, patience) }
            case .print(let bytes):
                writer.send(bytes, within: patience)
                flush(&state, within: .zero)
            case .hold(let bytes):
                if state.hold == nil { state.hold = HeldPrints() }
                bytes.withUnsafeBytes { state.hold?.append($0) }
            case .endSession(let writesFarewell):
                if let session = state.session.take() { session.end(writesFarewell: writesFarewell, within: patience) }
            }
        }
    }
}
