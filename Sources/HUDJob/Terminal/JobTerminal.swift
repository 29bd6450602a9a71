import CTerminalSupport
import HUDCore

/// The job's terminal and ours, and what goes to and fro between them: keys one way, output the other, both without waiting.
///
/// An object, for the loop, its job and its stops share the one that there is.
package final class JobTerminal {
    /// Our end of the pseudo-terminal.
    private let master: Int32
    /// The job's end. We keep it open: what the job has not read can be read here.
    private let slave: Int32
    /// The job's descriptors that are this terminal: a bit each.
    private let replaced: UInt64
    private let output: Int32
    private var real: RawTerminal
    /// Whether the job is to have the keyboard. In a pipeline that waits until it asks for it: the others may have a use for it too.
    package private(set) var isWanted: Bool
    /// Whether other programs of a pipeline may write to our terminal too.
    package let isInPipeline: Bool
    /// Keys on their way to the job.
    private var typed: [UInt8] = []
    /// Whether the next key's meaning is taken away.
    private var isQuoted = false
    /// How far a hang-up of our terminal has come.
    private var line = Line.open
    /// Whether there is no job any more.
    private var isOver = false
    /// Whether ^C or the like came when there was no job any more.
    private(set) var isInterrupted = false
    /// Whether the terminal takes output.
    private var isReady = true
    /// What the job's side was set to, by nobody else but us.
    private var given = termios()
    /// What the job has left its side set to, where ours is to be left so; nil where it isn't.
    private var left: termios?
    private var isGiven = false

    private enum Line {
        case open
        /// Our terminal gives no more keys.
        case closed
        /// The job's terminal has hung up too.
        case hungUp
    }

    private let page = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

    /// What a pseudo-terminal holds on Linux, and then some.
    private static let mostHeld = 96 * 1024

    /// A terminal for a job whose HUD is on `output`; nil where that is not the one that we were started from, or there is none to be had.
    package init?(on output: Int32) {
        var (master, slave): (Int32, Int32) = (-1, -1)
        let isInPipeline = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { hud_is_pipe($0) != 0 }
        guard let real = RawTerminal.open(output),
            hud_open_pseudo_terminal(real.descriptor, &master, &slave) == 0
        else { return nil }
        self.real = real
        self.output = output
        self.master = master
        self.slave = slave
        replaced = hud_inherited_terminals()
        self.isInPipeline = isInPipeline
        isWanted = !isInPipeline && !self.real.isTakenByAnother
        self.real.isShared = isInPipeline
        tcgetattr(slave, &given)
    }

    deinit {
        page.deallocate()
    }

    /// Takes note that others write to our terminal too, who rely on it to make line ends.
    package func share() {
        real.isShared = true
    }

    /// Leaves it to the job's leader to show the cursor by these bytes, if we are killed.
    package func leave(toLeader cursorBack: [UInt8]) {
        hud_saved_terminal_set_cursor(real.saved, cursorBack, cursorBack.count)
    }

    /// Where it is seen whether what is typed is echoed; nil where that is our terminal still.
    package var echoDescriptor: Int32? { isInPipeline ? nil : master }

    /// Says what the leader of the job's session is to know.
    func describe(in request: inout hud_job_request) {
        request.terminal = slave
        request.replaced = replaced
        request.is_foreground = isWanted ? 1 : 0
        request.own_terminal = real.descriptor
        request.saved = UnsafePointer(real.saved)
    }

    /// Whether our keyboard is the job's now.
    var isTaken: Bool { real.isTaken }

    // MARK: Ours and the job's

    /// Takes our terminal for the job, where it is wanted and we are in the foreground.
    func take() {
        if isOver { return real.quieten() }
        copySettings()
        guard isWanted, line == .open else { return }
        var keys = real.take()
        var found = real.found
        if !keys.isEmpty { hud_write_without_echo(master, slave, &found, &keys, keys.count) }
        if real.isTaken { copyWindowSize() }
    }

    func giveBack() {
        real.giveBack()
    }

    /// The job asks for the keyboard.
    ///
    /// - Returns: Whether it has it now.
    func want() -> Bool {
        isWanted = true
        take()
        return real.isTaken
    }

    /// Tells the job's side of a new window size; the kernel tells the job.
    func copyWindowSize() {
        _ = hud_copy_window_size(real.descriptor, master)
    }

    /// The job's side begins as ours is, once we are in the foreground: in the background ours is set up for the shell's own line.
    private func copySettings() {
        guard !isGiven, real.isForeground else { return }
        isGiven = true
        var now = termios()
        tcgetattr(slave, &now)
        if hud_is_same_settings(&now, &given) != 0 { hud_copy_settings(real.descriptor, slave, real.isShared ? 1 : 0, &given) }
    }

    /// The job has ended, or there is none: gives our terminal back with the keys that it has not read, quietly until ``release()``.
    ///
    /// - Parameter keepsSettings: Whether ours is set up as the job has left its own. One that was killed has not left it so on purpose; shells
    ///   make the same difference.
    package func finish(keepsSettings: Bool) {
        isOver = true
        guard real.isTaken else { return giveBack() }
        var left = termios()
        tcgetattr(slave, &left)
        returnKeys()
        // The HUD still looks here whether it may be drawn.
        tcsetattr(slave, TCSANOW, &left)
        real.quieten()
        if keepsSettings, isGiven, hud_is_same_settings(&left, &given) == 0 { self.left = left }
    }

    /// Nothing of ours stands on the screen any more.
    package func release() {
        giveBack()
        hud_saved_terminal_note_clean_screen(real.saved)
        guard var left, real.isForeground else { return }
        hud_apply_job_settings(real.descriptor, &left, real.isShared ? 1 : 0)
    }

    /// There is no session for it: ours is the job's, and where it is seen whether what is typed is echoed.
    package func abandon() {
        finish(keepsSettings: false)
        close(slave)
        _ = fcntl(dup2(real.descriptor, master), F_SETFD, FD_CLOEXEC)
    }

    /// Gives back the keys that were typed ahead, so that the shell has them. Where the kernel does not allow that they are lost.
    private func returnKeys() {
        let keys = unreadKeys + typed
        typed = []
        // The first one says whether it can be done; it has come to stand behind what lies there still.
        guard let first = keys.first, hud_push_back(real.descriptor, first) == 0 else { return }
        let later = (real.keys() ?? []).dropLast()
        for key in keys + later { _ = hud_push_back(real.descriptor, key) }
    }

    /// What the job has not read. Nobody waits there any more, so whether it blocks is of no account.
    private var unreadKeys: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: RawTerminal.mostKeys)
        hud_set_readable(slave)
        _ = fcntl(slave, F_SETFL, fcntl(slave, F_GETFL) | O_NONBLOCK)
        return Array(bytes[..<max(0, read(slave, &bytes, bytes.count))])
    }

    // MARK: To and fro

    /// What is waited for: the job's side, our keyboard, our screen.
    var waits: [pollfd] {
        let isReading = real.isTaken && typed.isEmpty && line == .open
        return [
            pollfd(
                fd: line == .hungUp ? -1 : master, events: Int16((isReady ? POLLIN : 0) | (typed.isEmpty ? 0 : POLLOUT)),
                revents: 0),
            pollfd(fd: isReading ? real.descriptor : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isReady ? -1 : output, events: Int16(POLLOUT), revents: 0)
        ]
    }

    /// How long to wait at most, in milliseconds; -1: for ever. A shell that brings us to the foreground need not say so.
    var patience: Int32 { line == .open && isWanted && !real.isTaken ? 200 : -1 }

    /// Does what can be done after a wait for ``waits``.
    ///
    /// - Returns: False if our terminal has turned out to have hung up.
    func move(_ waited: ArraySlice<pollfd>, of session: JobSession, into keeper: OutputKeeper) -> Bool {
        let events = waited.map { Int32($0.revents) }
        let hasClosed = events[1] != 0 && !takeKeys(session)
        if hasClosed { line = .closed }
        if !typed.isEmpty { passKeys() }
        if events[2] != 0 { isReady = true }
        if events[0] & POLLIN != 0 { relay(into: keeper) }
        if !real.isTaken { take() }
        return !hasClosed
    }

    /// The job's terminal goes as ours went: who waits for keys finds their end, and who writes an error. A signal is not for us to make of
    /// that: one that we are sent is passed on, and a job that was disowned is sent none. The job's end takes the place of our own, whose number
    /// others know.
    func hangUp() {
        line = .hungUp
        _ = fcntl(dup2(slave, master), F_SETFD, FD_CLOEXEC)
    }

    private var canWrite: Bool {
        var descriptor = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        // What poll knows nothing of is written to all the same.
        return poll(&descriptor, 1, 0) != 0
    }

    /// Takes what was typed. Returns false where no more will be.
    private func takeKeys(_ session: JobSession) -> Bool {
        let isOthers = real.isSetByOthers
        guard var keys = real.keys() else { return false }
        if isOthers, !keys.isEmpty {
            // These were echoed, and their signals sent. From now on it is ours.
            var found = real.found
            hud_write_without_echo(master, slave, &found, &keys, keys.count)
            real.giveBack()
            take()
        } else {
            typed = keys
            tellSiblings(keys, session)
        }
        return true
    }

    private func passKeys() {
        let count = write(master, typed, typed.count)
        if count > 0 { typed.removeFirst(count) }
        if count < 0, errno != EAGAIN, errno != EINTR { typed = [] }
    }

    /// ^C and ^\ are for all of the foreground, and so for the script or the pipeline that we are in: the job's terminal tells only the job.
    private func tellSiblings(_ keys: [UInt8], _ session: JobSession) {
        var settings = termios()
        guard keys.contains(where: { $0 < 0x20 || $0 >= 0x7F }) || isQuoted, tcgetattr(master, &settings) == 0 else { return }
        for key in keys {
            let meaning = hud_signal_of_key(&settings, key)
            if meaning > 0, !isQuoted {
                // A job that is a shell gives its foreground to others, and these are no business of our own foreground.
                let foreground = tcgetpgrp(master)
                if foreground == session.group { kill(0, meaning) }
                // The leader has it back: the job has ended, and we have not been told yet.
                if foreground == session.leader { isInterrupted = true }
            }
            isQuoted = meaning < 0 && !isQuoted
        }
    }

    /// Passes on what there is, while our terminal takes it, and no more than a pseudo-terminal holds: keys and signals have their turn too.
    private func relay(into keeper: OutputKeeper) {
        var rest = Self.mostHeld
        while rest > 0, isReady, case let count = pump(into: keeper), count > 0 {
            rest -= count
            isReady = canWrite
        }
    }

    /// Passes on what one read gives. Linux gives a page, and more at a time is slower: the job writes while we do.
    private func pump(into keeper: OutputKeeper) -> Int {
        let count = read(master, page.baseAddress, page.count)
        if count > 0 { keeper.passThrough(UnsafeRawBufferPointer(rebasing: page[..<count])) }
        return max(0, count)
    }

    /// Passes on all that has come so far, and no more than there can be: a child left behind may go on printing for ever.
    func drain(into keeper: OutputKeeper) {
        var rest = Self.mostHeld
        while rest > 0, case let count = pump(into: keeper), count > 0 { rest -= count }
    }
}
