import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// A region's machine with a driver and a terminal in memory, and a second terminal that receives only the job's output.
///
/// It carries out the machine's actions as the driver does, and records a forbidden action.
struct RegionSimulation {
    var machine: RegionMachine
    var facts = TerminalFacts()
    var terminal: InMemoryTerminal
    /// Receives only the job's output.
    var reference: InMemoryTerminal
    var members: [(id: RegionReplay.Identity, entry: StackedLayout.Entry)] = []
    /// The open session's farewell; nil while none is open.
    var farewell: [UInt8]?
    /// Whether the window has had another size, after which a terminal can have the cursor elsewhere than the region.
    private var wasResized = false
    /// Whether nothing was written in the session.
    private var isNew = false
    var held: [[UInt8]] = []
    var begun = 0
    var ended = 0
    /// How often the machine has passed output on without an action.
    var passedOn = 0
    /// Whether the next write is refused, because a handler gives the terminal back before it.
    var refusesNext = false
    private(set) var suspensions = 0
    var isSuspended: Bool { suspensions > 0 }
    var isSettling = false
    var isCovered = false
    /// The first forbidden action.
    var complaint: String?
    var script: [String] = []

    private let capabilities: TerminalCapabilities
    private let options: TerminalOptions

    init(
        columns: Int, rows: Int, _ capabilities: TerminalCapabilities = .xterm, emoji: InMemoryTerminal.Emoji = .asMeasured,
        _ change: (inout TerminalOptions) -> Void = { _ in }
    ) {
        self.capabilities = capabilities
        var options = TerminalOptions()
        change(&options)
        self.options = options
        facts.window = WindowSize(columns: columns, rows: rows)
        machine = RegionMachine(
            capabilities: capabilities, options: options, output: OutputTracker(window: facts.window, isUTF8: true))
        terminal = InMemoryTerminal(agreeingColumns: columns, rows: rows, emoji: emoji)
        reference = terminal
    }

    // MARK: The driver

    /// Adds a carriage return to each line feed, as the kernel's terminal driver does.
    private static func feed(_ bytes: [UInt8], to terminal: inout InMemoryTerminal) {
        guard bytes.contains(0x0A) else { return terminal.feed(bytes) }
        var all: [UInt8] = []
        for byte in bytes {
            if byte == 0x0A { all.append(0x0D) }
            all.append(byte)
        }
        terminal.feed(all)
    }

    private mutating func complain(_ text: String) { complaint = complaint ?? text }

    private mutating func write(_ bytes: [UInt8]) {
        if !facts.takesMore { complain("writes to a stuck terminal") }
        if isCovered { complain("writes behind a bezel") }
        Self.feed(bytes, to: &terminal)
    }

    mutating func perform(_ actions: [RegionAction]) {
        carryOut(actions)
        if (machine.picture != nil) != (farewell != nil), !owesAfterSuspension { complain("session and rows do not agree") }
    }

    private mutating func carryOut(_ actions: [RegionAction]) {
        for action in actions {
            switch action {
            case .beginSession(let new):
                if farewell != nil { complain("begins a second session") }
                if new.count > TerminalSession.farewellCapacity { complain("has too long a farewell") }
                farewell = new
                isNew = true
                facts.interruptions = 0
                begun += 1
            case .write(let new):
                if farewell == nil { complain("writes without a session") }
                if isSuspended, !isSettling { complain("writes while suspended") }
                if !facts.isForeground { complain("writes in the background") }
                if refusesNext || new.interruptions != facts.interruptions {
                    if refusesNext { giveBack() }
                    refusesNext = false
                    carryOut(machine.refused(new))
                } else {
                    let before = terminal
                    if let new = new.farewell, new.holdsBefore { farewell = new.bytes }
                    let early = farewell ?? []
                    write(new.bytes)
                    let isPinned = machine.picture?.placement.isPinned ?? false
                    if new.printed.isEmpty, !wasResized, new.farewell == nil || isNew && !isPinned {
                        checkKill(by: early, from: before)
                    }
                    isNew = false
                    farewell = new.farewell?.bytes ?? farewell
                }
            case .print(let bytes): write(bytes)
            case .hold(let bytes):
                if facts.takesMore, !isCovered, held.isEmpty { complain("holds for no reason") }
                held.append(bytes)
            case .endSession(let writesFarewell):
                if farewell == nil { complain("ends no session") }
                if writesFarewell, let farewell { write(farewell) }
                farewell = nil
                facts.interruptions = 0
                ended += 1
            }
        }
    }

    /// A process that is killed before a write of nothing but rows, or after it, leaves what was printed and nothing else.
    private mutating func checkKill(by farewell: [UInt8], from before: InMemoryTerminal) {
        let (early, late) = (rows(of: before, after: farewell), rows(of: terminal, after: farewell))
        if early != late { complain("a kill before a write leaves \(early), and after it \(late)") }
    }

    private func rows(of terminal: InMemoryTerminal, after farewell: [UInt8]) -> [String] {
        var killed = terminal
        Self.feed(farewell, to: &killed)
        let rows = killed.allRows
        return Array(rows[...(rows.lastIndex { !$0.allSatisfy { $0 == " " } } ?? -1)])
    }

    private var owesAfterSuspension: Bool {
        if case .suspended(unerased: .some) = machine.state { true } else { false }
    }

    /// Writes the farewell as a signal handler does, before the process continues.
    mutating func giveBack() {
        script.append("given back")
        guard let farewell else { return }
        Self.feed(farewell, to: &terminal)
        facts.interruptions += 1
    }

    /// What the driver does first in each call when the terminal accepts output again.
    mutating func recover() {
        guard facts.takesMore, !isCovered else { return }
        if machine.hasPendingWork {
            // Rows that a suspension could not erase are erased now.
            isSettling = true
            perform(machine.doPendingWork(facts))
            isSettling = false
        }
        for piece in held { perform(piece.withUnsafeBytes { machine.release($0, facts) }) }
        held = []
        machine.outbox.held = nil
    }

    // MARK: Steps

    mutating func add(_ entry: StackedLayout.Entry) {
        members.append((RegionReplay.Identity(), entry))
        render(members.count - 1, entry)
    }

    mutating func render(_ index: Int, _ entry: StackedLayout.Entry) {
        script.append("render \(index)")
        members[index].entry = entry
        perform(machine.render(entry, of: RegionMember(members[index].id), facts))
    }

    mutating func remove(_ index: Int, leaving text: String?) {
        script.append("remove \(index) \(text ?? "")")
        let line = text.map { text in
            var grid = CellGrid(columns: max(1, facts.window.columns - 1), rows: 1)
            grid.write(text, row: 0, column: 0)
            return grid
        }
        if let text, facts.allowDrawing || machine.isCovered {
            // The machine first notices an interruption, after which it does not know where the line starts.
            var machine = machine
            if !machine.isHolding(facts) { machine.noticeInterruptions(facts) }
            reference.feed(
                Self.goingBelowOutput(of: machine) + "\u{1B}[m" + text.prefix(max(1, facts.window.columns - 1)) + "\r\n")
        }
        let id = members.remove(at: index).id
        perform(machine.remove(RegionMember(id), leaving: line, facts))
    }

    /// What goes to the row in which a line of the region begins.
    private static func goingBelowOutput(of machine: RegionMachine) -> String {
        let (below, most) = (machine.stream.certainlyUsedBelow, machine.stream.usedBelow)
        let goesDown = !machine.isAtLineStart || below > 0 || machine.stream.isAtTakenRow
        return (goesDown ? "\r" + String(repeating: "\n", count: below + 1) : "") + (most > below ? "\u{1B}[K" : "")
    }

    mutating func log(_ text: String) {
        guard !machine.stream.isInSequence else { return }
        script.append("log \(text)")
        reference.feed(Self.goingBelowOutput(of: machine) + text + "\r\n")
        perform(machine.log(Array((text + "\r\n").utf8), facts))
    }

    mutating func print(_ text: String) { print(Array(text.utf8)) }

    mutating func print(_ bytes: [UInt8]) {
        script.append(String(decoding: bytes, as: UTF8.self).debugDescription)
        Self.feed(bytes, to: &reference)
        var passing = machine
        let count = bytes.withUnsafeBytes { passing.passOn($0, facts) }
        let actions = bytes.withUnsafeBytes { machine.print($0, facts) }
        if let count {
            passedOn += 1
            if actions != [.print(Array(bytes[..<count]))] { complain("passes on what it prints otherwise") }
            // Not every time, because a description takes a thousand times as long.
            if passedOn % 16 == 1, String(describing: passing) != String(describing: machine) {
                complain("is in another state after it has passed output on than after it has printed it")
            }
            machine = passing
        }
        perform(actions)
    }

    mutating func suspend() {
        script.append("suspend")
        perform(machine.suspend(facts))
        suspensions += 1
    }

    mutating func resume() {
        script.append("resume")
        suspensions = max(0, suspensions - 1)
        perform(machine.resume(isOnNewLine: false, facts))
    }

    /// Shows a bezel on the alternate screen.
    mutating func cover() {
        guard held.isEmpty else { return }
        script.append("cover")
        let (answer, actions) = machine.cover(facts)
        perform(actions)
        guard answer == .begun else { return }
        terminal.feed("\u{1B}[?1049h\u{1B}[H\u{1B}[2J\u{1B}[?25l\u{1B}[31mbezel")
        isCovered = true
    }

    mutating func uncover() {
        guard isCovered else { return }
        script.append("uncover")
        terminal.feed("\u{1B}[m\u{1B}[?1049l\u{1B}[?25h")
        isCovered = false
        perform(machine.uncover(facts))
        recover()
    }

    mutating func hold(_ isHeld: Bool) {
        script.append(isHeld ? "stuck" : "unstuck")
        facts.takesMore = !isHeld
        recover()
    }

    mutating func setForeground(_ isForeground: Bool) {
        guard isForeground != facts.isForeground, facts.takesMore else { return }
        script.append(isForeground ? "foreground" : "background")
        // A process goes to the background by a stop, before which the session writes its farewell.
        if !isForeground, !isCovered { giveBack() }
        facts.isForeground = isForeground
    }

    /// Reads a password as a job does, with a prompt through the region.
    mutating func ask() {
        guard facts.takesMore, !isCovered, facts.isForeground else { return }
        print(Array("Password: ".utf8))
        facts.isEchoing = false
        if !members.isEmpty { render(0, members[0].entry) }
        if machine.picture != nil { complain("stays although nothing is echoed") }
        print(Array("\n".utf8))
        facts.isEchoing = true
    }

    mutating func flood() {
        script.append("flood")
        while machine.budget.take(at: facts.now) {}
    }

    mutating func calm() {
        script.append("calm")
        facts.now = facts.now.advanced(by: .seconds(10))
    }

    mutating func resize(columns: Int, rows: Int, reflows: Bool) {
        script.append("\(columns)×\(rows)")
        facts.window = WindowSize(columns: columns, rows: rows)
        wasResized = true
        terminal.resize(columns: columns, rows: rows, reflows: reflows)
        reference.resize(columns: columns, rows: rows, reflows: reflows)
    }

    /// Leaves every state in which the HUDs are off, and removes the HUDs.
    mutating func finish() {
        uncover()
        hold(false)
        setForeground(true)
        while isSuspended { resume() }
        // After a stop, the job's style is restored with its next output.
        print("m\n")
        while !members.isEmpty { remove(members.count - 1, leaving: nil) }
        recover()
    }

    /// The first difference when no row of the region is on the terminal.
    func complaintAboutRest() -> String? {
        if begun != ended || farewell != nil { return "\(begun) sessions, of which \(ended) ended" }
        if terminal.allRows != reference.allRows { return "rows \(terminal.allRows)\nnot  \(reference.allRows)" }
        let rows = (terminal.scrollback.count + terminal.cursor.row, reference.scrollback.count + reference.cursor.row)
        if rows.0 != rows.1 || terminal.cursor.column != reference.cursor.column {
            return "cursor \(rows.0), \(terminal.cursor.column), not \(rows.1), \(reference.cursor.column)"
        }
        if terminal.scrollRegion != reference.scrollRegion { return "scroll region \(terminal.scrollRegion)" }
        if terminal.privateModes != reference.privateModes { return "modes \(terminal.privateModes)" }
        if terminal.currentStyle != reference.currentStyle { return "style \(terminal.currentStyle)" }
        return nil
    }
}
