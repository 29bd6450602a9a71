import CTerminalSupport
import HUDCore
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes to one terminal, and waits for none.
///
/// It owns a descriptor, closed on exec, so that a descriptor of the program's that is closed and used again for a file changes nothing.
/// If the terminal can be opened again by its name, the writes of that descriptor do not block. `O_NONBLOCK` on a duplicate would change
/// the program's own descriptor too; so where the terminal cannot be opened, small pieces are written while `poll` says that it takes more.
///
/// Bytes that the terminal does not take are kept, in order, and go first next time. Callers keep that bounded: they ask
/// ``isReady(within:)`` before they produce more. A class, because all regions and sessions of a terminal share one.
final class TerminalWriter: Sendable {
    /// The descriptor that is written to.
    let descriptor: Int32
    /// Whether it is a terminal. Anything else is written to as any program does it, and may block.
    let isTerminal: Bool
    private let ownsDescriptor: Bool
    /// How much is written at once.
    private let pieceSize: Int
    private let state = Mutex(State())

    private struct State {
        var unsent: [UInt8] = []
        /// Whether a caller has waited in vain. The next ones do not wait, until the terminal has taken something.
        var isStuck = false
    }

    /// How long a caller waits for a terminal that has taken nothing since. A slow terminal takes something in that time.
    static let patience = Duration.milliseconds(100)

    /// The writers that are in use, by their terminals.
    private static let writers = Mutex<[TerminalIdentity: WeakWriter]>([:])

    private struct WeakWriter {
        weak var writer: TerminalWriter?
    }

    /// The writer of the terminal on `descriptor`. There is one for each terminal, so that nothing is written into the middle of another write.
    static func shared(_ descriptor: Int32) -> TerminalWriter {
        guard isatty(descriptor) != 0 else { return TerminalWriter(descriptor) }
        let terminal = TerminalIdentity(of: descriptor)
        return writers.withLock { writers in
            writers = writers.filter { $0.value.writer != nil }
            if let writer = writers[terminal]?.writer { return writer }
            let writer = TerminalWriter(descriptor)
            writers[terminal] = WeakWriter(writer: writer)
            return writer
        }
    }

    init(_ original: Int32) {
        isTerminal = isatty(original) != 0
        let reopened = isTerminal ? Self.reopen(original) : nil
        let own = reopened ?? (isTerminal ? fcntl(original, F_DUPFD_CLOEXEC, 3) : -1)
        ownsDescriptor = own >= 0
        descriptor = own >= 0 ? own : original
        pieceSize = reopened != nil ? .max : 64
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// Opens the terminal once more; nil if it cannot be opened, or if the name is not the terminal's.
    private static func reopen(_ original: Int32) -> Int32? {
        var name = [CChar](repeating: 0, count: 256)
        // The name of every pseudo-terminal's other end is that of the device that makes new ones.
        guard ttyname_r(original, &name, name.count) == 0 else { return nil }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if text.hasSuffix("ptmx") { return nil }
        let opened = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        let moved = opened > 2 ? opened : fcntl(opened, F_DUPFD_CLOEXEC, 3)
        if moved != opened { close(opened) }
        guard moved >= 0 else { return nil }
        if TerminalIdentity(of: moved) == TerminalIdentity(of: original) { return moved }
        close(moved)
        return nil
    }

    /// What was given to ``send(_:within:)`` and is not on the terminal yet.
    var unsent: [UInt8] { state.withLock { $0.unsent } }

    var hasUnsent: Bool { state.withLock { !$0.unsent.isEmpty } }

    /// Forgets what is not sent.
    func dropUnsent() { state.withLock { $0.unsent = [] } }

    // MARK: Writing

    /// Whether everything is sent and the terminal takes more, now or within `patience`.
    func isReady(within patience: Duration = .zero) -> Bool {
        guard isTerminal else { return true }
        return state.withLock { $0.unsent.isEmpty && waits(&$0, patience) }
    }

    /// Sends what is not sent yet. While a session is open, it does that, because its farewell begins with these bytes.
    func flush(within patience: Duration) {
        state.withLock { flush(&$0, within: patience) }
    }

    /// Writes `bytes` behind what is not sent yet. What the terminal does not take within `patience` is kept.
    func send(_ bytes: UnsafeRawBufferPointer, within patience: Duration = TerminalWriter.patience) {
        guard isTerminal else { return TerminalOutput.write(bytes, to: descriptor) }
        state.withLock { state in
            if state.unsent.isEmpty {
                let count = write(bytes, &state, within: patience)
                state.unsent = Array(bytes[count...])
            } else {
                state.unsent += bytes
                flush(&state, within: patience)
            }
        }
    }

    func send(_ bytes: [UInt8], within patience: Duration = TerminalWriter.patience) {
        bytes.withUnsafeBytes { send($0, within: patience) }
    }

    /// Waits until the terminal takes more, or until a signal comes. Without a limit if `milliseconds` is negative.
    func waitUntilReady(milliseconds: Int32 = -1) {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, milliseconds)
    }

    private func flush(_ state: inout State, within patience: Duration) {
        guard !state.unsent.isEmpty else { return }
        let bytes = state.unsent
        let count = bytes.withUnsafeBytes { write($0, &state, within: patience) }
        state.unsent.removeFirst(count)
    }

    /// - Returns: How many bytes need no more thought: they are written, or the terminal is gone.
    private func write(_ bytes: UnsafeRawBufferPointer, _ state: inout State, within patience: Duration) -> Int {
        var count = 0
        var milliseconds = patience.nanosecondsRoundedUp / 1_000_000
        while count < bytes.count {
            if pieceSize < .max, !waits(&state, patience) { return count }
            let piece = UnsafeRawBufferPointer(rebasing: bytes[count...].prefix(pieceSize))
            let written = CTerminalSupport.write(descriptor, piece.baseAddress, piece.count)
            if written > 0 {
                count += written
                state.isStuck = false
            } else if hud_errno() == EAGAIN {
                guard waits(&state, patience) else { return count }
                // There may be room for one byte where a line feed needs two. poll takes that for room.
                if milliseconds <= 0 { return count }
                milliseconds -= 1
                _ = poll(nil, 0, 1)
            } else if hud_errno() != EINTR {
                // Hung up or closed: a HUD never fails its job.
                return bytes.count
            }
        }
        return count
    }

    /// Whether the terminal takes more, now or within `patience`. What `poll` does not know may be written to.
    private func waits(_ state: inout State, _ patience: Duration) -> Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let milliseconds = state.isStuck ? 0 : Int32(clamping: patience.nanosecondsRoundedUp / 1_000_000)
        if poll(&ready, 1, milliseconds) != 0 { return true }
        if milliseconds > 0 { state.isStuck = true }
        return false
    }
}
