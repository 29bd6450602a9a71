import CTerminalSupport
import HUDLibc

/// A pipe through which a job reports its progress in progress lines (`--progress fd` and `auto`).
struct ProgressPipe {
    /// Our end; -1 once nothing more is expected, which `poll` ignores.
    private(set) var readEnd: Int32
    let writeEnd: Int32
    private let follower: ProgressFollower
    private var reader = ProgressLineReader()

    /// Opens a pipe whose write end is inherited by processes that start from now on, under its number. Returns nil with errno if there are no
    /// descriptors left.
    init?(inheritedBy follower: ProgressFollower) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        // If a standard descriptor is closed, it stays closed for the job, so the pipe must not take its number.
        for index in ends.indices where ends[index] <= STDERR_FILENO {
            let other = fcntl(ends[index], F_DUPFD, STDERR_FILENO + 1)
            guard other >= 0 else { return nil }
            _ = hudClose(ends[index])
            ends[index] = other
        }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        readEnd = ends[0]
        writeEnd = ends[1]
        self.follower = follower
    }

    /// Opens a pipe that only the job for which it is meant inherits, under another number.
    init?(of follower: ProgressFollower) {
        guard let ends = JobDescriptors.pipe() else { return nil }
        (readEnd, writeEnd) = ends
        _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
        self.follower = follower
    }

    /// The variables that tell a job of the pipe.
    ///
    /// - Parameter number: The job's descriptor.
    func variables(for number: Int32) -> [String: String] {
        var pipe = [CChar](repeating: 0, count: 48)
        hud_parent_describe(writeEnd, &pipe)
        return [
            HUD_PROGRESS_FD_VARIABLE: String(number),
            HUD_PROGRESS_PIPES_VARIABLE: String(decoding: pipe.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        ]
    }

    /// Closes our copy of the write end, so that the end of the job's copies can be seen.
    func closeWriteEnd() {
        _ = hudClose(writeEnd)
    }

    /// Closes the pipe of a job that could not be started.
    func close() {
        closeWriteEnd()
        _ = hudClose(readEnd)
    }

    /// Reads what has arrived, at most a full pipe.
    mutating func pump() {
        let count = withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
            let count = read(readEnd, buffer.baseAddress, buffer.count)
            if count > 0 { reader.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { follower.take($0) } }
            return count
        }
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { end() }
    }

    /// Reads what the job has left in the pipe, and no more: a child of the job may write forever.
    mutating func finish() {
        if readEnd >= 0 { pump() }
        if readEnd >= 0 { end() }
    }

    private mutating func end() {
        reader.finish { follower.take($0) }
        _ = hudClose(readEnd)
        readEnd = -1
    }
}
