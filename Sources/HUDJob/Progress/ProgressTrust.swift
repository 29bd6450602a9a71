/// Decides which of the numbers in a job's output are its progress.
///
/// - A source is a shape with its label. It is used once its number has gone forward in its place and, if it has a total, with the
///   same total. Zero counts when it is seen twice, except for shapes that prose also contains.
/// - A number without a name, of a line below the one before, can be of a row of a column or a chart. A leap to it counts from the start of the work, or if
///   the step before was as large.
/// - The source in use only goes forward. A leap counts when it is seen twice; for shapes that prose also contains, and if it is complete then, the number
///   must have changed as well.
/// - If it starts again, near 0, with another total or after it was complete, a new phase begins when that is seen twice.
/// - Another source replaces it, in a new phase, if it is complete, has a lower rank, or has not been seen for a while.
/// - A count that was interrupted by another of its shape, such as a build's by a nested one, continues where it was, and is not
///   interrupted again.
/// - OSC 9;4 takes precedence: nothing else counts until the job resets it. Then what was found before goes on.
struct ProgressTrust {
    private struct Source {
        var reading: ProgressReading
        var sightings = 1
        var hasMoved = false
        var isDone: Bool
        /// The largest recent step, as a fraction.
        var stride = 0.0

        init(_ reading: ProgressReading) {
            self.reading = reading
            isDone = reading.isDone
        }

        /// Whether the progress to `other` is unexpectedly large.
        func isLeap(to other: ProgressReading) -> Bool {
            let isStep = reading.total != nil && other.position - reading.position <= 1
            return !isStep && other.fraction - reading.fraction > max(ProgressTrust.leap, 2 * stride)
        }

        func isSource(of other: ProgressReading) -> Bool { reading.shape == other.shape && reading.label == other.label }

        /// Whether `other`, on a line below, may be another row.
        private func mayBeRow(_ other: ProgressReading) -> Bool {
            let step = other.fraction - reading.fraction
            return other.isNameless && step > ProgressTrust.leap && reading.fraction > ProgressTrust.similar
                && abs(step - stride) > ProgressTrust.similar
        }

        /// Records another reading that does not go back.
        mutating func take(_ other: ProgressReading, isOnNewLine: Bool) {
            sightings += 1
            if other.position > reading.position, !(isOnNewLine && mayBeRow(other)) { hasMoved = true }
            stride = max(stride / 2, other.fraction - reading.fraction)
            reading = other
            isDone = other.isDone
        }
    }

    /// A larger step than this is doubted, unless recent steps were large.
    private static let leap = 0.1
    /// Steps that differ by less are as large as each other.
    private static let similar = 0.02
    /// The maximum number of candidates; older ones are dropped.
    private static let candidateLimit = 8
    /// How often a source must be seen to replace one of the same rank that is silent.
    private static let sightingsAgainstEqual = 4

    private var current: Source?
    private var interrupted: Source?
    private var isSteadfast = false
    private var candidates: [Source] = []
    private var phase = 0
    /// The last progress that was found in the output; nil if the job has told of its own since.
    private var passed: JobProgress?
    private(set) var isToldByJob = false
    /// How often complete progress was seen.
    private(set) var completions = 0
    private var toldPercent: Int?
    /// Whether the percentage counts. If not, the job has told of work of unknown length since.
    private var isTaken = false

    /// Takes a reading.
    ///
    /// - Parameter isOnNewLine: Whether its line is below the one before, and does not rewrite that.
    /// - Returns: The progress from now on, if it is new.
    mutating func see(_ reading: ProgressReading, isOnNewLine: Bool) -> JobProgress? {
        if isToldByJob { return nil }
        if let source = current, source.isSource(of: reading), source.reading.hasTotal(of: reading) {
            if reading.position >= source.reading.position {
                if !source.isLeap(to: reading) {
                    candidates.removeAll { $0.reading.shape.rank <= reading.shape.rank }
                    return believe(reading)
                }
            } else if source.reading.fraction - reading.fraction <= 0.2 || !(source.isDone || reading.isNearStart) {
                return nil
            }
        } else if let before = interrupted, before.isSource(of: reading), before.reading.hasTotal(of: reading),
            reading.position >= before.reading.position, !before.isLeap(to: reading)
        {
            interrupted = nil
            isSteadfast = true
            return turn(to: Source(reading))
        }
        return consider(reading, isOnNewLine: isOnNewLine)
    }

    /// What OSC 9;4 says.
    enum Told {
        case progress(JobProgress)
        /// The progress so far does not count any longer.
        case removed
    }

    /// Takes the job's OSC 9;4.
    ///
    /// - Parameter state: ConEmu's: 0 removes progress, 1 is progress, 2 progress with an error, 3 work of unknown length, 4 paused
    ///   progress.
    /// - Returns: What is new.
    mutating func hear(state: Int, percent: Int?) -> Told? {
        // What was found in the output stays if a part of the job removes what it has not told.
        guard isToldByJob || state != 0 else { return nil }
        let told: Told? = isToldByJob || state == 3 ? .removed : nil
        guard state != 0 else {
            // What was found before goes on with its next number, in another phase.
            (isToldByJob, toldPercent, isTaken, passed) = (false, nil, false, nil)
            if current != nil { phase += 1 }
            // Nor does it keep others from being found meanwhile.
            current?.isDone = true
            return told
        }
        isToldByJob = true
        guard state != 3 else {
            isTaken = false
            return told
        }
        guard let percent, percent != toldPercent || !isTaken else { return nil }
        if toldPercent.map({ percent < $0 }) ?? true { phase += 1 }
        toldPercent = percent
        isTaken = true
        return .progress(JobProgress(fraction: Double(percent) / 100, phase: phase))
    }

    private mutating func consider(_ reading: ProgressReading, isOnNewLine: Bool) -> JobProgress? {
        let index = candidates.firstIndex { $0.isSource(of: reading) }
        let isKnown = current?.isSource(of: reading) ?? false
        guard let index, candidates[index].reading.isFollowed(by: reading, mayChange: isKnown) else {
            if let index { candidates.remove(at: index) }
            if candidates.count >= Self.candidateLimit { candidates.removeFirst() }
            if mayBegin(reading) { candidates.append(Source(reading)) }
            return nil
        }
        candidates[index].take(reading, isOnNewLine: isOnNewLine)
        let candidate = candidates[index]
        let mayRest = isKnown && !reading.shape.mustMove || reading.position == 0 && reading.shape.countsAtZero
        let counts = candidate.hasMoved || mayRest && !candidate.isDone
        guard counts, mayReplace(candidate) else { return nil }
        candidates.removeAll { $0.reading.shape.rank <= reading.shape.rank }
        if let source = current, source.isSource(of: reading), source.reading.hasTotal(of: reading),
            reading.position >= source.reading.position
        {
            return believe(reading)
        }
        // A count that goes on with another total is the same one.
        interrupted = current.flatMap {
            $0.isSource(of: reading) && !$0.isDone && reading.position < $0.reading.position ? $0 : nil
        }
        isSteadfast = false
        return turn(to: candidate)
    }

    /// Whether the source in use can have continued like this.
    private mutating func mayBegin(_ reading: ProgressReading) -> Bool {
        guard let source = current, source.isSource(of: reading) else { return true }
        if source.reading.hasTotal(of: reading) {
            // It may be complete, because something else follows.
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
        // More work was found, and yet less of it is left.
        let goesOn = current.map { before in
            before.isSource(of: source.reading) && before.reading.isFollowed(by: source.reading, mayChange: true)
                && before.reading.fraction <= source.reading.fraction
        }
        if goesOn != true { phase += 1 }
        current = source
        let progress = source.reading.progress(phase)
        passed = progress
        return progress
    }

    private mutating func believe(_ reading: ProgressReading) -> JobProgress? {
        current?.take(reading, isOnNewLine: false)
        if reading.isDone { completions += 1 }
        let progress = reading.progress(phase)
        guard progress != passed else { return nil }
        passed = progress
        return progress
    }
}
