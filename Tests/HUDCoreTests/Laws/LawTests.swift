import SeededRandom
import Testing

@testable import HUDCore

/// Properties of every sequence of calls, checked on long random ones.
///
/// The seed is printed; set HUD_SEED to repeat a run or to try another seed.
@Suite struct LawTests {
    @Test func `Long random sequences agree with the model`() {
        var random = SeededGenerator(stream: 1)
        let runs = Effort.scaled(30_000)
        for _ in 0..<runs {
            var model = IntervalModel.random(using: &random)
            let calls = IntervalModel.randomCalls(16, using: &random)
            var machine = HUDStateMachine(model)
            var events = calls.flatMap { machine.play($0) }
            model.consider(calls)
            let isSame =
                machine.phase == model.phase && machine.nextDeadline == model.nextDeadline.map { .init(units: $0) }
            events += machine.advance(to: .distantFuture)
            if !isSame || !model.events.elementsEqual(events, by: { $0.matches($1) }) {
                Issue.record("\(model.scenario(calls))\n\(events)\n\(model.events)")
                return
            }
        }
        report("agree with the model", calls: runs * 16)
    }

    @Test func `The events are the same whether time passes in one step or in many`() {
        var random = SeededGenerator(stream: 2)
        let runs = Effort.scaled(20_000)
        for _ in 0..<runs {
            let model = IntervalModel.random(using: &random)
            let calls = IntervalModel.randomCalls(16, using: &random)
            let end = HUDInstant(units: (calls.last?.time ?? 0) + 100)
            var inOne = HUDStateMachine(model)
            var inMany = inOne
            var byDeadline = inOne
            var events: [[HUDEvent]] = [[], [], []]
            var last = HUDInstant.zero
            for call in calls {
                let time = HUDInstant(units: call.time)
                events[1] += inMany.wander(from: last, upTo: time, using: &random)
                last = time
                while let deadline = byDeadline.nextDeadline, deadline < time {
                    events[2] += byDeadline.advance(to: deadline)
                }
                events[0] += inOne.play(call)
                events[1] += inMany.play(call)
                events[2] += byDeadline.play(call)
            }
            events[1] += inMany.wander(from: last, upTo: end, using: &random)
            while let deadline = byDeadline.nextDeadline { events[2] += byDeadline.advance(to: deadline) }
            events[0] += inOne.advance(to: end)
            events[1] += inMany.advance(to: end)
            events[2] += byDeadline.advance(to: end)
            if events[0] != events[1] || events[0] != events[2] || inOne != inMany || inOne != byDeadline {
                Issue.record("\(model.scenario(calls))\n\(events)")
                return
            }
        }
        report("tick", calls: runs * 16)
    }

    @Test func `A HUD is asked to hide if it hides without another call`() {
        var random = SeededGenerator(stream: 12)
        let runs = Effort.scaled(20_000)
        for _ in 0..<runs {
            let model = IntervalModel.random(using: &random)
            var calls: [IntervalModel.Call] = []
            var machine = HUDStateMachine(model)
            for call in IntervalModel.randomCalls(16, using: &random) {
                calls.append(call)
                _ = machine.play(call)
                var later = machine
                _ = later.advance(to: .distantFuture)
                if machine.isAskedToHide != (machine.phase != .hidden && later.phase == .hidden) {
                    Issue.record("\(model.scenario(calls))\n\(machine)")
                    return
                }
            }
        }
        report("asked to hide", calls: runs * 16)
    }

    @Test func `After a dismissal nothing is pending, and a HUD behaves like a new one`() {
        var random = SeededGenerator(stream: 13)
        let runs = Effort.scaled(20_000)
        for _ in 0..<runs {
            let model = IntervalModel.random(using: &random)
            let calls = IntervalModel.randomCalls(random.int(0...8), using: &random)
            var machine = HUDStateMachine(model)
            for call in calls { _ = machine.play(call) }
            let time = (calls.last?.time ?? 0) + random.int(0...12)
            _ = machine.dismiss(at: HUDInstant(units: time))
            let isIdle = machine.phase == .hidden && machine.nextDeadline == nil
            var (new, events, expected) = (HUDStateMachine(model), [HUDEvent](), [HUDEvent]())
            let later = IntervalModel.randomCalls(8, using: &random).map { call in
                var call = call
                call.time += time
                return call
            }
            for call in later {
                events += machine.play(call)
                expected += new.play(call)
            }
            events += machine.advance(to: .distantFuture)
            expected += new.advance(to: .distantFuture)
            if !isIdle || events != expected {
                Issue.record("\(model.scenario(calls))\n# dismissed at \(time)\n\(model.scenario(later))\n\(events)\n\(expected)")
                return
            }
        }
        report("dismiss", calls: runs * 16)
    }

    @Test func `Every time on screen keeps the grace time, the minimum show time and one completion`() {
        var random = SeededGenerator(stream: 3)
        let runs = Effort.scaled(20_000)
        var completions = 0
        for _ in 0..<runs {
            let model = IntervalModel.random(using: &random)
            let calls = IntervalModel.randomCalls(20, using: &random)
            var witness = Witness(model)
            for call in calls { witness.watch(call) }
            witness.watch(.init(kind: .hide, time: calls.last?.time ?? 0))
            witness.drain()
            completions += witness.completions
            if !witness.complaints.isEmpty {
                Issue.record("\(model.scenario(calls))\n\(witness.complaints)\n\(witness.events)")
                return
            }
        }
        #expect(completions > runs)
        report("grace, minimum show, completion (\(completions) completions)", calls: runs * 21)
    }

    @Test func `A reading older than the last counts as the last`() {
        var random = SeededGenerator(stream: 4)
        let runs = Effort.scaled(10_000)
        for _ in 0..<runs {
            let model = IntervalModel.random(using: &random)
            let calls = IntervalModel.randomCalls(16, using: &random).filter { $0.kind != .presented }
            var straight = HUDStateMachine(model)
            var erratic = straight
            for call in calls {
                // The call itself advances the time. Then a call with an earlier time asks again at the same instant.
                var same = call
                same.isAnimated.toggle()
                var back = same
                back.time = random.int(-20...call.time)
                let expected = [straight.play(call), straight.play(same)]
                let happened = [erratic.play(call), erratic.play(back)]
                if expected != happened || straight != erratic {
                    Issue.record("\(model.scenario(calls))\n\(back)\n\(happened)\n\(expected)")
                    return
                }
            }
        }
        report("time going back", calls: runs * 32)
    }

    private func report(_ law: String, calls: Int) {
        SeededGenerator.report("laws: \(calls) calls, seed \(SeededGenerator.seed): \(law)")
    }
}

extension HUDStateMachine {
    /// Advances in up to six random steps, all before `end`, because at `end` a call comes before deadlines.
    fileprivate mutating func wander(
        from start: HUDInstant, upTo end: HUDInstant, using random: inout SeededGenerator
    ) -> [HUDEvent] {
        guard start < end else { return [] }
        let width = start.duration(to: end).attoseconds
        let steps = (0..<random.int(0...6)).map { _ in
            start.advanced(by: Duration(attoseconds: .random(in: 0..<width, using: &random)))
        }
        return steps.sorted().flatMap { advance(to: $0) }
    }
}

/// Observes a machine as a user would, and checks its promises independently.
private struct Witness {
    private var machine: HUDStateMachine
    private let grace: Duration
    private let minimumShow: Duration
    private(set) var events: [HUDEvent] = []
    private(set) var complaints: [String] = []
    private(set) var completions = 0

    private var isOnScreen = false
    private var isGoing = false
    private var hasSeenFrame = false
    /// The time of the request in effect.
    private var asked = HUDInstant.zero
    /// The start of the minimum show time.
    private var since = HUDInstant.zero

    init(_ model: IntervalModel) {
        machine = HUDStateMachine(model)
        grace = .seconds(model.grace)
        minimumShow = .seconds(model.minimumShow)
    }

    mutating func watch(_ call: IntervalModel.Call) {
        let time = HUDInstant(units: call.time)
        // Deadlines before the call are processed one at a time, so that the state is up to date at the call.
        while let deadline = machine.nextDeadline, deadline < time { note(machine.advance(to: deadline), at: deadline) }
        if call.kind == .show {
            if !machine.isRequested { asked = time }
            if isOnScreen, !isGoing { since = time }
        }
        note(machine.play(call), at: time)
        if call.kind == .presented, isOnScreen, !isGoing, !hasSeenFrame {
            hasSeenFrame = true
            since = max(since, time)
        }
        let wantsHUD = machine.phase == .waiting || machine.phase == .visible
        if wantsHUD, !machine.isRequested { complain("asked for, and not") }
    }

    mutating func drain() {
        while let deadline = machine.nextDeadline { note(machine.advance(to: deadline), at: deadline) }
        if machine.phase != .hidden || machine.isRequested { complain("not gone after hide") }
    }

    private mutating func note(_ happened: [HUDEvent], at reading: HUDInstant) {
        for event in happened {
            if event.time < (events.last?.time ?? .zero) || event.time > reading { complain("out of order", event) }
            events.append(event)
            switch event.kind {
            case .appear: noteAppearance(event)
            case .disappear:
                if !isOnScreen || isGoing { complain("disappears twice", event) }
                if event.time < since.advanced(by: minimumShow) { complain("minimum show time", event) }
                isGoing = true
            case .hidden(let shown):
                if shown != isOnScreen || isOnScreen != isGoing { complain("completion", event) }
                completions += 1
                isOnScreen = false
                isGoing = false
            }
        }
        if machine.phase.isOnScreen != isOnScreen { complain("on screen is \(machine.phase.isOnScreen)") }
        if (machine.phase == .hiding) != isGoing { complain("going is \(isGoing) in \(machine.phase)") }
        if machine.phase == .hidden,
            machine.nextDeadline != nil || machine.isRequested || machine.opacity(at: reading) != 0
        {
            complain("something is pending in hidden")
        }
        if let deadline = machine.nextDeadline, deadline < reading { complain("a deadline was missed") }
    }

    private mutating func noteAppearance(_ event: HUDEvent) {
        if isOnScreen, !isGoing { complain("appears twice", event) }
        if event.time < asked.advanced(by: grace) { complain("grace time", event) }
        isOnScreen = true
        isGoing = false
        hasSeenFrame = false
        since = event.time
    }

    private mutating func complain(_ what: String, _ event: HUDEvent? = nil) {
        complaints.append("\(what) \(event.map { "\($0)" } ?? "")")
    }
}
