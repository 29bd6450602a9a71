import CTerminalSupport
import HUDLibc
import Synchronization

/// Writes to one terminal without waiting for it.
///
/// It owns a descriptor, closed on exec, so it makes no difference if the program closes its descriptor and the number is reused for a file.
/// If the terminal can be opened again by its name, the writer's descriptor does not block. `O_NONBLOCK` on a duplicate would change the
/// program's descriptor too. So if the terminal can't be opened, the writer writes small pieces while `poll` reports room.
///
/// Bytes that the terminal does not accept are kept, in order, and precede the next write. Callers keep their number bounded: they check
/// ``isReady(within:)`` before they produce more. A class, because all regions and sessions of a terminal share one.
final class TerminalWriter: Sendable {
    /// The descriptor of the writer.
    let descriptor: Int32
    /// Whether the descriptor is a terminal. Writes to other files can block, as in any program.
    let isTerminal: Bool
    private let ownsDescriptor: Bool
    /// The maximum number of bytes of a write.
    private let pieceSize: Int
    private let state = Mutex(State())

    private struct State {
        var unsent: [UInt8] = []
        /// Whether a caller has waited in vain. Then later calls do not wait until the terminal has accepted something.
        var isStuck = false
    }

    /// The time that a call waits for a terminal. A slow terminal accepts something within it.
    static let patience = Duration.milliseconds(100)

    /// The writers that are in use, by their terminals.
    private static let writers = Mutex(TerminalRegistry())

    /// The writer of the terminal on `descriptor`. Each terminal has one, so that no write is in the middle of another.
    static func shared(_ descriptor: Int32) -> TerminalWriter {
        guard isatty(descriptor) != 0 else { return TerminalWriter(descriptor) }
        let terminal = TerminalIdentity(of: descriptor)
        return writers.withLock { $0.object(for: terminal) { TerminalWriter(descriptor) } }
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

    /// Opens the terminal again. Returns nil if it can't be opened, or if the name belongs to another terminal.
    private static func reopen(_ original: Int32) -> Int32? {
        var name = [CChar](repeating: 0, count: 256)
        // The master end of a pseudo-terminal has the name of the device that makes new ones.
        let isNamed = ttyname_r(original, &name, name.count) == 0
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if text.hasSuffix("ptmx") { return nil }
        var opened = isNamed ? open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1
        // Under sudo(8) and su(1) the terminal's file belongs to another user, and a container may not have it.
        if opened < 0 { opened = hud_reopen_terminal(original) }
        guard opened >= 0 else { return nil }
        let moved = opened > 2 ? opened : fcntl(opened, F_DUPFD_CLOEXEC, 3)
        if moved != opened { close(opened) }
        guard moved >= 0 else { return nil }
        if TerminalIdentity(of: moved) == TerminalIdentity(of: original) { return moved }
        close(moved)
        return nil
    }

    /// The bytes of ``send(_:within:)`` that the terminal has not accepted.
    var unsent: [UInt8] { state.withLock { $0.unsent } }

    var hasUnsent: Bool { state.withLock { !$0.unsent.isEmpty } }

    /// Drops the unsent bytes, or the first ones.
    func dropUnsent(_ count: Int = .max) { state.withLock { $0.unsent.removeFirst(min(count, $0.unsent.count)) } }

    /// Waits for the terminal again at the next call, even if a caller has waited in vain.
    func expectProgress() { state.withLock { $0.isStuck = false } }

    // MARK: Writing

    /// Whether everything is sent and the terminal accepts more, now or within `patience`.
    func isReady(within patience: Duration = .zero) -> Bool {
        guard isTerminal else { return true }
        return state.withLock { state in
            guard state.unsent.isEmpty else { return false }
            // A write tells as well, and keeps what the terminal does not accept. Only a caller that can wait for the terminal asks it first.
            return patience == .zero && pieceSize == .max && !state.isStuck || waits(&state, patience)
        }
    }

    /// Whether the terminal accepts more bytes now or within `patience`, even if some are unsent.
    func waits(within patience: Duration) -> Bool { state.withLock { waits(&$0, patience) } }

    /// Sends the unsent bytes. While a session is open, the session does this instead, because its farewell begins with them.
    func flush(within patience: Duration) {
        state.withLock { flush(&$0, within: patience) }
    }

    /// Writes `bytes` after the unsent ones. Bytes that the terminal does not accept within `patience` are kept.
    ///
    /// - Returns: Whether everything is sent.
    @discardableResult
    func send(_ bytes: UnsafeRawBufferPointer, within patience: Duration = TerminalWriter.patience) -> Bool {
        guard isTerminal else {
            DescriptorOutput.write(bytes, to: descriptor, raisesSIGPIPE: true)
            return true
        }
        return state.withLock { state in
            if state.unsent.isEmpty {
                let count = write(bytes, &state, within: patience)
                if count < bytes.count { state.unsent = Array(bytes[count...]) }
            } else {
                state.unsent += bytes
                flush(&state, within: patience)
            }
            return state.unsent.isEmpty
        }
    }

    /// Writes `bytes` without asking the terminal first. If it accepts a part of them, the rest is kept.
    ///
    /// - Returns: False if nothing was written, because the terminal accepts nothing, or would block the caller.
    func sendAtOnce(_ bytes: [UInt8]) -> Bool {
        guard isTerminal, pieceSize == .max else { return false }
        return state.withLock { state in
            guard state.unsent.isEmpty, !state.isStuck else { return false }
            let count = CTerminalSupport.write(descriptor, bytes, bytes.count)
            guard count > 0 else { return false }
            if count < bytes.count { state.unsent = Array(bytes[count...]) }
            return true
        }
    }

    func send(_ bytes: [UInt8], within patience: Duration = TerminalWriter.patience) {
        _ = bytes.withUnsafeBytes { send($0, within: patience) }
    }

    /// Waits until the terminal accepts more, or until a signal arrives. There is no limit if `milliseconds` is negative.
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

    /// - Returns: The number of bytes that are done: they are written, or the terminal is gone.
    private func write(_ bytes: UnsafeRawBufferPointer, _ state: inout State, within patience: Duration) -> Int {
        var count = 0
        var deadline: HUDInstant?
        /// Whether the last wait has found room, and nothing was written since.
        var hasWaited = false
        while count < bytes.count {
            if pieceSize < .max, !waits(&state, patience) { return count }
            let piece = UnsafeRawBufferPointer(rebasing: bytes[count...].prefix(pieceSize))
            let written = CTerminalSupport.write(descriptor, piece.baseAddress, piece.count)
            if written > 0 {
                count += written
                state.isStuck = false
                hasWaited = false
                // If a part was written, there is no room now.
                if written == piece.count || patience == .zero { continue }
            } else if hud_errno() == EINTR {
                continue
            } else if hud_errno() != EAGAIN {
                // The terminal has hung up or is closed. This is no error, because a HUD never fails its job.
                return bytes.count
            }
            let now = LiveClock.shared.now
            let end = deadline ?? now.advanced(by: patience)
            deadline = end
            guard waits(&state, now.duration(to: end)), now < end else { return count }
            // poll reports room for one byte, but a line feed can need two.
            if hasWaited { _ = poll(nil, 0, 1) }
            hasWaited = true
        }
        return count
    }

    /// Whether the terminal accepts more, now or within `patience`. A file that `poll` does not support counts as ready.
    private func waits(_ state: inout State, _ patience: Duration) -> Bool {
        let milliseconds = state.isStuck ? 0 : Int32(clamping: patience.nanosecondsRoundedUp / 1_000_000)
        if hud_wait_for(descriptor, 1, milliseconds) { return true }
        if milliseconds > 0 { state.isStuck = true }
        return false
    }
}
