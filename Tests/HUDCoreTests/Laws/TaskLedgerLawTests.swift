import SeededRandom
import Testing

@testable import HUDCore

/// Laws of ``TaskLedger``: it agrees with a list of all tasks that there have been, which is searched.
@Suite struct TaskLedgerLawTests {
    private struct Known: LedgerTask, Equatable {
        var state: TaskState
        var parent: Int?
        /// What else is known of it.
        var note = 0
    }

    private enum Call {
        case set(Int, Known)
        /// The task ends and is dismissed.
        case dismiss(Int, Known, isRemembered: Bool)
        /// The task ends and nothing of it is remembered, if it is known.
        case end(Int, TaskState)
        /// The tasks that have ended are forgotten, if none of them is known.
        case forgetEnded
    }

    /// All tasks that there have been, in the order of their first calls.
    private struct Model {
        let most: Int
        private var tasks: [(id: Int, task: Known, isKnown: Bool, isRemembered: Bool, isCounted: Bool)] = []
        /// The IDs that were dismissed while nothing of them was remembered, in that order.
        private var dismissed: [Int] = []

        init(most: Int) { self.most = most }

        private func find(_ id: Int) -> Int? {
            tasks.indices.first { tasks[$0].id == id && (tasks[$0].isKnown || tasks[$0].isRemembered) }
        }

        mutating func set(_ id: Int, _ task: Known) -> Known? {
            guard let index = find(id) else {
                tasks.append((id, task, true, false, true))
                return nil
            }
            defer {
                if task.parent != tasks[index].task.parent { tasks[index].isCounted = true }
                (tasks[index].task, tasks[index].isKnown) = (task, true)
            }
            return tasks[index].task
        }

        mutating func dismiss(_ id: Int, _ memory: Known?) -> Known? {
            guard let index = find(id) else { return nil }
            let wasRemembered = tasks[index].isRemembered
            (tasks[index].isKnown, tasks[index].isRemembered) = (false, memory != nil)
            guard let memory else { return nil }
            tasks[index].task = memory
            if wasRemembered { return nil }
            dismissed.append(id)
            guard dismissed.count > most, let oldest = find(dismissed.removeFirst()), tasks[oldest].isRemembered, oldest != index
            else { return nil }
            tasks[oldest].isRemembered = false
            return tasks[oldest].task
        }

        var canForgetEnded: Bool { !tasks.contains { $0.isKnown && $0.task.parent == nil && $0.task.state.hasEnded } }

        mutating func forgetEnded() -> Set<Int> {
            var gone: Set<Int> = []
            for index in tasks.indices where tasks[index].task.parent == nil && tasks[index].task.state.hasEnded {
                if tasks[index].isRemembered { gone.insert(tasks[index].id) }
                (tasks[index].isRemembered, tasks[index].isCounted) = (false, false)
            }
            return gone
        }

        var known: [Int: Known] { Dictionary(uniqueKeysWithValues: tasks.filter(\.isKnown).map { ($0.id, $0.task) }) }
        var rememberedIDs: Set<Int> { Set(tasks.filter(\.isRemembered).map(\.id)) }
        subscript(id: Int) -> Known? { find(id).map { tasks[$0].task } }

        var counts: RowTaskCounts {
            counts { $0 == nil }
        }

        private func counts(_ isOf: (Int?) -> Bool) -> RowTaskCounts {
            tasks.reduce(into: RowTaskCounts()) { counts, task in
                if task.isCounted, isOf(task.task.parent) { counts[task.task.state] += 1 }
            }
        }

        /// The parts of a task, and how many there have been.
        func parts(of id: Int) -> (ids: Set<Int>, counts: RowTaskCounts) {
            let here = tasks.filter { $0.task.parent == id && ($0.isKnown || $0.isRemembered) }
            return (Set(here.map(\.id)), counts { $0 == id })
        }

        /// Forgets how many parts those tasks have had that have ended or are not known, and of whose parts none is left.
        mutating func forgetCounts(ids: Int) {
            for id in 1...ids where self[id]?.state.hasEnded != false && parts(of: id).ids.isEmpty {
                for index in tasks.indices where tasks[index].task.parent == id { tasks[index].isCounted = false }
            }
        }
    }

    /// A ledger beside its model.
    private struct Pair {
        var ledger: TaskLedger<Known>
        var model: Model

        init(most: Int) {
            ledger = TaskLedger(mostRemembered: most)
            model = Model(most: most)
        }

        /// Returns whether they agree, for the IDs up to one.
        mutating func carryOut(_ call: Call, ids: Int) -> Bool {
            switch call {
            case .set(let id, let task): if ledger.set(id, task) != model.set(id, task) { return false }
            case .dismiss(let id, let task, let isRemembered):
                // What is remembered may be less than what was known.
                let memory = isRemembered ? Known(state: task.state, parent: task.parent, note: -task.note) : nil
                let isSet = ledger.set(id, task) == model.set(id, task)
                if !isSet || (ledger.dismiss(id, as: memory) == nil) != (model.dismiss(id, memory) == nil) { return false }
            case .end(let id, let state):
                guard let place = ledger.known.index(forKey: id), var task = ledger.known[id] else { break }
                ledger.end(at: place, as: state)
                task.state = state
                _ = (model.set(id, task), model.dismiss(id, nil))
            case .forgetEnded:
                guard model.canForgetEnded else { break }
                let remembered = ledger.remembered.filter { ledger.known[$0.key] == nil }
                let gone = model.forgetEnded()
                if ledger.forgetEnded().map(\.note).sorted() != gone.compactMap({ remembered[$0]?.note }).sorted() {
                    return false
                }
            }
            model.forgetCounts(ids: ids)
            for id in 1...ids {
                let (parts, expected) = (ledger.parts[id], model.parts(of: id))
                if parts?.ids ?? [] != expected.ids || parts?.counts ?? RowTaskCounts() != expected.counts { return false }
            }
            return ledger.known == model.known && Set(ledger.remembered.keys) == model.rememberedIDs
                && ledger.remembered.count <= model.most && ledger.counts == model.counts
                && (1...ids).allSatisfy { ledger[$0] == model[$0] }
        }
    }

    @Test(arguments: 1...3) func `All short sequences of calls agree with the list`(most: Int) {
        var calls = [Call.forgetEnded]
        for id in 1...3 {
            calls.append(.end(id, .finished))
            let parent = id == 1 ? nil : id - 1
            calls.append(.set(id, Known(state: .running, parent: parent, note: id)))
            calls.append(.set(id, Known(state: .failed(reason: ""), parent: parent, note: id + 3)))
            for isRemembered in [false, true] {
                calls.append(.dismiss(id, Known(state: .finished, parent: parent, note: id + 6), isRemembered: isRemembered))
            }
        }
        #if DEBUG
        let length = 4
        #else
        let length = 5
        #endif
        var wrong: [Call]?
        func tryAll(_ pair: Pair, after before: [Call]) {
            for call in calls where wrong == nil {
                var next = pair
                guard next.carryOut(call, ids: 3) else { return wrong = before + [call] }
                if before.count + 1 < length { tryAll(next, after: before + [call]) }
            }
        }
        tryAll(Pair(most: most), after: [])
        #expect(wrong == nil)
    }

    @Test func `Long random sequences of calls agree with the list`() {
        var random = SeededGenerator(stream: 311)
        let states: [TaskState] = [.waiting, .running, .paused, .finished, .failed(reason: "x"), .cancelled]
        for run in 0..<SeededGenerator.rounds(400) {
            let ids = random.int(1...12)
            var pair = Pair(most: random.int(1...6))
            for step in 0..<200 {
                let id = random.int(1...ids)
                var task = Known(state: random.pick(states), parent: nil, note: step)
                // Most tasks stay parts of the same one.
                if let old = pair.ledger[id], random.int(0..<8) > 0 {
                    task.parent = old.parent
                } else if random.bool() {
                    task.parent = random.int(1...ids)
                }
                let isDismissed = task.state.hasEnded && random.bool()
                let isRemembered = random.int(0..<4) > 0
                var call = isDismissed ? Call.dismiss(id, task, isRemembered: isRemembered) : .set(id, task)
                if random.once(in: 12) {
                    call = random.bool() ? .end(id, states[random.int(3..<6)]) : .forgetEnded
                }
                guard pair.carryOut(call, ids: ids) else {
                    Issue.record("\(call), step \(step) of run \(run), seed \(SeededGenerator.seed)")
                    return
                }
            }
        }
    }
}
