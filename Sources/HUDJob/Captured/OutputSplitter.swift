/// Lines out of bytes that arrive in pieces: what a line shows once it is complete.
///
/// A carriage return begins a line again, as in a progress bar, so only what follows the last one counts.
struct OutputSplitter {
    /// A longer line is cut into several.
    static let limit = 65536

    private var line: [UInt8] = []
    /// Whether the line ended with a carriage return, which may belong to the line's end.
    private var isReturned = false

    /// Takes bytes, and passes each complete line on without its end.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ take: (String) -> Void) {
        for byte in bytes {
            switch byte {
            case 0x0A:
                take(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
                isReturned = false
            case 0x0D: isReturned = true
            default:
                if isReturned { line.removeAll(keepingCapacity: true) }
                isReturned = false
                line.append(byte)
                if line.count == Self.limit {
                    take(String(decoding: line, as: UTF8.self))
                    line.removeAll(keepingCapacity: true)
                }
            }
        }
    }

    /// Takes the end of the output as the end of a line.
    mutating func finish(_ take: (String) -> Void) {
        if !line.isEmpty { take(String(decoding: line, as: UTF8.self)) }
        line = []
        isReturned = false
    }
}

/// Passes each line of a job's output on. A class, because the reader of the output shares it with the code that sees the end of the job.
final class LineReader {
    private let take: (String) -> Void
    private var splitter = OutputSplitter()

    init(_ take: @escaping (String) -> Void) {
        self.take = take
    }

    func see(_ bytes: UnsafeRawBufferPointer) { splitter.feed(bytes, take) }

    func finish() { splitter.finish(take) }
}
