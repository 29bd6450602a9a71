import HUDLibc

/// Reads the jobs of a group from a descriptor, a line each, as they arrive.
struct GroupInput {
    /// Where lines are read; -1 after the end, which `poll` ignores.
    private(set) var descriptor: Int32
    private var rest: [UInt8] = []
    /// Why the input ended before its end.
    private(set) var errorNumber: Int32 = 0

    /// While more jobs wait, no more lines are read.
    static let mostWaiting = 100_000

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Reads what has arrived; waits if nothing has. At the end, `descriptor` is -1.
    mutating func read() -> [JobGroup.Job] {
        guard descriptor >= 0 else { return [] }
        let (count, error) = withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
            let count = HUDLibc.read(descriptor, buffer.baseAddress, buffer.count)
            let error = errno
            if count > 0 { rest += UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
            return (count, error)
        }
        if count < 0, error == EINTR || error == EAGAIN { return [] }
        let isOver = count <= 0
        if isOver {
            descriptor = -1
            if count < 0 { errorNumber = error }
        }
        return takeLines(all: isOver)
    }

    private mutating func takeLines(all: Bool) -> [JobGroup.Job] {
        var jobs: [JobGroup.Job] = []
        var start = rest.startIndex
        while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if let job = JobGroup.Job(line: RawWord(utf8: rest[start..<end])) { jobs.append(job) }
            start = end + 1
        }
        if all {
            if let job = JobGroup.Job(line: RawWord(utf8: rest[start...])) { jobs.append(job) }
            start = rest.endIndex
        }
        rest.removeSubrange(..<start)
        return jobs
    }
}
