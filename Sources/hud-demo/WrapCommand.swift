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
        let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, SIGWINCH]
        signal(SIGCHLD, SIG_DFL)
        guard let pipe = SignalPipe.open(catching: signals + [SIGCHLD]) else {
            StandardError.say("can't make a pipe: " + String(cString: strerror(errno)))
            return ExitStatus.failure
        }
        let descriptor = isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO
        var terminal = options.style == .off ? nil : JobTerminal(on: descriptor)
        var look = options.look
        look.echoDescriptor = terminal?.echoDescriptor
        let display = Display(options.style, on: descriptor, look: look)
        if display.screen == nil { terminal = nil }
        let work: WrapLoop.Work
        do {
            if let terminal {
                // Read in the background, a keyboard is to say so, and not to stop us.
                let readSignal = hud_signal_is_default(SIGTTIN) != 0 ? [SIGTTIN] : []
                signal(SIGTTIN, SIG_IGN)
                terminal.take()
                work = .session(
                    try JobSession(command, on: terminal, defaults: pipeSignal + readSignal, mask: pipe.mask), terminal)
            } else {
                work = .process(try Job(command, defaults: pipe.caught + pipeSignal, mask: pipe.mask))
            }
        } catch {
            terminal?.finish(into: nil, keepsSettings: false)
            StandardError.say("can't run \(ShellWord.quoted(command[0].text)): " + String(cString: strerror(error.code)))
            return error.exitStatus
        }
        let hud = display.hud(options, label: options.label ?? command.map { ShellWord.quoted($0.text) }.joined(separator: " "))
        // Nobody knows how far the job is: a bar goes to and fro.
        if display.screen != nil { hud?.progressSource = ProgressCounter() }
        var loop = WrapLoop(work: work, display: display, readEnd: pipe.readEnd, hideDelay: options.hideDelay)
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
