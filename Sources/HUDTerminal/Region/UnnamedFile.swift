import CTerminalSupport

/// A file without a name, which disappears with the process.
package final class UnnamedFile: Sendable {
    package let descriptor: Int32

    /// How much space is given back at a time: a multiple of the blocks of all file systems.
    package static let segment: off_t = 256 << 10

    /// Makes an empty file. Returns nil, with errno, if no file can be made.
    package init?() {
        // An object would close it, and set errno.
        guard case let new = hud_temporary_file(), new >= 0 else { return nil }
        descriptor = new
    }

    deinit { close(descriptor) }

    /// Writes `bytes` from `place` on. Returns false, with errno, if they don't fit on the file system or are beyond the process's limit (`ulimit -f`).
    package func write(_ bytes: UnsafeRawBufferPointer, at place: off_t) -> Bool {
        var signals = sigset_t()
        let state = hud_block_write_signals(descriptor, &signals)
        defer { hud_unblock_write_signals(descriptor, &signals, state) }
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, place + off_t(done))
            if count > 0 { done += count } else if count == 0 || hud_errno() != EINTR { return false }
        }
        return true
    }

    /// Reads from `place` on until the page is full. Returns the number of bytes; 0 at the end of the file, or if it can't be read.
    package func read(_ page: UnsafeMutableRawBufferPointer, at place: off_t) -> Int {
        var done = 0
        while done < page.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: page[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, place + off_t(done))
            if count > 0 { done += count } else if count == 0 || hud_errno() != EINTR { break }
        }
        return done
    }

    /// Gives the space of a segment back to the file system, if it can do that.
    package func giveBack(_ start: off_t) {
        _ = hud_free_space(descriptor, start, Self.segment)
    }

    /// Empties the file from `end` on. A program that writes to the descriptor goes on there.
    func cut(at end: off_t) {
        _ = ftruncate(descriptor, end)
        _ = lseek(descriptor, end, SEEK_SET)
    }
}
