import HUDJob
import CTerminalSupport
import HUDCore
import HUDTerminal

/// `hud-demo -- command`: runs a job with a HUD over it, and ends as the job does.
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
        // Before everything else: a shell may know descriptors of one digit only.
        let progress = options.progress == .descriptor ? ProgressPipe(to: follower) : nil
        // A terminal that goes away is found out by the write that fails. The job gets the default back.
        let pipeSignal = hud_signal_is_default(SIGPIPE) != 0 ? [SIGPIPE] : []
        signal(SIGPIPE, SIG_IGN)
        let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, SIGWINCH]
        let ignoresChildren = hud_signal_is_ignored(SIGCHLD) != 0
        signal(SIGCHLD, SIG_DFL)
        guard let pipe = SignalPipe.open(catching: signals + [SIGCHLD]), progress != nil || options.progress != .descriptor else {
            StandardError.say("can't make a pipe: " + String(cString: strerror(errno)))
            return ExitStatus.failure
        }
        let descriptor = isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO
        // Where nothing is drawn the job has our terminal to itself, unless something is to become of its output or to be found in it.
        let isOff = options.style == .off && options.output == .show
        var terminal = isOff ? nil : JobTerminal(on: descriptor)
        var look = options.look
        look.echoDescriptor = terminal?.echoDescriptor
        // The rest of a pipeline writes where it likes; and so does a job that has no terminal of its own.
        look.sharesTerminal = terminal?.isInPipeline ?? true
        let display = JobDisplay(options.style, on: descriptor, look: look)
        if display.screen == nil, options.output == .show, !options.progress.readsOutput { terminal = nil }
        // Our own lines are written there.
        if display.screen == nil { terminal?.share() }
        // Before the job begins: none is to have taken less time than it did.
        let watch = JobWatch()
        let work: WrapLoop.Work
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
        // Nobody knows how far the job is: a bar goes to and fro.
        if display.screen != nil { hud?.progressSource = ProgressCounter() }
        let history = options.usesHistory && hud != nil ? HistoryFile(of: command) : nil
        follower.hud = hud
        if let hud, let expected = history?.expected { display.expect(expected, of: hud, by: watch, mode: options.mode) }
        var loop = WrapLoop(
            work: work, display: display,
            output: OutputKeeper(options.output, screen: display.screen, terminal: descriptor, progress: follower), watch: watch,
            timeout: JobTimeout(options.timeout), progress: progress, readEnd: pipe.readEnd, hideDelay: options.hideDelay)
        let outcome = loop.run(under: hud)
        if let limit = options.timeout, loop.hasTimedOut {
            display.say("timed out after \(limit.decimalSeconds) s")
            return ExitStatus.timedOut
        }
        if outcome == .exited(0), loop.elapsed > options.graceTime { history?.record(loop.elapsed) }
        switch outcome {
        case .exited(let status):
            return status
        case .killed(let signal):
            hud_die_by_signal(signal)
            return 128 + signal
        }
    }

    /// The job in a session of its own; nil where there is none to be had (no descriptors, no processes), and it runs without.
    private func session(
        on terminal: JobTerminal, defaults: [Int32], ignoresChildren: Bool, mask: sigset_t
    ) throws(Job.StartError) -> JobSession? {
        // Read in the background, a keyboard is to say so, and not to stop us.
        let readSignal = hud_signal_is_default(SIGTTIN) != 0 ? [SIGTTIN] : []
        signal(SIGTTIN, SIG_IGN)
        do {
            return try JobSession(
                command, on: terminal, defaults: defaults + readSignal, ignoresChildren: ignoresChildren, mask: mask)
        } catch {
            guard error.isOfSession else { throw error }
            if !readSignal.isEmpty { signal(SIGTTIN, SIG_DFL) }
            terminal.abandon()
            return nil
        }
    }
}
