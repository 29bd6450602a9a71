import CTerminalSupport

/// Bytes that can't be written yet, in an unnamed file. They take no memory, and the file disappears with the process.
package struct HeldOutput: ~Copyable, Sendable {
    /// The descriptor, for a caller that writes to the file directly.
    let descriptor: Int32
    private(set) var isEmpty = true
    /// The number of bytes that ``next()`` has taken out.
    private var taken: off_t = 0

    /// Makes an empty store. Returns nil if no file can be made.
    package init?() {
        descriptor = hud_temporary_file()
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Appends `bytes`.
    ///
    /// - Returns: False if the file system is full. Then none of `bytes` is held.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0 else { return false }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = CTerminalSupport.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if hud_errno() != EINTR {
                _ = ftruncate(descriptor, end)
                return false
            }
        }
        if !bytes.isEmpty { isEmpty = false }
        return true
    }

    /// How much space of a file is given back at a time: a multiple of the blocks of all file systems.
    static let segment: off_t = 256 * 1024

    /// Takes everything out, one buffer at a time and in order. The file system gets the space back meanwhile, if it can.
    package mutating func drain(_ take: (UnsafeRawBufferPointer) -> Void) {
        guard !isEmpty else { return }
        isEmpty = true
        var (drained, freed): (off_t, off_t) = (0, 0)
        _ = lseek(descriptor, 0, SEEK_SET)
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count > 0 {
                    take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    drained += off_t(count)
                    while drained - freed >= Self.segment {
                        _ = hud_free_space(descriptor, freed, Self.segment)
                        freed += Self.segment
                    }
                } else if count == 0 || hud_errno() != EINTR {
                    break
                }
            }
        }
        _ = ftruncate(descriptor, 0)
        _ = lseek(descriptor, 0, SEEK_SET)
    }

    /// Takes out the next piece, in order; nil if nothing is left. Bytes can be appended between two pieces.
    mutating func next() -> [UInt8]? {
        guard !isEmpty else { return nil }
        var piece = [UInt8](repeating: 0, count: 65536)
        var count = pread(descriptor, &piece, piece.count, taken)
        while count < 0, hud_errno() == EINTR { count = pread(descriptor, &piece, piece.count, taken) }
        guard count > 0 else {
            isEmpty = true
            taken = 0
            _ = ftruncate(descriptor, 0)
            return nil
        }
        taken += off_t(count)
        return Array(piece.prefix(count))
    }

    /// Reports that the caller has written to ``descriptor``.
    mutating func written() { isEmpty = false }
}
