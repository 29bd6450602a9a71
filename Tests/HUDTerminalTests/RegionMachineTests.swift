import HUDCore
import HUDTesting
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// The region's machine: the actions of each input in each state.
@Suite struct RegionMachineTests {
    private let first = RegionReplay.Identity()
    private let second = RegionReplay.Identity()
    private var facts = TerminalFacts()

    private func machine(_ change: (inout TerminalOptions) -> Void = { _ in }) -> RegionMachine {
        var options = TerminalOptions()
        change(&options)
        return RegionMachine(capabilities: .xterm, options: options, output: OutputTracker(window: facts.window))
    }

    /// The actions in one word each, with bytes as text.
    private func words(_ actions: [RegionAction]) -> [String] {
        actions.map { action in
            switch action {
            case .beginSession: "begin"
            case .write(let write): write.printed.isEmpty ? "write" : "write \(String(decoding: write.printed, as: UTF8.self))"
            case .print(let bytes): "print \(String(decoding: bytes, as: UTF8.self))"
            case .hold(let bytes): "hold \(String(decoding: bytes, as: UTF8.self))"
            case .endSession(let writesFarewell): writesFarewell ? "end with farewell" : "end"
            }
        }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func show(_ machine: inout RegionMachine, _ second: Int = 0) -> [String] {
        words(machine.render(.text(second), of: RegionMember(first), facts))
    }

    private func print(_ text: String, _ machine: inout RegionMachine) -> [String] {
        words(Array(text.utf8).withUnsafeBytes { machine.print($0, facts) })
    }

    private func remove(_ machine: inout RegionMachine) -> [String] {
        words(machine.remove(RegionMember(first), leaving: nil, facts))
    }

    @Test func `A session begins with the first frame and ends with the last HUD`() {
        var machine = machine()
        #expect(show(&machine) == ["begin", "write"])
        #expect(show(&machine) == [])
        #expect(show(&machine, 1) == ["write"])
        #expect(remove(&machine) == ["write", "end"])
        #expect(remove(&machine) == [])
    }

    @Test func `The frames of the first HUD are written, and a change of another waits for the next of them, once`() {
        var machine = machine()
        _ = show(&machine)
        let id = RegionMember(second)
        #expect(words(machine.render(.text(), of: id, facts)) == ["write"])
        #expect(words(machine.render(.text(1), of: id, facts)) == [])
        #expect(machine.isFramePending(of: id))
        #expect(words(machine.render(.text(2), of: id, facts)) == ["write"])
        #expect(!machine.isFramePending(of: id))
        #expect(remove(&machine) == ["write"])
        #expect(words(machine.remove(id, leaving: nil, facts)) == ["write", "end"])
    }

    @Test func `Output is printed in the write that redraws the HUD`() {
        var machine = machine()
        #expect(print("one\n", &machine) == ["print one\n"])
        _ = show(&machine)
        #expect(print("two\n", &machine) == ["write two\n"])
        #expect(print("unfinished", &machine) == ["write unfinished", "end"])
        #expect(print(" and\n", &machine) == ["print  and\n"])
        #expect(show(&machine) == ["begin", "write"])
    }

    @Test func `Output within an unfinished line writes no row`() {
        var machine = machine { $0.drawsBelowUnfinishedLines = true }
        _ = show(&machine)
        _ = print(".", &machine)
        #expect(machine.picture?.placement == .below(column: 1))
        let actions = Array(".".utf8).withUnsafeBytes { machine.print($0, facts) }
        guard case .write(let write)? = actions.first else {
            Issue.record("\(words(actions))")
            return
        }
        #expect(write.bytes == Array(".".utf8))
        #expect(machine.picture?.placement == .below(column: 2))
    }

    @Test func `A style goes on after an alternate screen that the job enters while the terminal is given back`() {
        var run = RegionSimulation(columns: 30, rows: 8) { $0.drawsBelowUnfinishedLines = true }
        run.add(.text())
        run.print("\u{1B}[4:3;31mred")
        run.refusesNext = true
        run.print("\u{1B}[?1049h\u{1B}[Hfull")
        run.print("\u{1B}[?1049l")
        run.print(" and\n")
        run.finish()
        #expect(run.script.contains("given back"))
        #expect(run.complaint == nil)
        #expect(run.complaintAboutRest() == nil)
    }

    @Test func `A job's style goes on after a stop that the region learns of with a frame in the background`() {
        var run = RegionSimulation(columns: 30, rows: 8) { $0.drawsBelowUnfinishedLines = true }
        run.add(.text())
        run.print("\u{1B}[4;31mred\n")
        run.setForeground(false)
        run.render(0, .text(1))
        run.print("\u{1B}[1m")
        run.setForeground(true)
        run.print("and bold\n")
        run.finish()
        #expect(run.complaint == nil)
        #expect(run.complaintAboutRest() == nil)
    }

    @Test func `In the background rows are forgotten, and pinned rows are released`() {
        for shares in [false, true] {
            var machine = machine { $0.sharesTerminal = shares }
            _ = show(&machine)
            var copy = self
            copy.facts.isForeground = false
            #expect(copy.show(&machine, 1) == [shares ? "end with farewell" : "end"])
            #expect(copy.show(&machine, 2) == [])
            #expect(copy.print("job\n", &machine) == ["print job\n"])
            #expect(show(&machine, 3) == ["begin", "write"])
        }
    }

    @Test func `While echo is off, the rows are off`() {
        var machine = machine()
        _ = show(&machine)
        var copy = self
        copy.facts.isEchoing = false
        #expect(copy.print("Password: ", &machine) == ["write", "end", "print Password: "])
        #expect(copy.show(&machine, 1) == [])
        #expect(copy.print("\n", &machine) == ["print \n"])
        #expect(show(&machine, 2) == ["begin", "write"])
    }

    @Test func `Rows are erased for a password from the second column, because tmux scrolls them otherwise`() {
        var machine = machine()
        let two = StackedLayout.Entry.text(0, details: "and more")
        _ = machine.render(two, of: RegionMember(first), facts)
        #expect(machine.picture?.grid.rows == 2)
        var copy = facts
        copy.isEchoing = false
        guard case .write(let write) = machine.render(two, of: RegionMember(first), copy).first else {
            Issue.record("nothing is erased")
            return
        }
        #expect(text(write.bytes).hasPrefix("\u{1B}[K\u{1B}[1C\u{1B}[J\u{8}"))
    }

    @Test func `Beyond the budget the rows are pinned, and output is written without redrawing them`() {
        var machine = machine { $0.drawsBelowUnfinishedLines = true }
        _ = show(&machine)
        while machine.budget.take(at: facts.now) {}
        #expect(print("one\n", &machine) == ["write one\n"])
        #expect(machine.picture?.placement == .pinned(rows: 1))
        #expect(print("two\n", &machine) == ["print two\n"])
        #expect(print("\u{1B}[3", &machine) == ["print "])
        #expect(machine.outbox.kept == Array("\u{1B}[3".utf8))
        #expect(remove(&machine) == ["write \u{1B}[3", "end"])
        #expect(machine.outbox.kept == [])
    }

    @Test func `Beyond the budget the rows are held back if they cannot be pinned`() {
        var copy = self
        copy.facts.window = WindowSize(columns: 20, rows: 2)
        var machine = copy.machine { $0.drawsBelowUnfinishedLines = true }
        _ = copy.show(&machine)
        while machine.budget.take(at: facts.now) {}
        #expect(copy.print("one\n", &machine) == ["write one\n", "end"])
        guard case .heldBack = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        #expect(copy.show(&machine, 1) == ["begin", "write"])
    }

    @Test func `A resize releases pinned rows for a while`() {
        var machine = machine { $0.sharesTerminal = true }
        _ = show(&machine)
        var copy = self
        copy.facts.window.columns = 70
        #expect(copy.show(&machine) == ["write", "end"])
        #expect(copy.show(&machine) == [])
        #expect(copy.show(&machine, 1) == ["begin", "write"])
    }

    @Test func `A suspended region prints and draws nothing of its own`() {
        var machine = machine()
        _ = show(&machine)
        #expect(words(machine.suspend(facts)) == ["write", "end"])
        #expect(words(machine.suspend(facts)) == [])
        #expect(show(&machine, 1) == [])
        #expect(print("one\n", &machine) == ["print one\n"])
        #expect(words(machine.resume(isOnNewLine: true, facts)) == [])
        #expect(show(&machine, 1) == [], "it is suspended twice")
        #expect(words(machine.resume(isOnNewLine: true, facts)) == [])
        #expect(show(&machine, 2) == ["begin", "write"])
        #expect(words(machine.resume(isOnNewLine: true, facts)) == [])
        #expect(words(machine.suspend(facts)) == ["write", "end"])
        #expect(words(machine.suspend(facts)) == [] && words(machine.resume(isOnNewLine: true, facts)) == [])
        #expect(show(&machine, 3) == [], "a resumption too many does not count")
    }

    @Test func `Behind a bezel output is held, and a second bezel is refused`() {
        var machine = machine()
        _ = show(&machine)
        let (answer, actions) = machine.cover(facts)
        #expect(answer == .begun)
        #expect(words(actions) == ["write", "end"])
        #expect(machine.cover(facts).0 == .refused)
        #expect(show(&machine, 1) == [])
        #expect(print("one\n", &machine) == ["hold one\n"])
        #expect(words(machine.suspend(facts)) == [])
        #expect(words(machine.uncover(facts)) == [])
        #expect(show(&machine, 2) == [])
        _ = machine.resume(isOnNewLine: false, facts)
        #expect(print("two\n", &machine) == ["hold two\n"])
        #expect(words(Array("one\ntwo\n".utf8).withUnsafeBytes { machine.release($0, facts) }) == ["print one\ntwo\n"])
        machine.outbox.held = nil
        #expect(show(&machine, 3) == ["begin", "write"])
    }

    @Test func `A bezel is refused where the output can't be interrupted`() {
        var machine = machine()
        _ = print("\u{1B}[3", &machine)
        #expect(machine.cover(facts).0 == .notNow)
        // Terminals disagree on the style after this, so it could not be set again after the bezel.
        _ = print("1m\u{1B}[?1049l\r\u{1B}[J\u{1B}[r\u{1B}[H\u{1B}[J", &machine)
        #expect(machine.cover(facts).0 == .notNow)
        _ = print("\u{1B}[m\u{1B}[31m\u{1B}[?25l", &machine)
        #expect(machine.cover(facts).0 == .begun)
        // The job's style and cursor stay as they are.
        let resumption = words(machine.uncover(facts)).first ?? ""
        #expect(resumption.contains("\u{1B}[31m") && resumption.hasSuffix("\u{1B}[?25l"))
    }

    @Test func `To a stuck terminal nothing is written, and everything is pending`() {
        var machine = machine()
        _ = show(&machine)
        var copy = self
        copy.facts.takesMore = false
        #expect(copy.show(&machine, 1) == [])
        #expect(!machine.isFramePending(of: RegionMember(first)))
        #expect(machine.hasPendingWork)
        #expect(copy.print("one", &machine) == ["hold one"])
        #expect(words(machine.log(Array("two\r\n".utf8), copy.facts)) == ["hold \r\ntwo\r\n"])
        #expect(machine.cover(copy.facts).0 == .notNow)
        #expect(words(machine.doPendingWork(copy.facts)) == [])
        #expect(words(machine.doPendingWork(facts)) == ["write"])
        #expect(!machine.hasPendingWork)
        #expect(words(Array("one\r\ntwo\r\n".utf8).withUnsafeBytes { machine.release($0, facts) }) == ["write one\r\ntwo\r\n"])
    }

    @Test func `Rows that a hide or a suspension could not erase on a stuck terminal are erased later`() {
        for isSuspension in [true, false] {
            var machine = machine()
            _ = show(&machine)
            var copy = self
            copy.facts.takesMore = false
            #expect((isSuspension ? words(machine.suspend(copy.facts)) : copy.remove(&machine)) == [])
            #expect(machine.hasPendingWork)
            #expect(words(machine.doPendingWork(facts)) == ["write", "end"])
            #expect(!machine.hasPendingWork)
        }
    }

    @Test func `A while after an interruption the rows are drawn again, in a new session`() {
        var machine = machine()
        _ = show(&machine)
        var copy = self
        copy.facts.interruptions = 1
        #expect(copy.show(&machine, 1) == ["end"])
        #expect(copy.show(&machine, 2) == ["begin", "write"])
        // The new session counts from 0.
        #expect(show(&machine, 3) == ["write"])
    }

    @Test func `A refused write costs no output`() {
        var machine = machine()
        _ = show(&machine)
        for action in Array("one\n".utf8).withUnsafeBytes({ machine.print($0, facts) }) {
            guard case .write(let write) = action else { continue }
            #expect(words(machine.refused(write)) == ["end", "print one\n"])
        }
        #expect(machine.picture == nil)
        #expect(show(&machine, 1) == ["begin", "write"])
    }

    @Test func `A refused write costs none of the bytes that were kept back under pinned rows`() {
        var machine = machine { $0.sharesTerminal = true }
        _ = show(&machine)
        #expect(print("\u{1B}[31mred\u{1B}[3", &machine) == ["print \u{1B}[31mred"])
        for action in machine.remove(RegionMember(first), leaving: nil, facts) {
            guard case .write(let write) = action else { continue }
            #expect(words(machine.refused(write)) == ["print \u{1B}[31m\u{1B}[3"])
        }
        #expect(print("2m", &machine) == ["print 2m"])
    }

    @Test func `A terminal that is given back right after a line that stays keeps the unfinished line`() {
        var run = RegionSimulation(columns: 30, rows: 8)
        run.add(.text())
        run.add(.text())
        run.print("unfinished")
        run.refusesNext = true
        run.remove(0, leaving: "left")
        #expect(run.script.contains("given back"))
        run.finish()
        #expect(run.complaint == nil)
        #expect(run.complaintAboutRest() == nil)
    }

    @Test(arguments: [false, true])
    func
        `A session begins with a farewell that erases nothing, and has the next one before the rows are drawn where they are its own`(
            sharesTerminal: Bool
        ) throws
    {
        var machine = machine { $0.sharesTerminal = sharesTerminal }
        let actions = machine.render(.text(), of: RegionMember(first), facts)
        guard case .beginSession(let farewell)? = actions.first, case .write(let write)? = actions.last else {
            Issue.record("\(words(actions))")
            return
        }
        let (before, after) = (text(farewell), text(write.farewell?.bytes ?? []))
        #expect(!before.contains("\u{1B}[K") && !before.contains("\u{1B}[J"))
        #expect(after.contains(sharesTerminal ? "\u{1B}[J" : "\u{1B}[K"))
        #expect(write.farewell?.holdsBefore == !sharesTerminal)
    }

    @Test func `The farewell is that of the current rows`() {
        var machine = machine()
        let before = machine.render(.text(), of: RegionMember(first), facts)
        guard case .beginSession(let farewell)? = before.first else {
            Issue.record("\(words(before))")
            return
        }
        let after = machine.render(.text(1, details: "more"), of: RegionMember(first), facts)
        guard case .write(let write)? = after.first else {
            Issue.record("\(words(after))")
            return
        }
        #expect(write.farewell?.holdsBefore == true && write.farewell?.bytes != farewell)
        for action in machine.render(.text(2, details: "more"), of: RegionMember(first), facts) {
            guard case .write(let write) = action else { continue }
            #expect(write.farewell == nil)
        }
    }
}

/// Limits, at the limit and one byte beyond.
@Suite struct RegionMachineLimitTests {
    @Test func `Log lines wait for the end of a sequence up to a limit, which they may fill`() {
        for (count, waits) in [(Outbox.mostWaiting, true), (Outbox.mostWaiting + 1, false)] {
            var machine = RegionMachine(
                capabilities: .xterm, options: TerminalOptions(), output: OutputTracker(window: TerminalFacts().window))
            _ = Array("\u{1B}[3".utf8).withUnsafeBytes { machine.print($0, TerminalFacts()) }
            let actions = machine.log(Array(repeating: UInt8(ascii: "x"), count: count), TerminalFacts())
            #expect(actions.isEmpty == waits)
        }
    }

    @Test func `A farewell erases each row if it fits its place exactly, and else from the first row down`() throws {
        var xterm = TerminalCapabilities.xterm
        let room = TerminalSession.farewellCapacity - RegionMachine.Session(rows: 3, placement: .here).farewell(xterm).count
        let down = try #require(xterm.moves.down?.bytes(1))
        for (padding, erasesEach) in [(room, true), (room + 1, false)] {
            xterm = .xterm
            xterm.cursorVisibility.on += Array(repeating: 0, count: padding)
            let farewell = RegionMachine.Session(rows: 3, placement: .here).farewell(xterm)
            #expect(farewell.count <= TerminalSession.farewellCapacity)
            #expect(String(decoding: farewell, as: UTF8.self).contains(String(decoding: down, as: UTF8.self)) == erasesEach)
        }
    }
}
