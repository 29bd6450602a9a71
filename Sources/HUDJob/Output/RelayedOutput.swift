import HUDTerminal
import Synchronization

/// Prints a job's output that is relayed to our terminal while nothing is drawn there, and lines of our own, which break no line of the job's.
///
/// One thread prints. Lines come from any thread and wait for it.
final class RelayedOutput {
    /// How many of the last bytes are looked at for the end of a line.
    private static let most = 1024

    private let descriptor: Int32
    private let lines = WaitingLines()
    /// The last bytes of the job's output; none after a line of ours.
    private var last: [UInt8] = []

    init(to descriptor: Int32) { self.descriptor = descriptor }

    /// Prints the lines that this process writes to `descriptors` from now on.
    func takeLines(for descriptors: [Int32]) {
        for descriptor in descriptors { LinePrinters.print(linesFor: descriptor, by: lines) }
    }

    /// Prints what still waits, and takes no more lines.
    func end() {
        LinePrinters.endPrinting(by: lines)
        printLines()
    }

    func print(_ bytes: UnsafeRawBufferPointer) {
        DescriptorOutput.write(bytes, to: descriptor, raisesSIGPIPE: true)
        last.append(contentsOf: bytes.suffix(Self.most))
        if last.count > 2 * Self.most { last.removeFirst(last.count - Self.most) }
    }

    /// Prints the lines that wait.
    func printLines() {
        let text = lines.takeAll()
        if text.isEmpty { return }
        var end = OutputTracker(window: .unknown)
        last[last.startOfLastLine...].withUnsafeBytes { end.feed($0) }
        _ = ((end.isAtLineStart ? [] : [.newline]) + text).withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) }
        last = []
    }
}

/// Lines of this process that wait for the thread that prints a job's output.
private final class WaitingLines: OwnLinePrinter {
    /// The most bytes that wait.
    private static let most = 1 << 20

    private let text = Mutex<[UInt8]>([])

    func take(line: String) -> String? {
        let isTaken = text.withLock { text in
            if text.count > Self.most { return false }
            text += line.asLine
            return true
        }
        if isTaken { SignalPipe.wake() }
        return isTaken ? nil : line
    }

    func takeAll() -> [UInt8] {
        text.withLock { text in
            defer { text = [] }
            return text
        }
    }

    var isBehind: Bool { text.withLock { $0.count > Self.most / 16 } }
}
