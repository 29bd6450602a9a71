import CTerminalSupport
import HUDLibc

/// A pipe through which a job reports its progress in progress lines (`--progress fd` and `auto`), and one for zig's protocol beside it (`auto`).
struct ProgressPipe {
    /// Our end; -1 once nothing more is expected, which `poll` ignores.
    private(set) var readEnd: Int32
    let writeEnd: Int32
    private var zig: ZigPipe?
    private let follower: ProgressFollower
    private var reader = ProgressLineReader()

    /// Opens a pipe of which the job gets the write end. Returns nil with errno if there are no descriptors left.
    ///
    /// - Parameter offersZig: Whether the job is offered a pipe for zig's protocol, too. It is left out if there are no descriptors for it.
    init?(of follower: ProgressFollower, offersZig: Bool) {
        guard let ends = JobDescriptors.pipe() else { return nil }
        (readEnd, writeEnd) = ends
        _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
        zig = offersZig ? ZigPipe() : nil
        self.follower = follower
    }

    /// The pipes that a job is offered; nil: none. With ``ProgressPolicy/auto`` the output is enough if the system has no more descriptors.
    static func open(_ policy: ProgressPolicy, for follower: ProgressFollower) throws(HUDJobError) -> ProgressPipe? {
        switch policy {
        case .none, .match: return nil
        case .auto: return ProgressPipe(of: follower, offersZig: true)
        case .descriptor:
            guard let pipe = ProgressPipe(of: follower, offersZig: false) else { throw .system(errno) }
            return pipe
        }
    }

    /// What to wait for.
    var descriptors: [Int32] { [readEnd, zig?.readEnd ?? -1] }

    /// The job's descriptor for zig's protocol; 0 if there is none.
    var zigWriteEnd: Int32 { zig?.writeEnd ?? 0 }

    /// The number that the write end gets in a job of many, where its own is high: some shells can only redirect to descriptors of one digit. The job inherits
    /// none under this number, which a script may use.
    var jobNumber: Int32 {
        let free = (Int32(3)...9).first { number in
            let flags = fcntl(number, F_GETFD)
            return number != zigWriteEnd && (flags < 0 || flags & FD_CLOEXEC != 0)
        }
        return free ?? writeEnd
    }

    /// The write ends of a job that has both under their numbers.
    var writeEnds: [Int32] { [writeEnd, zig?.writeEnd].compactMap(\.self) }

    /// The variables that tell a job of the pipes. A pipe for zig's protocol that this process was offered is not the job's.
    ///
    /// - Parameter number: The job's descriptor for lines.
    func variables(for number: Int32) -> [String: CommandArgument?] {
        [
            HUD_PROGRESS_FD_VARIABLE: CommandArgument("\(number)"),
            HUD_ZIG_PROGRESS_VARIABLE: zig.map { CommandArgument("\($0.writeEnd)") },
            HUD_PROGRESS_PIPES_VARIABLE: CommandArgument(writeEnds.map { Self.description(of: $0) }.joined(separator: ","))
        ]
    }

    private static func description(of descriptor: Int32) -> String {
        var text = [CChar](repeating: 0, count: 48)
        hud_parent_describe(descriptor, &text)
        return CommandArgument(text).text
    }

    /// Closes our copy of the write end, so that the end of the job's copies can be seen.
    func closeWriteEnd() {
        _ = hudClose(writeEnd)
        zig?.closeWriteEnd()
    }

    /// Closes the pipe of a job that could not be started.
    mutating func close() {
        closeWriteEnd()
        JobDescriptors.close(&readEnd)
        zig?.close()
    }

    /// Reads what has arrived, at most a full pipe of each. Lines come first, because they say what a tree beside them belongs to.
    mutating func pump() {
        pumpLines()
        if let message = zig?.pump() { follower.take(message: message) }
    }

    private mutating func pumpLines() {
        guard readEnd >= 0 else { return }
        let reading = JobDescriptors.read(readEnd) { bytes in reader.feed(bytes) { follower.take(line: $0) } }
        if case .end = reading { end() }
    }

    /// Reads what the job has left in the pipe, and no more: a child of the job may write forever.
    mutating func finish() {
        pump()
        follower.endParts()
        zig?.close()
        if readEnd >= 0 { end() }
    }

    private mutating func end() {
        reader.finish { follower.take(line: $0) }
        JobDescriptors.close(&readEnd)
    }
}
