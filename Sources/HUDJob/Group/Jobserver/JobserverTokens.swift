import CTerminalSupport
import HUDLibc

/// The tokens that a group has taken from a jobserver.
struct JobserverTokens: ~Copyable {
    /// Where tokens are read. Reading doesn't block.
    let readEnd: Int32
    private let writeEnd: Int32
    /// The bytes that were taken. Each goes back as it was.
    private var taken: [UInt8] = []

    private init(readEnd: Int32, writeEnd: Int32) {
        self.readEnd = readEnd
        self.writeEnd = writeEnd
    }

    /// Opens a jobserver; nil if it is not there.
    static func open(_ place: JobserverFlags.Place) -> JobserverTokens? {
        switch place {
        case .fifo(let path):
            let end = hud_move_up(path.open(O_RDWR | O_NONBLOCK))
            return end < 0 ? nil : JobserverTokens(readEnd: end, writeEnd: end)
        case .descriptors(let read, let write):
            guard isInherited(read), isInherited(write) else { return nil }
            // A description of our own: without it, reading would stop blocking for all that share the pipe.
            let own = hud_move_up(CommandArgument("/dev/fd/\(read)").open(O_RDONLY | O_NONBLOCK))
            let ends = (own >= 0 ? own : hud_move_up(dup(read)), hud_move_up(dup(write)))
            guard ends.0 >= 0, ends.1 >= 0 else {
                for end in [ends.0, ends.1] where end >= 0 { close(end) }
                return nil
            }
            return JobserverTokens(readEnd: ends.0, writeEnd: ends.1)
        }
    }

    /// Whether a descriptor is a pipe that this process was started with. make closes its own for a recipe's line without `+`, and still names them: their numbers
    /// may be those of descriptors that were opened here since, which are closed on exec.
    private static func isInherited(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFD)
        return flags >= 0 && flags & FD_CLOEXEC == 0 && hud_is_pipe(descriptor)
    }

    deinit {
        for byte in taken { put(byte) }
        close(readEnd)
        if writeEnd != readEnd { close(writeEnd) }
    }

    /// Takes a token if there is one. Another program may have been faster.
    mutating func take() -> Bool {
        guard hud_wait_for(readEnd, 0, 0) else { return false }
        var byte: UInt8 = 0
        guard read(readEnd, &byte, 1) == 1 else { return false }
        taken.append(byte)
        return true
    }

    /// Gives a token back.
    mutating func giveBack() {
        if let byte = taken.popLast() { put(byte) }
    }

    private func put(_ byte: UInt8) {
        var byte = byte
        while write(writeEnd, &byte, 1) < 0, errno == EINTR || errno == EAGAIN {}
    }
}
