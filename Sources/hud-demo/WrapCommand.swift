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
        let display = Display(options.style, on: descriptor, look: options.look)
        let relay = display.screen == nil ? nil : OutputRelay(terminal: descriptor)
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
        let hud = display.hud(options, label: options.label ?? command.map { ShellWord.quoted($0.text) }.joined(separator: " "))
        // Nobody knows how far the job is: a bar goes to and fro.
        if display.screen != nil { hud?.progressSource = ProgressCounter() }
        var loop = WrapLoop(job: job, display: display, relay: relay, readEnd: pipe.readEnd, hideDelay: options.hideDelay)
        let outcome = loop.run(under: hud)
        switch outcome {
        case .exited(let status):
            return status
        case .killed(let signal):
            hud_die_by(signal)
            return 128 + signal
        }
    }
}
