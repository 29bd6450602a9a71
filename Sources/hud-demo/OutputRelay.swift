import CNcurses

/// A pseudo-terminal between the job's output and the terminal, so that what it prints can scroll above the HUD.
///
/// The job still sees a terminal of the right size; its input stays the real one. Not a byte is changed on the way.
struct OutputRelay {
    /// Ours; the job writes to the other.
    let master: Int32
    let slave: Int32
    /// The job's descriptors that go through here.
    let replaced: [Int32]
    let terminal: Int32
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
        close(slave)
    }

    /// The job's side sees a hang-up from now on.
    func hangUp() {
        close(master)
    }

    /// Gives the terminal the modes that the job has set on its output, as far as they concern its keyboard.
    mutating func mirrorSettings() {
        hud_mirror_settings(master, terminal, &settings)
    }

    /// Whether a program has set its output up to read keys: a pager or an editor.
    var readsKeys: Bool { withUnsafePointer(to: settings) { hud_reads_keys($0) != 0 } }

    /// Passes on keys that nobody has taken.
    ///
    /// A pager whose input is a pipe looks for its keyboard where its errors go, and that is here. One that reads the terminal itself takes
    /// its keys from there at once; so what still lies there after a moment is meant for the other.
    func passKeysOn() {
        var keyboard = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        _ = poll(nil, 0, 40)
        guard poll(&keyboard, 1, 0) > 0, keyboard.revents & Int16(POLLIN) != 0, hud_is_foreground(terminal) != 0 else { return }
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
            let count = read(terminal, buffer.baseAddress, buffer.count)
            if count > 0 { _ = write(master, buffer.baseAddress, count) }
        }
    }

    /// Passes on what there is, up to a buffer's full.
    ///
    /// - Returns: How many bytes; 0 where there is no more to come now, or ever.
    mutating func pump(into output: OutputKeeper) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
            let count = read(master, buffer.baseAddress, buffer.count)
            guard count > 0 else { return 0 }
            // Before what it has drawn for them: a full-screen program sets its modes and then writes.
            mirrorSettings()
            output.passThrough(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return count
        }
    }
}
