import HUDCore

/// What a job has in place of a HUD of its own if it is one of several jobs, or a part of a HUD's work.
struct JobPlace: Sendable {
    /// Where the job's progress goes; nil: it is not shown.
    var part: TreePart?
    /// Takes the output of a job of a group; nil: it goes where the job's configuration says.
    var receiver: OutputReceiver?
    var start = JobStart()
    var notices = JobNotices()
    /// How long the output of the job may stay open without a byte when its main process has ended.
    var drain = Duration.seconds(1)
}

/// The part of a tree of work that a job has.
struct TreePart: Sendable {
    let node: ProgressNode
    /// Whether the parts of ``node`` are shown, so that a job that reports a tree is shown as one.
    let showsParts: Bool
    /// How long the job took in earlier runs.
    let expected: Duration?
}

/// What takes a job's output, byte for byte.
struct OutputReceiver: Sendable {
    /// Whether standard error has a pipe of its own.
    let separatesErrors: Bool
    let take: @Sendable (UnsafeRawBufferPointer, JobStream) -> Void
    /// Whether more output can be taken. If not, the mailbox gets ``JobMessage/takesMore`` when it can.
    let takesMore: @Sendable (Mailbox<JobMessage>) -> Bool
    /// Takes output that is still open at the end of the run.
    let leave: @Sendable (OpenOutput) -> Void
}

/// How a job that is one of several starts.
struct JobStart: Sendable {
    /// The job's standard input.
    var input = Input.none
    /// The environment of a job that has a pipe, if it differs from that of a job with a terminal.
    var pipeEnvironment: HUDJob.Environment?
    /// Returns the job's `MAKEFLAGS`; nil: they stay as they are.
    var makeFlags: (@Sendable () -> CommandArgument?)?
    /// Takes the job's leader at its end; nil if the end waits for it.
    var endedLeaders: EndedLeaders?

    enum Input: Sendable {
        /// `/dev/null`.
        case none
        /// That of this process.
        case inherited
        /// The pseudo-terminal of its output, to which this process passes keys. `/dev/null` if the system has no pseudo-terminal for it.
        case keys
    }
}

/// What is called while a job runs.
struct JobNotices: Sendable {
    /// The job has been stopped for ``JobMachine/Input/paused``.
    var hasPaused: @Sendable () -> Void = {}
    /// The main process has ended and the output has not. Called with whether it has failed.
    var hasExited: @Sendable (Bool) -> Void = { _ in }
}
