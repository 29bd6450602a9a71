import SeededRandom
import Testing

@testable import HUDCore

/// Laws of ``RowMachine`` on random histories of trees.
@Suite struct RowTreeLawTests {
    /// A tree of at most four levels, and what happens to its tasks.
    private struct History {
        var parents: [Int?] = []
        var limit: Int
        var grace: Int
        var minimumShow: Int
        /// The calls, by millisecond.
        var calls: [(time: Int, call: RowCall)] = []

        init(_ random: inout SeededGenerator, changesLimit: Bool = true) {
            limit = Int.random(in: 0...8, using: &random)
            grace = [0, 1, 5, 20].randomElement(using: &random) ?? 0
            minimumShow = [0, 1, 7, 20].randomElement(using: &random) ?? 0
            var depths: [Int] = []
            for id in 0..<Int.random(in: 3...14, using: &random) {
                let parent = Int.random(in: 0..<4, using: &random) == 0 ? nil : (0..<id).randomElement(using: &random)
                let depth = parent.map { depths[$0] + 1 } ?? 0
                parents.append(depth < 4 ? parent : nil)
                depths.append(depth < 4 ? depth : 0)
            }
            var time = 0
            for _ in 0..<Int.random(in: 5...90, using: &random) {
                time += [0, 0, 1, 2, 5, 15].randomElement(using: &random) ?? 0
                let task = Int.random(in: parents.indices, using: &random)
                let expected = Bool.random(using: &random) ? Int.random(in: 0...40, using: &random) : nil
                switch Int.random(in: 0..<20, using: &random) {
                case 0: calls.append((time, .add(task)))
                case 1...11: calls.append((time, .start(task, expected: expected)))
                case 12: calls.append((time, .pause(task)))
                case 13: calls.append((time, .resume(task)))
                case 14, 15: calls.append((time, .finish(task)))
                case 16, 17: calls.append((time, .fail(task)))
                case 18: calls.append((time, .cancel(task)))
                default: if changesLimit { calls.append((time, .limit(Int.random(in: 0...8, using: &random)))) }
                }
            }
        }

        var machine: RowMachine<Int> {
            RowMachine(limit: limit, graceTime: .milliseconds(grace), minimumShowTime: .milliseconds(minimumShow))
        }
        var model: RowTreeModel { RowTreeModel(parents: parents, limit: limit, grace: grace, minimumShow: minimumShow) }
    }

    private static let runs = SeededGenerator.steps ?? 600

    /// What happens at one instant has no order.
    private static func texts(_ events: [RowEvent<Int>]) -> [String] {
        events.sorted { ($0.time, $0.task, $0.kind == .appear ? 1 : 0) < ($1.time, $1.task, $1.kind == .appear ? 1 : 0) }
            .map { "\($0.time) \($0.task) \($0.kind) \($0.place)" }
    }

    @Test func `The rows of a tree are those of a model that searches lists`() {
        var random = SeededGenerator(stream: 74)
        for run in 0..<Self.runs {
            let history = History(&random)
            var machine = history.machine
            var model = history.model
            var events: [RowEvent<Int>] = []
            var next = history.calls.startIndex
            let end = (history.calls.last?.time ?? 0) + 60
            for time in 0...end {
                while next < history.calls.endIndex, history.calls[next].time == time {
                    model.carryOut(history.calls[next].call, at: time)
                    events += machine.carryOut(history.calls[next].call, of: history.parents, at: time)
                    next += 1
                }
                model.settle(at: time)
                // The machine is advanced now and then: what happens must not depend on it.
                guard Int.random(in: 0..<4, using: &random) == 0 || time == end else { continue }
                events += machine.advance(to: .at(time))
                let rows = machine.rows.map { $0?.task }
                let (rest, expected) = (machine.rest, model.rest)
                guard rows == model.places, rest.running == expected.running, rest.paused == expected.paused,
                    rest.waiting == expected.waiting, rest.failed == expected.failed
                else {
                    Issue.record(
                        "seed \(SeededGenerator.seed), run \(run), time \(time): \(rows), \(rest) is not \(model.places), \(expected)"
                    )
                    return
                }
            }
            let (texts, expected) = (Self.texts(events), Self.texts(model.events))
            guard texts == expected else {
                let index = zip(texts, expected).prefix { $0 == $1 }.count
                Issue.record(
                    "seed \(SeededGenerator.seed), run \(run): \(texts[index...].prefix(4)) is not \(expected[index...].prefix(4))"
                )
                return
            }
        }
    }

    @Test func `Rows are a tree in order, each task in one of them, in a branch or in the count`() {
        var random = SeededGenerator(stream: 75)
        var deepest = 0
        var moved = 0
        for run in 0..<Self.runs {
            let history = History(&random)
            var machine = history.machine
            var since: [Int: HUDInstant] = [:]
            var before: [Int] = []
            for (time, call) in history.calls {
                var events = machine.carryOut(call, of: history.parents, at: time)
                events += machine.advance(to: .at(time))
                let label = "seed \(SeededGenerator.seed), run \(run), time \(time), \(call)"
                let isResized = if case .limit = call { true } else { false }
                for event in events {
                    switch event.kind {
                    case .appear: since[event.task] = event.time
                    case .disappear:
                        let shown = since.removeValue(forKey: event.task)?.duration(to: event.time) ?? .zero
                        #expect(isResized || shown >= .milliseconds(history.minimumShow), "\(label): \(event.task) \(shown)")
                    }
                }
                let rows = machine.rows
                let shown = rows.compactMap { $0 }
                #expect(rows.count <= machine.limit, "\(label)")
                #expect(Set(shown.map(\.task)) == Set(since.keys) && shown.count == since.count, "\(label)")
                // Each row stands below the row of the task that it is a part of, with nothing of another task between them.
                var path: [Int] = []
                for row in shown {
                    path.removeLast(max(0, path.count - row.depth))
                    #expect(path.count == row.depth && path.last == history.parents[row.task], "\(label): \(shown)")
                    path.append(row.task)
                    deepest = max(deepest, row.depth)
                }
                // Rows that stay keep their order.
                let staying = before.filter { since[$0] != nil && !events.map(\.task).contains($0) }
                let after = shown.map(\.task).filter { staying.contains($0) }
                #expect(isResized || after == staying, "\(label): \(before), \(after)")
                if before.first != shown.first?.task { moved += 1 }
                before = shown.map(\.task)
                // Each task that is known is in one row, in one that does not show its parts, or in the count.
                var counted = 0
                for (task, known) in machine.tasks where !known.isOnScreen {
                    guard let parent = history.parents[task] else { continue }
                    #expect(machine.tasks[parent]?.state.hasEnded == false, "\(label): \(task)")
                    if since[parent] != nil { counted += 1 }
                }
                let top = shown.filter { $0.depth == 0 }.count
                #expect(machine.rest.total == machine.counts.total - top + counted, "\(label): \(machine.rest)")
            }
        }
        #expect(deepest == 3)
        #expect(moved > Self.runs / 2)
    }

    @Test func `With a place for each task, a row of a tree has the times of a HUD, or stays for the rows below it`() {
        var random = SeededGenerator(stream: 76)
        for run in 0..<Self.runs {
            var history = History(&random, changesLimit: false)
            history.limit = history.parents.count
            var machine = history.machine
            var since: [Int: (start: Int, row: HUDInstant?)] = [:]
            var events: [RowEvent<Int>] = []
            // Only starts: each row appears when its grace time is over, and the one that it is below of.
            for (time, call) in history.calls {
                guard case .start(let task, _) = call else { continue }
                events += machine.carryOut(call, of: history.parents, at: time)
                guard since[task] == nil, history.parents[task].map({ since[$0] != nil }) ?? true else { continue }
                since[task] = (time, nil)
            }
            events += machine.advance(to: .at(100_000))
            #expect(
                events.count == since.count && events.allSatisfy { $0.kind == .appear },
                "seed \(SeededGenerator.seed), run \(run)")
            for event in events {
                let start = since[event.task]?.start ?? -1
                #expect(event.time == .at(start + history.grace), "seed \(SeededGenerator.seed), run \(run): \(event)")
            }
            // When all end, all leave, those of parts first.
            for task in history.parents.indices where history.parents[task] == nil {
                events += machine.finish(task, at: .at(200_000))
            }
            events += machine.advance(to: .at(300_000))
            #expect(events.count == 2 * since.count, "seed \(SeededGenerator.seed), run \(run)")
            #expect(machine.tasks.isEmpty && machine.branches.isEmpty, "seed \(SeededGenerator.seed), run \(run)")
            #expect(machine.rest.total == history.parents.indices.count { history.parents[$0] == nil && since[$0] != nil })
        }
    }

    @Test func `Ten thousand parts of trees come and go, and nothing of them stays`() {
        var random = SeededGenerator(stream: 77)
        var machine = RowMachine<Int>(limit: 24)
        var now = HUDInstant.zero
        var running: [Int] = []
        var parents: [Int: Int] = [:]
        for task in 0..<10_000 {
            now = now.advanced(by: .milliseconds(Int.random(in: 0...20, using: &random)))
            let parent = Int.random(in: 0..<3, using: &random) == 0 ? nil : running.suffix(40).randomElement(using: &random)
            parents[task] = parent
            _ = machine.start(task, in: parent, at: now)
            running.append(task)
            if running.count > 300 {
                let task = running.remove(at: Int.random(in: running.indices, using: &random))
                _ = Bool.random(using: &random) ? machine.finish(task, at: now) : machine.fail(task, at: now)
                running.removeAll { machine.tasks[$0]?.state != .running }
            }
            #expect(machine.rows.count <= 24)
        }
        for task in running { _ = machine.finish(task, at: now) }
        _ = machine.advance(to: now.advanced(by: .seconds(1)))
        #expect(machine.tasks.count <= 1_024)
        #expect(machine.branches.isEmpty)
        #expect(machine.counts.running == 0)
    }
}
