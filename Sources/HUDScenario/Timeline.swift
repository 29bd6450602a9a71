import HUDCore

/// The events of a scenario as spans of time, from which a diagram is drawn.
struct Timeline {
    /// A period in one phase, or one in which a job ran or the indicator was on screen.
    struct Span: Equatable {
        var start: HUDInstant
        var end: HUDInstant
        var phase: HUDPhase
        /// Whether it had not ended when the scenario ended.
        var isOpen = false

        var length: Duration { start.duration(to: end) }

        /// The priority in a column that several spans share.
        var weight: Int {
            switch phase {
            case .hidden: 0
            case .waiting: 1
            case .hiding: 2
            case .lingering: 3
            case .visible: 4
            }
        }
    }

    /// The periods in which a job ran.
    private(set) var job: [Span] = []
    /// The indicator's phases except `hidden`.
    private(set) var indicator: [Span] = []
    /// The periods in which the indicator was on screen.
    private(set) var visits: [Span] = []
    /// The duration of the scenario, or a second if it has none. Never zero.
    let length: Duration

    init(_ scenario: Scenario) {
        var last = scenario.calls.last?.time ?? .zero
        var phases: [(start: HUDInstant, phase: HUDPhase)] = []
        var visits: [Span] = []
        func come(at time: HUDInstant) {
            visits.append(Span(start: time, end: time, phase: .visible, isOpen: true))
        }
        func go(at time: HUDInstant) {
            guard let index = visits.indices.last, visits[index].isOpen else { return }
            visits[index].end = time
            visits[index].isOpen = false
        }
        scenario.play { moment in
            last = max(last, moment.time)
            switch moment {
            case .phase(let phase, let time):
                phases.append((time, phase))
            case .event(let event, _):
                if case .appear = event.kind, visits.last?.isOpen != true { come(at: event.time) }
                if case .hidden(shown: true) = event.kind { go(at: event.time) }
            case .activity(let isActive, let time):
                if isActive { come(at: time) } else { go(at: time) }
                phases.append((time, isActive ? .visible : .hidden))
            case .frame: break
            }
        }
        last = max(last, scenario.end ?? last)
        length = last > .zero ? last.offset : .seconds(1)
        let end = HUDInstant(offset: length)
        for index in visits.indices where visits[index].isOpen { visits[index].end = end }
        self.visits = visits
        for (index, entry) in phases.enumerated() where entry.phase != .hidden {
            let next = index + 1 < phases.count ? phases[index + 1].start : end
            indicator.append(Span(start: entry.start, end: next, phase: entry.phase))
        }
        // A visit of zero length has no phase, so it is added as a span of its own.
        indicator += visits.filter { $0.length == .zero }
        job = Self.jobs(in: scenario, until: end)
    }

    /// From each `show` to the `hide` that ends it, or from the first `begin` to the last `end`.
    private static func jobs(in scenario: Scenario, until end: HUDInstant) -> [Span] {
        var jobs: [Span] = []
        var count = 0
        var start: HUDInstant?
        func finish(at time: HUDInstant, isOpen: Bool = false) {
            if let begun = start { jobs.append(Span(start: begun, end: time, phase: .visible, isOpen: isOpen)) }
            start = nil
        }
        for call in scenario.calls {
            switch call.action {
            case .show: start = start ?? call.time
            case .begin:
                count += 1
                start = start ?? call.time
            case .hide, .hideAfter: finish(at: call.time)
            case .end:
                count = max(0, count - 1)
                if count == 0 { finish(at: call.time) }
            case .progress: break
            }
        }
        finish(at: end, isOpen: true)
        return jobs
    }
}
