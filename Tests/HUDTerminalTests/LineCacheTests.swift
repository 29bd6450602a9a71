import HUDCore
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// The lines that are kept from frame to frame.
@Suite struct LineCacheTests {
    private static func row(using random: inout SeededGenerator) -> HUDRow? {
        if random.once(in: 8) { return nil }
        let total: Int? = random.pick([nil, 9])
        return HUDRow(
            label: random.pick(["a", "main.c", "界界界", ""]),
            detailsLabel: random.pick(["", "linking"]),
            progress: ProgressSample(completedUnitCount: random.int(0...9), totalUnitCount: total))
    }

    /// Changes one thing of a row.
    private static func change(_ row: inout HUDRow?, using random: inout SeededGenerator) {
        switch random.int(0..<10) {
        case 9: row?.depth = random.int(0...4)
        case 0: row?.label = random.pick(["b", "a longer name.c"])
        case 1: row?.detailsLabel = random.pick(["", "compiling"])
        case 2:
            row?.state =
                random.pick([.running, .paused, .waiting, .finished, .cancelled, .failed(reason: "status 2")])
        case 3:
            row?.progress = ProgressSample(completedUnitCount: random.int(0...9), totalUnitCount: 9)
        // Of rates and times that are close to each other, some look the same.
        case 4: row?.rate = random.pick([nil, 2.41, 2.42, 2.61, 120])
        case 5:
            row?.remaining =
                random.pick([nil, .milliseconds(4100), .milliseconds(4900), .seconds(70)])
        case 6: row?.isSelected.toggle()
        case 7: row = Self.row(using: &random)
        // A part without a total that has finished: its segment moves.
        default:
            let node = ProgressNode()
            node.complete(count: 3)
            node.finish()
            row?.progress = node.sample()
        }
    }

    @Test func `The grid of kept lines is always the one that would be drawn, and rows of one number look the same`() {
        var random = SeededGenerator(stream: 32)
        var cache = LineCache()
        var shared = RowColumns()
        var look = InlineLook(version: 1)
        var snapshot = HUDSnapshot(label: "Building")
        var other: HUDSnapshot?
        var layout = StackedLayout(columns: 80, rows: 24, canStack: true, isUTF8: true)
        var last: (grid: CellGrid, marks: [Int])?
        for round in 0..<1200 {
            let time = Duration.milliseconds(random.int(1...90))
            snapshot.timeOnScreen += time
            snapshot.elapsed += time
            snapshot.timestamp = snapshot.timestamp.advanced(by: time)
            for index in snapshot.rows.indices { snapshot.rows[index]?.elapsed += time }
            switch random.int(0..<24) {
            case 0: snapshot.rows.append(Self.row(using: &random))
            case 1: if !snapshot.rows.isEmpty { snapshot.rows.removeLast() }
            case 2: snapshot.opacity = random.pick([1, 0.4])
            case 3: layout.columns = random.pick([80, 60, 12])
            case 4: layout.rows = random.int(1...24)
            case 5:
                look.theme.parts = random.bool() ? .all : [.label, .bar, .elapsed]
                look.version = random.pick([0, round + 2])
            case 6: layout.meter = random.bool() ? [] : ["\(round) fps", "\(round)"]
            case 7: snapshot.detailsLabel = random.pick(["", "two\nlines"])
            case 8: other = random.bool() ? HUDSnapshot(mode: .bar, label: "Other", hudID: 2) : nil
            case 9: snapshot.unlisted.waiting = random.int(0...3)
            case 10...15:
                guard let index = snapshot.rows.indices.randomElement(using: &random) else { break }
                Self.change(&snapshot.rows[index], using: &random)
            case 16 where random.once(in: 4):
                // Another terminal.
                layout.isUTF8.toggle()
                (cache, shared, last) = (LineCache(), RowColumns(), nil)
            case 17: if random.once(in: 4) { snapshot.rows = [] }
            default: break
            }
            let entries = [snapshot, other].compactMap { $0 }.map { StackedLayout.Entry(snapshot: $0, look: look) }
            if entries.count == 1, snapshot.rows.isEmpty {
                // A HUD that is left alone gives its columns up later, which is not what this is about.
                cache.releaseColumns()
                shared.release()
            }
            let drawn = layout.grid(of: entries, in: &shared)
            let kept = layout.grid(of: entries, with: &cache)
            let marks = cache.marks
            let changes = last.map { last in
                CellDiff.changes(from: last.grid, to: kept) { row in
                    row < marks.count && row < last.marks.count && marks[row] == last.marks[row]
                }
            }
            guard kept == drawn, changes == last.map({ CellDiff.changes(from: $0.grid, to: kept) }),
                marks.isEmpty || marks.count == kept.rows
            else {
                Issue.record("seed \(SeededGenerator.seed), round \(round): \(snapshot)")
                return
            }
            last = (kept, marks)
        }
    }

    @Test func `Only the rows that have changed are drawn again`() {
        var cache = LineCache()
        let stack = StackedLayout(columns: 60, rows: 24, canStack: true, isUTF8: true)
        var snapshot = HUDSnapshot(mode: .text, label: "Building")
        snapshot.rows = (0..<8).map { HUDRow(label: "part \($0)") }
        func marks(after change: (inout HUDSnapshot) -> Void) -> [Int] {
            change(&snapshot)
            _ = stack.grid(of: [.init(snapshot: snapshot, look: InlineLook(version: 1))], with: &cache)
            return cache.marks
        }
        let first = marks { _ in }
        #expect(first.count == 9)
        let second = marks { $0.rows[3]?.label = "other" }
        #expect((0..<9).filter { first[$0] != second[$0] } == [0, 4])
        // A rate whose text stays.
        let third = marks { $0.rows[3]?.elapsed = .milliseconds(900) }
        #expect((0..<9).filter { second[$0] != third[$0] } == [0])
        let last = marks { $0.rows.remove(at: 0) }
        #expect(last.count == 8)
    }

    @Test func `A frame with rows that look the same is not drawn`() {
        var one = HUDSnapshot(mode: .text, label: "Building")
        one.rate = 3.14
        one.rows = [HUDRow(label: "a", elapsed: .milliseconds(100), rate: 2.41, remaining: .milliseconds(4100)), nil]
        func isSame(_ change: (inout HUDSnapshot) -> Void) -> Bool {
            var other = one
            change(&other)
            return one.looksSame(as: other)
        }
        #expect(isSame { $0.rows[0]?.elapsed = .milliseconds(900) })
        #expect(isSame { $0.rows[0]?.rate = 2.42 })
        #expect(isSame { $0.rows[0]?.remaining = .milliseconds(4900) })
        #expect(isSame { $0.rate = 3.13 })
        #expect(!isSame { $0.rate = 3.3 })
        #expect(!isSame { $0.rows[0]?.elapsed = .seconds(1) })
        #expect(!isSame { $0.rows[0]?.rate = 2.61 })
        #expect(!isSame { $0.rows[0]?.remaining = nil })
        #expect(!isSame { $0.rows[0]?.label = "b" })
        #expect(!isSame { $0.rows[0]?.detailsLabel = "b" })
        #expect(!isSame { $0.rows[0]?.state = .paused })
        #expect(!isSame { $0.rows[0]?.isSelected = true })
        #expect(!isSame { $0.rows[0]?.progress = ProgressSample(fraction: 0.5) })
        #expect(!isSame { $0.rows[0] = nil })
        #expect(!isSame { $0.rows.removeLast() })
        #expect(!isSame { $0.unlisted.waiting = 1 })
    }

    @Test func `A frame with a row whose segment moves is never the same, until its part ends`() {
        let node = ProgressNode()
        node.complete(count: 3)
        node.finish()
        var snapshot = HUDSnapshot(mode: .text, label: "Building")
        snapshot.rows = [HUDRow(label: "a", progress: node.sample())]
        #expect(!snapshot.looksSame(as: snapshot) && snapshot.isMoving(.usual))
        snapshot.rows[0]?.state = .finished
        #expect(snapshot.looksSame(as: snapshot) && !snapshot.isMoving(.usual))
    }

    @Test func `The grid of a HUD that is alone is always the one that would be drawn`() {
        var random = SeededGenerator(stream: 7)
        let spinners = [Spinner.dots, Spinner.named("bouncingBar") ?? .dots, Spinner.named("moon") ?? .dots]
        var cache = LineCache()
        var look = InlineLook(version: 1)
        var snapshot = HUDSnapshot(label: "Compressing", detailsLabel: "film.mkv")
        var layout = StackedLayout(columns: 80, rows: 24, canStack: true, isUTF8: true)
        for round in 0..<4000 {
            // Usually a tick, and sometimes another change.
            snapshot.frame += 1
            snapshot.timeOnScreen += .milliseconds(random.int(1...90))
            snapshot.elapsed += .milliseconds(random.int(1...90))
            switch random.int(0..<30) {
            case 0: snapshot.label = random.pick(["", "x", "Compressing", "界界界"])
            case 1: snapshot.detailsLabel = random.pick(["", "two\nlines"])
            case 2: snapshot.mode = random.pick(HUDMode.allCases)
            case 3: snapshot.mode = .indeterminate
            case 4: snapshot.outcome = random.pick([nil, .succeeded])
            case 5: snapshot.opacity = random.pick([1, 0.4])
            case 6: layout.columns = random.int(1...90)
            case 7: layout.rows = random.int(1...5)
            case 8:
                look.spinner = random.pick(spinners)
                look.version += 1
            case 9: snapshot.outcome = nil
            case 10:
                snapshot.mode = .bar
                snapshot.progress = ProgressSample(
                    completedUnitCount: random.int(0...9),
                    totalUnitCount: random.pick([nil, 9]))
            case 11:
                look.theme.parts = random.bool() ? .all : [.label, .bar, .elapsed]
                look.version += 1
            case 12: layout.meter = random.bool() ? [] : ["\(round) fps, and more words than fit", "\(round)"]
            default: break
            }
            let entries = [StackedLayout.Entry(snapshot: snapshot, look: look)]
            if layout.grid(of: entries, with: &cache) != layout.grid(of: entries) {
                Issue.record("seed \(SeededGenerator.seed), round \(round): \(snapshot)")
                return
            }
        }
    }
}
