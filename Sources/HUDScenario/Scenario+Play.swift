import HUDCore
import Synchronization

// Playing on a manual clock, through the same `HUD` and `ActivityIndicator` that live programs use.
extension Scenario {
    /// Something that happens while a scenario plays.
    enum Moment: Sendable, Equatable {
        /// An event of the HUD. `lastProgress` is the last progress drawn: set only in a `hidden` event of a HUD that was shown, and only if
        /// the scenario plays frames.
        case event(HUDEvent, lastProgress: Double?)
        /// The HUD draws a frame. `number` counts from 0 since the HUD appeared.
        case frame(number: Int, time: HUDInstant, progress: Double)
        /// The activity indicator turns active or inactive.
        case activity(isActive: Bool, time: HUDInstant)
        /// The HUD enters `phase`.
        case phase(_ phase: HUDPhase, time: HUDInstant)
    }

    /// Plays the scenario from beginning to end and passes each moment to `emit` as it happens.
    ///
    /// Returns without waiting: the clock is a `ManualClock`. Memory does not grow with the length of the scenario or the number of frames.
    ///
    /// - Parameter emit: Called with each moment, in order. An error that it throws ends the scenario.
    /// - Throws: What `emit` throws.
    func play<Failure: Error>(_ emit: (Moment) throws(Failure) -> Void) throws(Failure) {
        let clock = ManualClock()
        let tape = Tape()
        switch indicator {
        case .hud: try playHUD(on: clock, tape, emit)
        case .activity: try playActivity(on: clock, tape, emit)
        }
    }

    private func playHUD<Failure: Error>(
        on clock: ManualClock, _ tape: Tape, _ emit: (Moment) throws(Failure) -> Void
    ) throws(Failure) {
        let hud = HUD(
            timing: HUDTiming(graceTime: graceTime, minimumShowTime: minimumShowTime, animationDuration: animationDuration),
            preferredFramesPerSecond: framesPerSecond ?? 1,
            renderer: framesPerSecond == nil ? nil : tape, clock: clock)
        hud.onEvent = { tape.record($0) }
        var phase = HUDPhase.hidden
        try run(on: clock) { action in
            switch action {
            case .show(let animated): hud.show(animated: animated)
            case .hide(let animated): hud.hide(animated: animated)
            case .hideAfter(let delay, let animated): hud.hide(after: delay, animated: animated)
            case .progress(let fraction): hud.progress = fraction
            case .begin, .end: break
            }
        } afterEachStep: { () throws(Failure) in
            try tape.empty(into: emit)
            if hud.phase != phase {
                phase = hud.phase
                try emit(.phase(phase, time: clock.now))
            }
        }
    }

    private func playActivity<Failure: Error>(
        on clock: ManualClock, _ tape: Tape, _ emit: (Moment) throws(Failure) -> Void
    ) throws(Failure) {
        let activity = ActivityIndicator(
            activationDelay: activationDelay, completionDelay: completionDelay, clock: clock
        ) { isActive in
            tape.record(.activity(isActive: isActive, time: clock.now))
        }
        try run(on: clock) { action in
            switch action {
            case .begin: activity.begin()
            case .end: activity.end()
            case .show, .hide, .hideAfter, .progress: break
            }
        } afterEachStep: { () throws(Failure) in
            try tape.empty(into: emit)
        }
    }

    /// Makes the calls, each before what falls due at its own instant, and then lets time run to the end.
    private func run<Failure: Error>(
        on clock: ManualClock, make: (Action) -> Void, afterEachStep: () throws(Failure) -> Void
    ) throws(Failure) {
        for call in calls {
            while let deadline = clock.nextDeadline, deadline < call.time {
                clock.advance(to: deadline)
                try afterEachStep()
            }
            clock.advance(upTo: call.time)
            make(call.action)
            try afterEachStep()
        }
        while let deadline = clock.nextDeadline, deadline <= end ?? deadline {
            clock.advance(to: deadline)
            try afterEachStep()
        }
    }
}

/// Records what a HUD does until the player passes it on. A class, because a HUD's renderer is one.
private final class Tape: HUDRenderer {
    private struct State {
        var moments: [Scenario.Moment] = []
        var lastProgress: Double?
    }

    private let state = Mutex(State())

    func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        record(.frame(number: snapshot.frame, time: snapshot.timestamp, progress: snapshot.progress.fraction))
        return .distantPast
    }

    func remove(_ snapshot: HUDSnapshot) {
        state.withLock { $0.lastProgress = snapshot.progress.fraction }
    }

    func record(_ event: HUDEvent) {
        state.withLock { state in
            var lastProgress: Double?
            if case .hidden(shown: true) = event.kind { swap(&lastProgress, &state.lastProgress) }
            state.moments.append(.event(event, lastProgress: lastProgress))
        }
    }

    func record(_ moment: Scenario.Moment) {
        state.withLock { $0.moments.append(moment) }
    }

    func empty<Failure: Error>(into emit: (Scenario.Moment) throws(Failure) -> Void) throws(Failure) {
        let moments = state.withLock { state in
            defer { state.moments.removeAll(keepingCapacity: true) }
            return state.moments
        }
        for moment in moments { try emit(moment) }
    }
}
