import CTerminalSupport

/// Writes lines to what need not be a terminal.
enum LineOutput {
    /// Writes `line` and its end in one call as a rule. Where nobody reads any more it is lost, and no signal says so.
    static func write(_ line: String, to descriptor: Int32) {
        var line = line + "\n"
        var signals = sigset_t()
        let wasPending = hud_block_sigpipe(&signals)
        line.withUTF8 { TerminalOutput.write(UnsafeRawBufferPointer($0), to: descriptor) }
        hud_unblock_sigpipe(&signals, wasPending)
    }
}
