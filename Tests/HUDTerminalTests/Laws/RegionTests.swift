import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// HUDs at the cursor of a pseudo-terminal, mixed with the program's output.
@Suite struct RegionTests {
    /// A line of output, identified by `number`.
    private static func line(_ number: Int, longest: Int, using random: inout SeededGenerator) -> String {
        let texts = ["", "one", "界界界", "a line of some length that may wrap", String(repeating: "x", count: longest)]
        return String("\(number) \(random.pick(texts))".prefix(max(3, longest / 2)))
    }

    /// Makes one random call.
    private func step(
        _ number: Int, _ replay: inout RegionReplay, longest: Int, resizes: Bool = false, using random: inout SeededGenerator
    ) {
        func entry() -> StackedLayout.Entry {
            var entry = StackedLayout.Entry.random(using: &random)
            if resizes { entry.snapshot.detailsLabel = random.bool() ? "details" : "" }
            return entry
        }
        let line = Self.line(number, longest: longest, using: &random)
        switch random.int(0..<12) {
        case 0 where replay.members.count < 5: replay.add(entry())
        case 1 where !replay.members.isEmpty: replay.remove(random.int(0..<replay.members.count))
        case 2: replay.log(line)
        case 3: replay.log(line + "\n" + line)
        case 4: replay.passThrough(line + "\n")
        case 5: replay.passThrough(line)
        // If the line wraps, the carriage return leaves a part of it on the row above.
        case 6 where !resizes: replay.passThrough("\(number)%\r")
        case 7: replay.passThrough(random.pick(["\n", "", "\n\n\n"]))
        case 8 where random.once(in: 3): replay.suspend()
        case 9: replay.resume()
        default:
            if !replay.members.isEmpty {
                replay.render(random.int(0..<replay.members.count), entry())
            }
        }
    }

    /// Takes HUDs off, of which nothing stays then; whether all is as it should be.
    private func end(
        _ replay: inout RegionReplay, _ complaint: String?, _ name: String, leaving text: String? = nil,
        using random: inout SeededGenerator
    ) -> Bool {
        while complaint == nil, !replay.members.isEmpty {
            if let text {
                replay.remove(0, leaving: text)
            } else {
                replay.remove(random.int(0..<replay.members.count))
            }
        }
        guard let complaint = complaint ?? replay.complaintAboutRest() else { return true }
        Issue.record("seed \(SeededGenerator.seed), \(name), \(replay.terminal.columns)×\(replay.terminal.rows): \(complaint)")
        return false
    }

    /// Lines that HUDs leave are below the output and above the remaining HUDs.
    @Test(arguments: [false, true])
    func `After random calls, the screen shows the printed output, what HUDs leave, and nothing else`(leavesLines: Bool) {
        var random = SeededGenerator(stream: leavesLines ? 67 : 62)
        for _ in 0..<(leavesLines ? 150 : SeededGenerator.rounds(150)) {
            guard let (name, capabilities) = RegionReplay.terminals.randomElement(using: &random) else { return }
            let columns = random.int(1...40)
            var replay = RegionReplay(columns: columns, rows: random.int(1...8), capabilities)
            var complaint: String?
            for number in 0..<20 where complaint == nil {
                if leavesLines, random.once(in: 4), !replay.members.isEmpty {
                    let index = random.int(0..<replay.members.count)
                    replay.remove(
                        index, leaving: "left \(number) " + String(repeating: "-", count: random.int(0..<40)))
                } else {
                    step(number, &replay, longest: 60, using: &random)
                }
                guard let first = replay.members.first else { continue }
                replay.render(0, first.entry)
                complaint = replay.complaintAboutPicture()
            }
            guard end(&replay, complaint, name, leaving: leavesLines ? "left at last" : nil, using: &random) else { return }
        }
    }

    /// A terminal that re-wraps its lines can move the HUD's first rows into the scrollback, where they can't be erased: if they are near the
    /// top of the screen (tmux counts the empty rows below as lines), or if they need more rows than there are. So this test has few HUDs,
    /// and they are low on the screen.
    @Test(arguments: [true, false])
    func `A resize between any two writes leaves no row and loses no output`(reflows: Bool) {
        var random = SeededGenerator(stream: reflows ? 63 : 64)
        for _ in 0..<150 {
            guard let (name, capabilities) = RegionReplay.terminals.randomElement(using: &random) else { return }
            let longest = reflows ? 60 : 10
            var replay = RegionReplay(columns: 40, rows: 20, capabilities, reflows: reflows)
            var complaint: String?
            for number in 0..<30 { replay.log("line \(number)") }
            for number in 0..<20 where complaint == nil {
                step(number, &replay, longest: longest, resizes: true, using: &random)
                while replay.members.count > 3 { replay.remove(0) }
                if random.once(in: 3) {
                    replay.resize(columns: random.int(20...60), rows: random.int(20...30))
                }
                guard let first = replay.members.first, random.bool() else { continue }
                if random.bool() { replay.rest() } else { replay.render(0, first.entry) }
                complaint = replay.complaintAboutPicture()
            }
            guard end(&replay, complaint, name, using: &random) else { return }
        }
    }

    /// The region knows the new size before the terminal has processed the region's bytes, or the other way round. Then rows of the HUD can be
    /// left behind, but no output is lost or duplicated.
    @Test(arguments: [true, false])
    func `A resize during a write loses no printed line`(terminalIsFirst: Bool) {
        var random = SeededGenerator(stream: terminalIsFirst ? 65 : 66)
        for round in 0..<SeededGenerator.rounds(100) {
            guard let (name, capabilities) = RegionReplay.terminals.randomElement(using: &random) else { return }
            var replay = RegionReplay(columns: 40, rows: 20, capabilities)
            var entry = StackedLayout.Entry.random(using: &random)
            entry.snapshot.label = "HUD"
            replay.add(entry)
            for number in 0..<15 {
                let (columns, rows) = (random.int(20...60), random.int(10...30))
                let resizes = random.once(in: 3)
                if resizes {
                    if terminalIsFirst {
                        replay.terminal.resize(columns: columns, rows: rows)
                    } else {
                        replay.pseudoTerminal.resize(columns: columns, rows: rows)
                    }
                }
                if random.bool() { replay.log("line\(number).") } else { replay.passThrough("line\(number).\n") }
                replay.render(0, entry)
                if resizes { replay.resize(columns: columns, rows: rows) }
                replay.render(0, entry)
            }
            replay.remove(0)
            // On a terminal without `rmam`, a left-over row of the HUD can be in front of a line.
            let printed = replay.allRows.joined().split(separator: "line", omittingEmptySubsequences: false).dropFirst()
            let isWhole = zip(printed, 0..<15).allSatisfy { $0.hasPrefix("\($1).") } && printed.count == 15
            if !isWhole || replay.terminal.privateModes != [7, 25] {
                Issue.record("seed \(SeededGenerator.seed), \(name), round \(round): \(replay.allRows)")
                return
            }
        }
    }

    @Test func `HUDs without a row are counted in the last row`() {
        var replay = RegionReplay(columns: 30, rows: 4)
        for number in 1...5 { replay.add(.text(label: "HUD \(number)")) }
        replay.render(0, replay.members[0].entry)
        #expect(replay.screen == ["HUD 1 0:00", "HUD 2 0:00", "… and 3 more", ""])
        replay.resize(columns: 30, rows: 2)
        replay.rest()
        #expect(replay.screen == ["HUD 1 0:00", ""])
        for _ in 1...5 { replay.remove(0) }
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test(arguments: [1, 3])
    func `A password prompt keeps the first row, and the HUDs are removed`(rows: Int) {
        var replay = RegionReplay(columns: 30, rows: 6)
        replay.log("before")
        for number in 1...rows {
            replay.add(.text(label: "a long label \(number)"))
        }
        replay.pseudoTerminal.print("Password: ")
        replay.pseudoTerminal.setsEcho(false)
        replay.render(0, replay.members[0].entry)
        #expect(replay.allRows == ["before", "Password:"])
        #expect(replay.terminal.cursor == (1, 10))
        #expect(replay.terminal.isCursorVisible)
        replay.render(0, replay.members[0].entry)
        #expect(replay.allRows == ["before", "Password:"])
        replay.pseudoTerminal.print("\n")
        replay.pseudoTerminal.setsEcho(true)
        replay.render(0, replay.members[0].entry)
        #expect(replay.complaintAboutPicture() == nil)
        while !replay.members.isEmpty { replay.remove(0) }
        #expect(replay.allRows == ["before", "Password:"])
    }

    @Test(arguments: ["remove", "suspend", "log"], [1, 3])
    func `A password prompt survives calls before the next frame`(call: String, rows: Int) {
        var replay = RegionReplay(columns: 30, rows: 6)
        for number in 1...rows {
            replay.add(.text(label: "a long label \(number)"))
        }
        replay.pseudoTerminal.print("Password: ")
        replay.pseudoTerminal.setsEcho(false)
        switch call {
        case "remove": while !replay.members.isEmpty { replay.remove(0) }
        case "suspend": replay.suspend()
        default: replay.log("line")
        }
        #expect(replay.allRows.first?.hasPrefix("Password:") == true)
        #expect(!replay.allRows.joined().contains("label"))
        #expect(replay.terminal.isCursorVisible)
    }

    @Test func `A farewell shows the cursor even if there are too many rows to erase one by one`() {
        let pseudoTerminal = PseudoTerminal(columns: 20, rows: 300)
        defer { pseudoTerminal.close() }
        var terminal = InMemoryTerminal(agreeingColumns: 20, rows: 300)
        var look = InlineLook()
        look.customView = CustomView(columns: 1, rows: 1, inlineColumns: 1, inlineRows: 250) { grid, _, _ in
            for row in 0..<grid.rows { grid.write("x", row: row, column: 0) }
        }
        func drawAndForget() {
            let region = InlineRegion(descriptor: pseudoTerminal.descriptor, capabilities: .xterm, options: .init())
            region.render(.init(snapshot: HUDSnapshot(mode: .custom), look: look), of: RegionMember(region))
            terminal.feed(pseudoTerminal.newBytes())
            #expect(!terminal.isCursorVisible)
        }
        drawAndForget()
        terminal.feed(pseudoTerminal.newBytes())
        #expect(terminal.isCursorVisible)
        #expect(terminal.allRows.allSatisfy { $0.isEmpty })
    }

    @Test func `A deallocated renderer removes its own rows only`() {
        _ = PseudoTerminal.isXterm
        let pseudoTerminal = PseudoTerminal(columns: 30, rows: 6)
        defer { pseudoTerminal.close() }
        var terminal = InMemoryTerminal(agreeingColumns: 30, rows: 6)
        let first = InlineRenderer(fileDescriptor: pseudoTerminal.descriptor)
        first.draw(HUDSnapshot(mode: .text, label: "first"))
        func drawAndForget() {
            let second = InlineRenderer(fileDescriptor: pseudoTerminal.descriptor)
            second.draw(HUDSnapshot(mode: .text, label: "second"))
        }
        drawAndForget()
        terminal.feed(pseudoTerminal.newBytes())
        #expect(terminal.allRows == ["first  0:00"])
        first.remove(HUDSnapshot())
        terminal.feed(pseudoTerminal.newBytes())
        #expect(terminal.allRows.allSatisfy { $0.isEmpty } && terminal.isCursorVisible)
    }

    @Test(arguments: [Int128.min, .max])
    func `The longest and shortest durations can be drawn`(attoseconds: Int128) {
        var replay = RegionReplay(columns: 60, rows: 6)
        let time = Duration(attoseconds: attoseconds)
        var look = InlineLook()
        for mode in HUDMode.allCases {
            look.version += 1
            let snapshot = HUDSnapshot(mode: mode, label: "Label", elapsed: time, timeOnScreen: time, remaining: time)
            replay.add(.init(snapshot: snapshot, look: look))
            replay.render(0, .init(snapshot: snapshot, look: look))
            _ = look.timeUntilChange(of: snapshot, isUTF8: true)
            #expect(replay.complaintAboutPicture() == nil)
            #expect(BezelView(columns: 60, rows: 20, isUTF8: true, look: InlineLook()).frame(for: snapshot).grid.rows > 1)
            replay.remove(0)
        }
    }

    @Test(arguments: [true, false], [3, 10, 30])
    func `Six HUDs leave nothing behind in a window that is 20×5 for a while`(reflows: Bool, before: Int) {
        for details in ["", "more"] {
            var replay = RegionReplay(columns: 80, rows: 24, reflows: reflows)
            replay.passThrough((1...before).map { "\($0)\n" }.joined())
            for _ in 0..<6 { replay.add(.text(0, details: details)) }
            for (columns, rows) in [(20, 5), (80, 24)] {
                replay.resize(columns: columns, rows: rows)
                for second in 1...3 {
                    for index in 0..<6 { replay.render(index, .text(second, details: details)) }
                }
            }
            replay.log("logged")
            while !replay.members.isEmpty { replay.remove(0) }
            #expect(replay.complaintAboutRest() == nil, "\(details)")
        }
    }

    @Test func `A color that a job leaves on does not affect the HUD`() {
        var replay = RegionReplay(columns: 30, rows: 6)
        replay.add(.text(label: "label"))
        replay.passThrough("\u{1B}[31;44mred\n")
        #expect(replay.terminal.cell(row: 1, column: 0).style == InMemoryTerminal.Style())
        replay.remove(0)
        #expect(replay.terminal.cell(row: 1, column: 5).style == InMemoryTerminal.Style())
    }

    @Test(arguments: ["\u{1B}[2A\r", "\r\u{1B}[3Abar one\n"], ["a log line", "a log line without a HUD", "a summary"])
    func `A line comes below all rows of a job whose cursor rests above them`(last: String, what: String) {
        var replay = RegionReplay(columns: 30, rows: 10)
        if what != "a log line without a HUD" { replay.add(.text()) }
        replay.passThrough("bar one\nbar two\nbar three" + (last.hasSuffix("\n") ? "\n" : "") + last)
        if what == "a summary" { replay.remove(0, leaving: "logged") } else { replay.log("logged") }
        while !replay.members.isEmpty { replay.remove(0) }
        #expect(replay.allRows == ["bar one", "bar two", "bar three", "logged"])
    }
}
