import SeededRandom
import Testing

@testable import HUDCore

/// Calls that come after deadlines which the clock has not carried out yet.
@Suite struct OverdueTests {
    /// A HUD that was hidden with an outcome 0.1 s after it appeared, and stays until 1 s.
    private func lingering(_ clock: LateClock, _ recorder: Recorder) -> HUD {
        let hud = HUD(
            timing: HUDTiming(minimumShow: 1, animation: 0), renderer: recorder,
            clock: clock)
        recorder.follow(hud)
        hud.show()
        clock.wake()
        clock.sleepThrough(to: 0.1)
        hud.outcome = .failed(reason: "status 2")
        hud.hide()
        return hud
    }

    @Test func `A HUD released after the end of its stay disappears once and keeps its outcome`() {
        let (clock, recorder) = (LateClock(), Recorder())
        weak var released: HUD?
        do {
            let hud = lingering(clock, recorder)
            clock.sleepThrough(to: 5)
            released = hud
        }
        #expect(released != nil)
        clock.wake()
        #expect(released == nil)
        #expect(recorder.completions == [true])
        #expect(recorder.events == [appear(0), disappear(1), hidden(1)])
        #expect(recorder.removals.map(\.outcome) == [.failed(reason: "status 2")])
    }

    // MARK: A law

    /// A presenter and what it told of.
    private struct Run {
        var presenter: HUDPresenter
        var told: [Told] = []

        /// An event, or what a removal says of the job.
        enum Told: Equatable, CustomStringConvertible {
            case event(HUDEvent)
            case removed(HUDOutcome?, elapsed: Duration)

            var description: String {
                switch self {
                case .event(let event): "\(event.time) \(event.kind)"
                case .removed(let outcome, let elapsed): "removed, \(outcome as HUDOutcome?, default: "no outcome"), \(elapsed)"
                }
            }
        }

        mutating func tell(_ actions: [HUDAction]) {
            for action in actions {
                switch action {
                case .event(let event): told.append(.event(event))
                case .remove(let snapshot): told.append(.removed(snapshot.outcome, elapsed: snapshot.elapsed))
                case .frame: break
                }
            }
        }
    }

    @Test func `However late deadlines are carried out, events, outcomes and lengths of jobs are the same`() {
        var random = SeededGenerator(stream: 31)
        let runs = Effort.scaled(20_000)
        var removals = 0
        for _ in 0..<runs {
            let timings = (0..<2).map { _ in random.int(0...8) }
            // Without a grace time: a HUD that falls due late may never be shown, and is then told of as such.
            let machine = HUDStateMachine(minimumShowTime: .seconds(timings[0]), animationDuration: .seconds(timings[1]))
            let presenter = HUDPresenter(machine, draws: false)
            var (punctual, late) = (Run(presenter: presenter), Run(presenter: presenter))
            var calls: [String] = []
            var time = 0
            for _ in 0..<12 {
                time += random.int(0...6)
                let now = HUDInstant(offset: .seconds(time))
                while let deadline = punctual.presenter.nextDeadline, deadline < now {
                    punctual.tell(punctual.presenter.advance(to: deadline))
                }
                let kind = random.int(0..<10)
                let delay = Duration.seconds(random.int(1...8))
                calls.append("at \(time) call \(kind), \(delay)")
                func call(_ run: inout Run) {
                    switch kind {
                    case 0..<3: run.tell(run.presenter.show(at: now, animated: true))
                    case 3..<5: run.tell(run.presenter.hide(at: now, animated: true))
                    case 5..<7: run.tell(run.presenter.hide(after: delay, at: now, animated: true))
                    case 7: run.tell(run.presenter.dismiss(at: now))
                    case 8: run.tell(run.presenter.setTimings(at: now) { $0.animationDuration = delay })
                    default: run.presenter.setOutcome(delay < .seconds(3) ? nil : .succeeded, at: now)
                    }
                }
                // An outcome that comes too late for the one may be in time for the other.
                if kind == 9, !punctual.presenter.machine.phase.isOnScreen { continue }
                call(&punctual)
                call(&late)
            }
            let end = HUDInstant(offset: .seconds(1000))
            while let deadline = punctual.presenter.nextDeadline, deadline < end {
                punctual.tell(punctual.presenter.advance(to: deadline))
            }
            late.tell(late.presenter.advance(to: end))
            removals += late.told.count
            guard punctual.told == late.told else {
                Issue.record("seed \(SeededGenerator.seed), \(timings)\n\(calls)\n\(punctual.told)\n\(late.told)")
                return
            }
        }
        #expect(removals > runs)
        SeededGenerator.report("laws: \(runs * 12) calls, seed \(SeededGenerator.seed): overdue deadlines")
    }
}
