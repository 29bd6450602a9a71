import HUDCore
import SeededRandom
import Testing

/// Opacity, changing timings, and extreme values.
@Suite struct EdgeLawTests {
    // MARK: Opacity

    @Test func `The opacity stays in range, goes one way at a time and never jumps while it is animated`() {
        var random = SeededGenerator(stream: 7)
        let runs = Effort.scaled(10_000)
        var turns = 0
        for _ in 0..<runs {
            let model = IntervalModel.random(using: &random)
            let calls = IntervalModel.randomCalls(12, using: &random)
            var machine = HUDStateMachine(model)
            var steps = calls.map { call in (HUDInstant(units: call.time), IntervalModel.Call?.some(call)) }
            while let step = steps.first {
                steps.removeFirst()
                // A deadline before the call is a step of its own.
                var step = step
                if let deadline = machine.nextDeadline, deadline < step.0 {
                    steps.insert(step, at: 0)
                    step = (deadline, nil)
                }
                let before = machine
                let events = step.1.map { machine.play($0) } ?? machine.advance(to: step.0)
                // Hidden at a deadline: the animation has ended. If a show is in its grace time, the deadline can also
                // be a delayed hide; without animation it ends the animation at once.
                if step.1 == nil, before.phase == .hiding, !before.isRequested, !machine.phase.isOnScreen {
                    #expect(before.opacity(at: step.0) == 0)
                }
                if let complaint = complaint(from: before, to: machine, at: step.0, events, animation: model.animation) {
                    Issue.record("\(model.scenario(calls))\nat \(step.0): \(complaint)")
                    return
                }
                if before.phase == .hiding, machine.phase == .visible { turns += 1 }
            }
        }
        #expect(turns > runs / 20)
        SeededGenerator.report("laws: \(runs * 12) calls, seed \(SeededGenerator.seed): opacity (turned back \(turns) times)")
    }

    /// The violation of the opacity's law at a step, or between it and the next.
    private func complaint(
        from before: HUDStateMachine, to after: HUDStateMachine, at now: HUDInstant, _ events: [HUDEvent],
        animation: Int
    ) -> String? {
        let opacity = after.opacity(at: now)
        if !after.phase.isOnScreen { return opacity == 0 ? nil : "\(opacity) off screen" }
        if events.count == 1, let event = events.first {
            switch event.kind {
            case .appear(let isAnimated), .disappear(let isAnimated):
                let start = isAnimated && animation > 0 ? before.opacity(at: now) : 1
                if opacity != start { return "\(event) from \(start), but \(opacity)" }
            case .hidden: break
            }
        } else if events.isEmpty, opacity != before.opacity(at: now) {
            return "a jump with no event"
        }
        // To the next deadline or, if there is none, well after the animation.
        let end = after.nextDeadline ?? now.advanced(by: .seconds(animation + 1))
        let step = now.duration(to: end) / 8
        let course = (0...8).map { after.opacity(at: now.advanced(by: step * $0)) }
        if !course.allSatisfy({ (0...1).contains($0) }) { return "out of range: \(course)" }
        let isMonotone = zip(course, course.dropFirst()).allSatisfy { after.phase == .hiding ? $0 >= $1 : $0 <= $1 }
        if !isMonotone { return "\(after.phase), but \(course)" }
        if after.phase != .hiding, after.opacity(at: now.advanced(by: .seconds(animation))) != 1 {
            return "not 1 once it has appeared"
        }
        return nil
    }

    @Test func `The opacity eases out, and turns back from where it was`() {
        var machine = HUDStateMachine(animationDuration: .seconds(2))
        _ = machine.show(at: at(0))
        for (time, opacity) in [(-1.0, 0.0), (0, 0), (1, 0.875), (2, 1), (9, 1)] {
            #expect(machine.opacity(at: at(time)) == opacity, "\(time)")
        }
        _ = machine.hide(at: at(10))
        #expect(machine.opacity(at: at(10)) == 1)
        #expect(machine.opacity(at: at(11)) == 0.125)
        _ = machine.show(at: at(11))
        #expect(machine.opacity(at: at(11)) == 0.125)
        #expect(machine.opacity(at: at(12)) == 0.125 + 0.875 * 0.875)
        #expect(machine.opacity(at: at(13)) == 1)
        _ = machine.hide(at: at(20), animated: false)
        #expect(machine.opacity(at: at(20)) == 0)
        #expect(HUDStateMachine().opacity(at: at(0)) == 0)
    }

    // MARK: Timings that change

    @Test func `By default there is no grace time, no minimum show time, and an animation of 0.3 seconds`() {
        var machine = HUDStateMachine()
        #expect(machine.graceTime == .zero)
        #expect(machine.minimumShowTime == .zero)
        #expect(machine.show(at: at(0)) == [appear(0)])
        #expect(machine.hide(at: at(0)) == [disappear(0)])
        #expect(machine.nextDeadline == at(0.3))
        #expect(machine.show(at: at(1)).last == appear(1))
        #expect(machine.hide(after: .seconds(1), at: at(1)) == [])
        #expect(machine.advance(to: at(2)) == [disappear(2)])
    }

    @Test func `The grace time in force at show counts`() {
        var machine = HUDStateMachine(graceTime: .seconds(1), animationDuration: .seconds(4))
        #expect(machine.show(at: at(0)) == [])
        machine.graceTime = .seconds(9)
        #expect(machine.show(at: at(0.5)) == [])
        #expect(machine.nextDeadline == at(1))
        machine.graceTime = .zero
        #expect(machine.show(at: at(0.75)) == [], "the first deadline stands")
        #expect(machine.advance(to: at(1)) == [appear(1)])

        #expect(machine.hide(at: at(2)) == [disappear(2)])
        machine.graceTime = .seconds(2)
        #expect(machine.show(at: at(3)) == [])
        machine.graceTime = .seconds(1)
        #expect(machine.show(at: at(3)) == [])
        #expect(machine.nextDeadline == at(5), "the first deadline stands")
        machine.graceTime = .zero
        #expect(machine.show(at: at(4)) == [appear(4)])
        #expect(machine.nextDeadline == nil)
    }

    @Test func `The minimum show time in force when it is asked to go counts`() {
        var machine = HUDStateMachine(minimumShowTime: .seconds(9), animationDuration: .zero)
        _ = machine.show(at: at(0))
        machine.minimumShowTime = .seconds(2)
        #expect(machine.hide(at: at(1)) == [])
        machine.minimumShowTime = .seconds(7)
        #expect(machine.hide(at: at(1)) == [])
        #expect(machine.nextDeadline == at(2))
        // A delayed hide reads the timings when it is processed.
        _ = machine.show(at: at(1))
        #expect(machine.hide(after: .seconds(1), at: at(1)) == [])
        machine.minimumShowTime = .seconds(3)
        #expect(machine.advance(to: at(3)) == [])
        #expect(machine.phase == .lingering)
        #expect(machine.nextDeadline == at(4))
    }

    @Test func `The animation in force when it appears or disappears counts`() {
        var machine = HUDStateMachine(
            graceTime: .seconds(1), minimumShowTime: .seconds(5), animationDuration: .seconds(9))
        _ = machine.show(at: at(0))
        machine.animationDuration = .seconds(2)
        _ = machine.advance(to: at(1))
        machine.animationDuration = .seconds(8)
        #expect(machine.opacity(at: at(2)) == 0.875)
        #expect(machine.hide(at: at(4)) == [])
        machine.animationDuration = .seconds(4)
        #expect(machine.advance(to: at(6)) == [disappear(6)])
        machine.animationDuration = .seconds(1)
        #expect(machine.nextDeadline == at(10))
        #expect(machine.opacity(at: at(8)) == 0.125)
    }

    @Test func `Negative durations count as zero`() {
        var machine = HUDStateMachine(
            graceTime: .seconds(-1), minimumShowTime: .seconds(-1), animationDuration: .seconds(-1))
        #expect(machine.show(at: at(0)) == [appear(0)])
        #expect(machine.opacity(at: at(0)) == 1)
        let gone = [disappear(1), hidden(1)]
        #expect(machine.hide(at: at(1)) == gone)
        #expect(machine.nextDeadline == nil)
        _ = machine.show(at: at(1))
        #expect(machine.hide(at: at(1)).count == 2, "not to be kept, and not to have been due before")

        // No state is left behind: with the same timings again, the machines are equal.
        var other = HUDStateMachine(animationDuration: .zero)
        var negative = HUDStateMachine(animationDuration: .seconds(-1))
        #expect(other.show(at: at(0)) == negative.show(at: at(0)))
        negative.animationDuration = .zero
        #expect(other == negative)
    }

    // MARK: Frames presented late

    @Test func `A frame presented before the show in effect changes nothing`() {
        var machine = HUDStateMachine(minimumShowTime: .seconds(3), animationDuration: .zero)
        _ = machine.show(at: at(5))
        machine.presented(at: at(4))
        #expect(machine.hide(at: at(6)) == [])
        #expect(machine.nextDeadline == at(8))

        var hasty = HUDStateMachine(minimumShowTime: .seconds(3), animationDuration: .zero)
        _ = hasty.show(at: at(5))
        #expect(hasty.hide(at: at(6)) == [])
        hasty.presented(at: at(4))
        #expect(hasty.nextDeadline == at(8))
    }

    // MARK: Huge values

    @Test func `Huge durations and times never trap`() {
        let longest = Duration(attoseconds: .max)
        let shortest = Duration(attoseconds: .min)
        let durations = [longest, shortest, .zero, .seconds(1)]
        let times = [HUDInstant.distantPast, .zero, .distantFuture]
        for grace in durations {
            for minimumShow in durations {
                for animation in durations {
                    for delay in durations {
                        for start in times {
                            var machine = HUDStateMachine(
                                graceTime: grace, minimumShowTime: minimumShow, animationDuration: animation)
                            playHuge(&machine, start: start, delay: delay)
                        }
                    }
                }
            }
        }
    }

    private func playHuge(_ machine: inout HUDStateMachine, start: HUDInstant, delay: Duration) {
        var events = machine.advance(to: start)
        events += machine.show(at: start)
        events += machine.hide(after: delay, at: start)
        machine.presented(at: .distantFuture)
        events += machine.hide(at: start)
        events += machine.show(at: start)
        machine.presented(at: .distantPast)
        #expect((0...1).contains(machine.opacity(at: .distantPast)))
        #expect((0...1).contains(machine.opacity(at: .distantFuture)))
        events += machine.hide(after: delay, at: start)
        events += machine.advance(to: .distantFuture)
        events += machine.hide(at: .distantFuture)
        events += machine.advance(to: .distantFuture)
        #expect(machine.phase == .hidden)
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    }
}
