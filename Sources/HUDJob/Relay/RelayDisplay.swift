import HUDCore
import HUDTerminal

/// How the HUD of a relayed job is displayed, and what it shares with other programs: the terminal, and the pipeline.
struct RelayDisplay {
    let display: JobDisplay
    var claim: TerminalClaim?
    /// Keeps the input of the next program open until the HUD is gone; nil if that is not needed.
    var outputPipe: OutputPipe?

    /// Watches other programs on the terminal.
    func watch(in loop: inout EventLoop<JobLoop.Source>) { loop.watch(claim, as: .neighbors) }

    /// Looks whether other programs have come to the terminal, which is the job's, or have left it.
    func look(_ ready: [EventLoop<JobLoop.Source>.Event], on terminal: JobTerminal?) {
        claim?.look(display.screen, isReady: ready.has(.neighbors), isShared: terminal?.isShared) { terminal?.shareFromNowOn() }
    }

    /// Stops this process until it is continued, with the HUD off the terminal.
    ///
    /// - Parameter isBySignal: Whether the stop answers a SIGTSTP for this process.
    func stop(_ stop: JobMachine.Stop, isBySignal: Bool, on terminal: JobTerminal?) {
        SignalPipe.stop(
            with: display.screen, terminal: terminal, claim: claim, takesGroup: stop.takesGroup, isForced: stop.isForced,
            isBySignal: isBySignal)
    }
}
