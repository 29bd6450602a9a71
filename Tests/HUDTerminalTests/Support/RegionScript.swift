import HUDCore
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// A region's machine on xterm with three HUDs, driven by a script in words, and what it does for the last step.
///
/// Steps are divided by `|`. `\n` and escape sequences in them are literal.
struct RegionScript {
    private(set) var machine: RegionMachine
    private var facts = TerminalFacts()
    private var actions: [RegionAction] = []
    private let first = RegionReplay.Identity()
    private let second = RegionReplay.Identity()
    private let third = RegionReplay.Identity()

    private init(_ capabilities: TerminalCapabilities, _ change: (inout TerminalOptions) -> Void) {
        var options = TerminalOptions()
        change(&options)
        facts.window = WindowSize(columns: 40, rows: 10)
        machine = RegionMachine(capabilities: capabilities, options: options, output: OutputTracker(window: facts.window))
    }

    // MARK: Inputs

    /// Carries out all steps; what the last one did, and the state after it.
    static func result(
        of script: String, on capabilities: TerminalCapabilities = .xterm, _ change: (inout TerminalOptions) -> Void = { _ in }
    ) -> String {
        var run = RegionScript(capabilities, change)
        return run.run(script)
    }

    private mutating func run(_ script: String) -> String {
        for step in script.split(separator: "|") {
            let words = step.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            actions = []
            if !changeFacts(words[0], words.count > 1 ? words[1] : "") { input(words[0], words.count > 1 ? words[1] : "") }
        }
        return ([done.joined(separator: ", "), state] + notes).filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private mutating func changeFacts(_ name: String, _ argument: String) -> Bool {
        switch name {
        case "resize":
            let size = argument.split(separator: "×").compactMap { Int($0) }
            facts.window = WindowSize(columns: size[0], rows: size[1])
        case "stuck", "unstuck": facts.takesMore = name == "unstuck"
        case "background", "foreground": facts.isForeground = name == "foreground"
        case "hidden", "echoed": facts.isEchoing = name == "echoed"
        case "behind": facts.areReadersBehind = true
        case "typed": facts.unreadLines += 1
        case "interrupted": facts.interruptions += 1
        case "flood": while machine.budget.take(at: facts.now) {}
        case "calm": facts.now = facts.now.advanced(by: .seconds(10))
        default: return false
        }
        return true
    }

    private mutating func input(_ name: String, _ argument: String) {
        let id = RegionMember(first)
        switch name {
        case "show": actions = machine.render(entry(argument), of: id, facts)
        case "tall": actions = machine.render(entry(argument, details: "more"), of: id, facts)
        case "other": actions = machine.render(entry(argument), of: RegionMember(second), facts)
        case "third": actions = machine.render(entry(argument), of: RegionMember(third), facts)
        case "print": actions = Array(argument.utf8).withUnsafeBytes { machine.print($0, facts) }
        case "release": actions = Array(argument.utf8).withUnsafeBytes { machine.release($0, facts) }
        case "released": machine.outbox.held = nil
        case "log": actions = machine.log(Array((argument + "\r\n").utf8), facts)
        case "remove": actions = machine.remove(argument == "other" ? RegionMember(second) : id, leaving: nil, facts)
        case "leave":
            var line = CellGrid(columns: facts.window.columns - 1, rows: 1)
            line.write(argument, row: 0, column: 0)
            actions = machine.remove(id, leaving: line, facts)
        case "settle": actions = machine.doPendingWork(facts)
        case "suspend": actions = machine.suspend(facts)
        case "resume": actions = machine.resume(isOnNewLine: argument == "on a new line", facts)
        case "reset": actions = machine.resetModes(andStyle: true, facts)
        case "cover": actions = machine.cover(facts).1
        case "uncover": actions = machine.uncover(facts)
        case "refuse":
            let attempt =
                switch argument {
                case "suspend": machine.suspend(facts)
                case "cover": machine.cover(facts).1
                default: machine.render(entry(argument), of: id, facts)
                }
            let writes = attempt.compactMap { action in
                if case .write(let write) = action { write } else { nil }
            }
            actions = writes.flatMap { machine.refused($0) }
        case "finish": actions = machine.finish(facts)
        default: Issue.record("unknown step: \(name)")
        }
    }

    private func entry(_ seconds: String, details: String = "") -> StackedLayout.Entry {
        let time = Duration.seconds(Double(seconds) ?? 0)
        let snapshot = HUDSnapshot(
            mode: .text, label: "HUD", detailsLabel: details, timestamp: HUDInstant.zero.advanced(by: time), elapsed: time)
        return StackedLayout.Entry(snapshot: snapshot, look: InlineLook())
    }

    // MARK: Results

    private var done: [String] {
        var interruptions = facts.interruptions
        return actions.map { action in
            switch action {
            case .beginSession(let farewell):
                interruptions = 0
                return "begin (\(words(farewell)))"
            case .write(let write):
                let printed = write.printed.isEmpty ? "" : ", printed \(words(write.printed))"
                let isRefused = write.interruptions != interruptions
                return "write \(words(write.bytes))\(printed)"
                    + (write.farewell.map { ", farewell \($0.holdsBefore ? "before " : "")\(words($0.bytes))" } ?? "")
                    + (isRefused ? " (will be refused)" : "")
            case .print(let bytes): return "print \(words(bytes))"
            case .hold(let bytes): return "hold \(words(bytes))"
            case .endSession(let writesFarewell): return writesFarewell ? "end with farewell" : "end"
            }
        }
    }

    private var state: String {
        switch machine.state {
        case .absent: "absent"
        case .shown(let picture):
            switch picture.placement {
            case .here: "here"
            case .below(let column, _): "below \(column)"
            case .pinned(let rows): "pinned \(rows)"
            }
        case .heldBack: "held back"
        case .resting: "resting"
        case .suspended(let unerased): unerased == nil ? "suspended" : "suspended with rows"
        case .covered: machine.isSuspended ? "covered and suspended" : "covered"
        }
    }

    private var notes: [String] {
        let all = [
            (machine.isCovered, "output is held"), (machine.budget.isFlooded, "flooded"),
            (machine.outbox.isStyleLost, "style lost"), (!machine.isAtLineStart, "in a line"),
            (machine.outbox.end == .untouched, "untouched"),
            (!machine.outbox.kept.isEmpty, "kept \(words(machine.outbox.kept))"),
            (!machine.outbox.lines.isEmpty, "lines wait"),
            (machine.outbox.held != nil, "holding"), (machine.hasPendingWork, "pending"),
            (machine.isFramePending(of: RegionMember(first)), "frame pending"),
            (machine.isFramePending(of: RegionMember(second)), "the other's frame pending")
        ]
        return all.filter(\.0).map(\.1)
    }

    /// Bytes with the terminal's sequences in words, and the drawing of the rows as one.
    private func words(_ bytes: [UInt8]) -> String {
        let capabilities = machine.capabilities
        var names: [([UInt8], String)] = [
            (capabilities.cursorVisibility.off, "hide"), (capabilities.cursorVisibility.on, "show"),
            (capabilities.styles.reset, "plain"),
            (capabilities.eraseToEndOfLine, "clear row"), (capabilities.eraseToEndOfScreen, "clear below"),
            (capabilities.erasingBelow, "clear rows below"), (capabilities.erasingFromCursor, "clear from the cursor"),
            (capabilities.autowrap.on, "wrap"),
            (capabilities.savedCursor?.save ?? [], "save"), (capabilities.savedCursor?.restore ?? [], "restore"),
            (capabilities.synchronizedUpdate.on, "begin"), (capabilities.synchronizedUpdate.off, "end"),
            (capabilities.resetScrollRegion, "release"), (capabilities.moves.up?.bytes(1) ?? [], "up"),
            (Array("\r\n".utf8), "return›‹newline"), (Array("\r".utf8), "return"), (Array("\n".utf8), "newline"),
            (Array("\u{1B}".utf8), "ESC"), ([0x18], "cancel")
        ]
        var machine = machine
        if let grid = machine.picture?.grid {
            names.append((machine.drawing(of: grid), "rows"))
            names.append((machine.drawing(of: grid, returns: false), "rows without return"))
        }
        // The longest first, because one may begin with another.
        return names.filter { !$0.0.isEmpty }.sorted { $0.0.count > $1.0.count }.reduce(String(decoding: bytes, as: UTF8.self)) {
            $0.replacing(String(decoding: $1.0, as: UTF8.self), with: "‹\($1.1)›")
        }
    }
}
