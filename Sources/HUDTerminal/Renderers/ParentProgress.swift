import CTerminalSupport
import HUDCore
import Synchronization

/// What the parent of this process knows about its HUDs, and the bytes that bring it up to date.
protocol ParentReport: Sendable {
    /// The next bytes to write: a line, or a message; nil if the parent knows everything. Call ``wrote()`` when they are written.
    var next: [UInt8]? { get }

    mutating func wrote()
    mutating func update(_ snapshot: HUDSnapshot)
    mutating func remove(_ hudID: Int)
}

/// The pipe on which this process reports its HUDs to the program that has started it, if that program has a HUD of its own.
///
/// There is one for the process, because the parent shows all HUDs of the process as one. The first use takes the descriptor: the environment variables
/// are removed and the descriptor is close-on-exec from then on, so that a child does not report its progress as that of this process.
final class ParentProgress: Sendable {
    private struct State {
        /// -1 once the parent has closed the pipe.
        var descriptor: Int32
        var report: any ParentReport
        /// The rest of a message of which the pipe took only a part.
        var rest: ArraySlice<UInt8> = []
        /// When something was last written, by the HUDs' clock.
        var lastReport: HUDInstant?
        /// Whether the pipe was full before everything was written.
        var isBehind = false
    }

    /// The time between two reports: that of `std.Progress` in zig.
    private static let interval = Duration.milliseconds(80)

    /// The pipe of this process; nil if the parent reads no progress.
    static let shared = ParentProgress.taken()

    /// The most parts of a HUD that are reported.
    let mostParts: Int
    private let state: Mutex<State>

    private static func taken() -> ParentProgress? {
        var kind = HUD_PARENT_NONE
        let descriptor = hud_parent_take(&kind)
        guard descriptor >= 0 else { return nil }
        let format: ZigProgressMessage.Format? =
            if kind == HUD_PARENT_ZIG_40 { .names40 } else if kind == HUD_PARENT_ZIG_120 { .names120 } else { nil }
        return ParentProgress(descriptor: descriptor, format: format)
    }

    /// Reports on the pipe of `descriptor`, which must not block.
    ///
    /// - Parameter format: The format of zig's protocol; nil for progress lines.
    init(descriptor: Int32, format: ZigProgressMessage.Format? = nil) {
        if let format {
            mostParts = format.nodeLimit - 1
            state = Mutex(State(descriptor: descriptor, report: ZigProgressReport(format: format)))
        } else {
            mostParts = 0
            state = Mutex(State(descriptor: descriptor, report: ProgressLineReport()))
        }
    }

    func render(_ snapshot: HUDSnapshot) {
        state.withLock { state in
            state.report.update(snapshot)
            if let last = state.lastReport, last <= snapshot.timestamp, snapshot.timestamp < last.advanced(by: Self.interval) {
                return
            }
            write(&state, at: snapshot.timestamp)
        }
    }

    func remove(_ snapshot: HUDSnapshot) {
        state.withLock { state in
            state.report.remove(snapshot.hudID)
            write(&state, at: snapshot.timestamp)
        }
    }

    /// When the next frame of a HUD is needed.
    func nextChange(after snapshot: HUDSnapshot) -> HUDInstant {
        state.withLock { state in
            if state.descriptor < 0 { return .distantFuture }
            let isSteady = !snapshot.hasProgressSource && !snapshot.mode.showsFraction && snapshot.progress == .zero
            if isSteady, !state.isBehind, state.report.next == nil { return .distantFuture }
            let next = (state.lastReport ?? snapshot.timestamp).advanced(by: Self.interval)
            return next > snapshot.timestamp ? next : snapshot.timestamp.advanced(by: Self.interval)
        }
    }

    /// Writes what the parent does not know yet, as far as the pipe takes it. The rest follows with a later frame.
    private func write(_ state: inout State, at time: HUDInstant) {
        state.isBehind = false
        while writeRest(&state, at: time), let bytes = state.report.next {
            // If the pipe takes a part of a message, the parent waits for the rest of the same one.
            state.rest = bytes[...]
            guard writePart(&state, at: time) else {
                state.rest = []
                return
            }
            state.report.wrote()
        }
    }

    /// Writes the rest of the last message. Returns whether the next one can be written.
    private func writeRest(_ state: inout State, at time: HUDInstant) -> Bool {
        while !state.rest.isEmpty { guard writePart(&state, at: time) else { return false } }
        return state.descriptor >= 0
    }

    /// Writes as much of ``State/rest`` as the pipe takes now. Returns whether it has taken anything.
    private func writePart(_ state: inout State, at time: HUDInstant) -> Bool {
        guard state.descriptor >= 0 else { return false }
        let count = state.rest.withUnsafeBytes { hud_parent_write(state.descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            state.rest = state.rest.dropFirst(count)
            state.lastReport = time
        } else if count == 0 {
            state.isBehind = true
        } else {
            close(state.descriptor)
            state.descriptor = -1
        }
        return count > 0
    }
}
