import CTerminalSupport
import Synchronization

/// The driver of a region in memory. The machine, the layout and the encoder are those of a real terminal; the facts come from a
/// ``VirtualTerminal``, which always accepts output, echoes, and is in the foreground. Nothing depends on the process or its environment.
///
/// While a scope captures, what was printed before a call is written before that call takes effect, so that a test sees the same order in every run.
///
/// A class, because the renderer and the HUDs of one terminal share it.
final class MemoryRegion: TerminalRegion {
    private struct State: ~Copyable {
        var machine: RegionMachine
        /// Whether the process's output is captured and comes here.
        var isCaptured = false
    }

    private let terminal: any VirtualTerminal
    private let xterm = TerminalCapabilities.xterm
    private let state: Mutex<State>

    init(_ terminal: any VirtualTerminal) {
        self.terminal = terminal
        let output = OutputTracker(window: terminal.window, isUTF8: true)
        state = Mutex(State(machine: RegionMachine(capabilities: xterm, options: .init(), output: output)))
    }

    var capabilities: TerminalCapabilities? { xterm }

    var windowRows: Int { terminal.window.rows }

    /// Whether the process's output is captured for this region.
    var isCaptured: Bool {
        get { state.withLock { $0.isCaptured } }
        set {
            state.withLock { state in
                state.isCaptured = newValue
                giveSize(terminal.window, state)
            }
        }
    }

    func members(of renderer: AnyObject) -> [RegionMember] { state.withLock { $0.machine.members(of: renderer) } }

    func render(_ entry: StackedLayout.Entry, of id: RegionMember) -> HUDInstant {
        catchUp()
        return state.withLock { state in
            if !drawStep(to: entry, of: id, &state) { call(&state) { $0.render(entry, of: id, $1) } }
            return state.machine.nextChange(after: entry, of: id)
        }
    }

    private func drawStep(to entry: StackedLayout.Entry, of id: RegionMember, _ state: inout State) -> Bool {
        guard let step = state.machine.step(to: entry, of: id), !step.mustLook || step.facts.window == terminal.window else {
            return false
        }
        if !step.bytes.isEmpty { terminal.write(step.bytes) }
        state.machine.hasDrawn(entry, step)
        return true
    }

    func remove(_ id: RegionMember, leaving line: ((_ columns: Int) -> CellGrid?)?) {
        callInOrder { $0.remove(id, leaving: line?(max(1, $1.window.columns - 1)), $1) }
    }

    func log(_ text: String) {
        let lines = LogText.lines(text, isUTF8: true, allowsColor: true, newline: "\r\n")
        callInOrder { $0.log(lines, $1) }
    }

    func passThrough(_ bytes: UnsafeRawBufferPointer) {
        catchUp()
        print(bytes)
    }

    /// Writes bytes above the HUDs.
    func print(_ bytes: UnsafeRawBufferPointer) { call { $0.print(bytes, $1) } }

    func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        passThrough(bytes)
        return true
    }

    func resetModes(andStyle: Bool) { callInOrder { $0.resetModes(andStyle: andStyle, $1) } }

    func suspend() { callInOrder { $0.suspend($1) } }

    func resume(isOnNewLine: Bool) { callInOrder { $0.resume(isOnNewLine: isOnNewLine, $1) } }

    /// Everything is written at once.
    func whenWritten(_ body: @escaping @Sendable () -> Void) { body() }

    /// Lets the machine decide once everything that was printed before has come.
    private func callInOrder(_ decide: (inout RegionMachine, TerminalFacts) -> [RegionAction]) {
        catchUp()
        call(decide)
    }

    private func call(_ decide: (inout RegionMachine, TerminalFacts) -> [RegionAction]) {
        state.withLock { call(&$0, decide) }
    }

    private func call(_ state: inout State, _ decide: (inout RegionMachine, TerminalFacts) -> [RegionAction]) {
        let facts = TerminalFacts(window: terminal.window, now: terminal.now)
        giveSize(facts.window, state)
        carryOut(decide(&state.machine, facts))
    }

    @inline(never)
    private func carryOut(_ actions: [RegionAction]) {
        for action in actions {
            switch action {
            // The machine asks for the farewell only if another program is in the foreground.
            case .beginSession, .endSession: break
            case .write(let write): terminal.write(write.bytes)
            case .print(let bytes), .hold(let bytes): terminal.write(bytes)
            }
        }
    }

    /// Gives the pseudo-terminal of captured output the size of the window.
    private func giveSize(_ window: WindowSize, _ state: borrowing State) {
        guard state.isCaptured else { return }
        hud_capture_set_size(Int32(clamping: window.columns), Int32(clamping: window.rows))
    }
}
