import Dispatch
import HUDCore
import HUDLibc
import Synchronization

// Each figure is printed with that of a plain operation of the same kind, measured in the same run.

/// A plain atomic, stored as in a counter.
final class BareAtomic: Sendable {
    let value = Atomic<Int>(0)
}

func benchmarkCounter() {
    let operations = 20_000_000
    let counter = ProgressNode(totalCount: operations)
    let bare = BareAtomic()
    let alone = Measure.nanoseconds(
        operations: operations,
        [
            { for _ in 0..<operations { counter.complete() } },
            { for _ in 0..<operations { bare.value.wrappingAdd(1, ordering: .relaxed) } }
        ])
    report("increment", alone[0], "ns", beside: ("bare atomic add", alone[1]))

    let each = operations / 4
    let together = Measure.nanoseconds(
        operations: each,
        [
            { DispatchQueue.concurrentPerform(iterations: 2) { _ in for _ in 0..<each { counter.complete() } } },
            {
                DispatchQueue.concurrentPerform(iterations: 2) { _ in
                    for _ in 0..<each { bare.value.wrappingAdd(1, ordering: .relaxed) }
                }
            }
        ])
    report("increment, two threads at once", together[0], "ns", beside: ("bare atomic add", together[1]))
}

func benchmarkMachine() {
    let operations = 2_000_000
    // A tick with nothing due, which is a driver's most frequent call.
    let idle = Measure.nanoseconds(
        operations: operations,
        [
            {
                var machine = HUDStateMachine(graceTime: .seconds(1 << 40))
                _ = machine.show(at: .zero)
                var events = 0
                for tick in 0..<operations { events += machine.advance(to: HUDInstant(offset: .nanoseconds(tick))).count }
                precondition(events == 0)
            },
            {
                // The same, with a hide that is postponed again and again.
                var machine = HUDStateMachine(graceTime: .seconds(1 << 40))
                _ = machine.show(at: .zero)
                var events = 0
                for tick in 0..<operations {
                    events += machine.hide(after: .seconds(1), at: HUDInstant(offset: .nanoseconds(tick))).count
                }
                precondition(events == 0)
            },
            {
                // One job after the other, where every call causes events.
                var machine = HUDStateMachine(animationDuration: .zero)
                var events = 0
                for tick in 0..<(operations / 2) {
                    let now = HUDInstant(offset: .nanoseconds(tick))
                    events += machine.show(at: now).count + machine.hide(at: now).count
                }
                precondition(events == operations / 2 * 3)
            }
        ])
    report("machine: advance, nothing due", 1000 / idle[0], "million calls a second")
    report("machine: hide(after:), no event", 1000 / idle[1], "million calls a second")
    report("machine: show and hide, with their events", 1000 / idle[2], "million calls a second")
}

/// Draws nothing, to measure what a frame costs before it is drawn.
final class NullRenderer: HUDRenderer {
    func draw(_ snapshot: HUDSnapshot) -> HUDInstant { .distantPast }
    func remove(_ snapshot: HUDSnapshot) {}
}

func benchmarkHUD() {
    let frames = 200_000
    let clock = ManualClock()
    let hud = HUD(label: "Compressing", preferredFramesPerSecond: 60, renderer: NullRenderer(), clock: clock)
    hud.show()
    let minute = Measure.nanoseconds(
        operations: frames,
        [
            { clock.advance(by: .seconds(frames) / 60) },
            { for _ in 0..<frames { hud.label = "Compressing" } },
            { for _ in 0..<frames { hud.progress = 0.5 } }
        ])
    report("frame: clock, machine, sample, snapshot", minute[0], "ns")
    report("label set", minute[1], "ns")
    report("progress set", minute[2], "ns")
    hud.hide(animated: false)
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.isEmpty {
    benchmarkCounter()
    benchmarkMachine()
    benchmarkHUD()
    benchmarkLibrary()
    benchmarkDrawing()
    benchmarkRows()
    benchmarkHUDs()
    benchmarkZigMessages()
    scoreEstimators()
} else if let job = DrawingJob(arguments: arguments) {
    job.run()
} else {
    print(DrawingJob.usage)
    exit(2)
}
