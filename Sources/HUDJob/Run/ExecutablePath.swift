import HUDLibc

/// Looks a program up in `PATH`, as `execvp` does.
enum ExecutablePath {
    /// The path of `program`, which the caller frees; nil if it was not found.
    static func find(_ program: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
        if strchr(program, Int32(UInt8(ascii: "/"))) != nil { return strdup(program) }
        guard let path = getenv("PATH") else { return nil }
        let name = [UInt8](UnsafeBufferPointer(start: program, count: strlen(program)).map { UInt8(bitPattern: $0) })
        let folders = UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) }
            .split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        for folder in folders {
            let candidate = (folder.isEmpty ? [UInt8(ascii: ".")] : Array(folder)) + [UInt8(ascii: "/")] + name + [0]
            let found = candidate.withUnsafeBytes { bytes -> UnsafeMutablePointer<CChar>? in
                guard let text = bytes.assumingMemoryBound(to: CChar.self).baseAddress, isProgram(text) else {
                    return nil
                }
                return strdup(text)
            }
            if let found { return found }
        }
        return nil
    }

    /// A directory has execute permission too, so it has to be excluded.
    private static func isProgram(_ path: UnsafePointer<CChar>) -> Bool {
        var status = stat()
        return access(path, X_OK) == 0 && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
