import CTerminalSupport
import HUDCore
import HUDLibc

/// Relays between the job's pseudo-terminal and our terminal: input one way and output the other, neither of them blocking.
///
/// A class, because the loop, the job and the code for stops share it.
final class JobTerminal {
    /// Our end of the pseudo-terminal.
    let master: Int32
    /// The job's end. We keep it open to read the input that the job has not read.
    private var slave: Int32
    let output: Int32
    private var real: RawTerminal
    /// Whether the job gets the keyboard. In a pipeline it gets it when it asks, because another program may need it.
    private(set) var wantsKeyboard: Bool
    /// Whether other programs of a pipeline may write to our terminal too.
    private let isInPipeline: Bool
    private var typed = TypedKeys()
    /// How many keys have been typed.
    private(set) var keyCount = 0
    /// The state of a hang-up of our terminal.
    private var line = Line.open
    /// Whether the job has ended.
    private var isOver = false
    /// Whether our terminal accepts output.
    private var isReady = true
    private var settings: JobSettings

    private enum Line {
        case open
        /// Our terminal has no more input.
        case closed
        /// The job's terminal has hung up too.
        case hungUp
    }

    /// Linux returns at most a page. To collect several before a write was a quarter slower, because the job writes meanwhile.
    private let page: UnsafeMutableRawBufferPointer

    /// How many pages are relayed between two waits: waiting for everything costs more than relaying a page.
    private static let mostPages = 64

    /// More than the buffer of a pseudo-terminal on Linux.
    private static let mostHeld = 96 * 1024

    /// The descriptors that the job's session and the HUD open after the pseudo-terminal.
    private static let sessionDescriptors: Int32 = 12

    /// Makes a terminal for a job whose HUD is on `output`; nil if that is not our controlling terminal, no pseudo-terminal is available, or there are too
    /// few descriptors for a session.
    init?(on output: Int32) {
        let isInPipeline = TerminalClaim.isInPipeline
        guard let real = RawTerminal.open(output),
            let (master, slave) = JobDescriptors.pseudoTerminal(like: real.descriptor)
        else { return nil }
        guard hud_has_room_above(max(master, slave), Self.sessionDescriptors) else {
            for descriptor in [master, slave] { close(descriptor) }
            return nil
        }
        self.real = real
        self.output = output
        self.master = master
        self.slave = slave
        self.isInPipeline = isInPipeline
        wantsKeyboard = !isInPipeline && !self.real.isTakenByAnother
        self.real.isShared = isInPipeline || TerminalClaim.isUnderParallelMake
        settings = JobSettings(of: slave)
        // Allocated last: if this initializer returns nil before, `deinit` does not run and can't free it.
        page = .allocate(byteCount: 4096, alignment: 16)
    }

    deinit {
        for descriptor in [master, slave] where descriptor >= 0 { close(descriptor) }
        page.deallocate()
    }

    /// Whether other programs write to our terminal.
    var isShared: Bool { real.isShared }

    /// Called if other programs write to our terminal, which must complete their line ends.
    func share() {
        real.isShared = true
    }

    /// Called if another program starts to write to our terminal while its keys go to the job.
    func shareFromNowOn() {
        guard !real.isShared else { return }
        share()
        guard real.isTaken else { return }
        // A shared terminal keeps the output settings that it had before. `take` applies them.
        giveBack()
        take()
    }

    /// The terminal whose settings say whether echo is on; nil: our own.
    var echoDescriptor: Int32? { isInPipeline ? nil : master }

    /// Fills in the request for the leader of the job's session.
    func describe(in request: inout hud_job_request) {
        request.terminal = slave
        request.replaced = hud_inherited_terminals()
        request.is_foreground = wantsKeyboard
        request.own_terminal = real.descriptor
        request.saved = UnsafePointer(real.saved)
    }

    /// Whether the job has our keyboard now.
    var isTaken: Bool { real.isTaken }

    /// Whether ^C or the like was typed after the end of the job.
    var isInterrupted: Bool { typed.isInterrupted }

    /// How the job's terminal is read.
    var inputMode: HiddenDialog.InputMode {
        var settings = termios()
        guard tcgetattr(master, &settings) == 0 else { return .init() }
        return .init(
            isByLine: settings.c_lflag & tcflag_t(ICANON) != 0, echoes: hud_settings_echo(&settings),
            isRelayed: hud_settings_relay(&settings))
    }

    /// Whether the leader of the job's foreground or one of its descendants waits for input.
    var isRead: Bool {
        guard case let leader = tcgetpgrp(master), leader > 0 else { return false }
        return hud_reads_terminal(leader, slave)
    }

    /// Whether the job or another program of a pipeline waits for a person, or our terminal accepts no output (^S).
    var waitsForPerson: Bool {
        !isReady || hud_is_waiting_unseen(master)
            || !real.isTaken && hud_is_waiting_unseen(real.descriptor) && real.isForeground
    }

    // MARK: Ours and the job's

    /// Takes our terminal for the job, if the job wants it and we are in the foreground.
    func take() {
        if isOver { return real.quieten() }
        copySettings()
        guard wantsKeyboard, line == .open else { return }
        let keys = real.take()
        typed.add(echoed: keys, by: real.found, to: master, slave)
        if real.isTaken { copyWindowSize() }
    }

    func giveBack() {
        real.giveBack()
    }

    /// The job asks for the keyboard.
    ///
    /// - Returns: Whether it has it now.
    func takeKeyboard() -> Bool {
        wantsKeyboard = true
        take()
        return real.isTaken
    }

    /// Copies the window size to the job's side; the kernel sends SIGWINCH to the job.
    func copyWindowSize() {
        _ = hud_copy_window_size(real.descriptor, master)
    }

    /// Copies our settings to the job's side once we are in the foreground. In the background our terminal has the settings of the shell's line editor.
    private func copySettings() {
        if real.isForeground { settings.give(to: slave, like: real.descriptor, isShared: real.isShared) }
    }

    /// Called when the job has ended, or could not be started. Restores our terminal, with echo off until ``release()``, and puts unread input back.
    ///
    /// - Parameter keepsSettings: Whether our terminal gets the settings that the job has left. As in shells, a job that was killed has not left
    ///   them on purpose.
    func finish(keepsSettings: Bool) {
        isOver = true
        guard real.isTaken else { return giveBack() }
        var left = termios()
        tcgetattr(slave, &left)
        returnKeys()
        // The region still reads this echo setting to decide whether it may draw. No password is read any more.
        var shown = left
        shown.c_lflag |= tcflag_t(ECHO)
        tcsetattr(slave, TCSANOW, &shown)
        real.quieten()
        if keepsSettings { settings.keep(left) }
    }

    /// Called when the HUD has been removed from the screen.
    func release() {
        giveBack()
        if real.isForeground { settings.apply(to: real.descriptor, isShared: real.isShared) }
    }

    /// Closes our copy of the job's end, when the job has ended. Returns whether other processes still have it open.
    func isOpenElsewhere() -> Bool {
        guard line != .hungUp, slave >= 0 else { return false }
        JobDescriptors.close(&slave)
        return !hud_is_hung_up(master)
    }

    /// Called if there is no session: the job uses our terminal directly, and its settings say whether echo is on.
    func abandon() {
        finish(keepsSettings: false)
        giveBack()
        JobDescriptors.close(&slave)
        _ = hud_replace(master, real.descriptor)
    }

    /// Puts unread input back for the shell (TIOCSTI). If the kernel does not allow that, it is lost.
    private func returnKeys() {
        let keys = unreadKeys + typed.take()
        // The first key shows whether it is allowed. It is queued after input that is still in the terminal, so that is read first.
        guard let first = keys.first, hud_push_back(real.descriptor, first) == 0 else { return }
        var later = real.keys() ?? []
        // Another key may have been typed behind it.
        if let pushed = later.lastIndex(of: first) { later.remove(at: pushed) }
        for key in keys + later { _ = hud_push_back(real.descriptor, key) }
    }

    /// Input that the job has not read. Processes that the job has left behind share the flags of the descriptor, and must not find O_NONBLOCK there.
    private var unreadKeys: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: RawTerminal.mostKeys)
        hud_set_readable(slave)
        let flags = fcntl(slave, F_GETFL)
        _ = fcntl(slave, F_SETFL, flags | O_NONBLOCK)
        defer { _ = fcntl(slave, F_SETFL, flags) }
        return Array(bytes[..<max(0, read(slave, &bytes, bytes.count))])
    }

    // MARK: Relaying

    /// Watches the job's side, our keyboard and our screen.
    func watch(in loop: inout EventLoop<JobLoop.Source>) {
        let isReading = real.isTaken && typed.waiting.isEmpty && line == .open
        let events = Int32((isReady ? POLLIN : 0) | (typed.waiting.isEmpty ? 0 : POLLOUT))
        // Without events, poll would still wait for the kernel to process the job's output.
        if line != .hungUp, events != 0 { loop.watch(master, for: events, as: .terminal) }
        if isReading { loop.watch(real.descriptor, as: .keyboard) }
        if !isReady { loop.watch(output, for: Int32(POLLOUT), as: .screen) }
        // A shell that brings us to the foreground need not send a signal.
        if line == .open, wantsKeyboard, !real.isTaken { loop.wake(after: .milliseconds(200)) }
    }

    /// Relays what is possible after a wait.
    ///
    /// - Returns: False if our terminal has turned out to have hung up.
    func move(_ ready: [EventLoop<JobLoop.Source>.Event], of session: JobSession, into buffer: OutputBuffer) -> Bool {
        let (hasOutput, isScreenReady) = (ready.readiness(of: .terminal) & Int32(POLLIN) != 0, ready.has(.screen))
        let hasClosed = ready.has(.keyboard) && !takeKeys(session)
        if hasClosed { line = .closed }
        typed.pass(to: master)
        if isScreenReady { isReady = true }
        // While our terminal accepted nothing, the job has usually printed more. A read tells as much as another wait.
        if hasOutput || isScreenReady && line != .hungUp { relay(into: buffer) }
        if !real.isTaken { take() }
        return !hasClosed
    }

    /// Hangs up the job's terminal as ours was hung up: a read returns the end of input, and a write fails. We send no SIGHUP ourselves: one that
    /// we receive is passed on, and a job that was disowned gets none. The slave replaces the master, whose number other code
    /// knows.
    func hangUp() {
        line = .hungUp
        _ = hud_replace(master, slave)
    }

    /// Reads input. Returns false if there will be no more.
    private func takeKeys(_ session: JobSession) -> Bool {
        let isOthers = real.isSetByOthers
        guard let keys = real.keys() else { return false }
        keyCount += keys.count
        if isOthers, !keys.isEmpty {
            // These keys were echoed and their signals were sent, because another program had changed the settings. Now the terminal is taken again.
            typed.add(echoed: keys, by: real.found, to: master, slave)
            real.giveBack()
            take()
        } else {
            typed.add(keys, for: session.group, leader: session.leader, on: master)
        }
        return true
    }

    /// Relays what the job has printed, until our terminal accepts no more. Then the loop waits until it does. After ``mostPages`` pages, input
    /// and messages of other threads get their turn; signals get it after each page.
    private func relay(into buffer: OutputBuffer) {
        for _ in 0..<Self.mostPages {
            let page = nextPage
            if page.isEmpty { return }
            isReady = buffer.passThrough(page)
            if !isReady || SignalPipe.hasUnreadMessages { return }
        }
    }

    /// The next output of the job.
    private var nextPage: UnsafeRawBufferPointer {
        let count = hud_read(master, page.baseAddress, page.count)
        return UnsafeRawBufferPointer(rebasing: page[..<max(0, count)])
    }

    /// Relays all output so far, with a limit, because a child that is left behind may print forever.
    func drain(into buffer: OutputBuffer) {
        var rest = Self.mostHeld
        while rest > 0, case let page = nextPage, !page.isEmpty {
            buffer.passThrough(page)
            rest -= page.count
        }
    }
}
