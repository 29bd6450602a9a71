import CTerminalSupport
import HUDLibc

/// The output of a job that has a pseudo-terminal for its output alone, or a pipe.
final class CapturedOutput {
    /// Where the output is read; -1 when it has ended, which `poll` ignores.
    private(set) var readEnd: Int32
    /// The job's standard output and error.
    private(set) var jobEnd: Int32
    /// Whether it is a pseudo-terminal.
    let isTerminal: Bool
    /// Keys on their way to the job.
    private var typed: [UInt8] = []
    /// Takes the output instead of the buffer of the job, if it is not nil.
    var buffer: OutputBuffer?

    /// No more than this is read in one go, so that signals and other events have their turn; it is more than a pipe holds.
    private static let mostAtOnce = 128 * 1024

    /// Opens a pseudo-terminal of the size of the terminal on standard error, or else of 80×24; or a pipe. Returns nil with errno if there are no
    /// descriptors left.
    ///
    /// - Parameter keepsLineFeeds: Whether the pseudo-terminal changes no line feeds, for output that is printed on a terminal later.
    init?(isTerminal: Bool, keepsLineFeeds: Bool = false) {
        guard let ends = isTerminal ? Self.pseudoTerminal() : JobDescriptors.pipe() else { return nil }
        (readEnd, jobEnd) = ends
        self.isTerminal = isTerminal
        if isTerminal, keepsLineFeeds { hud_disable_output_processing(jobEnd) }
        _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
    }

    private static func pseudoTerminal() -> (Int32, Int32)? {
        guard let ends = JobDescriptors.pseudoTerminal(like: STDERR_FILENO) else { return nil }
        var size = winsize()
        if ioctl(ends.1, UInt(TIOCGWINSZ), &size) != 0 || size.ws_col == 0 {
            size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
            _ = ioctl(ends.1, UInt(TIOCSWINSZ), &size)
        }
        return ends
    }

    deinit { close() }

    /// Closes our copy of the job's end, so that the end of the output can be seen.
    func closeJobEnd() {
        JobDescriptors.close(&jobEnd)
    }

    func close() {
        closeJobEnd()
        JobDescriptors.close(&readEnd)
    }

    /// Whether the output waits until a pipe takes what came before.
    func isHeldUp(into buffer: OutputBuffer) -> Bool { (self.buffer ?? buffer).writer?.isWaiting == true }

    /// Watches the output, or the pipe that must take what came before.
    func watch(in loop: inout EventLoop<JobLoop.Source>, as source: JobLoop.Source, into buffer: OutputBuffer) {
        if let writer = (self.buffer ?? buffer).writer, writer.isWaiting {
            loop.watch(writer.pipe, for: Int32(POLLOUT), as: source)
        } else {
            loop.watch(readEnd, for: Int32(POLLIN | (typed.isEmpty ? 0 : POLLOUT)), as: source)
        }
    }

    /// Passes keys to the job, as far as its terminal takes them, and the rest with the next ``relay(into:)``.
    func type(_ keys: [UInt8]) {
        guard isTerminal else { return }
        typed += keys
        typed.pass(to: readEnd)
    }

    /// Reads what there is. A child that the job has left behind may go on printing, so there is a limit.
    ///
    /// - Parameter waits: Whether to wait for the reader of a pipe that is full, instead of reading no more.
    func relay(into buffer: OutputBuffer, waits: Bool = false) {
        typed.pass(to: readEnd)
        let buffer = self.buffer ?? buffer
        buffer.writer?.flush()
        var rest = Self.mostAtOnce
        while rest > 0, readEnd >= 0, waits || !isHeldUp(into: buffer) {
            // The command gets a SIGPIPE then, as if it wrote there itself.
            if buffer.isBroken, buffer.reader == nil { return close() }
            let reading = JobDescriptors.read(readEnd) { bytes in
                buffer.passThrough(bytes)
                rest -= bytes.count
            }
            switch reading {
            case .bytes: continue
            case .nothing: return
            // A pseudo-terminal reports it as an error.
            case .end: close()
            }
        }
    }

    /// Gives the output up, if it has not ended: -1 if it has.
    func takeReadEnd() -> Int32 {
        defer { readEnd = -1 }
        return readEnd
    }
}
