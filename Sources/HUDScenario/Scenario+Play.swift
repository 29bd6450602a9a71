import HUDCore
import HUDReports
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
        // The calls are those of one of the two, and nothing happens to the other.
        let hud = HUD(
            timing: HUDTiming(graceTime: graceTime, minimumShowTime: minimumShowTime, animationDuration: animationDuration),
            preferredFramesPerSecond: framesPerSecond ?? 1,
            renderer: framesPerSecond == nil ? nil : tape, clock: clock)
        hud.onEvent = { tape.record($0) }
        let activity = ActivityIndicator(
            activationDelay: activationDelay, completionDelay: completionDelay, clock: clock
        ) { isActive in
            tape.record(.activity(isActive: isActive, time: clock.now))
        }
        // The clock does not hold it.
        defer { withExtendedLifetime(activity) {} }
        var phase = HUDPhase.hidden
        func passOn() throws(Failure) {
            try tape.empty(into: emit)
            guard hud.phase != phase else { return }
            phase = hud.phase
            try emit(.phase(phase, time: clock.now))
        }
        // Each call is made before what falls due at its own instant, and after the last one time runs to the end.
        for call in calls {
            while let deadline = clock.nextDeadline, deadline < call.time {
                clock.advance(to: deadline)
                try passOn()
            }
            clock.advance(upTo: call.time)
            switch call.action {
            case .show(let animated): hud.show(animated: animated)
            case .hide(let animated): hud.hide(animated: animated)
            case .hideAfter(let delay, let animated): hud.hide(after: delay, animated: animated)
            case .progress(let fraction): hud.progress = fraction
            case .begin: activity.begin()
            case .end: activity.end()
            }
            try passOn()
        }
        while let deadline = clock.nextDeadline, deadline <= end ?? deadline {
            clock.advance(to: deadline)
            try passOn()
        }
    }
}

extension Scenario.Moment {
    /// When it happens.
    var time: HUDInstant {
        switch self {
        case .event(let event, _): event.time
        case .frame(_, let time, _), .activity(_, let time), .phase(_, let time): time
        }
    }

    /// The moment as a JSON object on one line, without a line feed. Nil for a change of phase, which has no JSON form.
    var json: String? {
        var line = JSONLine()
        line.add("t", time.offset)
        switch self {
        case .event(let event, let lastProgress):
            switch event.kind {
            case .appear(let animated):
                line.add("event", "appear")
                line.add("animated", animated)
            case .disappear(let animated):
                line.add("event", "disappear")
                line.add("animated", animated)
            case .hidden(let shown):
                line.add("event", "hidden")
                line.add("shown", shown)
                line.add("progress", lastProgress)
            }
        case .frame(let number, _, let progress):
            line.add("event", "frame")
            line.add("n", number)
            line.add("progress", progress)
        case .activity(let isActive, _): line.add("event", isActive ? "active" : "inactive")
        case .phase: return nil
        }
        return line.text
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
