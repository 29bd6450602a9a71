import HUDJob

/// The options of a group of jobs.
struct GroupOptions: Sendable {
    /// What ends a job of a list.
    var recordEnd = JobGroup.RecordEnd.lineFeed
    /// The number of jobs at once.
    var slots = Slots.automatic
    /// Files of jobs. More than one is an error.
    var files: [CommandArgument] = []
    var jobserver = JobGroup.Jobserver.automatic
    var configuration = JobGroup.Configuration()

    enum Slots: Equatable {
        /// The number of processors.
        case automatic
        /// The slots of the make that runs this process.
        case make
        case number(Int)
    }
}

extension OptionValue {
    fileprivate func slots() throws(UsageError) -> GroupOptions.Slots {
        switch text {
        case "auto": .automatic
        case "make": .make
        default: .number(try number(in: JobGroup.Configuration.limits, or: "auto or make"))
        }
    }
}

extension Option {
    /// The options of a group of jobs.
    static let group =
        [
            Option(
                "jobs", short: "j", Parameter("n", .words { ["auto", "make"] }) { try $0.slots() },
                "jobs at once, or auto, or make for those of its jobserver",
                usage: "jobs at once; auto: one per processor; make: what its jobserver gives", default: "auto",
                manual: """
                    The number of jobs at once.
                    .Cm auto
                    is the number of processors.
                    .Cm make
                    takes slots from the jobserver of the make that runs
                    .Nm ,
                    by
                    .Ev MAKEFLAGS ;
                    the recipe's line begins with
                    .Ql + .
                    """
            ) { $0.group.slots = $1 },
            Option(
                "file", short: "f", .file(), "a file with a job on each line",
                usage: "a file with a job on each line: 'name (after a, b): command'",
                manual: "Read the jobs from a file, or from standard input if it is -, one on each line; see above."
            ) { $0.group.files.append($1) },
            Option(
                "null", short: "0", .flag(.null), "jobs of the file end with NUL, and not with the line",
                manual: """
                    The jobs of the file or of standard input end with NUL, as
                    .Ql find -print0
                    writes it, so that a command can have several lines.
                    Without this option a NUL is an error.
                    """
            ) { $0.group.recordEnd = $1 },
            Option(
                "output", .choice("what", JobGroup.Output.allCases), "which output is printed, and when",
                usage:
                    "failure: of jobs that fail; group: of each job as it ends; keep-order: the same in their order; prefix: lines with the names of jobs; hide: none",
                default: "failure",
                manual: """
                    .Cm failure
                    prints what a failed job has printed, when it has failed.
                    .Cm group
                    prints the output of every job when the job has ended.
                    .Cm keep-order
                    does the same in the order of the jobs; the first one that has not ended prints as it runs.
                    .Cm prefix
                    prints each line as it comes, with the job's name before it.
                    Text that overwrites a line after a carriage return is a line of its own.
                    A line of more than 64 KB is divided.
                    """
            ) { $0.group.configuration.output = $1 },
            Option(
                "halt", .choice("when", JobGroup.Halt.allCases), "what a failure does to the other jobs",
                usage: "what a failure does: never: nothing; soon: no more jobs start; now: jobs that run are ended, too",
                default: "never",
                manual: """
                    What a failure does to the other jobs: nothing; no more start; or the running ones get SIGTERM too, and SIGKILL after five seconds.
                    """
            ) { $0.group.configuration.halt = $1 },
            Option(
                "retries", .number(in: 0...1000), "how often a failed job runs again",
                usage: "how often a failed job runs again (0)",
                manual: """
                    Run a failed job again, up to
                    .Ar n
                    times.
                    Output that is printed when a job has ended is that of its last run; output that is printed as it comes is that of every run.
                    """
            ) { $0.group.configuration.retries = $1 },
            Option(
                "timeout", .limit, "end a job after this time", usage: "end a job after S, with status 124",
                manual: "End a job after this time; its status is 124. 0 is no limit."
            ) { $0.group.configuration.timeLimit = $1 },
            Option(
                "idle-timeout", .limit, "end a job that prints nothing for this time",
                manual: """
                    End a job that has printed nothing for this time; its status is 124, and the reason
                    .Ql silent for 60 s .
                    0 is no limit.
                    Time in which a job is paused does not count.
                    After 30 silent seconds the row says so.
                    """
            ) { $0.group.configuration.idleLimit = $1 },
            Option(
                "joblog", .file(), "a file that gets a line for each job",
                manual: #"""
                    Write a line for each job when it has ended, in the columns of GNU parallel: number, host (a colon), start, run time, bytes sent (0) and received (the job's output),
                    exit status, signal and command, whose words are in quotes where a shell would need them, and in which
                    .Ql \en
                    stands for a line feed and
                    .Ql \e\e
                    for a backslash.
                    A job that is skipped because of another one has the host
                    .Ql skipped ,
                    the status -1, and the reason behind the command.
                    With
                    .Fl -usage
                    three columns follow: user time and system time in seconds, and memory in bytes.
                    """#
            ) { $0.group.configuration.log = $1 },
            Option(
                "resume", .flag, "skip the jobs that the joblog says have succeeded",
                manual: """
                    Skip the jobs that the joblog says have succeeded: those with the same number and command.
                    For jobs that come after them they have succeeded.
                    The joblog is continued, on a new line if its last record was cut off.
                    """
            ) { $0.group.configuration.resumes = $1 },
            Option(
                "results", .file("dir"), "a folder for the output of each job",
                usage: "a folder for the output of each job: NAME/stdout and NAME/stderr",
                manual: """
                    Write the output of each job to
                    .Pa dir/name/stdout
                    and
                    .Pa dir/name/stderr .
                    In the name, slashes, control characters,
                    .Ql %
                    and a dot at the beginning are written as
                    .Ql %2F
                    and the like.
                    A second job of the same name has
                    .Ql %
                    and its number behind it.
                    """
            ) { $0.group.configuration.resultsFolder = $1 },
            Option(
                "trace", .file(), "a file for a trace that browsers show",
                manual: """
                    Write a trace that
                    .Lk https://ui.perfetto.dev Perfetto
                    and chrome://tracing show, with a lane for each slot, and lanes for rows, which say when each job was on screen.
                    """
            ) { $0.group.configuration.trace = $1 },
            Option(
                "drain", .seconds, "how long the output of a job that has ended may be silent", default: "1",
                manual: """
                    How long the output of a job whose main process has ended may stay open without a byte, because a process that it has left behind may still print.
                    The next job starts meanwhile.
                    Then the result of the job is reported.
                    What comes later is still printed, with the job's name if other jobs have printed since.
                    """
            ) { $0.group.configuration.drain = $1 },
            Option(
                "progress", .choice("what", [("auto", true), ("none", false)]),
                "whether progress is read from the output of jobs", default: "auto",
                manual: "Whether progress is recognized in each job's output."
            ) { $0.group.configuration.recognizesProgress = $1 },
            noHistory,
            Option(
                "jobserver", .choice("what", [("auto", .automatic), ("fifo", .server), ("off", .off)]),
                "whether jobs are offered the slots",
                usage: "offer slots to jobs: auto: to make, ninja and cargo; fifo: to all; off",
                default: "auto",
                manual: """
                    Offer a jobserver of GNU make to the jobs
                    .Pq Ev MAKEFLAGS ,
                    so that all of them together run no more than
                    .Ar n
                    commands at once.
                    .Cm auto
                    offers it to jobs that begin with make, ninja or cargo, and
                    .Cm fifo
                    to all.
                    It is a named pipe, which make since 4.4, ninja since 1.13 and cargo use; a make before 4.4 gets descriptors.
                    Do not give such a job a
                    .Fl j
                    of its own: make takes no slots then.
                    """
            ) { $0.group.jobserver = $1 }
        ] + rows
}
