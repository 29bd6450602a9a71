/// Which of the numbers in a job's output are believed to say how far it is.
///
/// - A source is a shape with its label. It is believed once it was seen twice at its place, not going back, and with the same total
///   where it has one; shapes that prose can have must have moved, too.
/// - The source that is believed goes forward only. A leap is believed at the second sighting.
/// - It starts anew, near 0 or with another total, in a new phase, at the second sighting.
/// - Another takes its place, in a new phase, where it is done, or counts for less, or has not been heard of for a while.
/// - A count that was interrupted by another of its shape, as a build's by one within it, goes on where it was, and is not interrupted
///   again.
/// - What the job says by OSC 9;4 is its word, and nothing else counts until it takes it back.
struct ProgressTrust {
    private struct Source {
        var reading: ProgressReading
        var sightings = 1
        var hasMoved = false
        var isDone: Bool
        /// The largest step of late, as a fraction.
        var stride = 0.0

        init(_ reading: ProgressReading) {
            self.reading = reading
            isDone = reading.isDone
        }

        /// Whether it would be further at once than one expects.
        func isLeap(to other: ProgressReading) -> Bool {
            let isStep = reading.total != nil && other.position - reading.position <= 1
            return !isStep && other.fraction - reading.fraction > max(ProgressTrust.leap, 2 * stride)
        }

        func isSource(of other: ProgressReading) -> Bool { reading.shape == other.shape && reading.label == other.label }

        /// Takes another sighting that doesn't go back.
        mutating func take(_ other: ProgressReading) {
            sightings += 1
            if other.position > reading.position { hasMoved = true }
            stride = max(stride / 2, other.fraction - reading.fraction)
            reading = other
            isDone = other.isDone
        }
    }

    /// More of the whole at once than this is doubted, unless steps have been long of late.
    private static let leap = 0.1
    /// Sources on probation; older ones are forgotten.
    private static let candidateLimit = 8
    /// What a source must have been seen to take the place of an equal that has gone silent.
    private static let sightingsAgainstEqual = 4

    private var current: Source?
    private var interrupted: Source?
    private var isSteadfast = false
    private var candidates: [Source] = []
    private var phase = 0
    private var isToldByJob = false
    private var toldPercent: Int?

    /// Takes a sighting.
    ///
    /// - Returns: What is believed from now on, where that is news.
    mutating func see(_ reading: ProgressReading) -> JobProgress? {
        if isToldByJob { return nil }
        if let source = current, source.isSource(of: reading), source.reading.hasTotal(of: reading) {
            if reading.position >= source.reading.position {
                if !source.isLeap(to: reading) {
                    candidates.removeAll { $0.reading.shape.rank <= reading.shape.rank }
                    return believe(reading)
                }
            } else if !reading.isNearStart || !(source.isDone || source.reading.fraction - reading.fraction > 0.2) {
                return nil
            }
        } else if let before = interrupted, before.isSource(of: reading), before.reading.hasTotal(of: reading),
            reading.position >= before.reading.position, !before.isLeap(to: reading)
        {
            interrupted = nil
            isSteadfast = true
            return turn(to: Source(reading))
        }
        return consider(reading)
    }

    /// Takes the job's own word.
    ///
    /// - Parameter state: ConEmu's: 0 takes it back, 1 is progress, 2 progress with an error, 3 work of unknown length, 4 progress that
    ///   is paused.
    mutating func hear(state: Int, percent: Int?) -> JobProgress? {
        if !isToldByJob || state == 0 { self = ProgressTrust(after: phase) }
        guard state != 0 else { return nil }
        isToldByJob = true
        guard state != 3, let percent, percent != toldPercent else { return nil }
        if toldPercent.map({ percent < $0 }) ?? true { phase += 1 }
        toldPercent = percent
        return JobProgress(fraction: Double(percent) / 100, phase: phase)
    }

    init() {}

    private init(after phase: Int) {
        self.phase = phase
    }

    private mutating func consider(_ reading: ProgressReading) -> JobProgress? {
        let index = candidates.firstIndex { $0.isSource(of: reading) }
        let isKnown = current?.isSource(of: reading) ?? false
        guard let index, candidates[index].reading.isFollowed(by: reading, mayGrow: isKnown) else {
            if let index { candidates.remove(at: index) }
            if candidates.count >= Self.candidateLimit { candidates.removeFirst() }
            if mayBegin(reading) { candidates.append(Source(reading)) }
            return nil
        }
        candidates[index].take(reading)
        let candidate = candidates[index]
        guard candidate.hasMoved || !reading.shape.mustMove, mayReplace(candidate) else { return nil }
        candidates.removeAll { $0.reading.shape.rank <= reading.shape.rank }
        if let source = current, source.isSource(of: reading), source.reading.hasTotal(of: reading),
            reading.position >= source.reading.position
        {
            return believe(reading)
        }
        interrupted = current.flatMap { $0.isSource(of: reading) && !$0.isDone ? $0 : nil }
        isSteadfast = false
        return turn(to: candidate)
    }

    /// Whether a source that is believed can be believed to have gone on like this.
    private mutating func mayBegin(_ reading: ProgressReading) -> Bool {
        guard let source = current, source.isSource(of: reading) else { return true }
        if source.reading.hasTotal(of: reading) {
            // It may be over, for all that comes after it.
            if reading.isDone { current?.isDone = true }
            return true
        }
        return reading.isNearStart || reading.position >= source.reading.position
    }

    private func mayReplace(_ candidate: Source) -> Bool {
        guard let source = current else { return true }
        if source.isSource(of: candidate.reading) {
            return source.reading.hasTotal(of: candidate.reading) || source.isDone || !isSteadfast
        }
        let rank = source.reading.shape.rank
        let other = candidate.reading.shape.rank
        return source.isDone || other > rank || other == rank && candidate.sightings >= Self.sightingsAgainstEqual
    }

    private mutating func turn(to source: Source) -> JobProgress {
        // More work was found, and yet there is less of it left.
        let goesOn = current.map { before in
            before.isSource(of: source.reading) && before.reading.isFollowed(by: source.reading, mayGrow: true)
                && before.reading.fraction <= source.reading.fraction
        }
        if goesOn != true { phase += 1 }
        current = source
        return source.reading.progress(phase)
    }

    private mutating func believe(_ reading: ProgressReading) -> JobProgress? {
        let isNews = current?.reading.progress(phase) != reading.progress(phase)
        current?.take(reading)
        return isNews ? reading.progress(phase) : nil
    }
}
