import Testing

@testable import HUDCore

/// How scopes end: what their work counts, and which rows and lines they leave to each other.
@Suite struct ScopeEndTests {
    private let clock = ManualClock()
    private let recorder = Recorder()

    @Test func `The rest of the work counts as complete, too, if the body sets the outcome`() {
        withHUD("Installing", total: 10, timing: .still, renderer: recorder, clock: clock) { hud in
            hud.work.complete(count: 6)
            hud.outcome = .succeeded
            clock.advance(by: 1)
        }
        #expect(recorder.removals.map(\.progress.completedUnitCount) == [10])
    }

    @Test func `A row that stays is taken over, although one that ended before it is disappearing`() {
        withHUD("outer", timing: .still, renderer: recorder, clock: clock) { _ in
            var one = [1].tracked("a", timing: HUDTiming(animation: 0.5), renderer: recorder).makeIterator()
            var other = [1].tracked("b", timing: HUDTiming(animation: 0.5), renderer: recorder).makeIterator()
            clock.advance(to: 1)
            while one.next() != nil {}
            clock.advance(to: 1.8)
            while other.next() != nil {}
            // The first disappears from 2 s on, the other one from 2.8 s on.
            clock.advance(to: 2.2)
            withHUD("c", timing: .still, renderer: recorder) { _ in clock.advance(to: 4) }
        }
        #expect(recorder.removals.map(\.label).sorted() == ["a", "c", "outer"])
    }

    @Test(arguments: [0, 0.15])
    func `The line of a scope is below that of one inside it that fades for longer`(pause: Double) {
        let inner = HUDTiming(minimumShow: 0.3, animation: 0.3)
        let outer = HUDTiming(minimumShow: 0.3, animation: 0)
        withHUD("outer", timing: outer, summary: .always, renderer: recorder, clock: clock) { _ in
            clock.advance(by: 1)
            withHUD("inner", timing: inner, summary: .always, renderer: recorder) { _ in clock.advance(by: 0.2) }
            // The inner one begins to disappear at 1.3 s.
            clock.advance(by: pause)
        }
        #expect(recorder.removals.map(\.label) == ["inner", "outer"])
        #expect(recorder.removals.map(\.timestamp) == [at(1.6), at(1.6).advanced(by: .nanoseconds(1))])
    }

    @Test func `The line of a scope is below that of one inside it, also if the scope around both has ended meanwhile`() {
        let around = HUDScope(
            .init(
                label: "A", total: nil, unit: .items, timing: .still, rows: .none, summary: .never, renderer: recorder,
                clock: clock))
        // As in a task that was started in the scope around it, and goes on.
        HUDScope.$current.withValue(around) {
            withHUD("B", timing: .still, summary: .always, renderer: recorder) { _ in
                clock.advance(by: 1)
                around.finish(nil)
                withHUD("C", timing: HUDTiming(minimumShow: 2, animation: 0), summary: .always, renderer: recorder) { _ in
                    clock.advance(by: 0.5)
                }
            }
        }
        #expect(recorder.removals.map(\.label) == ["A", "C", "B"])
        #expect(recorder.removals.dropFirst().map(\.timestamp) == [at(3), at(3).advanced(by: .nanoseconds(1))])
    }

    @Test func `A scope does not wait for an instant of another clock`() {
        let other = ManualClock()
        other.advance(to: 100)
        withHUD("outer", timing: .still, summary: .always, renderer: recorder, clock: clock) { _ in
            clock.advance(by: 1)
            let timing = HUDTiming(minimumShow: 1, animation: 0)
            withHUD("inner", timing: timing, summary: .always, renderer: recorder, clock: other) { _ in other.advance(by: 0.5) }
        }
        #expect(clock.now == at(1))
        #expect(other.now == at(101))
        #expect(recorder.removals.map(\.label).sorted() == ["inner", "outer"])
    }
}
