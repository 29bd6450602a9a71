import HUDCore
import HUDJob

/// The options of a group of jobs.
struct GroupOptions: Equatable {
    /// Where the jobs come from.
    enum Source: Equatable {
        case values([RawWord], command: [RawWord])
        case file(RawWord)
        case standardInput
    }

    var source = Source.standardInput
    /// What ends a job of a list.
    var recordEnd = JobGroup.RecordEnd.lineFeed
    /// The number of jobs at once; nil: the number of processors.
    var limit: Int?
    /// Whether slots come from the jobserver of the make that runs this process.
    var takesSlotsOfMake = false
    var output = JobGroup.Output.failure
    var halt = JobGroup.Halt.never
    var retries = 0
    var timeout: Duration?
    var drain = Duration.seconds(1)
    var recognizesProgress = true
    var jobserver = JobGroup.Jobserver.automatic
    var joblog: RawWord?
    var results: RawWord?
    var resumes = false
    var trace: RawWord?
    var rows = RowOptions()
    /// The options of the HUD.
    var hud = WrapOptions()

    static let known: [OptionReader.Option] =
        [
            .init("jobs", short: "j", "jobs at once, or auto, or make for those of its jobserver", .oneOf(["auto", "make"])),
            .init("file", short: "f", "a file with a job on each line", .file),
            .init("null", short: "0", "jobs of the file end with NUL, and not with the line"),
            .init("output", "which output is printed, and when", .oneOf(JobGroup.Output.allCases.map(\.rawValue))),
            .init("halt", "what a failure does to the other jobs", .oneOf(JobGroup.Halt.allCases.map(\.rawValue))),
            .init("retries", "how often a failed job runs again", .any("N")),
            .init("timeout", "end a job after this time", .seconds),
            .init("drain", "how long the output of a job that has ended may be silent", .seconds),
            .init("progress", "whether progress is read from the output of jobs", .oneOf(progress.map(\.name))),
            .init("jobserver", "whether jobs are offered the slots", .oneOf(jobservers.map(\.name))),
            .init("joblog", "a file that gets a line for each job", .file),
            .init("resume", "skip the jobs that the joblog says have succeeded"),
            .init("results", "a folder for the output of each job", .file),
            .init("trace", "a file for a trace that browsers show", .file),
            .init("grace", short: "g", "how long the jobs run before the HUD appears", .seconds),
            .init("min-show", short: "m", "how long the HUD stays at least once it is shown", .seconds),
            .init("hide-after", "how long the outcome stays on screen", .seconds),
            .init("label", short: "l", "the label", .text),
            .init("details", short: "d", "the details in smaller print", .text),
            .init("style", "how the HUD is drawn", .oneOf(DisplayStyle.named.map(\.name))),
            .init("leave", "what stays when the HUD disappears", .oneOf(WrapOptions.leftovers.map(\.name))),
            .init("no-history", "neither use nor record how long jobs take"),
            WrapOptions.notify, WrapOptions.title
        ] + RowOptions.known + LookOptions.known

    private static let progress = [(name: "auto", value: true), (name: "none", value: false)]
    private static let jobservers: [(name: String, value: JobGroup.Jobserver)] = [
        ("auto", .automatic), ("fifo", .server), ("off", .off)
    ]

    /// Takes one of the options in ``known``.
    mutating func take(_ option: OptionReader.Found) throws(UsageError) {
        switch option.name {
        case "jobs":
            takesSlotsOfMake = option.value == "make"
            limit = ["auto", "make"].contains(option.value) ? nil : try option.number(in: 1...10000, or: "auto or make")
        case "file": source = .file(option.rawValue)
        case "null": recordEnd = .null
        case "output": output = try option.choice(of: JobGroup.Output.allCases.map { ($0.rawValue, $0) })
        case "halt": halt = try option.choice(of: JobGroup.Halt.allCases.map { ($0.rawValue, $0) })
        case "retries": retries = try option.number(in: 0...1000)
        case "timeout": timeout = try option.duration()
        case "drain": drain = try option.duration()
        case "progress": recognizesProgress = try option.choice(of: Self.progress)
        case "jobserver": jobserver = try option.choice(of: Self.jobservers)
        case "joblog": joblog = option.rawValue
        case "resume": resumes = true
        case "results": results = option.rawValue
        case "trace": trace = option.rawValue
        default: if try !rows.take(option) { try hud.take(option) }
        }
    }

    /// Checks the options together, and takes the words after them.
    ///
    /// - Parameters:
    ///   - words: The words before `--`.
    ///   - command: The words behind `--`; nil if there is no `--`.
    mutating func finish(words: [RawWord], command: [RawWord]?) throws(UsageError) {
        try hud.finish()
        if resumes, joblog == nil { throw UsageError(message: "--resume needs --joblog: it skips the jobs that have succeeded") }
        let dash = RawWord("-")
        if let word = words.first(where: { $0 != dash }) {
            throw UsageError(
                message: "unexpected \(ShellWord.quoted(word.text)): the command of the jobs starts after '--'")
        }
        guard let command else {
            if case .file = source {
                if words.isEmpty { return }
                throw UsageError(message: "--file and '-' are two sources of jobs")
            }
            if words.count == 1 { return }
            throw UsageError(message: "no jobs: expected '-- command ::: value ...', '--file FILE' or '-' for standard input")
        }
        guard words.isEmpty, source == .standardInput else {
            throw UsageError(
                message: "a command after '--' takes its values from ':::', not from \(words.isEmpty ? "--file" : "'-'")")
        }
        if recordEnd == .null {
            throw UsageError(message: "--null is for a list of jobs, by --file or '-': values behind ':::' are words")
        }
        let parts = command.split(separator: ":::", omittingEmptySubsequences: false)
        guard parts.count > 1 else { throw UsageError(message: "no values: expected ':::' and the values behind the command") }
        guard parts.count == 2 else { throw UsageError(message: "there is one ':::', and it is followed by all values") }
        guard !parts[0].isEmpty else {
            throw UsageError(message: "no command after '--'; try 'hud-demo group -- gzip -k ::: *.txt'")
        }
        source = .values(Array(parts[1]), command: Array(parts[0]))
    }
}
