/// The jobs that wait to start: first those that are put back, then those that took longest in earlier runs, then the rest in the order of the input.
///
/// A waiting job takes four bytes here, or sixteen if its duration is known.
struct GroupQueue: Sendable, Equatable {
    private struct Timed: Equatable {
        var job: Int32
        var milliseconds: Int64
    }

    /// Whether the order depends on durations. Then no job is taken before ``close()``.
    private let sorts: Bool
    /// Whether all jobs are known.
    private(set) var isClosed = false
    /// Jobs that are put back, the next one last.
    private var front: [Int] = []
    /// Jobs whose duration is known; the longest one is last.
    private var timed: [Timed] = []
    /// The other jobs, from `next` on.
    private var rest: [Int32] = []
    private var next = 0

    init(sorts: Bool) {
        self.sorts = sorts
    }

    var isEmpty: Bool { front.isEmpty && timed.isEmpty && next == rest.count }

    mutating func append(_ job: Int, expected: Duration?) {
        if sorts, let expected {
            timed.append(Timed(job: Int32(job), milliseconds: expected.nanosecondsRoundedDown / 1_000_000))
        } else {
            rest.append(Int32(job))
        }
    }

    /// All jobs are known.
    mutating func close() {
        isClosed = true
        // At equal durations the earlier job is taken first.
        timed.sort { ($0.milliseconds, $1.job) < ($1.milliseconds, $0.job) }
    }

    /// Puts a job back, to be taken next.
    mutating func putBack(_ job: Int) { front.append(job) }

    /// Takes the next job.
    mutating func take() -> Int? {
        if let job = front.popLast() { return job }
        if let timed = timed.popLast() { return Int(timed.job) }
        guard next < rest.count else { return nil }
        defer { compact() }
        next += 1
        return Int(rest[next - 1])
    }

    /// Gives memory back: an input that goes on forever has no last job.
    private mutating func compact() {
        guard next >= 4096, next * 2 >= rest.count else { return }
        rest.removeFirst(next)
        next = 0
    }
}
