import CTerminalSupport

/// Bytes that wait until they can be shown, in a file without a name: memory does not grow with them, and nothing stays behind.
package struct HeldOutput: ~Copyable {
    private let file: Int32
    private(set) var isEmpty = true
    /// How much ``next()`` has taken out.
    private var taken: off_t = 0

    /// Nothing held; nil where no file can be made.
    package init?() {
        file = hud_temporary_file()
        if file < 0 { return nil }
    }

    deinit { close(file) }

    /// Holds `bytes` behind what is held already.
    ///
    /// - Returns: False if the file system is full. Then none of them were taken.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let end = lseek(file, 0, SEEK_END)
        guard end >= 0 else { return false }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = CTerminalSupport.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if hud_errno() != EINTR {
                _ = ftruncate(file, end)
                return false
            }
        }
        if !bytes.isEmpty { isEmpty = false }
        return true
    }

    /// Takes everything out, a buffer's full at a time and in order.
    package mutating func drain(_ take: (UnsafeRawBufferPointer) -> Void) {
        guard !isEmpty else { return }
        isEmpty = true
        _ = lseek(file, 0, SEEK_SET)
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
            while true {
                let count = read(file, buffer.baseAddress, buffer.count)
                if count > 0 {
                    take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                } else if count == 0 || hud_errno() != EINTR {
                    break
                }
            }
        }
        _ = ftruncate(file, 0)
        _ = lseek(file, 0, SEEK_SET)
    }

    /// Takes out the next piece, in order; nil if nothing is left. Bytes can be appended between two pieces.
    package mutating func next() -> [UInt8]? {
        guard !isEmpty else { return nil }
        var piece = [UInt8](repeating: 0, count: 65536)
        var count = pread(file, &piece, piece.count, taken)
        while count < 0, hud_errno() == EINTR { count = pread(file, &piece, piece.count, taken) }
        guard count > 0 else {
            isEmpty = true
            taken = 0
            _ = ftruncate(file, 0)
            return nil
        }
        taken += off_t(count)
        return Array(piece.prefix(count))
    }

    /// The descriptor, for a caller that writes to it by itself.
    var descriptor: Int32 { file }

    /// Takes note that the caller has written to ``descriptor``.
    mutating func written() { isEmpty = false }
}
