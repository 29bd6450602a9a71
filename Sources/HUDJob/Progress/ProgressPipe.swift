import CTerminalSupport

/// A pipe through which a job says how far it is, in progress lines (`--progress fd`).
package struct ProgressPipe {
    /// The variable that tells the job which of its descriptors it is.
    static let variable = "HUD_PROGRESS_FD"

    /// Ours; -1 once nothing is to come from it, which `poll` passes over.
    private(set) var readEnd: Int32
    private let writeEnd: Int32
    private let follower: ProgressFollower
    private var reader = ProgressLineReader()

    /// Opens a pipe that is inherited by what is started from now on, and says so in the environment. Nil with errno where there is none to be
    /// had.
    ///
    /// Not for a time when other threads may read the environment.
    package init?(to follower: ProgressFollower) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        // A standard descriptor that is closed stays so for the job.
        for index in ends.indices where ends[index] <= STDERR_FILENO {
            let other = fcntl(ends[index], F_DUPFD, STDERR_FILENO + 1)
            guard other >= 0 else { return nil }
            close(ends[index])
            ends[index] = other
        }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        guard setenv(Self.variable, String(ends[1]), 1) == 0 else { return nil }
        readEnd = ends[0]
        writeEnd = ends[1]
        self.follower = follower
    }

    /// The job has its copy; without ours the end can be seen.
    package func closeWriteEnd() {
        close(writeEnd)
    }

    /// Takes what has come, up to a pipe's full.
    mutating func pump() {
        let count = withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
            let count = read(readEnd, buffer.baseAddress, buffer.count)
            if count > 0 { reader.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { follower.take($0) } }
            return count
        }
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { end() }
    }

    /// Takes what the job has left there, and no more: a child of its may go on for ever.
    mutating func finish() {
        if readEnd >= 0 { pump() }
        if readEnd >= 0 { end() }
    }

    private mutating func end() {
        reader.finish { follower.take($0) }
        close(readEnd)
        readEnd = -1
    }
}
