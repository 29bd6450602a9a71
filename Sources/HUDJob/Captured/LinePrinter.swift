import CTerminalSupport
import HUDLibc
import HUDTerminal

/// Prints a job's output in whole lines. A class, because the reader of the output shares it with the code that sees the end of the job.
protocol LinePrinter: AnyObject {
    /// Takes output.
    func see(_ bytes: UnsafeRawBufferPointer)

    /// The output has ended.
    func finish()
}

/// Writes a job's output to a descriptor, byte for byte.
///
/// Whole lines are written at once, because several jobs can print to one file. A line that is longer than a pipe is not kept.
/// Lines that a full pipe does not take are kept until ``flush()``.
final class LineWriter: LinePrinter {
    private static let longest = 65536
    /// A pipe that `poll` reports as writable takes at least this many bytes.
    private static let mostAtOnce = Int(PIPE_BUF)

    let descriptor: Int32
    private var rest: [UInt8] = []
    /// How many bytes of ``rest`` can be written: whole lines.
    private var complete = 0
    private var hasFailed = false
    /// Called with an errno when something can't be written for the first time. What comes then is dropped.
    var onError: ((Int32) -> Void)?

    init(to descriptor: Int32) { self.descriptor = descriptor }

    func see(_ bytes: UnsafeRawBufferPointer) {
        let lines = bytes.lastIndex(of: .newline).map { rest.count + $0 + 1 } ?? 0
        rest += bytes
        complete = rest.count > Self.longest ? rest.count : max(complete, lines)
        flush()
    }

    /// Whether lines wait for a reader.
    var isWaiting: Bool { complete > 0 }

    /// Writes lines, as long as that does not wait for a reader.
    func flush() {
        var count = 0
        while count < complete, hasFailed || hud_wait_for(descriptor, 1, 0) {
            let piece = rest[count..<min(complete, count + Self.mostAtOnce)]
            let end = piece.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? piece.endIndex
            write(rest[count..<end])
            count = end
        }
        rest.removeFirst(count)
        complete -= count
    }

    func finish() {
        write(rest[...])
        (rest, complete) = ([], 0)
    }

    private func write(_ bytes: ArraySlice<UInt8>) {
        if hasFailed { return }
        let error = bytes.withUnsafeBytes { TerminalOutput.write($0, to: descriptor) }
        hasFailed = error != 0
        if hasFailed { onError?(error) }
    }
}

/// Passes each line of a job's output on, once it is complete.
///
/// A carriage return begins a line again, as in a progress bar, so only what follows the last one counts.
final class LineReader: LinePrinter {
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
