import CTerminalSupport

/// Writes lines to a descriptor, which does not have to be a terminal.
enum LineOutput {
    /// Writes `line` and a line feed, usually in one call. If the reader has closed the pipe, the line is lost and no SIGPIPE is raised.
    static func write(_ line: String, to descriptor: Int32) {
        var line = line + "\n"
        var signals = sigset_t()
        let state = hud_block_sigpipe(descriptor, &signals)
        line.withUTF8 { TerminalOutput.write(UnsafeRawBufferPointer($0), to: descriptor) }
        hud_unblock_sigpipe(descriptor, &signals, state)
    }
}
