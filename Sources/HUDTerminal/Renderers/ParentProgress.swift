import CTerminalSupport
import HUDCore
import HUDReports
import Synchronization

/// The pipe on which this process reports its HUDs to the program that has started it, if that program has a HUD of its own.
///
/// There is one for the process, because the parent shows all HUDs of the process as one. The first use takes the descriptor: the environment variables
/// are removed and the descriptor is close-on-exec from then on, so that a child does not report its progress as that of this process.
final class ParentProgress: Sendable {
    /// A pipe, and what its reader knows.
    private struct Channel {
        /// -1 once the parent has closed the pipe.
        var descriptor: Int32
        var report: any ParentReport
        /// The rest of a message of which the pipe took only a part.
        var rest: ArraySlice<UInt8> = []
        /// Whether the pipe was full before everything was written.
        var isBehind = false

        init(_ descriptor: Int32, _ report: any ParentReport) {
            self.descriptor = descriptor
            self.report = report
        }
    }

    private struct State {
        /// Progress lines, and a tree beside them; or a tree alone.
        var channels: [Channel]
        /// When something was last written, by the HUDs' clock.
        var lastReport: HUDInstant?
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
        let tree = hud_parent_take_tree()
        let descriptor = hud_parent_take(&kind)
        let format: ZigProgressMessage.Format? =
            if kind == HUD_PARENT_ZIG_40 { .names40 } else if kind == HUD_PARENT_ZIG_120 { .names120 } else { nil }
        guard descriptor >= 0, format == nil else {
            if tree >= 0 { close(tree) }
            return descriptor < 0 ? nil : ParentProgress(descriptor: descriptor, format: format)
        }
        return ParentProgress(descriptor: descriptor, tree: tree)
    }

    /// Reports on the pipe of `descriptor`, which must not block.
    ///
    /// - Parameters:
    ///   - format: The format of zig's protocol; nil for progress lines.
    ///   - tree: A pipe for a tree of the HUDs and their parts, beside the lines; -1 if there is none.
    init(descriptor: Int32, format: ZigProgressMessage.Format? = nil, tree: Int32 = -1) {
        if let format {
            mostParts = format.nodeLimit - 1
            state = Mutex(State(channels: [Channel(descriptor, ZigProgressReport(format: format))]))
            return
        }
        var channels = [Channel(descriptor, ProgressLineReport())]
        if tree >= 0 { channels.append(Channel(tree, ZigProgressReport(format: .names120, isBesideLines: true))) }
        mostParts = tree >= 0 ? ZigProgressMessage.Format.names120.nodeLimit - 1 : 0
        state = Mutex(State(channels: channels))
    }

    /// Reports what has changed, if the last report was long enough ago. Returns when the next frame of the HUD is needed.
    @discardableResult
    func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        let now = snapshot.timestamp
        return state.withLock { state in
            for index in state.channels.indices { state.channels[index].report.huds.update(snapshot) }
            let last = state.lastReport
            if last.map({ now < $0 || now >= $0.advanced(by: Self.interval) }) ?? true { write(&state, at: now) }
            return nextChange(after: snapshot, state)
        }
    }

    func remove(_ snapshot: HUDSnapshot) {
        state.withLock { state in
            for index in state.channels.indices { state.channels[index].report.huds.remove(snapshot.hudID) }
            write(&state, at: snapshot.timestamp)
        }
    }

    private func nextChange(after snapshot: HUDSnapshot, _ state: State) -> HUDInstant {
        let open = state.channels.filter { $0.descriptor >= 0 }
        if open.isEmpty { return .distantFuture }
        if snapshot.isSteady, open.allSatisfy({ !$0.isBehind && $0.report.next == nil }) { return .distantFuture }
        let next = (state.lastReport ?? snapshot.timestamp).advanced(by: Self.interval)
        return next > snapshot.timestamp ? next : snapshot.timestamp.advanced(by: Self.interval)
    }

    /// Writes what the parent does not know yet, as far as the pipes take it. The rest follows with a later frame.
    private func write(_ state: inout State, at time: HUDInstant) {
        for index in state.channels.indices where Self.write(&state.channels[index]) { state.lastReport = time }
    }

    /// Returns whether anything was written.
    private static func write(_ channel: inout Channel) -> Bool {
        channel.isBehind = false
        var hasWritten = !channel.rest.isEmpty && writeRest(&channel)
        while channel.descriptor >= 0, channel.rest.isEmpty, let bytes = channel.report.next {
            // If the pipe takes a part of a message, the parent waits for the rest of the same one.
            channel.rest = bytes[...]
            guard writePart(&channel) else {
                channel.rest = []
                return hasWritten
            }
            hasWritten = true
            channel.report.wrote()
            _ = writeRest(&channel)
        }
        return hasWritten
    }

    /// Writes the rest of the last message. Returns whether the pipe has taken any of it.
    private static func writeRest(_ channel: inout Channel) -> Bool {
        var hasWritten = false
        while !channel.rest.isEmpty, writePart(&channel) { hasWritten = true }
        return hasWritten
    }

    /// Writes as much of ``Channel/rest`` as the pipe takes now. Returns whether it has taken anything.
    private static func writePart(_ channel: inout Channel) -> Bool {
        guard channel.descriptor >= 0 else { return false }
        let count = channel.rest.withUnsafeBytes { hud_parent_write(channel.descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            channel.rest = channel.rest.dropFirst(count)
        } else if count == 0 {
            channel.isBehind = true
        } else {
            close(channel.descriptor)
            channel.descriptor = -1
        }
        return count > 0
    }
}
