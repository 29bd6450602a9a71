import CTerminalSupport
import HUDLibc

/// A file without a name, which disappears with the process.
final class JournalFile: Sendable {
    private let descriptor: Int32

    /// Returns nil, with errno, if no file can be made.
    init?() {
        descriptor = hud_temporary_file()
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Returns false, with errno, if the bytes don't fit on the file system.
    func write(_ write: JournalWrite) -> Bool {
        write.bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = pwrite(descriptor, rest.baseAddress, rest.count, write.place.lowerBound + off_t(done))
                if count > 0 { done += count } else if count == 0 || errno != EINTR { return false }
            }
            return true
        }
    }

    /// Reads the first bytes of a place. Returns their number; 0 if they can't be read.
    func read(_ place: Range<off_t>, _ page: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = pread(descriptor, page.baseAddress, min(page.count, place.count), place.lowerBound)
            if count >= 0 || errno != EINTR { return max(0, count) }
        }
    }

    /// Gives the space of a segment back to the file system, if it can do that.
    func giveBack(_ start: off_t) {
        _ = hud_free_space(descriptor, start, JournalSpace.segment)
    }

    /// The space that the file takes, in bytes.
    var space: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_blocks) * 512 : 0
    }
}
