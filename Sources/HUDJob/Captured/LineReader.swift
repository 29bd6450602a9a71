/// Passes each line of a job's output on, once it is complete.
///
/// A carriage return begins a line again, as in a progress bar, so only what follows the last one counts.
final class LineReader: LineConsumer {
    /// A longer line is cut into several.
    private static let limit = 65536

    private let take: (String) -> Void
    private var line: [UInt8] = []
    /// Whether the line ended with a carriage return, which may belong to the line's end.
    private var isReturned = false

    init(_ take: @escaping (String) -> Void) {
        self.take = take
    }

    func see(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes {
            switch byte {
            case 0x0A: endLine()
            case 0x0D: isReturned = true
            default:
                if isReturned { line.removeAll(keepingCapacity: true) }
                isReturned = false
                if line.count == Self.limit { endLine() }
                line.append(byte)
            }
        }
    }

    func finish() {
        if !line.isEmpty { endLine() }
    }

    private func endLine() {
        take(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
        isReturned = false
    }
}
