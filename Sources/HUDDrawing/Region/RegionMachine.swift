// The region of one terminal: the rows that all inline HUDs on it share.
//
// The region knows where the program's output has left the cursor (`OutputTracker`), and draws its rows from there: on the cursor's own
// row if that is empty, on the rows below an unfinished line, or, where others print as well, too much is printed or the cursor rests above rows of
// the output or in no certain column, on the screen's last rows, which then do not scroll (`HUDPlacement`). Between two calls the cursor rests where the program's output has left it. So
// everything that the region has drawn is after the cursor, and a resize can be computed.
//
//                      render                                       resize
//         ┌────────────────────────────┐  ┌──────────────────────────────────────────────────┐
//         │                            ▼  │                                                  ▼
//     ╔═══╧════╗  remove, background, ╔═══╧════════════════════════════╗                ╔══════════╗
//     ║ absent ║◀─────────────────────║ shown: here │ below │ pinned   ║◀── render ─────║ resting  ║
//     ╚═══╤════╝  no echo, no place   ╚═══╤═════▲════════╤═════════════╝   in time      ╚══════════╝
//         │                               │     │ render │ print, beyond
//         │ suspend                       │   ╔═╧════════▼╗ the budget
//         ▼                               │   ║ held back ║
//     ╔═══════════╗       suspend         │   ╚═══════════╝
//     ║ suspended ║◀──────────────────────┤
//     ╚═══╤═══════╝── resume ──▶ absent   │ cover          ╔═════════╗
//         └──────────── cover ────────────┴───────────────▶║ covered ║── uncover ──▶ absent, suspended
//                                                          ╚═════════╝
//
// Three things cut across the states:
//
// - The *session* is open exactly while rows are on the terminal: the machine begins it with the first frame's write and ends it when the
//   rows are off. Its farewell takes the rows off on a way out that the machine never sees. If a farewell was written (the facts tell of
//   more interruptions, or a write is refused), the rows are gone.
// - A *stuck* terminal accepts no more bytes. Then the machine produces no bytes at all: output is held, a frame or an erasure is pending, and
//   `doPendingWork` does it when the terminal accepts output again.
// - In a *flood* more is printed than `RedrawBudget` lets the rows be redrawn for. Then they are pinned where that is possible.
//
// The `Outbox` has what the terminal does not have yet of the program's output. Three things that wait as well are not in it: the rest of a write
// (`TerminalWriter.unsent`), because a signal handler must send it before it writes the farewell; the rows that a suspension could not erase
// (`State.suspended`), because what erases them depends on the window at that time; and the bytes that are held (`HeldPrints`), because they are in a
// file, whose descriptor has one owner, and the machine is copied.
//
// The machine is a value. It makes no system call, reads no clock and holds no descriptor: facts and an instant in, actions out.
package struct RegionMachine: Sendable {
    let capabilities: TerminalCapabilities
    let options: TerminalOptions

    var state = State.absent
    /// How many suspensions there are: of the program, of a stop, because another program has the terminal, or because a job asks a question.
    var suspensions = 0
    var members = RegionMembers()
    /// What frames keep of their lines for the next one.
    var lines = LineCache()
    /// Encodes the changes of frames, with the strings that it has expanded for the frames before.
    var encoder: CellEncoder
    /// The frame meter's row, in shorter and shorter forms; empty if it is not shown.
    package var meter: [String] = []
    /// Where the printed output has left the cursor.
    var output: OutputTracker
    /// What was printed after that and is not on the terminal yet.
    var outbox = Outbox()
    /// The columns that a wider window may bring back of rows that were cut, while ``OutputTracker/rowsSinceCut`` counts.
    var cutColumns = 0..<0
    /// The open session; nil if none is open.
    var session: Session?
    /// The time of the last frame for which the facts were read.
    var lookTime = HUDInstant.distantPast
    var budget = RedrawBudget()
    var rest = CursorRest()
    /// What the driver has to do, in order, as far as the input that is being processed has decided.
    var actions: [RegionAction] = []

    package init(capabilities: TerminalCapabilities, options: TerminalOptions, output: OutputTracker) {
        self.capabilities = capabilities
        encoder = CellEncoder(capabilities)
        self.options = options
        self.output = output
    }

    // MARK: What the driver asks

    /// Whether no HUD is shown or waits.
    package var isEmpty: Bool { members.isEmpty }

    /// The HUDs of a renderer.
    package func members(of renderer: AnyObject) -> [RegionMember] { members.all(of: ObjectIdentifier(renderer)) }

    /// Whether a HUD is the first one of the region, or would be.
    package func isFirst(_ id: RegionMember) -> Bool { members.first.map { $0.id == id } ?? true }

    /// Whether the printed output has left the cursor at the start of a line.
    package var isCursorAtLineStart: Bool { output.isAtLineStart }

    /// Whether log lines wait for output that ends a sequence.
    package var hasWaitingLines: Bool { !outbox.lines.isEmpty }

    // MARK: HUDs

    /// Shows what `id` has to show. A HUD that is not the first waits for the first one's next frame, once.
    package mutating func render(_ entry: StackedLayout.Entry, of id: RegionMember, _ facts: TerminalFacts) -> [RegionAction] {
        lookTime = entry.time
        noticeTypedLine(facts)
        noticeSize(facts)
        // Once at most, because the first HUD may be slow.
        let canWait = members.update(id, entry)
        catchUp(facts)
        guard !hasSteppedAside, facts.takesMore, canDraw(facts) else { return takeActions() }
        if canWait, picture != nil { return takeActions() }
        draw(facts)
        return takeActions()
    }

    /// Removes a HUD's rows. The last HUD also ends the session.
    ///
    /// - Parameter line: The line that replaces the rows; nil for none.
    package mutating func remove(_ id: RegionMember, leaving line: CellGrid?, _ facts: TerminalFacts) -> [RegionAction] {
        catchUp(facts)
        // The first frame after a resize starts the pause in drawing. After the last HUD there is none, so it is started here, from the last frame's time.
        // A HUD that is shown later waits only for what is left of it.
        if members.count == 1 { _ = isResting() }
        let hadRow = members.remove(id)
        let isDrawn = line.map { leave($0, facts) } ?? false
        if members.isEmpty {
            lines.releaseColumns()
            flushWaitingLines(facts)
        }
        guard facts.takesMore else { return takeActions() }
        if members.isEmpty {
            erase(facts)
        } else if hadRow, !isDrawn, picture != nil, canDraw(facts) {
            draw(facts)
        }
        return takeActions()
    }

    /// Does the pending work, once a terminal that was stuck accepts output again.
    package mutating func doPendingWork(_ facts: TerminalFacts) -> [RegionAction] {
        catchUp(facts)
        if !hasSteppedAside, facts.takesMore, members.arePending, canDraw(facts) { draw(facts) }
        return takeActions()
    }

    /// Takes out what the driver has to do. Every input ends with this.
    mutating func takeActions() -> [RegionAction] {
        defer { actions = [] }
        return actions
    }

    /// Erases the rows that could not be erased while the terminal was stuck. Every input begins with this.
    mutating func catchUp(_ facts: TerminalFacts) {
        outbox.isStuck = !facts.takesMore
        guard facts.takesMore else { return }
        if !outbox.resumption.isEmpty {
            actions.append(.print(outbox.resumption))
            outbox.resumption = []
        }
        noticeTypedLine(facts)
        switch state {
        case .suspended(unerased: let picture?):
            state = .shown(picture)
            erase(facts)
            state = .suspended(unerased: nil)
        case .shown where members.isEmpty: erase(facts)
        case .suspended(unerased: nil), .covered, .absent, .shown, .heldBack, .resting: break
        }
        noticeSize(facts)
    }

    /// Whether a bezel is on the screen.
    package var isCovered: Bool { if case .covered = state { true } else { false } }

    /// Prints the waiting lines, because the process ends.
    package mutating func finish(_ facts: TerminalFacts) -> [RegionAction] {
        catchUp(facts)
        flushWaitingLines(facts)
        return takeActions()
    }

    /// Whether work is pending for when the terminal accepts output again.
    package var hasPendingWork: Bool {
        if !outbox.resumption.isEmpty { return true }
        switch state {
        case .suspended(let unerased): return unerased != nil
        case .shown: return members.isEmpty || outbox.isStuck && members.arePending
        case .absent, .heldBack, .resting: return outbox.isStuck && members.arePending
        case .covered: return false
        }
    }

    /// Whether `id` has something to show that waits for another HUD's frame, or for a line to be finished.
    func isFramePending(of id: RegionMember) -> Bool {
        guard !outbox.isStuck else { return false }
        guard members.isPending(id) else { return budget.isFlooded }
        switch state {
        case .shown, .heldBack, .resting: return true
        case .absent, .suspended, .covered: return placement(height: 1) == nil
        }
    }
}
