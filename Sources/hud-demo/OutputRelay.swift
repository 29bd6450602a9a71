import CNcurses
import HUDTerminal

/// A pseudo-terminal between the job's output and the terminal, so that what it prints can scroll above the HUD.
///
/// The job still sees a terminal of the right size; its input stays the real one. Not a byte is changed on the way.
struct OutputRelay {
    /// Ours; the job writes to the other.
    let master: Int32
    let slave: Int32
    /// The job's descriptors that go through here.
    let replaced: [Int32]
    private let terminal: Int32
    /// What the job's side was set to when last looked at.
    private var settings = termios()

    /// A relay for those of standard output and error that are the terminal `terminal`; nil where there is none to be had.
    init?(terminal: Int32) {
        var master: Int32 = -1
        var slave: Int32 = -1
        replaced = [STDOUT_FILENO, STDERR_FILENO].filter { hud_is_same_terminal($0, terminal) != 0 }
        guard !replaced.isEmpty, hud_open_pseudo_terminal(terminal, &master, &slave) == 0 else { return nil }
        self.terminal = terminal
        self.master = master
        self.slave = slave
        tcgetattr(master, &settings)
    }

    /// Tells the job's side of a new window size.
    func copyWindowSize() {
        _ = hud_copy_window_size(terminal, master)
    }

    /// The job has its copy; without ours the end of its output can be seen.
    func closeSlave() {
        Libc.close(slave)
    }

    /// The job's side sees a hang-up from now on.
    func close() {
        Libc.close(master)
    }

    /// Passes on what there is, up to a buffer's full.
    ///
    /// - Returns: False where there is no more to come now, or ever.
    mutating func pump(into renderer: InlineRenderer) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
            let count = read(master, buffer.baseAddress, buffer.count)
            guard count > 0 else { return count < 0 && errno == EINTR }
            // Before what it has drawn for them: a full-screen program sets its modes and then writes.
            hud_mirror_settings(master, terminal, &settings)
            renderer.passThrough(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return true
        }
    }
}
