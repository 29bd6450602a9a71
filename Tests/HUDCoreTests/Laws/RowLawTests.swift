import SeededRandom
import Testing

@testable import HUDCore

/// Laws of ``RowMachine`` on random histories of tasks.
@Suite struct RowLawTests {
    private struct History {
        var limit: Int
        var grace: Int
        var minimumShow: Int
        /// The calls, by millisecond.
        var calls: [(time: Int, call: RowCall)] = []

        init(_ random: inout SeededGenerator, tasks: Int, changesLimit: Bool = true, fails: Bool = true) {
            limit = Int.random(in: 0...6, using: &random)
            grace = [0, 1, 5, 20].randomElement(using: &random) ?? 0
            minimumShow = [0, 1, 7, 20].randomElement(using: &random) ?? 0
            var time = 0
            for _ in 0..<Int.random(in: 5...60, using: &random) {
                time += [0, 0, 1, 2, 5, 15].randomElement(using: &random) ?? 0
                let task = Int.random(in: 0..<tasks, using: &random)
                let expected = Bool.random(using: &random) ? Int.random(in: 0...40, using: &random) : nil
                switch Int.random(in: 0..<16, using: &random) {
                case 0: calls.append((time, .add(task)))
                case 1...6: calls.append((time, .start(task, expected: expected)))
                case 7: calls.append((time, .pause(task)))
                case 8: calls.append((time, .resume(task)))
                case 9...11: calls.append((time, .finish(task)))
                case 12, 13: calls.append((time, fails ? .fail(task) : .finish(task)))
                case 14: calls.append((time, .cancel(task)))
                default: if changesLimit { calls.append((time, .limit(Int.random(in: 0...6, using: &random)))) }
                }
            }
        }
    }

    private static func machine(_ history: History) -> RowMachine<Int> {
        RowMachine(
            limit: history.limit, graceTime: .milliseconds(history.grace), minimumShowTime: .milliseconds(history.minimumShow))
    }

    private static let runs = SeededGenerator.steps ?? 2_000

    @Test func `The rows are those of a model that searches lists`() {
        var random = SeededGenerator(stream: 71)
        for run in 0..<Self.runs {
            let history = History(&random, tasks: 8)
            var machine = Self.machine(history)
            var model = RowModel(limit: history.limit, grace: history.grace, minimumShow: history.minimumShow)
            var events: [RowEvent<Int>] = []
            var next = history.calls.startIndex
            let end = (history.calls.last?.time ?? 0) + 60
            for time in 0...end {
                while next < history.calls.endIndex, history.calls[next].time == time {
                    model.carryOut(history.calls[next].call, at: time)
                    events += machine.carryOut(history.calls[next].call, at: time)
                    next += 1
                }
                model.settle(at: time)
                // The machine is advanced now and then: what happens must not depend on it.
                if Int.random(in: 0..<4, using: &random) == 0 {
                    events += machine.advance(to: .at(time))
                    let rows = machine.rows
                    #expect(rows.map { $0?.task } == model.places, "seed \(SeededGenerator.seed), run \(run), time \(time)")
                    var counts = RowTaskCounts()
                    for task in model.tasks.values where task.place == nil { counts[task.state] += 1 }
                    #expect(machine.rest.running == counts.running, "seed \(SeededGenerator.seed), run \(run), time \(time)")
                    #expect(machine.rest.failed == counts.failed, "seed \(SeededGenerator.seed), run \(run), time \(time)")
                }
            }
            events += machine.advance(to: .at(end))
            guard expectSame(events.map(Self.text), model.events.map(Self.text), run) else { return }
        }
    }

    @Test func `With a place for each task, a row has the times of a HUD`() {
        var random = SeededGenerator(stream: 72)
        for run in 0..<Self.runs {
            var history = History(&random, tasks: 4, changesLimit: false, fails: false)
            history.limit = 4
            var machine = Self.machine(history)
            var huds = Array(
                repeating: HUDStateMachine(
                    graceTime: .milliseconds(history.grace), minimumShowTime: .milliseconds(history.minimumShow),
                    animationDuration: .zero), count: 4)
            var isRequested = Array(repeating: false, count: 4)
            var events: [RowEvent<Int>] = []
            var expected: [RowEvent<Int>] = []
            func note(_ task: Int, _ huds: [HUDEvent]) {
                for event in huds {
                    switch event.kind {
                    case .appear: expected.append(RowEvent(.appear, of: task, place: 0, at: event.time))
                    case .disappear: expected.append(RowEvent(.disappear, of: task, place: 0, at: event.time))
                    case .hidden: break
                    }
                }
            }
            for (time, call) in history.calls {
                let now = HUDInstant.at(time)
                switch call {
                case .add, .pause, .resume, .limit: continue
                case .start(let task, _):
                    // A row that is on screen is taken over; a HUD that is hidden waits for its grace time.
                    if !isRequested[task] { note(task, huds[task].show(at: now)) }
                    isRequested[task] = true
                case .finish(let task), .fail(let task), .cancel(let task):
                    if isRequested[task] { note(task, huds[task].hide(at: now)) }
                    isRequested[task] = false
                }
                events += machine.carryOut(call, at: time)
            }
            for task in huds.indices { note(task, huds[task].advance(to: .at(100_000))) }
            events += machine.advance(to: .at(100_000))
            // With a place for each, the order of the places is of no importance.
            let (rows, times) = (events.map { Self.text($0, place: false) }, expected.map { Self.text($0, place: false) })
            guard expectSame(rows.sorted(), times.sorted(), run) else { return }
        }
    }

    private static func text(_ event: RowEvent<Int>) -> String { text(event, place: true) }

    private static func text(_ event: RowEvent<Int>, place: Bool) -> String {
        "\(event.time) \(event.task) \(event.kind)" + (place ? " \(event.place)" : "")
    }

    private func expectSame(_ events: [String], _ expected: [String], _ run: Int) -> Bool {
        if events == expected { return true }
        let index = zip(events, expected).prefix { $0 == $1 }.count
        Issue.record(
            "seed \(SeededGenerator.seed), run \(run), event \(index): \(events[index...].prefix(4)) is not \(expected[index...].prefix(4))"
        )
        return false
    }

    @Test func `Ten thousand tasks come and go, and nothing of them stays`() {
        var random = SeededGenerator(stream: 73)
        var machine = RowMachine<Int>(limit: 24)
        var started = 0
        var ended = 0
        var now = HUDInstant.zero
        var running: [Int] = []
        while ended < 10_000 {
            now = now.advanced(by: .milliseconds(Int.random(in: 0...20, using: &random)))
            if started < 10_000, running.count < 500 || Bool.random(using: &random) {
                _ = machine.start(started, at: now)
                running.append(started)
                started += 1
            } else {
                let task = running.remove(at: Int.random(in: running.indices, using: &random))
                _ = Bool.random(using: &random) ? machine.finish(task, at: now) : machine.fail(task, at: now)
                ended += 1
            }
            let rows = machine.rows
            #expect(rows.count <= 24)
            #expect(Set(rows.compactMap { $0?.task }).count == rows.count { $0 != nil })
            #expect(machine.counts.total == started)
            #expect(machine.rest.total + rows.count { $0 != nil } == started)
        }
        _ = machine.advance(to: now.advanced(by: .seconds(1)))
        #expect(machine.counts.failed + machine.counts.finished == 10_000)
        #expect(machine.tasks.count <= 1_024)
    }
}
