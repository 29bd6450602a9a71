import HUDCore

/// Where a command's durations are kept: `hud-demo/history` under `XDG_STATE_HOME`, or else `~/.local/state`.
///
/// Whatever goes wrong with it, nobody is told: a HUD without a history is as good as the first time.
package struct HistoryFile {
    private let folder: String
    private let key: UInt64

    /// The history of a command that is run in this directory; nil where there is nowhere to keep it.
    package init?(of command: [RawWord]) {
        func path(_ name: String) -> String? {
            // The XDG base directory specification has relative ones ignored.
            getenv(name).flatMap { String(validatingCString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        guard let state = path("XDG_STATE_HOME") ?? path("HOME").map({ $0 + "/.local/state" }), let here = getcwd(nil, 0) else {
            return nil
        }
        defer { free(here) }
        var hash = FNV1a()
        hash.add(here)
        for word in command { word.withCString { if let word = $0 { hash.add(word) } } }
        key = hash.value
        folder = state + "/hud-demo"
    }

    /// How long the command is expected to take; nil where it has not been run yet.
    package var expected: Duration? { History.expected(for: key, in: contents) }

    /// Takes up that the command took so long.
    ///
    /// Who comes at the same time waits his turn, and nobody ever finds half of a file: a new one takes the old one's place.
    package func record(_ duration: Duration) {
        makeFolder()
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { return }
        defer { close(lock) }
        guard Self.hold(lock) else { return }
        var history = History(contents)
        history.add(duration, for: key)
        let new = path + ".new"
        if !Self.put(history.bytes, into: new) || rename(new, path) != 0 { unlink(new) }
    }

    private var path: String { folder + "/history" }

    /// What lies there; empty where it can't be a history.
    private var contents: [UInt8] {
        // Not to wait where it is a pipe.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= History.mostBytes else {
            return []
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = read(file, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Makes the folder and those that it lies in, for nobody else to look into.
    private func makeFolder() {
        if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        for end in folder.indices.dropFirst() where folder[end] == "/" { mkdir(String(folder[..<end]), 0o700) }
        mkdir(folder, 0o700)
    }

    /// Takes the lock, or gives up: the job's end is not held back for long.
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
