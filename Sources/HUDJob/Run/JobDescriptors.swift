import CTerminalSupport
import HUDLibc

/// Descriptors that no other job inherits.
package enum JobDescriptors {
    /// A pipe's ends, the one to read from first; nil with errno if there are no descriptors left.
    static func pipe() -> (Int32, Int32)? {
        var ends: [Int32] = [-1, -1]
        return hud_pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
    }

    /// A pseudo-terminal's ends, ours first; nil with errno if there is none to be had.
    static func pseudoTerminal(like model: Int32) -> (Int32, Int32)? {
        var ends: (Int32, Int32) = (-1, -1)
        return hud_open_pseudo_terminal(model, &ends.0, &ends.1) == 0 ? ends : nil
    }

    /// Closes a descriptor if there is one. After that there is none: -1.
    static func close(_ descriptor: inout Int32) {
        if descriptor >= 0 { _ = hudClose(descriptor) }
        descriptor = -1
    }

    /// `/dev/null` to read from; -1 with errno if there are no descriptors left.
    static func null() -> Int32 { hud_move_up(open("/dev/null", O_RDONLY | O_CLOEXEC)) }

    /// What a read has brought.
    enum Reading {
        case bytes
        case nothing
        /// The end of the input, or an error; 0: none.
        case end(errorNumber: Int32)
    }

    /// Reads to the end, or until there are `limit` bytes or more. Returns nil, with errno, if the descriptor can't be read.
    package static func contents(of descriptor: Int32, limit: Int = .max) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            switch read(descriptor, { bytes += $0 }) {
            case .bytes: continue
            case .nothing: _ = hud_wait_for(descriptor, 0, -1)
            case .end(0): return bytes
            case .end(let error):
                errno = error
                return nil
            }
        }
        return bytes
    }

    /// Reads once, up to 64 KB.
    static func read(_ descriptor: Int32, _ take: (UnsafeRawBufferPointer) -> Void) -> Reading {
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { page in
            let count = hud_read(descriptor, page.baseAddress, page.count)
            if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothing : .end(errorNumber: errno) }
            if count == 0 { return .end(errorNumber: 0) }
            take(UnsafeRawBufferPointer(rebasing: page[..<count]))
            return .bytes
        }
    }
}

/// close(2), for types that have a method of that name.
func hudClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
