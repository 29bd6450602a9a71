/// Where the printed output of a group ends, in one place: whether that is in the middle of a line, and which lines wait for the end of that one.
struct PrintedEnd: Sendable {
    /// Takes what is printed.
    typealias Write = (UnsafeRawBufferPointer) -> Void

    /// The most bytes that wait.
    static let mostWaiting = 1 << 20

    /// The job whose unfinished line is at the end, and whether it may still go on with it; nil if the last line is complete.
    private var unfinished: (job: Int, goesOn: Bool)?
    /// Lines of other jobs that are printed after it.
    private var waiting: [UInt8] = []
    private var last = Last.nothing

    /// What was printed last.
    private enum Last: Equatable {
        case nothing
        /// Output of a job.
        case output(Int)
        /// Lines with the names of their jobs.
        case namedLines
    }

    /// Prints output of a job.
    ///
    /// - Parameter goesOn: Whether the job can go on with a line that is unfinished. If so, ``end(of:_:)`` must follow.
    mutating func put(_ bytes: UnsafeRawBufferPointer, from job: Int, goesOn: Bool, _ write: Write) {
        guard let last = bytes.last else { return }
        self.last = .output(job)
        var rest = bytes[...]
        if unfinished?.job != job {
            endLine(write)
        } else if !waiting.isEmpty, let end = rest.firstIndex(of: Self.lineFeed) {
            write(UnsafeRawBufferPointer(rebasing: rest[...end]))
            rest = rest[(end + 1)...]
            writeWaiting(write)
        }
        if !rest.isEmpty { write(UnsafeRawBufferPointer(rebasing: rest)) }
        unfinished = last == Self.lineFeed ? nil : (job, goesOn)
    }

    /// Prints lines of a job: at once or, if another job may go on with its line, after that line. If too many wait, that line is broken.
    ///
    /// - Parameter name: What precedes each line if the last output was not this job's alone.
    mutating func putLines(_ lines: UnsafeRawBufferPointer, from job: Int, name: [UInt8] = [], _ write: Write) {
        guard let last = lines.last else { return }
        if !name.isEmpty, self.last != .nothing, self.last != .output(job) {
            var rest: [UInt8] = []
            var named = GroupSpool.completeLines(&rest, lines, name) ?? []
            if !rest.isEmpty { named += name + rest }
            named.withUnsafeBytes { putLines($0, from: job, write) }
            self.last = .namedLines
            return
        }
        self.last = .output(job)
        let isComplete = last == Self.lineFeed
        if let unfinished, unfinished.job != job {
            if unfinished.goesOn, isComplete, waiting.count + lines.count <= Self.mostWaiting {
                waiting += lines
                return
            }
            endLine(write)
        }
        write(lines)
        // No end follows of a job that prints lines alone, so nothing waits for one.
        unfinished = isComplete ? nil : (job, false)
    }

    /// Notes that a job does not go on with its unfinished line.
    mutating func end(of job: Int, _ write: Write) {
        guard let line = unfinished, line == (job, true) else { return }
        unfinished = (job, false)
        if !waiting.isEmpty { endLine(write) }
    }

    private static let lineFeed = UInt8(ascii: "\n")

    /// Ends the unfinished line, if there is one, and prints what waits for its end.
    private mutating func endLine(_ write: Write) {
        if unfinished != nil { [Self.lineFeed].withUnsafeBytes { write($0) } }
        unfinished = nil
        writeWaiting(write)
    }

    private mutating func writeWaiting(_ write: Write) {
        if !waiting.isEmpty { waiting.withUnsafeBytes { write($0) } }
        waiting = []
    }
}
