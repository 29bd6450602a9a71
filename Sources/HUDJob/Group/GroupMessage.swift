import HUDCore

/// What happens to a group on other threads.
enum GroupMessage: Sendable {
    /// What the machine takes as it is.
    case fact(GroupMachine.Fact)
    /// A job has been stopped because it must pause.
    case paused(Int)
    /// More of the output that goes on after the result of its job can be taken.
    case takesMore
    /// Output of a job that has not ended, and what takes it.
    case left(GroupLate.Output)
    /// A run of a job has ended.
    case ended(Int, HUDJob.Result)
    /// The system refused to start a job.
    case refused(Int, HUDJobError)
    /// The output of a job has been printed.
    case printed(Int)
    /// Everything has been printed that was queued before ``Journal/flush()``.
    case flushed
    /// Something can't be written; a sentence without a period.
    case writeFailed(String)
    /// Output can't be kept in a temporary file, so it was printed as it came.
    case notKept(errorNumber: Int32)
    /// A job's row comes or goes.
    case row(RowEvent<String>)
    /// The pager has stopped, continued or ended.
    case pager(Job.Change)
    /// No more output can be held behind the pager.
    case heldTooMuch
}
