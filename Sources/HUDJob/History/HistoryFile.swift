import HUDCore
import HUDLibc

/// The file with the durations of commands: `hud-demo/history` in `XDG_STATE_HOME`, by default `~/.local/state`.
///
/// Errors are not reported: without a history a HUD is like that of a first run.
struct HistoryFile {
    private let folder: String
    /// The hash of the directory and the command.
    let key: UInt64

    /// The history of a job's command in the directory in which it is run; nil if there is no directory for it.
    init?(of job: HUDJob) { self.init(of: job.command, in: job.configuration.workingDirectory) }

    /// - Parameter directory: Where the command is run; nil: in the directory of this process.
    private init?(of command: [CommandArgument], in directory: String? = nil) {
        func path(_ name: String) -> String? {
            // The XDG base directory specification says that relative paths must be ignored.
            getenv(name).flatMap { String(validatingCString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        // A home directory that does not exist, as that of an account for a service, is not made.
        guard
            let state = path("XDG_STATE_HOME")
                ?? path("HOME").flatMap({ access($0, F_OK) == 0 ? $0 + "/.local/state" : nil }),
            let here = directory == nil ? getcwd(nil, 0) : realpath(directory, nil)
        else { return nil }
        defer { free(here) }
        var hash = FNV1a()
        hash.add([CommandArgument(here)])
        hash.add(command)
        key = hash.value
        folder = state + "/hud-demo"
    }

    /// The expected duration of the command; nil if it has not been run yet.
    var expected: Duration? { History.expected(for: key, in: contents) }

    /// Records a duration of the command.
    ///
    /// Concurrent processes take turns, and a reader never sees half of a file: a new file replaces the old one.
    func record(_ duration: Duration) {
        CommandArgument(folder).makeFolder(0o700)
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { return }
        defer { close(lock) }
        guard Self.hold(lock), let file = fileToReplace else { return }
        var history = History(contents)
        history.add(duration, for: key)
        let new = file + ".new"
        if !Self.put(history.bytes, into: new) || rename(new, file) != 0 { unlink(new) }
    }

    /// The file to replace. If ``path`` is a symbolic link, as in home directories whose files are kept elsewhere, it is the target, so that the link stays. Nil if
    /// the target is not a regular file, such as /dev/null.
    private var fileToReplace: String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        guard let file = realpath(path, nil) else { return targetOfLink ?? path }
        defer { free(file) }
        return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? String(cString: file) : nil
    }

    /// The target of the link, if it does not exist yet. Nil if its folder does not exist or can't be written, or if the target is another link.
    private var targetOfLink: String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard errno == ENOENT, readlink(path, &bytes, bytes.count - 1) > 0 else { return nil }
        let name = CommandArgument(bytes).text
        let target = name.hasPrefix("/") ? name : folder + "/" + name
        let parent = target[..<(target.lastIndex(of: "/") ?? target.startIndex)] + "/"
        var status = stat()
        return lstat(target, &status) != 0 && access(String(parent), W_OK) == 0 ? target : nil
    }

    private var path: String { folder + "/history" }

    /// The content of the file; empty if it can't be a history.
    private var contents: [UInt8] {
        // Non-blocking, in case it is a FIFO.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= History.mostBytes else {
            return []
        }
        // No further read to see the end: a job with a history waits for this when it starts.
        return JobDescriptors.contents(of: file, limit: Int(status.st_size)) ?? []
    }

    /// Takes the lock, or gives up after a short time: the exit must not be delayed.
    private static func hold(_ file: Int32) -> Bool {
        for _ in 0..<100 {
            if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            _ = poll(nil, 0, 5)
        }
        return false
    }

    private static func put(_ bytes: [UInt8], into path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        return close(file) == 0 && count == bytes.count
    }
}

extension HistoryFile {
    /// The expected durations of commands that are run in this directory, read once for many commands.
    struct Known {
        private var durations: [UInt64: Duration] = [:]
        private var hash = FNV1a()

        /// Reads the file.
        init() {
            guard let file = HistoryFile(of: []) else { return }
            // The words of a command follow the directory.
            hash = FNV1a(value: file.key)
            durations = History(file.contents).durations
        }

        /// The expected duration of the command; nil if it has not been run yet.
        func expected(for command: @autoclosure () -> [CommandArgument]) -> Duration? {
            if durations.isEmpty { return nil }
            var hash = hash
            hash.add(command())
            return durations[hash.value]
        }
    }
}
