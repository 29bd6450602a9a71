import HUDLibc

/// The files that a group writes: the log, the trace and the results.
struct GroupFiles {
    private var log: GroupFileWriter?
    /// Whether the log has columns for what jobs have cost.
    private var logsUsage = false
    private(set) var trace: GroupTrace?
    private var resultsFolder: CommandArgument?
    /// The number of the job to which a folder belongs.
    private var owners: [String: Int] = [:]
    /// The jobs that are skipped; nil: none.
    private(set) var successes: GroupLog.Successes?

    /// No files.
    init() {}

    /// Opens the files.
    init(_ configuration: JobGroup.Configuration) throws(GroupWriteError) {
        self.init()
        if let path = configuration.log {
            let earlier = configuration.resumes ? try GroupFileWriter.contents(of: path) : []
            logsUsage = configuration.showsUsage
            if configuration.resumes { successes = GroupLog.Successes(earlier) }
            let file = try GroupFileWriter(path, appends: configuration.resumes)
            // A record that was cut off by a full disk or a power failure must not run into the next one.
            if let last = earlier.last, last != .newline { try file.put([.newline]) }
            if earlier.isEmpty || successes?.hasUsage != logsUsage {
                try file.put(Array(GroupLog.header(withUsage: logsUsage).utf8))
            }
            log = file
        }
        if let path = configuration.trace { trace = try GroupTrace(path) }
        resultsFolder = configuration.resultsFolder
        guard let resultsFolder else { return }
        // The names of the jobs would be folders of the root.
        if resultsFolder.utf8.isEmpty { throw GroupWriteError(opening: resultsFolder, ENOENT) }
        resultsFolder.makeFolder(0o777)
        guard case let folder = resultsFolder.open(O_RDONLY | O_DIRECTORY), folder >= 0 else {
            throw GroupWriteError(opening: resultsFolder, errno)
        }
        close(folder)
    }

    /// Writes the line of a job that is done.
    ///
    /// - Parameter begin: When it began, since 1970.
    func log(
        _ job: Int, at begin: Duration, _ ending: HUDJob.Result, _ command: JobGroup.Job, received: Int
    ) throws(GroupWriteError) {
        guard let log else { return }
        try log.put(
            GroupLog.Entry(
                number: job + 1, begin: begin, received: received, ending, command: command.commandLine(number: job + 1),
                withUsage: logsUsage
            ).line)
    }

    /// Writes the line of a job that is not run.
    func log(skipped job: Int, at time: Duration, _ reason: String, _ command: JobGroup.Job) throws(GroupWriteError) {
        let command = command.commandLine(number: job + 1)
        try log?.put(GroupLog.skip(job + 1, at: time, reason, command: command, withUsage: logsUsage))
    }

    /// The files for the output of a job; nil if there are none.
    mutating func results(of name: CommandArgument, number: Int) throws(GroupWriteError) -> GroupResultFiles? {
        guard let resultsFolder else { return nil }
        return try GroupResultFiles(resultsFolder.appending(path: CommandArgument(folder(of: name, number: number))))
    }

    /// A folder's name that no other job has. A job that runs again gets its own.
    private mutating func folder(of name: CommandArgument, number: Int) -> String {
        var folder = GroupResultFiles.folderName(of: name, number: number)
        var others = 0
        while owners[folder, default: number] != number {
            others += 1
            folder = GroupResultFiles.folderName(of: name, number: number, isTaken: true) + (others > 1 ? "%\(others)" : "")
        }
        owners[folder] = number
        return folder
    }
}
