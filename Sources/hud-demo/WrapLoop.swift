import CNcurses
import HUDCore
import HUDTerminal

/// One loop for the job's output, signals and the HUD's going.
struct WrapLoop {
    private let job: Job
    private let display: Display
    private let output: OutputKeeper
    private let watch: JobWatch
    private var timeout: JobTimeout
    private let readEnd: Int32
    private let hideDelay: Duration
    private var relay: OutputRelay?
    private var hud: HUD?
    private var outcome: Job.Outcome?
    /// How long the job has run, once it has ended.
    private(set) var elapsed = Duration.zero
    /// Somebody asked to end while the HUD was only kept by its minimum show time.
    private var isInterrupted = false
    /// The HUD has said that it is gone, and that is after it was taken off the terminal.
    private var isHUDGone = false
    /// The job's stop and our own are one: a second word of it in the same breath is not to stop us again.
    private var hasStopped = false

    init(
        job: Job, display: Display, relay: OutputRelay?, output: OutputKeeper, watch: JobWatch, timeout: JobTimeout,
        readEnd: Int32,
        hideDelay: Duration
    ) {
        self.job = job
        self.display = display
        self.relay = relay
        self.output = output
        self.watch = watch
        self.timeout = timeout
        self.readEnd = readEnd
        self.hideDelay = hideDelay
    }

    /// Runs until the job has ended and the HUD is gone.
    mutating func run(under hud: HUD?) -> Job.Outcome {
        self.hud = hud
        hud?.onHidden = { _ in SignalPipe.wake() }
        if let hud { display.begin(hud) }
        var isHiding = false
        while true {
            waitForSomething()
            hasStopped = false
            handleMessages()
            guard let outcome else {
                if let signal = timeout.signal(at: watch.elapsed) { job.sendToAll(signal) }
                continue
            }
            guard let hud else { return outcome }
            let said = hasTimedOut ? .failed(reason: "timed out") : outcome.said
            if !isHiding { display.end(hud, said, delay: hideDelay) }
            isHiding = true
            if isInterrupted { hud.dismiss() }
            if isHUDGone {
                display.finish(elapsed: elapsed, said)
                return outcome
            }
        }
    }

    /// Whether the job's time was up before it had ended.
    var hasTimedOut: Bool { timeout.isOver }

    private mutating func waitForSomething() {
        var descriptors = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
        if let relay { descriptors.append(pollfd(fd: relay.master, events: Int16(POLLIN), revents: 0)) }
        if let relay, relay.readsKeys { descriptors.append(pollfd(fd: relay.terminal, events: Int16(POLLIN), revents: 0)) }
        guard poll(&descriptors, nfds_t(descriptors.count), outcome == nil ? timeout.milliseconds(at: watch.elapsed) : -1) > 0
        else { return }
        if descriptors.count == 3, descriptors[2].revents != 0 { relay?.passKeysOn() }
        guard let relay, descriptors[1].revents != 0 else { return }
        // Hung up and empty: every copy of the job's side is closed.
        if self.relay?.pump(into: output) == 0, descriptors[1].revents & Int16(POLLHUP) != 0 { hangUp(relay) }
    }

    /// Passes on all that has come so far, and no more than a pseudo-terminal holds: a child left behind may go on printing for ever.
    private mutating func emptyRelay() {
        var rest = 65536
        while rest > 0, let count = relay?.pump(into: output), count > 0 { rest -= count }
    }

    private mutating func hangUp(_ relay: OutputRelay) {
        emptyRelay()
        relay.hangUp()
        self.relay = nil
    }

    // MARK: Signals

    private mutating func handleMessages() {
        for message in SignalPipe.messages(from: readEnd) {
            if hasStopped, case .signal(SIGTSTP, _) = message { continue }
            handle(message)
        }
    }

    private mutating func handle(_ message: SignalPipe.Message) {
        guard case .signal(let signal, let isFromProcess) = message else {
            isHUDGone = true
            return
        }
        switch signal {
        case SIGCHLD:
            lookAfterJob()
        case SIGWINCH:
            relay?.copyWindowSize()
            if outcome == nil { job.send(SIGWINCH) }
        case SIGTSTP:
            if outcome == nil, isFromProcess { job.send(SIGTSTP) }
            stop()
        default:
            if outcome != nil {
                isInterrupted = true
            } else if isFromProcess {
                job.send(signal)
            }
        }
    }

    private mutating func lookAfterJob() {
        guard outcome == nil else { return }
        switch job.check() {
        case .running: break
        case .stopped: stop()
        case .ended(let outcome):
            elapsed = watch.elapsed
            if let relay { hangUp(relay) }
            output.jobEnded(failed: outcome != .exited(0) || hasTimedOut)
            self.outcome = outcome
        }
    }

    /// Stops with the job, the terminal as it was; goes on, with the job, when the shell says so.
    private mutating func stop() {
        emptyRelay()
        relay?.mirrorSettings()
        hasStopped = true
        let time = watch.pause { SignalPipe.stop(with: display.screen) }
        hud?.leaveOut(time)
        if outcome == nil { job.send(SIGCONT) }
        handleMessages()
    }
}
