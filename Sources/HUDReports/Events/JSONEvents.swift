import HUDCore

/// The events of a ``JSONRenderer``, as a value: calls and snapshots in, lines out.
struct JSONEvents {
    private enum Phase {
        /// No work is under way. Can transition to: started.
        case idle
        /// Work has begun; there was no frame yet. Can transition to: onScreen, idle.
        case started
        /// There was a frame; `last` is the instant of the last line. Can transition to: idle, over.
        case onScreen(last: HUDInstant)
        /// ``finish(elapsed:outcome:usage:)`` was called while the HUD is on screen; its frames are ignored. Can transition to: started, idle.
        case over
    }

    /// The version of the protocol. It changes when a reader of the previous one would misunderstand something.
    static let version = 1

    /// The shortest time between two lines about progress.
    static let progressInterval = Duration.milliseconds(100)

    let heartbeatInterval: Duration
    private var phase = Phase.idle
    /// The HUD whose work it is; nil until its first frame, and while there is none.
    private var hudID: Int?
    /// Which of its jobs was in the last frame while the work was under way.
    private var hudJob = 0
    /// The HUDs, each with its job, that are still on screen although other work has begun since their own was over.
    private var lingering: [Int: Int] = [:]
    /// Whether work begins with the HUD's first frame: until ``start(label:details:)`` is called.
    private var startsByFrame = true
    /// What an instant of the HUD's clock is ahead of the renderer's, as of the last frame. Zero if ``start(label:details:)`` was called, so that both are one.
    private(set) var clockOffset = Duration.zero
    /// When the work began, on the HUD's clock; nil while no work is under way, and until the first frame of work that began with one.
    private var origin: HUDInstant?
    /// For how long the process has been stopped, and was when the work began: `t` counts it, although the HUD's clock does not.
    var stoppedTime = Duration.zero
    private var stoppedBefore = Duration.zero
    /// The `t` of the last line.
    private var lastTime = Duration.zero
    /// The labels, the mode and the progress of the last line.
    private var content = JSONLine()
    var jobs = JSONJobs()
    /// What was known of the jobs of work that is over; see ``takeReleased()``.
    private var released: [JSONJobs] = []

    init(heartbeatInterval: Duration) {
        self.heartbeatInterval = heartbeatInterval
    }

    // MARK: Inputs

    /// - Parameter wallTime: The time since 1970.
    mutating func start(
        label: String, details: String, kind: JSONStreamKind, at time: HUDInstant, wallTime: @autoclosure () -> Duration
    )
        -> [JSONLine]
    {
        startsByFrame = false
        guard origin == nil else { return [] }
        if case .over = phase, let hudID { lingering[hudID] = hudJob }
        (origin, hudID, clockOffset) = (time, nil, .zero)
        return [begin(label: label, details: details, kind: kind, wallTime: wallTime())]
    }

    mutating func finish(elapsed: Duration, outcome: HUDOutcome?, usage: HUDUsage?) -> [JSONLine] {
        guard origin != nil else { return [] }
        let isShown = isOnScreen
        if !isShown, let totals = jobs.totals { content.add("jobs", object: Self.object(of: totals)) }
        end(isShown ? .over : .idle)
        return [finishLine(shown: isShown, elapsed, outcome, usage, time: elapsed + stoppedMeanwhile)]
    }

    /// - Parameter time: Now, on the renderer's clock.
    mutating func render(
        _ snapshot: HUDSnapshot, at time: HUDInstant, skipsProgress: Bool = false, wallTime: @autoclosure () -> Duration
    ) -> [JSONLine] {
        if lingers(snapshot) { return [] }
        if startsByFrame { clockOffset = time.duration(to: snapshot.timestamp) }
        switch phase {
        case .idle:
            return startsByFrame ? [begin(snapshot, wallTime: wallTime()), appear(snapshot)] : []
        case .started:
            return [appear(snapshot)]
        case .onScreen(let last):
            hudJob = snapshot.job
            if skipsProgress { return [] }
            let lines = jobLines(at: snapshot.timestamp)
            let gap = last.duration(to: snapshot.timestamp)
            guard gap >= Self.progressInterval else { return lines }
            let new = content(of: snapshot)
            if new != content { return lines + [report("progress", new, snapshot)] }
            return gap >= heartbeatInterval ? lines + [report("heartbeat", new, snapshot)] : lines
        case .over:
            return []
        }
    }

    /// The instant of the next possible line, if the program sets nothing until then.
    func nextChange(after snapshot: HUDSnapshot) -> HUDInstant {
        let nextLook = snapshot.timestamp.advanced(by: Self.progressInterval)
        switch phase {
        case .idle, .started, .over:
            return nextLook
        case .onScreen(let last):
            let nextLine = last.advanced(by: Self.progressInterval)
            // A change that came too soon after the last line is reported as soon as possible.
            if nextLine > snapshot.timestamp, self.content(of: snapshot) != content { return nextLine }
            let heartbeat = last.advanced(by: heartbeatInterval)
            // With progress, frames are also what the remaining time in a heartbeat is estimated from.
            if snapshot.isSteady { return heartbeat }
            return nextLine > snapshot.timestamp ? nextLine : min(nextLook, heartbeat)
        }
    }

    mutating func remove(_ snapshot: HUDSnapshot, wallTime: @autoclosure () -> Duration) -> [JSONLine] {
        let lingers = lingers(snapshot)
        lingering[snapshot.hudID] = nil
        if lingers { return [] }
        var lines: [JSONLine] = []
        // The HUD disappeared before its first frame was drawn. Its outcome is reported nevertheless.
        if beginsByFrame, snapshot.outcome != nil {
            lines = [begin(snapshot, wallTime: wallTime())]
        }
        guard origin != nil else {
            (phase, hudID) = (.idle, nil)
            return []
        }
        let (isShown, time) = (isOnScreen, time(of: snapshot))
        content = content(of: snapshot)
        end(.idle)
        hudID = nil
        return lines + [finishLine(shown: isShown, snapshot.elapsed, snapshot.outcome, snapshot.usage, time: time)]
    }

    /// No work is under way any more.
    private mutating func end(_ phase: Phase) {
        (self.phase, origin) = (phase, nil)
        forgetJobs()
    }

    private mutating func forgetJobs() {
        released.append(jobs)
        jobs = JSONJobs()
    }

    /// Takes the parts that were forgotten, to release outside a lock: one may hold the last reference to a closure of the program.
    mutating func takeReleased() -> (jobs: [JSONJobs], parts: [ReportedPart]) {
        var jobs: [JSONJobs] = []
        swap(&jobs, &released)
        return (jobs, self.jobs.parts.takeReleased())
    }

    // MARK: Lines

    /// Whether there was a `start`, and no `finish` for it.
    var isUnderWay: Bool { origin != nil }

    /// Whether the next frame, or a removal before it, begins work.
    var beginsByFrame: Bool { if case .idle = phase { startsByFrame } else { false } }

    /// Whether the work is that of another HUD.
    func isWork(ofOtherThan hudID: Int) -> Bool { self.hudID.map { $0 != hudID } ?? false }

    /// Whether the HUD is on screen for earlier work, and was not shown again.
    func lingers(_ snapshot: HUDSnapshot) -> Bool { lingering[snapshot.hudID] == snapshot.job }

    /// Whether there was a frame, and the work is under way.
    var isOnScreen: Bool { if case .onScreen = phase { true } else { false } }

    /// The beginning of work that is known by its first frame only.
    private mutating func begin(_ snapshot: HUDSnapshot, wallTime: Duration) -> JSONLine {
        let elapsed = max(.zero, snapshot.elapsed)
        origin = snapshot.timestamp.advanced(by: .zero - elapsed)
        return begin(
            label: snapshot.label, details: snapshot.detailsLabel, kind: snapshot.hasRows ? .tree : .job,
            wallTime: wallTime - elapsed)
    }

    private mutating func begin(label: String, details: String, kind: JSONStreamKind, wallTime: Duration) -> JSONLine {
        phase = .started
        (lastTime, stoppedBefore) = (.zero, stoppedTime)
        forgetJobs()
        content = Self.labels(label, details)
        var line = Self.head("start", at: .zero)
        line.add("version", Self.version)
        line.add("stream", kind.rawValue)
        // A double holds the microseconds of today's times, and not the nanoseconds.
        line.add("origin", Duration.microseconds(wallTime.nanosecondsRoundedDown / 1000))
        line.add("heartbeat", heartbeatInterval)
        line.add(content)
        return line
    }

    private mutating func appear(_ snapshot: HUDSnapshot) -> JSONLine {
        (hudID, hudJob) = (snapshot.hudID, snapshot.job)
        return report("appear", content(of: snapshot), snapshot)
    }

    /// The `t` of a frame.
    private func time(of snapshot: HUDSnapshot) -> Duration {
        origin.map { time(since: $0, at: snapshot.timestamp) } ?? snapshot.elapsed
    }

    private func time(since origin: HUDInstant, at time: HUDInstant) -> Duration {
        origin.duration(to: time) + stoppedMeanwhile
    }

    private var stoppedMeanwhile: Duration { stoppedTime - stoppedBefore }

    /// The `t` of an event at `time`; nil if no work is under way.
    mutating func elapse(to time: HUDInstant) -> Duration? {
        guard let origin else { return nil }
        lastTime = max(lastTime, self.time(since: origin, at: time))
        return lastTime
    }

    private mutating func report(_ event: String, _ content: JSONLine, _ snapshot: HUDSnapshot) -> JSONLine {
        phase = .onScreen(last: snapshot.timestamp)
        self.content = content
        var line = line(event, at: time(of: snapshot))
        line.add("rate", snapshot.rate)
        line.add("remaining", snapshot.remaining)
        return line
    }

    @inline(never)
    private mutating func finishLine(
        shown: Bool, _ elapsed: Duration, _ outcome: HUDOutcome?, _ usage: HUDUsage?, time: Duration
    ) -> JSONLine {
        var line = line("finish", at: time)
        line.add("shown", shown)
        line.add("elapsed", elapsed)
        line.add(outcome)
        line.add(usage)
        return line
    }

    /// The beginning of every line about the whole work, except the first one.
    private mutating func line(_ event: String, at time: Duration) -> JSONLine {
        lastTime = max(lastTime, time)
        var line = Self.head(event, at: lastTime)
        line.add(content)
        return line
    }

    /// The beginning of every line.
    ///
    /// - Parameter time: Its `t`; nil: it has none, because no work is under way.
    static func head(_ event: String, at time: Duration?) -> JSONLine {
        var line = JSONLine()
        if let time { line.add("t", time) }
        line.add("event", event)
        return line
    }

    // MARK: Content

    private static func labels(_ label: String, _ details: String) -> JSONLine {
        var line = JSONLine()
        line.add("label", label.ellipsized)
        if !details.isEmpty { line.add("details", details.ellipsized) }
        return line
    }

    private func content(of snapshot: HUDSnapshot) -> JSONLine {
        var line = Self.labels(snapshot.label, snapshot.detailsLabel)
        line.add("mode", snapshot.mode.name)
        line.add(snapshot.progress, isFractionShown: snapshot.showsFraction)
        if let counts = jobs.totals ?? (snapshot.hasRows ? snapshot.unlisted : nil) {
            line.add("jobs", object: Self.object(of: counts))
        }
        return line
    }
}

extension JSONLine {
    mutating func add(_ usage: HUDUsage?) {
        guard let usage else { return }
        var members = JSONLine()
        members.add("user", usage.userTime)
        members.add("system", usage.systemTime)
        members.add("memory", usage.peakMemory)
        add("usage", object: members)
    }

    mutating func add(_ outcome: HUDOutcome?) {
        switch outcome {
        case nil: break
        case .succeeded: add("outcome", "succeeded")
        case .cancelled: add("outcome", "cancelled")
        case .failed(let reason):
            add("outcome", "failed")
            if !reason.isEmpty { add("reason", reason.ellipsized) }
        }
    }

    mutating func add(_ progress: ProgressSample, isFractionShown: Bool) {
        if progress.totalUnitCount != nil || isFractionShown { add("fraction", progress.fraction) }
        guard let completed = progress.completedUnitCount else { return }
        add("completed", completed)
        add("total", progress.totalUnitCount)
        add("running", progress.runningUnitCount)
        switch progress.unit {
        case .items: add("unit", "items")
        // The numbers are bytes either way. How they are shown is up to the reader.
        case .bytes, .binaryBytes: add("unit", "bytes")
        case .named(let name): add("unit", name.isEmpty ? "items" : name.ellipsized)
        }
    }
}

extension String {
    /// The text, or its first 1000 characters and an ellipsis, because a label of a megabyte would be written ten times per second.
    package var ellipsized: String {
        let scalars = unicodeScalars.prefix(1000)
        return scalars.endIndex == unicodeScalars.endIndex ? self : String(scalars) + "…"
    }
}

extension HUDMode {
    /// The name in events and on the command line.
    package var name: String {
        switch self {
        case .indeterminate: "indeterminate"
        case .determinate: "determinate"
        case .bar: "bar"
        case .annular: "annular"
        case .custom: "custom"
        case .text: "text"
        }
    }
}
