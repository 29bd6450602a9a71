import HUDJob

/// Lines out of bytes that arrive in pieces. A line that is whole in a piece is not copied.
struct StreamLines {
    /// A longer line is dropped, and counts as broken.
    static let longest = 1 << 20

    /// The beginning of a line whose end has not come.
    private var rest: [UInt8] = []
    /// Whether the line is too long, so that its end is awaited without keeping it.
    private var isDropping = false

    /// Passes each complete line to `take`, without its end; nil for one that is too long.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer?) -> Void) {
        var bytes = bytes
        while let end = bytes.place(of: UInt8(ascii: "\n")) {
            finishLine(with: UnsafeRawBufferPointer(rebasing: bytes[..<end]), take)
            bytes = UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...])
        }
        guard !bytes.isEmpty, !isDropping else { return }
        if rest.count + bytes.count > Self.longest {
            isDropping = true
            rest = []
        } else {
            rest += bytes
        }
    }

    /// The end of the bytes, which is the end of a line.
    mutating func finish(_ take: (UnsafeRawBufferPointer?) -> Void) {
        if isDropping || !rest.isEmpty { finishLine(with: UnsafeRawBufferPointer(start: nil, count: 0), take) }
    }

    private mutating func finishLine(with end: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer?) -> Void) {
        if isDropping || rest.count + end.count > Self.longest {
            isDropping = false
            rest = []
            return take(nil)
        }
        if rest.isEmpty { return take(end) }
        rest += end
        rest.withUnsafeBytes { take($0) }
        // What a long line took is given back.
        if rest.capacity > 65536 { rest = [] } else { rest.removeAll(keepingCapacity: true) }
    }
}
