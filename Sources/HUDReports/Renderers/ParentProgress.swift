import CTerminalSupport
import HUDCore
import Synchronization

/// Reports a HUD to the HUD of the program that has started this one, and draws nothing.
///
/// A program that shows the progress of the programs it runs, such as `hud-demo --progress auto`, gives each of them a pipe, and its number in the
/// environment variable `HUD_PROGRESS_FD`. Label, details and progress of the HUD are written there as progress lines, at most every 80 ms:
///
/// ```text
/// label Compressing
/// details notes.txt
/// 12/345 files
/// end
/// ```
///
/// A count whose total is not known is `12/? files`.
///
/// zig gives its children another pipe (`ZIG_PROGRESS`), on which a HUD is reported as a tree, with the parts of its work. If there are pipes of two parents, that of
/// the nearest one is taken. If one parent offers both, as `hud-demo` does, a HUD whose work has parts is reported as a tree beside the lines.
///
/// Several HUDs of a process are reported as one: the one that appeared first, with the labels of the others as its details. A write never waits, and a parent
/// that has closed the pipe, or does not read it, changes nothing for this program.
///
/// There is one for the process, which ``AutomaticRenderer`` uses by itself. The first use takes the descriptor: it is close-on-exec from then on, and jobs get
/// a copy of the environment without the variables, so that a child does not report its progress as that of this process.
package final class ParentProgress: HUDRenderer {
    /// A pipe, and what its reader knows.
    private struct Channel {
        /// -1 once the parent has closed the pipe.
        var descriptor: Int32
        var report: any ParentReport
        /// The rest of a message of which the pipe took only a part.
        var rest: ArraySlice<UInt8> = []
        /// Whether the pipe was full before everything was written.
        var isBehind = false

        /// Writes what the parent does not know yet, as far as the pipe takes it. Returns whether anything was written.
        mutating func write() -> Bool {
            isBehind = false
            var hasWritten = writeRest()
            while descriptor >= 0, rest.isEmpty, let bytes = report.next {
                // If the pipe takes a part of a message, the parent waits for the rest of the same one.
                rest = bytes[...]
                guard writePart() else {
                    rest = []
                    return hasWritten
                }
                hasWritten = true
                report.wrote()
                _ = writeRest()
            }
            return hasWritten
        }

        /// Writes the rest of the last message. Returns whether the pipe has taken any of it.
        private mutating func writeRest() -> Bool {
            var hasWritten = false
            while !rest.isEmpty, writePart() { hasWritten = true }
            return hasWritten
        }

        /// Writes as much of ``rest`` as the pipe takes now. Returns whether it has taken anything.
        private mutating func writePart() -> Bool {
            guard descriptor >= 0 else { return false }
            let count = rest.withUnsafeBytes { hud_write_now(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 {
                isBehind = true
            } else {
                close(descriptor)
                descriptor = -1
            }
            return count > 0
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

    /// The parent, with as many parts as it shows.
    package let display: HUDDisplay
    private let printer: @Sendable () -> (any HUDRenderer)?
    private let state: Mutex<State>

    /// That of this process, if it is the first call; nil if the parent reads no progress, or the descriptor is not the one that it has offered.
    ///
    /// - Parameter printer: What prints whole lines of the program.
    package static func taken(printer: @escaping @Sendable () -> (any HUDRenderer)?) -> ParentProgress? {
        var kind = HUD_PARENT_NONE
        let tree = hud_parent_take_tree()
        let descriptor = hud_parent_take(&kind)
        let format: ZigProgressMessage.Format? =
            if kind == HUD_PARENT_ZIG_40 { .names40 } else if kind == HUD_PARENT_ZIG_120 { .names120 } else { nil }
        guard descriptor >= 0, format == nil else {
            if tree >= 0 { close(tree) }
            return descriptor < 0 ? nil : ParentProgress(descriptor: descriptor, format: format, printer: printer)
        }
        return ParentProgress(descriptor: descriptor, tree: tree, printer: printer)
    }

    /// Reports on the pipe of `descriptor`, which must not block.
    ///
    /// - Parameters:
    ///   - format: The format of zig's protocol; nil for progress lines.
    ///   - tree: A pipe for a tree of the HUDs and their parts, beside the lines; -1 if there is none.
    ///   - printer: What prints whole lines of the program; nil: they are left out.
    init(
        descriptor: Int32, format: ZigProgressMessage.Format? = nil, tree: Int32 = -1,
        printer: @escaping @Sendable () -> (any HUDRenderer)? = { nil }
    ) {
        self.printer = printer
        let treeFormat = format ?? (tree >= 0 ? .names120 : nil)
        display = HUDDisplay(.parent, parts: .tree(atMost: treeFormat.map { $0.nodeLimit - 1 } ?? 0))
        var channels: [Channel] = []
        if format == nil { channels.append(Channel(descriptor: descriptor, report: ProgressLineReport())) }
        if let treeFormat {
            let report = ZigProgressReport(format: treeFormat, isBesideLines: format == nil)
            channels.append(Channel(descriptor: format == nil ? tree : descriptor, report: report))
        }
        state = Mutex(State(channels: channels))
    }

    /// Zero, because nothing is drawn.
    package var preferredAnimationDuration: Duration { .zero }

    /// Reports what has changed, if the last report was long enough ago.
    ///
    /// - Returns: The instant of the next report; the distant future if only a call on the HUD can change what is reported.
    @discardableResult
    package func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        let now = snapshot.timestamp
        return state.withLock { state in
            for index in state.channels.indices { state.channels[index].report.huds.update(snapshot) }
            let last = state.lastReport
            if last.map({ now < $0 || now >= $0.advanced(by: Self.interval) }) ?? true { write(&state, at: now) }
            return nextChange(after: snapshot, state)
        }
    }

    /// Reports that the HUD is gone.
    package func remove(_ snapshot: HUDSnapshot) {
        state.withLock { state in
            for index in state.channels.indices { state.channels[index].report.huds.remove(snapshot.hudID) }
            write(&state, at: snapshot.timestamp)
        }
    }

    /// Prints whole lines.
    package func log(_ text: String) { printer()?.log(text) }

    /// That of the renderer that prints these lines.
    package var failureMark: String { printer()?.failureMark ?? "✗" }

    private func nextChange(after snapshot: HUDSnapshot, _ state: State) -> HUDInstant {
        let open = state.channels.filter { $0.descriptor >= 0 }
        if open.isEmpty { return .distantFuture }
        if snapshot.isSteady, open.allSatisfy({ !$0.isBehind && $0.report.next == nil }) { return .distantFuture }
        let next = (state.lastReport ?? snapshot.timestamp).advanced(by: Self.interval)
        return next > snapshot.timestamp ? next : snapshot.timestamp.advanced(by: Self.interval)
    }

    /// Writes what the parent does not know yet, as far as the pipes take it. The rest follows with a later frame.
    private func write(_ state: inout State, at time: HUDInstant) {
        for index in state.channels.indices where state.channels[index].write() { state.lastReport = time }
    }
}
