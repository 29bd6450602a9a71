import HUDCore

/// Searches a job's output for its progress: a value that is told the time.
///
/// An unfinished line is searched when nothing has followed for a while. Complete progress may be that of a part of the job, so it expires if none follows.
struct OutputSearch: ~Copyable {
    enum Event: Equatable {
        /// Progress, which may be that of a part of the job, such as a download.
        case found(JobProgress)
        /// The job has removed its progress.
        case discarded
        /// What was found last is complete, and the job goes on.
        case expired
    }

    /// How long nothing must follow an unfinished line, so that it is searched.
    static let patience = Duration.milliseconds(100)

    /// How long complete progress counts if none follows and the job goes on.
    static let completeTime = Duration.seconds(2)

    private var recognizer: ProgressRecognizer?
    private var expression: RegexProgress?
    /// When an unfinished line is searched.
    private var lineEnd: HUDInstant?
    /// When complete progress counts no longer.
    private var completeEnd: HUDInstant?

    /// Finds nothing.
    init() {}

    /// - Throws: ``ProgressPatternError`` if the pattern can't be used, which can't happen if the policy was read from an option.
    init(_ policy: ProgressPolicy) throws(ProgressPatternError) {
        switch policy {
        case .auto: recognizer = ProgressRecognizer()
        case .match(let pattern): expression = try RegexProgress(pattern)
        case .none, .descriptor: break
        }
    }

    /// When ``look(at:searches:)`` must be called; nil: not before more output has come.
    var nextLook: HUDInstant? { [lineEnd, completeEnd].lazy.compactMap { $0 }.min() }

    /// Searches a piece of output.
    mutating func see(_ bytes: UnsafeRawBufferPointer, at now: HUDInstant) -> [Event] {
        let completions = recognizer?.completions
        var events: [Event] = []
        recognizer?.feed(bytes) {
            events.append(.discarded)
        } _: {
            events.append(.found($0))
        }
        if events.contains(.discarded) { completeEnd = nil }
        noteCompletion(events.last, isSeenAgain: recognizer?.completions != completions, at: now)
        if let progress = expression?.feed(bytes) { events.append(.found(progress)) }
        let isPending = recognizer?.isPending == true || expression?.isPending == true
        lineEnd = isPending ? now.advanced(by: Self.patience) : nil
        return events
    }

    /// Does what is due: searches an unfinished line, or gives complete progress up.
    ///
    /// - Parameter searches: Whether the output counts now. If not, what is due is left out.
    mutating func look(at now: HUDInstant, searches: Bool) -> [Event] {
        var events: [Event] = []
        if let time = lineEnd, time <= now {
            lineEnd = nil
            if searches, let progress = recognizer?.look() ?? expression?.look() {
                events.append(.found(progress))
                noteCompletion(events.last, at: now)
            }
        }
        if let time = completeEnd, time <= now {
            completeEnd = nil
            if searches { events.append(.expired) }
        }
        return events
    }

    /// Ends the output, and returns what its last line says.
    ///
    /// - Parameter searches: Whether the output counts now.
    mutating func end(searches: Bool) -> Event? {
        completeEnd = nil
        return searches ? expression?.look().map { .found($0) } : nil
    }

    /// Begins the time for which complete progress counts, if it was found last, or is seen again.
    private mutating func noteCompletion(_ last: Event?, isSeenAgain: Bool = false, at now: HUDInstant) {
        var found: JobProgress?
        if case .found(let progress) = last { found = progress }
        guard found != nil || isSeenAgain && completeEnd != nil else { return }
        // What the job reports by OSC 9;4, and what the user's expression finds, is the job's own.
        let isOfPart = recognizer?.isToldByJob == false && found.map { $0.sample.fraction >= 1 } ?? true
        completeEnd = isOfPart ? now.advanced(by: Self.completeTime) : nil
    }
}
