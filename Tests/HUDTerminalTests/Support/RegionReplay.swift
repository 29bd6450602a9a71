import HUDCore
import Synchronization
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal
@testable import HUDTesting

/// A region on a pseudo-terminal, the terminal's screen, and the screen as it would be without the region.
struct RegionReplay {
    let capabilities: TerminalCapabilities
    let pseudoTerminal: PseudoTerminal
    let region: InlineRegion
    var terminal: InMemoryTerminal
    /// Receives only the program's output.
    var reference: InMemoryTerminal
    /// The HUDs, in the order in which they appeared.
    var members: [(id: Identity, entry: StackedLayout.Entry)] = []
    private(set) var suspensions = 0
    var isSuspended: Bool { suspensions > 0 }
    var screen: [String] { terminal.screen }
    var allRows: [String] { terminal.allRows }
    var isAtLineStart = true
    private let reflows: Bool
    /// The bytes of the last write, if `keepsBytes` is set.
    var keepsBytes = false
    var keptBytes: [UInt8] = []

    /// The programs that read the program's output and print, as in a pipeline.
    let readers: Readers

    final class Readers: Sendable {
        let areBehind = Atomic(false)
    }

    /// Closes the terminal when no replay uses it any more.
    private final class Closing {
        private let terminal: PseudoTerminal
        init(_ terminal: PseudoTerminal) { self.terminal = terminal }
        deinit { terminal.close() }
    }

    private let closing: Closing

    /// The identity of a HUD.
    final class Identity {}

    init(
        columns: Int, rows: Int, _ capabilities: TerminalCapabilities = .xterm, reflows: Bool = true,
        _ change: (inout TerminalOptions) -> Void = { _ in }
    ) {
        var options = TerminalOptions()
        change(&options)
        self.capabilities = capabilities
        self.reflows = reflows
        pseudoTerminal = PseudoTerminal(columns: columns, rows: rows)
        closing = Closing(pseudoTerminal)
        let readers = Readers()
        self.readers = readers
        region = InlineRegion(descriptor: pseudoTerminal.descriptor, capabilities: capabilities, options: options) {
            readers.areBehind.load(ordering: .relaxed)
        }
        terminal = InMemoryTerminal(agreeingColumns: columns, rows: rows)
        reference = terminal
    }

    /// Makes a replay on the terminal with that name.
    init(
        on name: String, columns: Int, rows: Int, reflows: Bool = true, _ change: (inout TerminalOptions) -> Void
    ) throws {
        let capabilities = try #require(Self.terminals.first { $0.name == name }).1
        self.init(columns: columns, rows: rows, capabilities, reflows: reflows, change)
    }

    /// The terminals on which most tests of regions run.
    static let terminals = PseudoTerminal.capabilities(of: ["xterm-256color", "vt100", "screen-256color", "tmux-256color"])

    /// Makes a replay on the terminal with that name, of a HUD that may be drawn below unfinished lines.
    static func belowLines(columns: Int = 20, rows: Int = 6, reflows: Bool = true, name: String = "xterm-256color") throws -> Self
    {
        try Self(on: name, columns: columns, rows: rows, reflows: reflows) { $0.drawsBelowUnfinishedLines = true }
    }

    /// Removes the first HUD, of which nothing is left then.
    mutating func end(sourceLocation: SourceLocation = #_sourceLocation) {
        remove(0)
        #expect(complaintAboutRest() == nil, sourceLocation: sourceLocation)
    }

    /// Feeds the written bytes to the terminal.
    mutating func settle() {
        let bytes = pseudoTerminal.newBytes()
        if keepsBytes { keptBytes = bytes }
        terminal.feed(bytes)
    }

    mutating func render(_ index: Int, _ entry: StackedLayout.Entry) {
        members[index].entry = entry
        region.render(entry, of: RegionMember(members[index].id))
        settle()
    }

    func isFramePending(of id: RegionMember) -> Bool { region.state.withLock { $0.machine.isFramePending(of: id) } }

    /// Lets the window keep its size for so long that rows are drawn again.
    mutating func rest() {
        guard var entry = members.first?.entry else { return }
        render(0, entry)
        entry.snapshot.timestamp = entry.snapshot.timestamp.advanced(by: RegionMachine.restAfterResize)
        render(0, entry)
    }

    mutating func add(_ entry: StackedLayout.Entry) {
        members.append((Identity(), entry))
        render(members.count - 1, entry)
    }

    mutating func remove(_ index: Int) {
        region.remove(RegionMember(members.remove(at: index).id))
        settle()
    }

    /// Removes a HUD that leaves a line.
    mutating func remove(_ index: Int, leaving text: String) {
        let line = String(text.prefix(max(1, terminal.columns - 1)))
        region.remove(RegionMember(members.remove(at: index).id)) { columns in
            var grid = CellGrid(columns: columns, rows: 1)
            grid.write(line, row: 0, column: 0, style: CellStyle(foreground: .ansi(1)))
            return grid
        }
        reference.feed((isAtLineStart ? "" : "\r\n") + line + "\r\n")
        isAtLineStart = true
        settle()
    }

    mutating func log(_ text: String) {
        region.log(text)
        reference.feed((isAtLineStart ? "" : "\r\n"))
        for byte in (text + "\n").utf8 { reference.feed(byte == 0x0A ? [0x0D, 0x0A] : [byte]) }
        isAtLineStart = true
        settle()
    }

    mutating func passThrough(_ text: String) { passThrough(bytes: Array(text.utf8)) }

    mutating func passThrough(bytes: [UInt8]) {
        bytes.withUnsafeBytes { region.passThrough($0) }
        for byte in bytes { reference.feed(byte == 0x0A ? [0x0D, 0x0A] : [byte]) }
        if let last = bytes.last { isAtLineStart = last == 0x0A }
        settle()
    }

    /// Prints as another program, without the region.
    mutating func foreign(_ text: String) {
        pseudoTerminal.print(text)
        for byte in text.utf8 { reference.feed(byte == 0x0A ? [0x0D, 0x0A] : [byte]) }
        settle()
    }

    /// Exhausts the redraw budget until ``calm()``.
    func flood() {
        let now = LiveClock.shared.now
        region.state.withLock { state in
            state.time = { now }
            while state.machine.budget.take(at: now) {}
        }
    }

    /// Lets time pass without output, so that the redraw budget recovers.
    func calm() { wait(.seconds(10)) }

    /// Lets time pass, as far as the region knows.
    func wait(_ time: Duration) {
        region.state.withLock { state in
            let later = state.time().advanced(by: time)
            state.time = { later }
        }
    }

    mutating func suspend() {
        suspensions += 1
        region.suspend()
        settle()
    }

    mutating func resume() {
        suspensions = max(0, suspensions - 1)
        region.resume()
        settle()
    }

    /// Resizes the window between two writes of the region.
    mutating func resize(columns: Int, rows: Int) {
        resize(columns: columns, rows: rows, as: reflows ? .tmux : .cutting)
    }

    /// Resizes the window of a certain terminal.
    mutating func resize(columns: Int, rows: Int, as kind: InMemoryTerminal.Resizing) {
        pseudoTerminal.resize(columns: columns, rows: rows)
        terminal.resize(columns: columns, rows: rows, as: kind)
        reference.resize(columns: columns, rows: rows, as: kind)
    }

    /// The first difference while HUDs are on screen, after a frame of the first one.
    func complaintAboutPicture() -> String? {
        guard !members.isEmpty, !isSuspended, isAtLineStart else { return nil }
        var (isResting, shared) = region.state.withLock { state in
            if case .resting = state.machine.state {
                (true, state.machine.lines.shared)
            } else {
                (false, state.machine.lines.shared)
            }
        }
        if isResting { return complaintAboutRest() }
        let layout = StackedLayout(
            columns: terminal.columns, rows: terminal.rows, canStack: capabilities.canMoveUp,
            isUTF8: capabilities.isUTF8)
        let grid = layout.grid(of: members.map(\.entry), in: &shared)
        if let complaint = terminal.complaint(about: grid, at: terminal.cursor.row, capabilities) { return complaint }
        return complaint(hasCursor: false)
    }

    /// The first difference when no HUD is on screen.
    func complaintAboutRest() -> String? {
        if terminal.allRows != reference.allRows { return "rows \(terminal.allRows)\nnot  \(reference.allRows)" }
        let rows = (terminal.scrollback.count + terminal.cursor.row, reference.scrollback.count + reference.cursor.row)
        if rows.0 != rows.1 || terminal.cursor.column != reference.cursor.column { return "cursor \(rows.0), not \(rows.1)" }
        return complaint(hasCursor: true)
    }

    /// The sequences that the terminal did not recognize, without the cursor's shape, which is in terminfo for screen and tmux.
    var unknownSequences: [String] { terminal.unknownSequences.filter { $0 != "\u{1B}[34h" } }

    private func complaint(hasCursor: Bool) -> String? {
        if terminal.privateModes != (hasCursor || capabilities.cursorVisibility.off.isEmpty ? [7, 25] : [7]) {
            return "modes \(terminal.privateModes)"
        }
        if terminal.currentStyle != reference.currentStyle { return "style \(terminal.currentStyle)" }
        return unknownSequences.first.map { "unknown: \($0.debugDescription)" }
    }
}

extension StackedLayout.Entry {
    /// A HUD of one row, or two with details, at a second of its job.
    static func text(_ second: Int = 0, label: String = "HUD", details: String = "") -> Self {
        let snapshot = HUDSnapshot(
            mode: .text, label: label, detailsLabel: details, timestamp: HUDInstant.zero.advanced(by: .seconds(second)),
            elapsed: .seconds(second))
        return Self(snapshot: snapshot, look: InlineLook())
    }
}

extension StackedLayout {
    /// The grid without what a frame has kept, but for the columns that the HUDs have shared so far.
    func grid(of entries: [Entry], in shared: inout RowColumns) -> CellGrid {
        var cache = LineCache()
        cache.shared = shared
        defer { shared = cache.shared }
        return grid(of: entries, with: &cache)
    }
}
