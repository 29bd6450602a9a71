import CTerminalSupport
import HUDJob
import HUDLibc

/// Where the bytes of one stream come from: the driver's part of a connection.
struct FollowConnection {
    /// Where bytes are read; -1 when there are no more, which ``EventLoop`` ignores.
    private(set) var descriptor: Int32 = -1
    /// Whether more of a regular file can be read at once, as far as is known.
    var isBehind = false
    private var file: FollowedFile?
    private var isOwn = true
    private var command: OpenCommand?
    private var hasCommandEnded = false

    /// The result of a read.
    enum Reading {
        case bytes(Int)
        /// There is nothing now.
        case nothing
        /// The file was written again, or another one has its name. It is read from the start.
        case fromStart
        /// There is nothing, and no writer of the named pipe.
        case hungUp
        /// The end, or an error.
        case end
    }

    /// Opens the source, or runs its command.
    init(_ source: JobStreams.Source) throws(HUDJobError) {
        switch source {
        case .file(let name):
            descriptor = FollowedFile.open(name)
            guard descriptor >= 0 else { throw .system(errno) }
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                closeOutput()
                throw .system(EISDIR)
            }
            file = FollowedFile(descriptor, named: name)
        case .descriptor(let number):
            descriptor = number
            isOwn = false
            let flags = fcntl(number, F_GETFL)
            guard flags >= 0 else { throw .system(errno) }
            // A program may hold the number of a closed one with something that can't be read.
            if flags & O_ACCMODE == O_WRONLY { throw .system(EBADF) }
            file = FollowedFile(number, named: nil)
        case .command(let line):
            let command = try OpenCommand(shell: line)
            self.command = command
            descriptor = command.output
        }
    }

    /// Whether it is a regular file, whose end is not the end of the stream.
    var isFile: Bool { file.map { !$0.isPipe } ?? false }

    /// Whether it is a named pipe that was opened here.
    var isNamedPipe: Bool { isOwn && file?.isPipe == true }

    /// Whether a read waits if there is nothing: a pipe or a terminal of the caller.
    var canWait: Bool { !isOwn && !isFile }

    /// How long ago a regular file was written to, once all of it has been read; nil before, because its last line says how long its sender is silent, and if
    /// the system does not tell.
    var silence: Duration? {
        var status = stat()
        guard isFile, let file, file.hasSize, fstat(descriptor, &status) == 0, file.offset >= status.st_size else { return nil }
        let then = status.modified
        return max(.zero, .nanoseconds(hud_wall_time()) - .seconds(then.tv_sec) - .nanoseconds(then.tv_nsec))
    }

    /// Readable when the command has ended; -1 if there is none.
    var reports: Int32 { command?.reports ?? -1 }

    /// Reads what there is, without waiting. A descriptor of the caller may wait if it is not readable.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        guard descriptor >= 0 else { return .end }
        var isReplaced = false
        while true {
            let count = HUDLibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0 { return errno == EINTR || errno == EAGAIN ? .nothing : .end }
            if file?.take(count, from: descriptor) == false { return .fromStart }
            if count > 0 { return .bytes(count) }
            guard let file else { return .end }
            if isReplaced { return openAgain() }
            // The last bytes may have come after the read, and before the other file got the name.
            isReplaced = file.isReplaced(descriptor)
            if !isReplaced { return file.isPipe ? .hungUp : .nothing }
        }
    }

    private mutating func openAgain() -> Reading {
        guard let opened = file?.open(), opened >= 0 else { return .nothing }
        _ = HUDLibc.close(descriptor)
        descriptor = opened
        return .fromStart
    }

    /// How the command has ended; nil if it has not. What it has printed can still be read. Must not be called again after that.
    mutating func commandStatus() -> HUDJob.Status? {
        let status = command?.status()
        hasCommandEnded = status != nil
        return status
    }

    /// Notes that there is nothing more to read, while a command goes on.
    mutating func closeOutput() {
        if isOwn, descriptor >= 0 { _ = HUDLibc.close(descriptor) }
        descriptor = -1
        isBehind = false
    }

    /// Closes the connection. A process that the command left behind can go on printing.
    ///
    /// - Returns: As ``close()``.
    mutating func leave() -> OpenCommand? {
        if let command, descriptor >= 0 {
            command.leaveOutput()
            descriptor = -1
        }
        return close()
    }

    /// Closes the connection, and asks a command that still runs to end.
    ///
    /// - Returns: Such a command. The caller waits for its end.
    mutating func close() -> OpenCommand? {
        command?.terminate()
        closeOutput()
        defer { command = nil }
        guard hasCommandEnded else { return command }
        command?.leave()
        return nil
    }
}
