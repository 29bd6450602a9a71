/// The exit status of a group.
enum GroupStatus {
    /// - Parameter waiting: How many jobs have not started. Without a failure the group was cancelled then.
    static func of(
        _ counts: GroupMachine.Counts, waiting: Int = 0, signal: Int32?, hasWriteError: Bool, hasListError: Bool = false
    ) -> Int32 {
        if let signal { return 128 + signal }
        if hasWriteError { return 125 }
        if hasListError { return counts.done == 0 ? 2 : 125 }
        if counts.failed == 0 { return counts.cancelled == 0 && waiting == 0 ? 0 : 1 }
        if counts.failed == counts.timedOut, counts.cancelled == 0 { return 124 }
        return counts.known == 1 ? counts.lastStatus : 1
    }
}
