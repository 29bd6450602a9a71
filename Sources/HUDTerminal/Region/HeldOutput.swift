import CTerminalSupport

/// Bytes that can't be written yet, in an unnamed file. They take no memory of the process.
package struct HeldOutput: ~Copyable, Sendable {
    private let file: UnnamedFile
    /// Where the next bytes are appended, and where those begin that ``next()`` has not taken out.
    private var end: off_t = 0
    private(set) var taken: off_t = 0

    /// Makes an empty store. Returns nil, with errno, if no file can be made.
    package init?() {
        guard let file = UnnamedFile() else { return nil }
        self.file = file
    }

    /// The descriptor, for a caller that writes to the file directly.
    var descriptor: Int32 { file.descriptor }

    /// Appends `bytes`.
    ///
    /// - Returns: False, with errno, if the file system is full. Then none of `bytes` is held.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard file.write(bytes, at: end) else {
            file.cut(at: end)
            return false
        }
        end += off_t(bytes.count)
        return true
    }

    /// Whether the file system takes so many bytes now.
    func hasRoom(for count: Int) -> Bool {
        defer { file.cut(at: end) }
        return [UInt8](repeating: 0, count: count).withUnsafeBytes { file.write($0, at: end) }
    }

    /// Takes out the next piece, in order; nil if nothing is left. Bytes can be appended between two pieces. The file system gets the space back meanwhile.
    package mutating func next() -> [UInt8]? {
        let piece = [UInt8](unsafeUninitializedCapacity: 65536) { page, count in
            count = file.read(UnsafeMutableRawBufferPointer(page), at: taken)
        }
        guard !piece.isEmpty else {
            (end, taken) = (0, 0)
            file.cut(at: 0)
            return nil
        }
        let segment = taken / UnnamedFile.segment
        taken += off_t(piece.count)
        // Not the last one: if the process ends, a signal handler begins with what the terminal has not accepted of this piece.
        if taken / UnnamedFile.segment > segment, segment > 0 { file.giveBack((segment - 1) * UnnamedFile.segment) }
        return piece
    }
}
