import CTerminalSupport
import HUDLibc
import HUDTerminal

/// Writes a job's output to a descriptor, byte for byte.
///
/// Whole lines are written at once, because several jobs can print to one file. A pipe gets no more at once than it takes whole, but for a line that is
/// longer. Of a line that is longer than a pipe, the beginning is written before its end has come. What a full pipe does not take waits for ``flush()``.
final class LineWriter: LineConsumer {
    private static let longest = 65536

    private let descriptor: Int32
    /// The same pipe or socket, for writes that do not wait; -1 for anything else.
    private(set) var pipe: Int32
    /// How many bytes it takes whole, so that those of other writers do not come between them.
    private let mostAtOnce: Int
    private var rest: [UInt8] = []
    /// How many bytes of ``rest`` can be written: whole lines.
    private var complete = 0
    private var hasFailed = false
    /// Called with an errno when something can't be written for the first time. What comes then is dropped.
    var onError: ((Int32) -> Void)?

    init(to descriptor: Int32) {
        self.descriptor = descriptor
        let isPipe = hud_is_pipe(descriptor)
        pipe = isPipe ? hud_open_nonblocking(descriptor) : -1
        mostAtOnce = isPipe ? hud_most_at_once(pipe) : .max
    }

    deinit { JobDescriptors.close(&pipe) }

    func see(_ bytes: UnsafeRawBufferPointer) {
        // Kept output comes piece by piece, and is not collected here.
        if isWaiting { writeOut(complete) }
        let lines = bytes.lastIndex(of: .newline).map { rest.count + $0 + 1 }
        rest += bytes
        complete = lines ?? (rest.count > Self.longest ? rest.count : 0)
        flush()
    }

    /// Whether lines wait for a reader.
    var isWaiting: Bool { complete > 0 }

    /// Writes lines, as long as a pipe takes them.
    func flush() {
        guard pipe >= 0, !hasFailed else { return writeOut(complete) }
        var count = 0
        while count < complete {
            let written = rest[piece(count, complete)].withUnsafeBytes { hud_write_now(pipe, $0.baseAddress, $0.count) }
            if written < 0 { fail(errno) }
            if hasFailed || written == 0 { break }
            count += written
        }
        drop(hasFailed ? complete : count)
    }

    func finish() {
        writeOut(rest.count)
        JobDescriptors.close(&pipe)
    }

    /// Writes the first `count` bytes, and waits for a reader.
    private func writeOut(_ count: Int) {
        var next = 0
        while next < count, !hasFailed {
            let piece = piece(next, count)
            let error = rest[piece].withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) }
            if error != 0 { fail(error) }
            next = piece.upperBound
        }
        drop(count)
    }

    /// What is written at once of the bytes from `start` to `end`: lines that a pipe takes whole, or one that is longer.
    private func piece(_ start: Int, _ end: Int) -> Range<Int> {
        guard end - start > mostAtOnce else { return start..<end }
        let limit = start + mostAtOnce
        let last = rest[start..<limit].lastIndex(of: .newline) ?? rest[limit..<end].firstIndex(of: .newline)
        return start..<(last.map { $0 + 1 } ?? end)
    }

    private func drop(_ count: Int) {
        rest.removeFirst(count)
        complete = max(0, complete - count)
    }

    private func fail(_ error: Int32) {
        hasFailed = true
        onError?(error)
    }
}
