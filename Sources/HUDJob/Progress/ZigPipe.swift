import CTerminalSupport
import HUDLibc
import HUDReports

/// A pipe through which a job reports its progress by zig's protocol (`--progress auto`).
struct ZigPipe {
    /// Our end; -1 once nothing more is expected, which `poll` ignores.
    private(set) var readEnd: Int32
    let writeEnd: Int32
    private var reader = ZigProgressReader()

    /// Returns nil if there are no descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard hud_zig_pipe(&ends) == 0 else { return nil }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    func closeWriteEnd() {
        _ = hudClose(writeEnd)
    }

    /// Reads what has arrived, at most a full pipe.
    ///
    /// - Returns: The last message; nil if there is no new one.
    mutating func pump() -> ZigProgressMessage? {
        guard readEnd >= 0 else { return nil }
        var isNew = false
        if case .end = JobDescriptors.read(readEnd, { isNew = reader.feed($0) }) { close() }
        return isNew ? reader.message : nil
    }

    mutating func close() {
        JobDescriptors.close(&readEnd)
    }
}
