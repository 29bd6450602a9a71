import HUDCore
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// Very many HUDs on one terminal.
@Suite struct RegionMembersTests {
    private final class Identity {}

    private let facts = TerminalFacts()
    private let identities = (0..<1_000).map { _ in Identity() }

    private func id(_ number: Int) -> RegionMember { RegionMember(identities[number]) }

    private func entry(_ number: Int, rows: Int = 0) -> StackedLayout.Entry {
        var entry = StackedLayout.Entry.text()
        entry.snapshot.label = "HUD \(number)"
        entry.snapshot.rows = (0..<rows).map { $0 == 1 ? nil : HUDRow(label: "part \($0)") }
        return entry
    }

    private func machine(_ count: Int, in facts: TerminalFacts = TerminalFacts()) -> RegionMachine {
        var machine = RegionMachine(capabilities: .xterm, options: .init(), output: OutputTracker(window: facts.window))
        for number in 0..<count { _ = machine.render(entry(number), of: id(number), facts) }
        return machine
    }

    private func rows(_ machine: RegionMachine) -> [String] { machine.picture?.grid.lines ?? [] }

    @Test func `A HUD without a row is removed without a write, and the next frame counts it no more`() {
        var machine = machine(100)
        #expect(rows(machine).last?.contains("and 78 more") == true)
        for number in (24..<100).reversed() { #expect(machine.remove(id(number), leaving: nil, facts).isEmpty) }
        _ = machine.render(entry(0), of: id(0), facts)
        #expect(rows(machine).last?.contains("and 2 more") == true)
        #expect(!machine.remove(id(23), leaving: nil, facts).isEmpty)
        #expect(rows(machine).last?.contains("HUD 22") == true)
    }

    @Test func `A summary of a HUD without a row is written at once`() {
        var machine = machine(30)
        let line = CellGrid(columns: 20, rows: 1, isUTF8: true)
        #expect(!machine.remove(id(29), leaving: line, facts).isEmpty)
        #expect(rows(machine).last?.contains("and 7 more") == true)
    }

    @Test func `What doesn't fit is the same with the HUDs that can't fit and without them`() {
        var random = SeededGenerator(stream: 21)
        for _ in 0..<100 {
            let rows = random.int(4...12)
            let entries = (0..<random.int(1...20)).map { number in
                entry(number, rows: random.bool() ? random.int(0...6) : 0)
            }
            var members = RegionMembers()
            for (number, entry) in entries.enumerated() { _ = members.update(id(number), entry) }
            var whole = StackedLayout(columns: 60, rows: rows, canStack: true, isUTF8: true)
            let expected = whole.grid(of: entries).lines
            whole.lines = members.lines
            #expect(whole.grid(of: members.entries(atMost: rows + 1)).lines == expected)
        }
    }

    @Test func `HUDs that come and go are those of a plain list, in its order`() {
        var random = SeededGenerator(stream: 17)
        for _ in 0..<50 {
            var members = RegionMembers()
            var model: [Int] = []
            for _ in 0..<60 {
                let number = random.int(0..<12)
                if random.bool() {
                    let canWait = members.update(id(number), entry(number, rows: number))
                    let isNew = !model.contains(number)
                    if isNew { model.append(number) }
                    if isNew || model.first == number { #expect(!canWait) }
                } else {
                    _ = members.remove(id(number))
                    model.removeAll { $0 == number }
                }
                #expect(members.count == model.count && members.isEmpty == model.isEmpty)
                #expect(members.entries(atMost: 12).map(\.snapshot.label) == model.map { "HUD \($0)" })
                #expect(members.first?.id == model.first.map(id))
                #expect(members.lines == model.reduce(0) { $0 + 1 + ($1 < 2 ? $1 : $1 - 1) })
                for number in 0..<12 { #expect(members.isPending(id(number)) == model.contains(number)) }
            }
        }
    }

    @Test func `Removing HUDs takes a time for each that doesn't grow with their number`() {
        var facts = TerminalFacts()
        facts.window.rows = 4
        func time(_ count: Int) -> Duration {
            var best = Duration.seconds(60)
            for _ in 0..<2 {
                var machine = machine(count, in: facts)
                let time = ContinuousClock().measure {
                    for number in (0..<count).reversed() { _ = machine.remove(id(number), leaving: nil, facts) }
                }
                best = min(best, time)
            }
            return best
        }
        // Ten times as many: 10 if it is linear, and 100 if each looks at all others.
        #expect(time(1_000) < time(100) * 30)
    }
}
