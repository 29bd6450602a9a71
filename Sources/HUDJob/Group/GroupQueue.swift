import HUDCore

/// The jobs that can start: first those that are put back, then those that took longest in earlier runs, then the rest in the order of the input.
///
/// A waiting job takes four bytes here, or sixteen if its duration is known.
struct GroupQueue: Sendable, Equatable {
    private struct Timed: Comparable {
        var job: Int32
        /// -1: not known.
        var milliseconds: Int64

        /// Whether a job is taken before another one: at equal durations the earlier one.
        static func < (one: Timed, other: Timed) -> Bool {
            (other.milliseconds, one.job) < (one.milliseconds, other.job)
        }
    }

    /// Whether the order depends on durations. Then no job is taken before ``close()``.
    private let sorts: Bool
    /// Whether all jobs are known.
    private(set) var isClosed = false
    /// Jobs that are put back, the next one last.
    private var front: [Int] = []
    /// Jobs whose duration is known, and jobs that came after others, which have succeeded since.
    private var ordered = BinaryHeap<Timed>()
    /// The other jobs, from `next` on.
    private var rest: [Int32] = []
    private var next = 0

    init(sorts: Bool) {
        self.sorts = sorts
    }

    var isEmpty: Bool { front.isEmpty && next == rest.count && ordered.count == 0 }

    /// Takes the next job of the input.
    mutating func append(_ job: Int, expected: Duration?) {
        let timed = timed(job, expected)
        if timed.milliseconds < 0 { rest.append(timed.job) } else { ordered.insert(timed) }
    }

    /// Takes a job that can start now, and comes before others of the input.
    mutating func insert(_ job: Int, expected: Duration?) { ordered.insert(timed(job, expected)) }

    private func timed(_ job: Int, _ expected: Duration?) -> Timed {
        let milliseconds = sorts ? expected.map { $0.nanosecondsRoundedDown / 1_000_000 } : nil
        return Timed(job: Int32(job), milliseconds: milliseconds ?? -1)
    }

    /// All jobs are known.
    mutating func close() { isClosed = true }

    /// Puts a job back, to be taken next.
    mutating func putBack(_ job: Int) { front.append(job) }

    /// Takes the next job.
    mutating func take() -> Int? {
        if let job = front.popLast() { return job }
        if let top = ordered.top, next == rest.count || top < Timed(job: rest[next], milliseconds: -1) {
            ordered.removeTop()
            return Int(top.job)
        }
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
