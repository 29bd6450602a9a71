import HUDTerminal
import Synchronization

/// The last lines of a job's output, of which nothing else is printed. Two threads read what the job writes.
final class OutputTail: Sendable {
    private let streams = Mutex([PrintedLines(), PrintedLines()])

    func append(_ bytes: UnsafeRawBufferPointer, from stream: JobStream) {
        streams.withLock { $0[stream.rawValue].append(bytes) }
    }

    /// The last lines, those of standard error last. Each of the two streams has half of them at least, if it has so many.
    func lines(atMost most: Int) -> [UInt8] {
        streams.withLock { streams in
            (0..<2).flatMap { streams[$0].tail(max(most / 2, most - streams[1 - $0].textLines)) }
        }
    }
}
