import CTerminalSupport
import HUDLibc

/// Output of a job whose run is over, which a process that the job has left behind still has open.
final class OpenOutput: Sendable {
    /// Where it is read, without waiting.
    let readEnd: Int32
    let stream: JobStream

    init(_ readEnd: Int32, _ stream: JobStream) {
        self.readEnd = readEnd
        self.stream = stream
    }

    deinit { close(readEnd) }

    /// Reads what there is, up to a limit, so that other events have their turn.
    ///
    /// - Returns: Whether the output goes on.
    func read(_ take: (UnsafeRawBufferPointer) -> Void) -> Bool {
        for _ in 0..<8 {
            switch JobDescriptors.read(readEnd, take) {
            case .bytes: continue
            case .nothing: return true
            case .end: return false
            }
        }
        return true
    }

    /// An output that is merged with others.
    struct Part {
        var output: OpenOutput
        /// What precedes each line.
        var name: [UInt8]
        /// Gets a copy of the bytes; -1: nothing does.
        var copy: Int32
        /// A line that has begun, and is not copied.
        var begun: [UInt8]
        /// Whether a line feed comes first, because there is an unfinished line of another output.
        var breaksLine = false
    }

    /// Lets another process merge the lines of several outputs into a pipe.
    ///
    /// - Returns: The read end of the pipe; nil if there is no such process.
    static func merge(_ parts: [Part], as stream: JobStream) -> OpenOutput? {
        guard let ends = JobDescriptors.pipe() else { return nil }
        defer { _ = hudClose(ends.1) }
        let merged = OpenOutput(ends.0, stream)
        _ = fcntl(ends.0, F_SETFL, O_NONBLOCK)
        return merge(parts, to: ends.1) ? merged : nil
    }

    /// - Parameter target: -1: the lines are discarded.
    static func merge(_ parts: [Part], to target: Int32) -> Bool {
        parts.flatMap { $0.name + $0.begun }.withUnsafeBufferPointer { texts in
            var start = 0
            let merged = parts.map { part in
                let name = texts.baseAddress.map { $0 + start }
                start += part.name.count + part.begun.count
                return hud_merged(
                    source: part.output.readEnd, copy: part.copy, name: name, length: part.name.count,
                    begun: name.map { $0 + part.name.count }, begun_length: part.begun.count, breaks_line: part.breaksLine
                )
            }
            return hud_merge(merged, Int32(merged.count), target) == 0
        }
    }

    /// Lets another process pass the output on to a descriptor until it ends, because this one ends earlier.
    ///
    /// - Parameter target: -1: the output is discarded.
    func handOver(to target: Int32) {
        _ = hud_hand_over(readEnd, target, -1)
    }
}

/// What a job writes to.
enum JobStream: Int, Sendable {
    case output
    case errors

    /// Says that nothing can be written there.
    func cannotBeWritten(_ error: Int32) -> String {
        "can't write to \(self == .output ? "standard output" : "standard error"): " + errorText(error)
    }
}
