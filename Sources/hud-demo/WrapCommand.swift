import CNcurses
import HUDCore
import HUDTerminal

/// `hud-demo -- command`: runs a job with a HUD over it, and ends as the job does.
struct WrapCommand {
    var command: [RawWord]
    var options: WrapOptions

    func run() -> Int32 {
        // A terminal that goes away is found out by the write that fails. The job gets the default back.
        let pipeSignal = hud_signal_is_default(SIGPIPE) != 0 ? [SIGPIPE] : []
        signal(SIGPIPE, SIG_IGN)
        let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP, SIGWINCH]
        signal(SIGCHLD, SIG_DFL)
        guard let pipe = SignalPipe.open(catching: signals + [SIGCHLD]) else {
            StandardError.say("can't make a pipe: " + String(cString: strerror(errno)))
            return ExitStatus.failure
        }
        let descriptor = isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO
        var terminal = TerminalOptions()
        terminal.chainsHostHandlers = false
        let renderer = InlineRenderer(fileDescriptor: descriptor, options: terminal)
        let relay = renderer.canDraw ? OutputRelay(terminal: descriptor) : nil
        let job: Job
        do {
            job = try Job(
                command, output: relay?.slave, replaced: relay?.replaced ?? [], defaults: pipe.caught + pipeSignal,
                mask: pipe.mask)
        } catch {
            StandardError.say("can't run \(ShellWord.quoted(command[0].text)): " + String(cString: strerror(error.code)))
            return error.exitStatus
        }
        relay?.closeSlave()
        var loop = WrapLoop(job: job, renderer: renderer, relay: relay, readEnd: pipe.readEnd)
        let outcome: Job.Outcome
        if renderer.canDraw {
            let hud = HUD(
                label: options.label ?? command.map { ShellWord.quoted($0.text) }.joined(separator: " "),
                graceTime: options.graceTime,
                minimumShowTime: options.minimumShowTime, renderer: renderer)
            outcome = loop.run(under: hud)
        } else {
            outcome = loop.run(under: nil)
        }
        switch outcome {
        case .exited(let status):
            return status
        case .killed(let signal):
            hud_die_by(signal)
            return 128 + signal
        }
    }
}
