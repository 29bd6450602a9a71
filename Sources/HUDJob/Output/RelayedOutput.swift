import HUDTerminal
import Synchronization

/// Prints a job's output that is relayed to our terminal while nothing is drawn there, and lines of our own, which break no line of the job's.
final class RelayedOutput: OwnLinePrinter {
    /// How many of the last bytes are looked at for the end of a line.
    private static let most = 1024

    private let descriptor: Int32
    /// The last bytes of the job's output; none after a line of ours.
    private let last = Mutex<[UInt8]>([])

    init(to descriptor: Int32) { self.descriptor = descriptor }

    func print(_ bytes: UnsafeRawBufferPointer) {
        last.withLock { last in
            DescriptorOutput.write(bytes, to: descriptor, raisesSIGPIPE: true)
            last.append(contentsOf: bytes.suffix(Self.most))
            if last.count > 2 * Self.most { last.removeFirst(last.count - Self.most) }
        }
    }

    func take(line: String) -> String? {
        last.withLock { last in
            var end = OutputTracker(window: .unknown)
            last[last.startOfLastLine...].withUnsafeBytes { end.feed($0) }
            let lines = ((end.isAtLineStart ? "" : "\n") + line).asLine
            _ = lines.withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) }
            last = []
        }
        return nil
    }

    /// The writer waits itself.
    var isBehind: Bool { false }
}
