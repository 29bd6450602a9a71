import SeededRandom
import Testing

@testable import HUDCore

/// The activity indicator's machine against ``ActivityModel``.
@Suite struct ActivityLawTests {
    @Test func `Every short sequence of begin and end agrees with the model`() {
        #if DEBUG
        let depth = 4
        #else
        let depth = 6
        #endif
        var count = 0
        for activation in 0...2 {
            for completion in 0...2 {
                var search = ActivitySearch(model: ActivityModel(activation: activation, completion: completion))
                search.explore(at: [0], depth: depth)
                count += search.count
                if let mismatch = search.mismatch { Issue.record("\(mismatch)") }
            }
        }
        SeededGenerator.report("activity: \(count) sequences of up to \(depth) calls, gaps 0, 1 and 2, 9 timings")
    }

    @Test func `Long random sequences of begin and end agree with the model`() {
        var random = SeededGenerator(stream: 5)
        let runs = Effort.scaled(20_000)
        for _ in 0..<runs {
            let model = ActivityModel(
                activation: random.int(0...8), completion: random.int(0...8))
            var time = 0
            let calls = (0..<20).map { _ in
                time += max(0, random.int(-3...5))
                let kind = random.pick(ActivityModel.Kind.allCases)
                return ActivityModel.Call(kind: kind, time: time)
            }
            var search = ActivitySearch(model: model)
            search.check(calls)
            if let mismatch = search.mismatch {
                Issue.record("\(mismatch)")
                return
            }
        }
        SeededGenerator.report(
            "laws: \(runs * 20) calls, seed \(SeededGenerator.seed): the activity indicator agrees with the model")
    }

    private func active(_ seconds: Double) -> ActivityStateMachine.Event { .init(isActive: true, time: at(seconds)) }
    private func idle(_ seconds: Double) -> ActivityStateMachine.Event { .init(isActive: false, time: at(seconds)) }

    @Test func `The delays have AFNetworking's defaults, and negative delays count as zero`() {
        var machine = ActivityStateMachine()
        #expect(machine.begin(at: at(0)) == [])
        #expect(machine.nextDeadline == at(1))
        #expect(machine.advance(to: at(1)) == [active(1)])
        #expect(machine.end(at: at(2)) == [])
        #expect(machine.state == .ending(until: at(2.17)))
        #expect(machine.advance(to: at(3)) == [idle(2.17)])

        machine = ActivityStateMachine(activationDelay: .seconds(-1), completionDelay: .seconds(-1))
        #expect(machine.begin(at: at(4)) == [])
        #expect(machine.advance(to: at(4)) == [active(4)])
        #expect(machine.end(at: at(5)) == [])
        #expect(machine.advance(to: at(5)) == [idle(5)])
    }

    @Test func `Time that goes back counts as the last reading`() {
        var machine = ActivityStateMachine(activationDelay: .seconds(1), completionDelay: .seconds(1))
        #expect(machine.advance(to: at(10)) == [])
        #expect(machine.begin(at: at(3)) == [])
        #expect(machine.nextDeadline == at(11))
        #expect(machine.advance(to: at(12)) == [active(11)])
        #expect(machine.end(at: at(4)) == [])
        #expect(machine.nextDeadline == at(13))
        #expect(machine.advance(to: at(13)) == [idle(13)])
        #expect(machine.advance(to: at(1)) == [])
        #expect(machine.begin(at: at(0)) == [])
        #expect(machine.nextDeadline == at(14))
    }

    @Test func `Huge delays and times never trap`() {
        let longest = Duration(attoseconds: .max)
        for delay in [longest, Duration(attoseconds: .min), .zero] {
            for start in [HUDInstant.distantPast, .zero, .distantFuture] {
                var machine = ActivityStateMachine(activationDelay: delay, completionDelay: delay)
                _ = machine.begin(at: start)
                var events = machine.advance(to: .distantFuture)
                events += machine.end(at: start)
                events += machine.advance(to: .distantFuture)
                #expect(events.map(\.isActive) == [true, false])
                #expect(machine.state == .idle)
            }
        }
    }
}

private struct ActivitySearch {
    let model: ActivityModel
    private(set) var count = 0
    private(set) var mismatch: String?
    private var calls: [ActivityModel.Call] = []

    init(model: ActivityModel) {
        self.model = model
    }

    mutating func explore(at times: [Int], depth: Int) {
        for kind in ActivityModel.Kind.allCases {
            for time in times {
                calls.append(ActivityModel.Call(kind: kind, time: time))
                check(calls)
                if depth > 1 { explore(at: [time, time + 1, time + 2], depth: depth - 1) }
                calls.removeLast()
            }
        }
    }

    mutating func check(_ calls: [ActivityModel.Call]) {
        count += 1
        var machine = ActivityStateMachine(
            activationDelay: .seconds(model.activation), completionDelay: .seconds(model.completion))
        var events: [ActivityStateMachine.Event] = []
        var counts: [Int] = []
        for call in calls {
            let time = HUDInstant(units: call.time)
            switch call.kind {
            case .begin: events += machine.begin(at: time)
            case .end: events += machine.end(at: time)
            case .advance: events += machine.advance(to: time)
            }
            counts.append(machine.count)
        }
        let isRunning = machine.nextDeadline != nil
        let isInPhase = machine.state != .idle && machine.state != .active
        if let deadline = machine.nextDeadline {
            if deadline > HUDInstant(units: calls.last?.time ?? 0) {
                events += machine.advance(to: deadline.advanced(by: Duration(attoseconds: -1)))
                if machine.nextDeadline != deadline { mismatch = "\(calls): carried out before its time" }
            }
            events += machine.advance(to: deadline)
        }
        let rests = machine.state == (machine.count > 0 ? .active : .idle) && machine.nextDeadline == nil
        let expected = model.events(calls).map {
            ActivityStateMachine.Event(isActive: $0.isActive, time: HUDInstant(units: $0.time))
        }
        if events != expected || counts != model.counts(calls) || !rests || isRunning != isInPhase {
            mismatch = "\(calls)\nmachine: \(events) \(counts)\nmodel:   \(expected) \(model.counts(calls))"
        }
    }
}
