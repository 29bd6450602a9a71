import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDTerminal

/// HUDs at the cursor of a pseudo-terminal, among what the program prints.
@Suite struct RegionTests {
    private let terminals = PseudoTerminal.capabilities(of: ["xterm-256color", "vt100", "screen-256color", "tmux-256color"])

    private func xterm() throws -> TerminalCapabilities { try #require(terminals.first { $0.name == "xterm-256color" }).1 }

    /// What a program prints; `number` tells it from the rest.
    private static func line(_ number: Int, longest: Int, using random: inout SeededGenerator) -> String {
        let texts = ["", "one", "界界界", "a line of some length that may wrap", String(repeating: "x", count: longest)]
        return String("\(number) \(texts.randomElement(using: &random) ?? "")".prefix(max(3, longest / 2)))
    }

    /// Does something to the region; whether the picture is certain afterwards.
    private func step(
        _ number: Int, _ replay: inout RegionReplay, longest: Int, resizes: Bool = false, using random: inout SeededGenerator
    ) {
        func entry() -> StackedLayout.Entry {
            var entry = StackedLayout.Entry.random(using: &random)
            if resizes { entry.snapshot.detailsLabel = Bool.random(using: &random) ? "details" : "" }
            return entry
        }
        let line = Self.line(number, longest: longest, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0 where replay.members.count < 5: replay.add(entry())
        case 1 where !replay.members.isEmpty: replay.remove(.random(in: 0..<replay.members.count, using: &random))
        case 2: replay.log(line)
        case 3: replay.log(line + "\n" + line)
        case 4: replay.passThrough(line + "\n")
        case 5: replay.passThrough(line)
        // What is returned over in a line that wraps is in part left over.
        case 6 where !resizes: replay.passThrough("\(number)%\r")
        case 7: replay.passThrough(["\n", "", "\n\n\n"].randomElement(using: &random) ?? "")
        case 8 where Int.random(in: 0..<3, using: &random) == 0: replay.suspend()
        case 9: replay.resume()
        default:
            if !replay.members.isEmpty {
                replay.render(.random(in: 0..<replay.members.count, using: &random), entry())
            }
        }
    }

    @Test func `Whatever is drawn and printed, in the end there is what was printed`() {
        var random = SeededGenerator(stream: 62)
        for round in 0..<150 {
            guard let (name, capabilities) = terminals.randomElement(using: &random) else { return }
            let columns = Int.random(in: 1...40, using: &random)
            var replay = RegionReplay(columns: columns, rows: .random(in: 1...8, using: &random), capabilities)
            defer { replay.close() }
            var complaint: String?
            for number in 0..<20 where complaint == nil {
                step(number, &replay, longest: 60, using: &random)
                guard let first = replay.members.first else { continue }
                replay.render(0, first.entry)
                complaint = replay.complaintAboutPicture()
            }
            while complaint == nil, !replay.members.isEmpty {
                replay.remove(.random(in: 0..<replay.members.count, using: &random))
            }
            if let complaint = complaint ?? replay.complaintAboutRest() {
                Issue.record(
                    "seed \(SeededGenerator.seed), \(name), \(columns)×\(replay.terminal.rows), round \(round): \(complaint)")
                return
            }
        }
    }

    @Test func `A HUD that goes may leave a line, below what was printed and above the HUDs that stay`() {
        var random = SeededGenerator(stream: 67)
        for round in 0..<150 {
            guard let (name, capabilities) = terminals.randomElement(using: &random) else { return }
            let columns = Int.random(in: 1...40, using: &random)
            var replay = RegionReplay(columns: columns, rows: .random(in: 1...8, using: &random), capabilities)
            defer { replay.close() }
            var complaint: String?
            for number in 0..<20 where complaint == nil {
                if Int.random(in: 0..<4, using: &random) == 0, !replay.members.isEmpty {
                    let index = Int.random(in: 0..<replay.members.count, using: &random)
                    replay.remove(
                        index, leaving: "left \(number) " + String(repeating: "-", count: .random(in: 0..<40, using: &random)))
                } else {
                    step(number, &replay, longest: 60, using: &random)
                }
                guard let first = replay.members.first else { continue }
                replay.render(0, first.entry)
                complaint = replay.complaintAboutPicture()
            }
            while complaint == nil, !replay.members.isEmpty { replay.remove(0, leaving: "left at last") }
            if let complaint = complaint ?? replay.complaintAboutRest() {
                Issue.record(
                    "seed \(SeededGenerator.seed), \(name), \(columns)×\(replay.terminal.rows), round \(round): \(complaint)")
                return
            }
        }
    }

    /// A terminal that wraps anew may push the HUD's first rows over its top: where they stand near it (tmux counts the empty rows below as
    /// lines), or where they need more rows than there are. There nobody can take them off. So the HUDs here are few, and stand low.
    @Test(arguments: [true, false])
    func `A window may change its size between any two writes`(reflows: Bool) {
        var random = SeededGenerator(stream: reflows ? 63 : 64)
        for round in 0..<150 {
            guard let (name, capabilities) = terminals.randomElement(using: &random) else { return }
            let longest = reflows ? 60 : 10
            var replay = RegionReplay(columns: 40, rows: 20, capabilities, reflows: reflows)
            defer { replay.close() }
            var complaint: String?
            for number in 0..<30 { replay.log("line \(number)") }
            for number in 0..<20 where complaint == nil {
                step(number, &replay, longest: longest, resizes: true, using: &random)
                while replay.members.count > 3 { replay.remove(0) }
                if Int.random(in: 0..<3, using: &random) == 0 {
                    replay.resize(columns: .random(in: 20...60, using: &random), rows: .random(in: 20...30, using: &random))
                }
                guard let first = replay.members.first, Bool.random(using: &random) else { continue }
                replay.render(0, first.entry)
                complaint = replay.complaintAboutPicture()
            }
            while complaint == nil, !replay.members.isEmpty {
                replay.remove(.random(in: 0..<replay.members.count, using: &random))
            }
            if let complaint = complaint ?? replay.complaintAboutRest() {
                Issue.record("seed \(SeededGenerator.seed), \(name), round \(round): \(complaint)")
                return
            }
        }
    }

    /// The region knows of the new size, and the terminal has it only after our bytes; or the other way round. Rows of ours may then be left
    /// over, but nothing of the program's is lost or comes twice.
    @Test(arguments: [true, false])
    func `A change of size under way costs no printed line`(terminalIsFirst: Bool) {
        var random = SeededGenerator(stream: terminalIsFirst ? 65 : 66)
        for round in 0..<100 {
            guard let (name, capabilities) = terminals.randomElement(using: &random) else { return }
            var replay = RegionReplay(columns: 40, rows: 20, capabilities)
            defer { replay.close() }
            var entry = StackedLayout.Entry.random(using: &random)
            entry.snapshot.label = "HUD"
            replay.add(entry)
            for number in 0..<15 {
                let (columns, rows) = (Int.random(in: 20...60, using: &random), Int.random(in: 10...30, using: &random))
                let resizes = Int.random(in: 0..<3, using: &random) == 0
                if resizes {
                    if terminalIsFirst {
                        replay.terminal.resize(columns: columns, rows: rows)
                    } else {
                        replay.pseudoTerminal.resize(columns: columns, rows: rows)
                    }
                }
                if Bool.random(using: &random) { replay.log("line\(number).") } else { replay.passThrough("line\(number).\n") }
                replay.render(0, entry)
                if resizes { replay.resize(columns: columns, rows: rows) }
                replay.render(0, entry)
            }
            replay.remove(0)
            // A row of ours that is left over may stand before one, on a terminal that can't be kept from wrapping it.
            let printed = replay.terminal.allRows.joined().split(separator: "line", omittingEmptySubsequences: false).dropFirst()
            let isWhole = zip(printed, 0..<15).allSatisfy { $0.hasPrefix("\($1).") } && printed.count == 15
            if !isWhole || replay.terminal.privateModes != [7, 25] {
                Issue.record("seed \(SeededGenerator.seed), \(name), round \(round): \(replay.terminal.allRows)")
                return
            }
        }
    }

    @Test func `More HUDs than rows are counted in the last`() throws {
        var replay = RegionReplay(columns: 30, rows: 4, try xterm())
        defer { replay.close() }
        for number in 1...5 { replay.add(.init(snapshot: HUDSnapshot(mode: .text, label: "HUD \(number)"), look: InlineLook())) }
        replay.render(0, replay.members[0].entry)
        #expect(replay.terminal.screen == ["HUD 1 0:00", "HUD 2 0:00", "… and 3 more", ""])
        replay.resize(columns: 30, rows: 2)
        replay.render(0, replay.members[0].entry)
        #expect(replay.terminal.screen == ["HUD 1 0:00", ""])
        for _ in 1...5 { replay.remove(0) }
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test(arguments: [1, 3])
    func `A password prompt keeps the first row, and the HUDs go`(rows: Int) throws {
        var replay = RegionReplay(columns: 30, rows: 6, try xterm())
        defer { replay.close() }
        replay.log("before")
        for number in 1...rows {
            replay.add(.init(snapshot: HUDSnapshot(mode: .text, label: "a long label \(number)"), look: InlineLook()))
        }
        replay.pseudoTerminal.print("Password: ")
        replay.pseudoTerminal.setsEcho(false)
        replay.render(0, replay.members[0].entry)
        #expect(replay.terminal.allRows == ["before", "Password:"])
        #expect(replay.terminal.cursor == (1, 10))
        #expect(replay.terminal.isCursorVisible)
        replay.render(0, replay.members[0].entry)
        #expect(replay.terminal.allRows == ["before", "Password:"])
        replay.pseudoTerminal.print("\n")
        replay.pseudoTerminal.setsEcho(true)
        replay.render(0, replay.members[0].entry)
        #expect(replay.complaintAboutPicture() == nil)
        while !replay.members.isEmpty { replay.remove(0) }
        #expect(replay.terminal.allRows == ["before", "Password:"])
    }

    @Test(arguments: ["remove", "suspend", "log"], [1, 3])
    func `A password prompt outlasts what happens before the next frame`(call: String, rows: Int) throws {
        var replay = RegionReplay(columns: 30, rows: 6, try xterm())
        defer { replay.close() }
        for number in 1...rows {
            replay.add(.init(snapshot: HUDSnapshot(mode: .text, label: "a long label \(number)"), look: InlineLook()))
        }
        replay.pseudoTerminal.print("Password: ")
        replay.pseudoTerminal.setsEcho(false)
        switch call {
        case "remove": while !replay.members.isEmpty { replay.remove(0) }
        case "suspend": replay.suspend()
        default: replay.log("line")
        }
        #expect(replay.terminal.allRows.first?.hasPrefix("Password:") == true)
        #expect(!replay.terminal.allRows.joined().contains("label"))
        #expect(replay.terminal.isCursorVisible)
    }

    @Test func `The cursor is given back of more rows than a farewell can erase one by one`() throws {
        let pseudoTerminal = PseudoTerminal(columns: 20, rows: 300)
        defer { pseudoTerminal.close() }
        var terminal = InMemoryTerminal(agreeingColumns: 20, rows: 300)
        var look = InlineLook()
        look.customView = CustomView(columns: 1, rows: 1, inlineColumns: 1, inlineRows: 250) { grid, _, _ in
            for row in 0..<grid.rows { grid.write("x", row: row, column: 0) }
        }
        let capabilities = try xterm()
        func drawAndForget() {
            let region = InlineRegion(descriptor: pseudoTerminal.descriptor, capabilities: capabilities, options: .init())
            region.render(.init(snapshot: HUDSnapshot(mode: .custom), look: look), of: ObjectIdentifier(region))
            terminal.feed(pseudoTerminal.newBytes())
            #expect(!terminal.isCursorVisible)
        }
        drawAndForget()
        terminal.feed(pseudoTerminal.newBytes())
        #expect(terminal.isCursorVisible)
        #expect(terminal.allRows.allSatisfy { $0.isEmpty })
    }

    @Test func `A renderer that goes takes its rows along, and nobody else's`() throws {
        _ = PseudoTerminal.isXterm
        let pseudoTerminal = PseudoTerminal(columns: 30, rows: 6)
        defer { pseudoTerminal.close() }
        var terminal = InMemoryTerminal(agreeingColumns: 30, rows: 6)
        let first = InlineRenderer(fileDescriptor: pseudoTerminal.descriptor)
        first.render(HUDSnapshot(mode: .text, label: "first"))
        func drawAndForget() {
            let second = InlineRenderer(fileDescriptor: pseudoTerminal.descriptor)
            second.render(HUDSnapshot(mode: .text, label: "second"))
        }
        drawAndForget()
        terminal.feed(pseudoTerminal.newBytes())
        #expect(terminal.allRows == ["first 0:00"])
        first.remove(HUDSnapshot())
        terminal.feed(pseudoTerminal.newBytes())
        #expect(terminal.allRows.allSatisfy { $0.isEmpty } && terminal.isCursorVisible)
    }

    @Test(arguments: [Int128.min, .max])
    func `A time longer than anything is drawn`(attoseconds: Int128) throws {
        var replay = RegionReplay(columns: 60, rows: 6, try xterm())
        defer { replay.close() }
        let time = Duration(attoseconds: attoseconds)
        var look = InlineLook()
        for mode in HUDMode.allCases {
            look.version += 1
            let snapshot = HUDSnapshot(mode: mode, label: "Label", elapsed: time, timeOnScreen: time, remaining: time)
            replay.add(.init(snapshot: snapshot, look: look))
            replay.render(0, .init(snapshot: snapshot, look: look))
            _ = look.timeUntilChange(of: snapshot, isUTF8: true)
            #expect(replay.complaintAboutPicture() == nil)
            #expect(BezelView(columns: 60, rows: 20, isUTF8: true, look: BezelLook()).frame(for: snapshot).grid.rows > 1)
            replay.remove(0)
        }
    }

    @Test func `A colour that a job leaves on does not colour the HUD`() throws {
        var replay = RegionReplay(columns: 30, rows: 6, try xterm())
        defer { replay.close() }
        replay.add(.init(snapshot: HUDSnapshot(mode: .text, label: "label"), look: InlineLook()))
        replay.passThrough("\u{1B}[31;44mred\n")
        #expect(replay.terminal.cell(row: 1, column: 0).style == InMemoryTerminal.Style())
        replay.remove(0)
        #expect(replay.terminal.cell(row: 1, column: 5).style == InMemoryTerminal.Style())
    }
}
