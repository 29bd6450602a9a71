import HUDLibc

extension CommandArgument {
    /// The path of the program with this name, looked up in `PATH` as `execvp` does; nil if there is none.
    var executable: CommandArgument? {
        if utf8.contains(UInt8(ascii: "/")) { return call { access($0, X_OK) } == 0 ? self : nil }
        guard let path = getenv("PATH") else { return nil }
        let folders = CommandArgument(path).utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let paths = folders.lazy.map { ($0.isEmpty ? "." : CommandArgument(utf8: $0)).appending(path: self) }
        return paths.first { $0.isProgram }
    }

    /// A directory has execute permission too, so it has to be excluded.
    private var isProgram: Bool {
        var status = stat()
        return call { access($0, X_OK) } == 0 && call { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
