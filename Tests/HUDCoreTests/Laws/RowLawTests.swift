import SeededRandom
import Testing

@testable import HUDCore

/// Laws of ``RowMachine``. Times are in tenths of a second.
@Suite struct RowLawTests {
    private static let runs = SeededGenerator.steps ?? SeededGenerator.rounds(1_500)

    /// A machine beside its model.
    private struct Pair {
        var machine: RowMachine
        var model: RowModel
        var wrong: String?
        var log: [String] = []
        /// The rows as the machine's events say.
        private var rows: [Int] = []
        private var events: [String] = []
        private var now = 0

        init(parents: [Int?], grace: Int, stay: Int, isList: Bool = false, height: Int) {
            machine = RowMachine(
                limit: height, isList: isList, graceTime: .tenths(grace), minimumShowTime: .tenths(stay))
            model = RowModel(parents: parents, grace: grace, stay: stay, isList: isList, height: height)
            log.append("\(parents) grace \(grace) stay \(stay) \(isList ? "list" : "places") \(height)")
        }

        mutating func carryOut(_ call: RowCall) {
            log.append("\(now): \(call)")
            let visible = machine.rows.map(\.task.number)
            model.selected = machine.window.selected
            var new: [RowEvent<RowTask>] = []
            switch call {
            case .update(let task, let state, let ago):
                let parent = model.parents[task].map { RowTask($0) }
                new = machine.update(RowTask(task), to: state, in: parent, ago: .tenths(ago), at: .at(now))
            case .resize(let height): new = machine.resize(to: height, at: .at(now))
            case .presented: machine.presented(at: .at(now))
            case .move(let move): new = machine.move(move, at: .at(now))
            }
            take(new)
            model.carryOut(call, visible: visible, at: now)
            if case .move(let move) = call, move != .fold, move != .unfold { return check() }
            check()
            let selected = machine.window.selected
            if selected != model.selected, selected == nil || model.selected != nil {
                fail("\(String(describing: selected)) is selected, not \(String(describing: model.selected))")
            }
        }

        /// Time passes. The machine is told of each step only sometimes: what happens must not depend on it.
        mutating func pass(_ steps: Int, tells: () -> Bool) {
            for step in 0..<steps {
                model.settle(at: now)
                if step == steps - 1 || tells() {
                    take(machine.advance(to: .at(now)))
                    check()
                }
                now += 1
            }
        }

        private mutating func take(_ new: [RowEvent<RowTask>]) {
            for event in new {
                switch event.kind {
                case .appear where (0...rows.count).contains(event.place): rows.insert(event.task.number, at: event.place)
                case .disappear where rows.indices.contains(event.place) && rows[event.place] == event.task.number:
                    rows.remove(at: event.place)
                case .appear, .disappear: fail("\(event) in \(rows)")
                }
                events.append("\(Int(HUDInstant.zero.duration(to: event.time) / .tenths(1))) \(event.kind) \(event.task.number)")
            }
        }

        private mutating func fail(_ text: String) {
            if wrong == nil { wrong = "seed \(SeededGenerator.seed): \(text)\n\(log.joined(separator: "\n"))" }
        }

        private mutating func check() {
            if events.sorted() != model.events.sorted() { fail("at \(now): events \(events), expected \(model.events)") }
            (events, model.events) = ([], [])
            let order = machine.order.map(\.task)
            if order != model.rows { fail("at \(now): rows \(order), expected \(model.rows)") }
            if rows != model.rows { fail("at \(now): the events say \(rows), the rows are \(model.rows)") }
            if model.rows.count > model.limit { fail("\(model.rows.count) rows of \(model.limit)") }
            let (window, shown) = (machine.window, machine.rows)
            let places = model.isList ? shown.count : model.places
            if machine.placeCount != places { fail("at \(now): \(machine.placeCount) places, expected \(places)") }
            if window.offset < 0 || window.offset > max(0, model.rows.count - model.height) { fail("offset \(window.offset)") }
            if shown.map(\.task.number) != Array(model.rows.dropFirst(window.offset).prefix(model.height)) {
                fail("window \(shown)")
            }
            if let selected = window.selected {
                if !model.rows.contains(selected) { fail("at \(now): \(selected) is selected and has no row") }
                if model.height > 0, !shown.contains(where: { $0.task.number == selected }) {
                    fail("\(selected) is not in the window")
                }
            }
            for row in shown {
                let (number, task) = (row.task.number, model.tasks[row.task.number])
                if row.depth != model.depth(number) || row.isFolded != model.folded.contains(number) { fail("\(row)") }
                if task?.state != row.state || row.time.elapsed(at: .at(now)) != .tenths(model.elapsed(number, at: now)) {
                    fail("at \(now): \(row)")
                }
            }
            let (known, expected) = (
                Set(machine.tasks.known.keys).union(machine.tasks.remembered.keys).sorted(), model.tasks.keys.sorted()
            )
            if known != expected { fail("at \(now): knows \(known), expected \(expected)") }
            if (machine.counts, machine.rest) != (model.counts, model.rest) {
                fail("at \(now): \(machine.rest) of \(machine.counts) have no row, expected \(model.rest) of \(model.counts)")
            }
        }
    }

    @Test func `Each short history of two tasks and a part has the rows of the model`() {
        let calls: [RowCall] = [
            .update(0, .running), .update(1, .running), .update(2, .running), .update(0, .finished),
            .update(1, .failed(reason: "")),
            .update(2, .finished)
        ]
        func extend(_ pair: Pair, by length: Int) -> String? {
            if length == 0 { return nil }
            for call in calls {
                for time in [0, 3] {
                    var next = pair
                    next.carryOut(call)
                    next.pass(time) { false }
                    if let wrong = next.wrong ?? extend(next, by: length - 1) { return wrong }
                }
            }
            return nil
        }
        for (height, stay) in [(1, 2), (2, 5), (4, 0)] {
            let pair = Pair(parents: [nil, nil, 0], grace: 1, stay: stay, height: height)
            if let wrong = extend(pair, by: 4) { Issue.record("\(wrong)") }
        }
    }

    @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
    func `Whatever happens, the rows are those of the model`(isList: Bool, isTree: Bool) {
        var random = SeededGenerator(stream: 71 + (isList ? 2 : 0) + (isTree ? 1 : 0))
        var deepest = 0
        for _ in 0..<Self.runs {
            var parents: [Int?] = []
            var depths: [Int] = []
            for task in 0..<random.int(3...12) {
                let parent = isTree && random.int(0..<4) > 0 ? (0..<task).randomElement(using: &random) : nil
                depths.append(parent.map { depths[$0] + 1 } ?? 0)
                parents.append(parent)
            }
            var pair = Pair(
                parents: parents, grace: random.pick([0, 1, 5]),
                stay: random.pick([0, 2, 15]), isList: isList, height: random.int(0...9)
            )
            for _ in 0..<random.int(5...60) where pair.wrong == nil {
                let steps = random.pick([0, 0, 1, 2, 5, 12])
                let tells = random.bool()
                pair.pass(steps) { tells }
                pair.carryOut(Self.call(of: parents.count, &random))
                deepest = max(deepest, pair.machine.rows.map(\.depth).max() ?? 0)
            }
            pair.pass(40) { false }
            if let wrong = pair.wrong {
                Issue.record("\(wrong)")
                return
            }
        }
        #expect(isTree ? deepest >= 3 || !SeededGenerator.isUsual : deepest == 0)
    }

    private static func call(of tasks: Int, _ random: inout SeededGenerator) -> RowCall {
        let task = random.int(0..<tasks)
        switch random.int(0..<24) {
        case 0: return .update(task, .waiting)
        case 1...9: return .update(task, .running, ago: random.pick([0, 0, 0, 3, 9]))
        case 10: return .update(task, .paused)
        case 11...13: return .update(task, .finished, ago: random.pick([0, 0, 7]))
        case 14, 15: return .update(task, .failed(reason: ""))
        case 16: return .update(task, .cancelled)
        case 17: return .resize(random.int(0...9))
        case 18, 19: return .presented
        case 20: return .move(.fold)
        case 21: return .move(.unfold)
        default:
            let moves: [RowMove] = [
                .rows(1), .rows(-1), .rows(4), .pages(1), .pages(-1), .toStart, .toEnd, .rows(.min), .pages(.max)
            ]
            return .move(random.pick(moves))
        }
    }

    @Test func `With a place for each task, a row appears as a HUD does, and can go when a HUD would`() {
        var random = SeededGenerator(stream: 75)
        for run in 0..<Self.runs {
            let (grace, stay) = (random.int(0...8), random.int(0...20))
            var machine = RowMachine(limit: 1, graceTime: .tenths(grace), minimumShowTime: .tenths(stay))
            var hud = HUDStateMachine(graceTime: .tenths(grace), minimumShowTime: .tenths(stay), animationDuration: .zero)
            let (end, late) = (random.int(0...20), random.int(0...3))
            var expected = hud.show(at: .at(0)) + hud.advance(upTo: .at(end))
            var events = machine.update(RowTask(1), to: .running, at: .at(0)) + machine.advance(to: .at(min(grace, end - 1)))
            if !expected.isEmpty, grace + late < end {
                hud.presented(at: .at(grace + late))
                machine.presented(at: .at(grace + late))
            }
            expected += hud.hide(at: .at(end)) + hud.advance(to: .at(100))
            events += machine.update(RowTask(1), to: .finished, at: .at(end)) + machine.advance(to: .at(100))
            let times = expected.compactMap { event -> HUDInstant? in
                switch event.kind {
                case .appear: event.time
                case .disappear: max(event.time, .at(end + 10))
                case .hidden: nil
                }
            }
            #expect(events.map(\.time) == times, "seed \(SeededGenerator.seed), run \(run)")
        }
    }

    @Test func `Thousands of parts of trees come and go, and nothing of them stays`() {
        var random = SeededGenerator(stream: 77)
        for isList in [false, true] {
            var machine = RowMachine(limit: 24, isList: isList)
            var now = HUDInstant.zero
            var running: [RowTask] = []
            for task in 0..<SeededGenerator.rounds(10_000) {
                now = now.advanced(by: .milliseconds(random.int(0...20)))
                let parent = random.once(in: 3) ? nil : running.suffix(40).randomElement(using: &random)
                _ = machine.update(RowTask(task), to: .running, in: parent, at: now)
                running.append(RowTask(task))
                if running.count > 300 {
                    let task = running.remove(at: random.int(running.indices))
                    _ = machine.update(task, to: random.bool() ? .finished : .failed(reason: ""), at: now)
                    running.removeAll { machine.tasks[$0.number]?.state != .running }
                }
                #expect(machine.rows.count <= 24 && machine.schedule.entries.count < 3_000 && machine.top.waiting.count < 3_000)
            }
            for task in running { _ = machine.update(task, to: .finished, at: now) }
            _ = machine.advance(to: now.advanced(by: .seconds(2)))
            #expect(machine.tasks.known.count == machine.order.count && machine.tasks.remembered.count <= 1_000)
            #expect(machine.tasks.parts.isEmpty)
            #expect(machine.blocks.isEmpty)
            #expect(machine.order.allSatisfy { machine.tasks[$0.task]?.state.isFailure == true })
            #expect(machine.counts.running == 0)
            #expect(machine.rest.total + machine.order.count == machine.counts.total)
        }
    }
}

extension HUDInstant {
    fileprivate static func at(_ tenths: Int) -> HUDInstant { zero.advanced(by: .tenths(tenths)) }
}

extension Duration {
    fileprivate static func tenths(_ count: Int) -> Duration { .milliseconds(100 * count) }
}
