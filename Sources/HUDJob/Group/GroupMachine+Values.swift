import HUDCore

// The inputs and outputs of the machine.
extension GroupMachine {
    /// What does not change while the group runs.
    struct Configuration: Sendable, Equatable {
        /// The number of jobs that run at once.
        var limit = 1
        /// Whether a job beyond the first needs a token of a jobserver.
        var usesTokens = false
        /// Whether all jobs are known before the first one starts, so that those that take longest can be first.
        var waitsForAll = false
        var halt = JobGroup.Halt.never
        /// How often a failed job runs again.
        var retries = 0
        var output = JobGroup.Output.failure
    }

    /// How the group stands.
    enum State: Sendable, Equatable {
        /// Can transition to: halting, interrupted, finished.
        case running
        /// No more jobs start. Can transition to: interrupted, finished.
        case halting
        /// Signals came. Can transition to: finished.
        case interrupted(by: Int32, Interruption)
        /// Can transition to: none.
        case finished
    }

    /// How far the end by signals has come.
    enum Interruption: Sendable, Equatable {
        case terminating
        case killing(since: HUDInstant)
    }

    /// What happened.
    enum Fact: Sendable, Equatable {
        /// The next job is known. The first one is number 0.
        ///
        /// - Parameters:
        ///   - expected: How long it took in earlier runs.
        ///   - isDone: Whether it succeeded in an earlier run, and is skipped.
        ///   - after: The jobs that must have succeeded before. None of them comes, directly or through others, after this one.
        case added(expected: Duration?, isDone: Bool, after: [Int] = [])
        /// No more jobs come.
        case inputEnded
        /// The list of jobs is not valid from here on: no more jobs start.
        case listFailed
        /// The main process of a job has ended, and its output has not: ``ended(_:_:)`` follows. Its slot is free.
        case exited(Int, hasFailed: Bool)
        /// A run of a job has ended with its output, or its command can't be started. The status is that of a shell then.
        case ended(Int, HUDJob.Result)
        /// A job could not be started because the system has no more processes or descriptors. It is tried again, unless no other job has run since it
        /// started: then this result counts.
        case refused(Int, HUDJob.Result)
        /// A job that has the keyboard has begun a line and not ended it.
        case unfinishedLine(Int)
        /// The output of a job has been printed.
        case printed(Int)
        /// Output, a log or a result can't be written.
        case outputFailed
        /// A signal that ends the group: SIGINT, SIGTERM, SIGHUP or SIGQUIT.
        case signal(Int32)
        /// This process is about to stop, by ^Z.
        case stopping
        /// This process continues.
        case continued
        /// The jobserver gave a token.
        case tokenTaken
        /// The program that runs the group asks for something.
        case asked(JobGroup.Request)
        /// A deadline may have passed.
        case timePassed
    }

    /// What the driver must do.
    enum Action: Sendable, Equatable {
        /// Starts a run of a job. Attempts count from 1, slots from 0.
        case start(Int, attempt: Int, slot: Int)
        /// Sends SIGTERM to a job, and SIGKILL five seconds later. The output of a draining job is not waited for any longer.
        case terminate(Int)
        /// The same with SIGKILL.
        case kill(Int)
        case pause(Int)
        case resume(Int)
        /// Prints what the job has printed so far, and then what it prints as it comes.
        case goLive(Int)
        /// Prints a job's unfinished line, if it is still unfinished.
        case showLine(Int)
        /// Prints a job's output, and answers with ``Fact/printed(_:)``.
        case print(Int)
        /// Drops a job's output.
        case discard(Int)
        /// A run has ended and the job will run again.
        case retry(Int, Run, HUDJob.Result)
        /// A job is done: for the count, the logs and the HUD.
        case record(Int, Run, HUDJob.Result, HUDOutcome)
        /// A job is not run, because one that it comes after has failed, was cancelled or is skipped itself.
        case skip(Int, after: Int, GroupDependencies.Stage)
        /// A job that was skipped waits again.
        case unskip(Int)
        /// Gives a token back to the jobserver.
        case returnToken
        /// Makes tokens again that may have been lost with a killed job: no job runs, and all tokens of the group's jobs are given back.
        case refillTokens
        case finish(Outcome)
    }

    /// A run of a job that has not ended.
    struct Run: Sendable, Equatable {
        /// Counted from 1.
        var attempt: Int
        /// How often the job has run again by itself since it was known, or since it was last asked for.
        var retries = 0
        var slot: Int
        var begin: HUDInstant
        /// Why the job was asked to end; nil: it was not.
        var end: End?
        var pauses: Set<Pause> = []
        /// Whether no other job has run since it started.
        var isAlone: Bool
        /// When its unfinished line is printed, if it has the keyboard.
        var lineDeadline: HUDInstant?

        var isPaused: Bool { !pauses.isEmpty }
    }

    /// The runs of a job so far.
    struct Past: Sendable, Equatable {
        var attempts = 0
        /// As in ``Run``.
        var retries = 0
        /// The last one, if another one follows by itself.
        var last: Last?

        struct Last: Sendable, Equatable {
            let run: Run
            let ending: HUDJob.Result
        }
    }

    /// Why a job is stopped. It goes on when no reason is left.
    enum Pause: Sendable, Hashable {
        /// By a key, or by the program.
        case requested
        /// With this process.
        case stopped
    }

    /// Why a job was asked to end.
    enum End: Sendable, Equatable {
        /// By a key, or by the program.
        case cancelled
        /// By the end of the group.
        case halted
    }

    /// How the group ended.
    enum Outcome: Sendable, Equatable {
        /// All jobs are done, or no more were started.
        case done
        /// Output can't be written.
        case outputFailed
        /// A signal ended the group.
        case signaled(Int32)
    }

    /// The number of jobs.
    struct Counts: Sendable, Equatable {
        var known = 0
        /// Jobs that succeeded in an earlier run.
        var doneBefore = 0
        /// The others, without those that are running.
        var jobs = RowTaskCounts()
        /// Those of the failed jobs that ran out of time.
        var timedOut = 0
        /// Those of the cancelled jobs that ended with the group.
        var halted = 0
        /// The exit status of the job that failed last.
        var lastStatus: Int32 = 0

        var done: Int { jobs.finished + jobs.failed + jobs.cancelled }
    }
}
