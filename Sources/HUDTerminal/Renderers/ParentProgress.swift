import CTerminalSupport
import HUDCore
import Synchronization

/// The pipe on which this process reports its HUDs to the program that has started it, if that program has a HUD of its own.
///
/// There is one for the process, because the parent shows all HUDs of the process as one. The first use takes the descriptor: the environment variables
/// are removed and the descriptor is close-on-exec from then on, so that a child does not report its progress as that of this process.
final class ParentProgress: Sendable {
    private struct State {
        /// -1 once the parent has closed the pipe.
        var descriptor: Int32
        var report = ProgressLineReport()
        /// When something was last written, by the HUDs' clock.
        var lastReport: HUDInstant?
        /// Whether the pipe was full before everything was written.
        var isBehind = false
    }

    /// The time between two reports: that of `std.Progress` in zig.
    private static let interval = Duration.milliseconds(80)

    /// The pipe of this process; nil if the parent reads no progress.
    static let shared = ParentProgress()

    private let state: Mutex<State>

    private init?() {
        var kind = HUD_PARENT_NONE
        let descriptor = hud_parent_take(&kind)
        guard descriptor >= 0 else { return nil }
        state = Mutex(State(descriptor: descriptor))
    }

    /// Reports on the pipe of `descriptor`, which must not block; for tests.
    init(descriptor: Int32) {
        state = Mutex(State(descriptor: descriptor))
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
            if isSteady, !state.isBehind, state.report.nextLine == nil { return .distantFuture }
            let next = (state.lastReport ?? snapshot.timestamp).advanced(by: Self.interval)
            return next > snapshot.timestamp ? next : snapshot.timestamp.advanced(by: Self.interval)
        }
    }

    /// Writes what the parent does not know yet, as far as the pipe takes it. The rest follows with a later frame.
    private func write(_ state: inout State, at time: HUDInstant) {
        state.isBehind = false
        while state.descriptor >= 0, let line = state.report.nextLine {
            var text = line + "\n"
            let count = text.withUTF8 { hud_parent_write(state.descriptor, $0.baseAddress, $0.count) }
            state.lastReport = time
            if count > 0 {
                state.report.wrote()
            } else if count == 0 {
                state.isBehind = true
                return
            } else {
                close(state.descriptor)
                state.descriptor = -1
            }
        }
    }
}
