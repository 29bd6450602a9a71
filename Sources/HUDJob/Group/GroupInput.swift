/// Reads the jobs of a group from a descriptor as they arrive.
struct GroupInput {
    /// Where bytes are read; -1 after the end, which `poll` ignores.
    private(set) var descriptor: Int32
    private let input: TypedInput
    private var list: JobList
    private var order = JobOrder { "job \($0 + 1)" }

    /// While more jobs wait, or more bytes of them, no more lines are read.
    static let mostWaiting = 100_000
    static let mostWaitingBytes = 8 << 20

    /// Why the input ended before its end.
    enum Failure: Error {
        case notRead(errorNumber: Int32)
        case notValid(JobListError)
    }

    init(_ descriptor: Int32, endingIn end: JobGroup.RecordEnd) {
        self.descriptor = descriptor
        input = TypedInput(descriptor)
        list = JobList(endingIn: end)
    }

    /// Reads what has arrived, each job with the earlier ones that it comes after; waits if nothing has. At the end and after an error, `descriptor` is -1.
    mutating func read() throws(Failure) -> [(job: JobGroup.Job, after: [Int])] {
        guard descriptor >= 0 else { return [] }
        var bytes: [UInt8] = []
        var isLast = false
        switch input.read({ bytes += $0 }) {
        case .nothing: return []
        case .bytes: break
        case .end(let error):
            descriptor = -1
            if error != 0 { throw .notRead(errorNumber: error) }
            isLast = true
        }
        do throws(JobListError) {
            return try resolve(list.take(bytes, isLast: isLast))
        } catch {
            descriptor = -1
            throw .notValid(error)
        }
    }

    private mutating func resolve(_ jobs: [JobGroup.Job]) throws(JobListError) -> [(job: JobGroup.Job, after: [Int])] {
        var resolved: [(job: JobGroup.Job, after: [Int])] = []
        for (job, line) in zip(jobs, list.lines) {
            do throws(JobOrder.Problem) {
                resolved.append((job, try order.take(job)))
            } catch {
                throw JobListError(code: .badOrder(reason: error.reason), line: line)
            }
        }
        return resolved
    }
}
