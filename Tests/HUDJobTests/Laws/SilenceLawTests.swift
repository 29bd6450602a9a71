import HUDCore
import HUDLibc
import SeededRandom
import Testing

@testable import HUDJob

/// A job's silence against a model that adds up the intervals between events.
@Suite struct SilenceLawTests {
    /// The silence of a job, interval by interval.
    private struct Model {
        let limit: Duration
        var now = HUDInstant.zero
        var counted = Duration.zero
        var waits = false
        var isPaused = false
        var isStopped = false
        var isHalted = false
        /// When the limit was reached.
        var end: HUDInstant?

        mutating func advance(to time: HUDInstant) {
            if !waits, !isPaused, !isHalted {
                let rest = limit - counted
                if end == nil, rest <= now.duration(to: time) { end = now.advanced(by: rest) }
                counted += now.duration(to: time)
            }
            now = time
        }

        var shown: Duration? { counted < .seconds(30) ? nil : .seconds(counted.components.seconds) }
    }

    @Test func `A job is ended at exactly the instant at which its counted silence reaches the limit`() {
        var random = SeededGenerator(stream: 640)
        var ended = 0
        let rounds = SeededGenerator.rounds(4000)
        for round in 0..<rounds where run(round, &random) { ended += 1 }
        #expect(ended > rounds / 4 && ended < rounds, "\(ended) of \(rounds) jobs were ended")
    }

    /// Returns whether the job was ended.
    private func run(_ round: Int, _ random: inout SeededGenerator) -> Bool {
        let longest = random.bool() ? 5000 : 90_000
        let limit = Duration.milliseconds(random.int(1...longest))
        let hasTerminal = random.bool()
        var machine = JobMachine(.init(hasTerminal: hasTerminal, medium: .none, idleLimit: limit), at: .zero)
        _ = machine.receive(.started, at: .zero)
        var model = Model(limit: limit)
        var (end, shown): (HUDInstant?, Duration?)

        func take(_ actions: [JobMachine.Action], at time: HUDInstant) {
            for action in actions {
                if action == .sendToAll(SIGTERM) { end = time }
                if case .showSilence(let time) = action { shown = time }
            }
        }
        /// A turn of the driver, in which things may have happened.
        func turn(_ inputs: [JobMachine.Input], at time: HUDInstant) {
            for input in inputs { take(machine.receive(input, at: time), at: time) }
            if machine.countsSilence { take(machine.receive(.attended(model.waits), at: time), at: time) }
            take(machine.receive(.turnEnded, at: time), at: time)
        }

        for _ in 0..<40 {
            let gap = Duration.milliseconds(
                random.int(0...random.pick([1, 40, 900, 9000, 40_000])))
            // The clock stands still while the process is stopped.
            let time = model.isStopped ? model.now : model.now.advanced(by: gap)
            while end == nil, let deadline = machine.nextDeadline(at: model.now), deadline <= time {
                model.advance(to: max(model.now, deadline))
                turn([], at: model.now)
                if !model.isStopped { #expect(shown == model.shown, "round \(round)") }
            }
            model.advance(to: time)
            if end != nil || model.end != nil { break }
            var inputs: [JobMachine.Input] = []
            switch random.int(0..<8) {
            case 0, 1:
                if model.isStopped { continue }
                model.counted = .zero
                inputs = [.outputRead]
            case 2: model.waits.toggle()
            case 3:
                if model.isStopped { continue }
                inputs = [model.isPaused ? .resumed : .paused]
                model.isPaused.toggle()
            case 4:
                if model.isHalted || model.isPaused { continue }
                if model.isStopped {
                    inputs = [.stopEnded(.continued)]
                } else {
                    // Nothing can wake a job without a terminal.
                    let around = JobMachine.Surroundings(canBeWoken: hasTerminal, hasKeyboard: false)
                    inputs = [.jobStopped(by: SIGTSTP, around)]
                    model.isHalted = !hasTerminal
                }
                model.isStopped = !model.isStopped && hasTerminal
            case 5:
                guard model.isHalted else { continue }
                model.isHalted = false
                inputs = [.jobContinued]
            default: break
            }
            turn(inputs, at: time)
        }
        #expect(end == model.end, "round \(round): a limit of \(limit)")
        return end != nil
    }
}
