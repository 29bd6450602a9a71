/// What processes print that jobs have left behind: it goes on after the results of the jobs.
struct GroupLate {
    /// Output that has not ended, and what takes it.
    struct Output: Sendable {
        var output: OpenOutput
        var entry: JournalEntry
        var results: GroupResultFiles?
        /// A line that has begun and was not printed, with which another process goes on.
        var begun: [UInt8] = []
        /// Whether the lines of several jobs come from it, with their names.
        var isMerged = false
    }

    /// Whether everything is printed that has come, at the end of the group.
    enum Flush {
        case none
        /// No late output is read any more.
        case begun
        /// A signal has ended the wait.
        case givenUp
    }

    var outputs: [Output] = []
    var flush = Flush.none
}
