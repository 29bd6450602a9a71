import HUDCore
import HUDTerminal
import Synchronization

/// The screen of a ``TestTerminal``, the bytes that it has received, and the sequences that report its changes.
///
/// A class, because the terminal and its renderer share it, and the renderer may outlive the terminal.
final class MemoryWindow: VirtualTerminal {
    private struct State {
        var screen: InMemoryTerminal
        /// The last bytes; at most twice ``keptBytes``, because removing the oldest takes time.
        var bytes: [UInt8] = []
        var count = 0
        var streams: [Int: AsyncStream<InMemoryTerminal>.Continuation] = [:]
        var lastStream = 0
    }

    /// The number of bytes that can be read.
    static let keptBytes = 100_000

    private let clock: ManualClock
    private let state: Mutex<State>

    init(columns: Int, rows: Int, clock: ManualClock) {
        self.clock = clock
        state = Mutex(State(screen: InMemoryTerminal(columns: columns, rows: rows, columnsOf: TextWidth.of)))
    }

    deinit {
        for stream in state.withLock({ $0.streams.values }) { stream.finish() }
    }

    // MARK: What the renderer needs

    var window: WindowSize { state.withLock { WindowSize(columns: $0.screen.columns, rows: $0.screen.rows) } }

    var now: HUDInstant { clock.now }

    func write(_ bytes: [UInt8]) {
        update { state in
            // A line feed also returns, as with the kernel's terminal driver (`ONLCR`).
            for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                if line.offset > 0 { state.screen.feed("\r\n") }
                state.screen.feed(line.element)
            }
            state.count += bytes.count
            state.bytes += bytes
            if state.bytes.count > 2 * Self.keptBytes { state.bytes.removeFirst(state.bytes.count - Self.keptBytes) }
        }
    }

    // MARK: What the test needs

    var screen: InMemoryTerminal { state.withLock { $0.screen } }

    var bytesWritten: Int { state.withLock { $0.count } }

    func bytes(after mark: Int) -> [UInt8] {
        state.withLock { state in Array(state.bytes.suffix(max(0, min(state.count - max(0, mark), Self.keptBytes)))) }
    }

    func resize(columns: Int, rows: Int) {
        update { $0.screen.resize(columns: columns, rows: rows) }
    }

    func makeStream(_ policy: AsyncStream<InMemoryTerminal>.Continuation.BufferingPolicy) -> AsyncStream<InMemoryTerminal> {
        let (stream, continuation) = AsyncStream.makeStream(of: InMemoryTerminal.self, bufferingPolicy: policy)
        let id = state.withLock { state in
            state.lastStream += 1
            state.streams[state.lastStream] = continuation
            continuation.yield(state.screen)
            return state.lastStream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.streams.removeValue(forKey: id) }
        }
        return stream
    }

    /// Changes the screen and reports it. The lock keeps the reports in order; a report only makes the reader's task ready to run.
    private func update(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            for stream in state.streams.values { stream.yield(state.screen) }
        }
    }
}
