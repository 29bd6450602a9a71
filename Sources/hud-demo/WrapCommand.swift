import HUDJob
import CTerminalSupport
import HUDCore
import HUDTerminal

/// `hud-demo -- command`: runs a job under a HUD, and exits as the job does.
struct WrapCommand {
    var command: [RawWord]
    var options: WrapOptions

    func run() throws(UsageError) -> Int32 {
        let follower: ProgressFollower
        do throws(ProgressPatternError) {
            follower = try ProgressFollower(options.progress, mode: options.mode)
        } catch {
            throw UsageError(message: error.reason)
        }
        // First of all, to get a low descriptor: some shells only support descriptors of one digit.
        let progress = options.progress == .descriptor ? ProgressPipe(to: follower) : nil
        // Without SIGPIPE, a write to a terminal that has gone away fails with an error. The job gets the default action back.
        let pipeSignal = hud_signal_is_default(SIGPIPE) != 0 ? [SIGPIPE] : []
        signal(SIGPIPE, SIG_IGN)
        let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, SIGWINCH]
        let ignoresChildren = hud_signal_is_ignored(SIGCHLD) != 0
        signal(SIGCHLD, SIG_DFL)
        guard let pipe = SignalPipe.open(catching: signals + [SIGCHLD]),
            progress != nil || options.progress != .descriptor
        else {
            StandardError.say("can't make a pipe: " + String(cString: strerror(errno)))
            return ExitStatus.failure
        }
        let mailbox = JobMailbox.sharingSignalPipe()
        let descriptor = isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO
        // If nothing is drawn, the job uses our terminal directly, unless its output has to be kept or searched.
        let isOff = options.style == .off && options.output == .show
        var terminal = isOff ? nil : JobTerminal(on: descriptor)
        var look = options.look
        look.echoDescriptor = terminal?.echoDescriptor
        // Other programs of a pipeline write to the terminal too, and so does a job without a terminal of its own.
        look.sharesTerminal = terminal?.isShared ?? true
        var display = JobDisplay(options.style, on: descriptor, look: look)
        // Those of a pipeline have rows of their own.
        let neighbors = display.screen != nil && terminal?.mayHaveNeighbors == true ? TerminalNeighbors(on: descriptor) : nil
        if neighbors?.isLater == true {
            display = JobDisplay(.plain, on: descriptor, look: look)
        } else if display.screen == nil, options.output == .show, !options.progress.readsOutput {
            terminal = nil
        }
        // hud-demo's own lines are written to that terminal.
        if display.screen == nil { terminal?.share() }
        // Created before the job starts, so that no job appears to have taken less time than it did.
        let watch = JobWatch()
        let work: JobLoop.Work
        do {
            if let open = terminal,
                let session = try session(
                    on: open, defaults: pipeSignal, ignoresChildren: ignoresChildren, mask: pipe.mask)
            {
                work = .session(session, open)
            } else {
                terminal = nil
                work = .process(try Job(command, defaults: pipe.caught + pipeSignal, mask: pipe.mask))
            }
        } catch {
            terminal?.finish(keepsSettings: false)
            terminal?.release()
            StandardError.say("can't run \(ShellWord.quoted(command[0].text)): " + String(cString: strerror(error.code)))
            return error.exitStatus
        }
        progress?.closeWriteEnd()
        hud_close_inherited()
        terminal?.leave(toLeader: display.cursorBack)
        let hud = display.hud(options, label: options.label ?? command.map { ShellWord.quoted($0.text) }.joined(separator: " "))
        // The progress is unknown, so a bar moves back and forth.
        if display.screen != nil { hud?.progressSource = ProgressCounter() }
        let history = options.usesHistory && hud != nil ? HistoryFile(of: command) : nil
        follower.hud = hud
        if let hud, let expected = history?.expected { display.expect(expected, of: hud, by: watch, mode: options.mode) }
        var loop = JobLoop(
            work: work, hud: hud, display: display,
            output: OutputKeeper(options.output, screen: display.screen, terminal: descriptor, progress: follower), watch: watch,
            timeLimit: options.timeout, progress: progress, signals: pipe.readEnd, mailbox: mailbox, hideDelay: options.hideDelay,
            neighbors: neighbors)
        let result = loop.run()
        if let limit = options.timeout, result.hasTimedOut {
            display.say("timed out after \(limit.decimalSeconds) s")
            return ExitStatus.timedOut
        }
        if result.outcome == .exited(0), result.elapsed > options.graceTime { history?.record(result.elapsed) }
        switch result.outcome {
        case .exited(let status):
            return status
        case .killed(let signal):
            hud_die_by_signal(signal)
            return 128 + signal
        }
    }

    /// Starts the job in a session of its own; nil if there are no descriptors or processes left, and the job runs without one.
    private func session(
        on terminal: JobTerminal, defaults: [Int32], ignoresChildren: Bool, mask: sigset_t
    ) throws(Job.StartError) -> JobSession? {
        // A read from the keyboard in the background has to fail instead of stopping us.
        let isDefault = hud_signal_is_default(SIGTTIN) != 0
        // A job that begins in the background of its terminal gets the keyboard when SIGTTIN stops it. One that ignores the signal, because
        // we were started so, would get an error in place of a key.
        let readSignal = isDefault || !terminal.isWanted ? [SIGTTIN] : []
        signal(SIGTTIN, SIG_IGN)
        do {
            return try JobSession(
                command, on: terminal, defaults: defaults + readSignal, ignoresChildren: ignoresChildren, mask: mask)
        } catch {
            guard error.isOfSession else { throw error }
            if isDefault { signal(SIGTTIN, SIG_DFL) }
            terminal.abandon()
            return nil
        }
    }
}
