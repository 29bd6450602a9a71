import CTerminalSupport

/// Bytes that wait until they can be shown, in a file without a name: memory does not grow with them, and nothing stays behind.
package struct HeldOutput: ~Copyable {
    private let file: Int32
    private(set) var isEmpty = true

    /// Nothing held; nil where no file can be made.
    package init?() {
        file = hud_temporary_file()
        if file < 0 { return nil }
    }

    deinit { close(file) }

    /// Holds `bytes` behind what is held already.
    ///
    /// - Returns: Whether they were taken; not so where the file system is full.
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

    /// The descriptor, for somebody who writes to it himself.
    var descriptor: Int32 { file }

    /// Takes note that somebody has.
    mutating func written() { isEmpty = false }
}
