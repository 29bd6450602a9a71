import CPseudoTerminal

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A pseudo-terminal of 80×40 whose output is read and counted.
public struct Terminal {
    /// The descriptor for a renderer.
    public let descriptor: Int32
    private let master: Int32

    /// Opens it, and sets TERM.
    public init() {
        setenv("TERM", "xterm-256color", 1)
        var ends: (master: Int32, terminal: Int32) = (-1, -1)
        guard pseudo_terminal_open(&ends.master, &ends.terminal) == 0 else { fatalError("no pseudo-terminal") }
        (master, descriptor) = ends
    }

    /// Reads what was written since the last call, and returns the number of bytes.
    public func drain() -> Int {
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
            var total = 0
            while true {
                let count = read(master, buffer.baseAddress, buffer.count)
                guard count > 0 else { return total }
                total += count
            }
        }
    }
}

/// Runs a piece of code and prints its CPU time, in nanoseconds an operation: the best of several rounds, because a disturbance only makes a round slower.
public func report(_ name: String, operations: Int, _ piece: () -> Void) {
    var best = UInt64.max
    for _ in 0..<9 {
        let begin = processorTime()
        piece()
        best = min(best, processorTime() - begin)
    }
    print(name, Double(best) / Double(operations))
}

private func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
