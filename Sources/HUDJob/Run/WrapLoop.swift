import CTerminalSupport
import HUDCore
import HUDTerminal

/// One loop for the job's keys and output, for signals and the HUD's going.
package struct WrapLoop {
    /// What is run: in our process group, or in a session with a terminal of its own.
    package enum Work {
        case process(Job)
        case session(JobSession, JobTerminal)

        var job: any RunningJob {
            switch self {
            case .process(let job): job
            case .session(let session, _): session
            }
        }

        var terminal: JobTerminal? { if case .session(_, let terminal) = self { terminal } else { nil } }
    }

    private let work: Work
    private let display: JobDisplay
    private let output: OutputKeeper
    private let watch: JobWatch
    private var timeout: JobTimeout
    private var progress: ProgressPipe?
    private let readEnd: Int32
    private let hideDelay: Duration
    private var hud: HUD?
    private var outcome: Job.Outcome?
    /// How long the job has run, once it has ended.
    package private(set) var elapsed = Duration.zero
    /// Somebody asked to end while the HUD was only kept by its minimum show time.
    private var isInterrupted = false
    private var interruptedAt: HUDInstant?
    /// The HUD has said that it is gone, and that is after it was taken off the terminal.
    private var isHUDGone = false
    /// The job has ended; others may still print what it has written for them.
    private var readers = WaitForReaders()
    /// The job's stop and our own are one: a second word of it in the same breath is not to stop us again.
    private var hasStopped = false
    /// The job is stopped, and we are not.
    private var isJobStopped = false
    /// ^Z was for us too; the job stops when it likes.
    private var isToStop = false

    package init(
        work: Work, display: JobDisplay, output: OutputKeeper, watch: JobWatch, timeout: JobTimeout, progress: ProgressPipe?,
        readEnd: Int32, hideDelay: Duration
    ) {
        self.work = work
        self.display = display
        self.output = output
        self.watch = watch
        self.timeout = timeout
        self.progress = progress
        self.readEnd = readEnd
        self.hideDelay = hideDelay
    }

    /// Runs until the job has ended and the HUD is gone.
    package mutating func run(under hud: HUD?) -> Job.Outcome {
        defer {
            if case .session(let session, let terminal) = work {
                terminal.release()
                session.end()
            }
        }
        self.hud = hud
        hud?.onHidden = { _ in SignalPipe.wake() }
        if case .session(let session, _) = work { session.passesSignals(true) }
        if let hud { display.begin(hud) }
        var isHiding = false
        while true {
            let isToldOf = waitForSomething()
            hasStopped = false
            if isToldOf { handleMessages() }
            guard let outcome else {
                if let signal = timeout.signal(at: watch.elapsed) { work.job.sendToAll(signal) }
                continue
            }
            guard let hud else { return outcome }
            if !isHiding, !isInterrupted, display.screen != nil, hud.isOnScreen, readers.isToGoOn { continue }
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
    package var hasTimedOut: Bool { timeout.isOver }

    /// Waits, and does what has nothing to do with signals.
    ///
    /// - Returns: Whether there may be messages.
    private mutating func waitForSomething() -> Bool {
        var descriptors = [readEnd, progress?.readEnd ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        defer { if descriptors[1].revents != 0 { progress?.pump() } }
        let time = outcome == nil ? timeout.milliseconds(at: watch.elapsed) : readers.milliseconds
        guard case .session(let session, let terminal) = work, outcome == nil else {
            poll(&descriptors, 2, time)
            return true
        }
        descriptors.append(pollfd(fd: session.reports, events: Int16(POLLIN), revents: 0))
        descriptors += terminal.waits
        let limit: Int32 = [time, terminal.patience].filter { $0 >= 0 }.min() ?? -1
        guard poll(&descriptors, nfds_t(descriptors.count), limit) >= 0 else { return true }
        // First: a key is for the job only as long as there is one.
        if descriptors[2].revents != 0 { lookAfterJob() }
        guard outcome == nil else { return true }
        let isMoved = SignalPipe.whileBusy { terminal.move(descriptors[3...], of: session, into: output) }
        return !isMoved || descriptors[0].revents != 0
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
        case SIGCONT:
            // Stopped by SIGSTOP we could not give the terminal back, and what it is like now nobody knows.
            if outcome == nil { work.terminal?.take() }
        case SIGWINCH:
            if let terminal = work.terminal {
                terminal.copyWindowSize()
            } else if outcome == nil {
                work.job.pass(signal, isFromProcess: isFromProcess)
            }
        case SIGTSTP:
            guard outcome == nil else {
                _ = stop(by: signal)
                return
            }
            // Whether it stops for that, and when, is the job's to say. A shell waits for it.
            work.job.pass(signal, isFromProcess: isFromProcess)
            isToStop = work.terminal == nil
            if isToStop, isJobStopped { follow(.stopped(by: signal)) }
        default:
            if outcome != nil { interrupt(by: signal) } else { work.job.pass(signal, isFromProcess: isFromProcess) }
        }
    }

    /// The job has ended, and somebody does not want to wait for the HUD. One that can't go is kept by a terminal that takes no more.
    private mutating func interrupt(by signal: Int32) {
        let now = LiveClock.shared.now
        if let begin = interruptedAt, begin.duration(to: now) > .seconds(1) { hud_die_by_signal(signal) }
        interruptedAt = interruptedAt ?? now
        isInterrupted = true
    }

    private mutating func lookAfterJob() {
        if outcome == nil { follow(work.job.check()) }
    }

    private mutating func follow(_ change: Job.Change) {
        var change = change
        while outcome == nil, case .stopped(let signal) = change {
            isJobStopped = true
            // Nobody would wake us when it goes on without us, but for the leader of a session.
            guard isToStop || work.terminal != nil || hud_is_under_job_control() != 0 else { return }
            change = stop(by: signal)
        }
        if case .continued = change { isJobStopped = false }
        if outcome == nil, case .ended(let outcome) = change { end(outcome) }
    }

    private mutating func end(_ outcome: Job.Outcome) {
        elapsed = watch.elapsed
        if case .session(let session, _) = work { session.passesSignals(false) }
        work.terminal?.drain(into: output)
        progress?.finish()
        output.jobEnded(failed: outcome != .exited(0) || hasTimedOut)
        self.outcome = outcome
        let hasExited = if case .exited = outcome { true } else { false }
        work.terminal?.finish(keepsSettings: hasExited)
        if work.terminal?.isInterrupted == true { isInterrupted = true }
    }

    /// Stops with the job, the terminal as it was; goes on, with the job, when the shell says so.
    ///
    /// - Returns: What became of the job meanwhile, and is to be followed.
    private mutating func stop(by signal: Int32) -> Job.Change {
        let asksForTerminal = signal == SIGTTIN || signal == SIGTTOU
        if asksForTerminal, work.terminal?.want() == true {
            work.job.resume(hasTerminal: true)
            return .running
        }
        work.terminal?.drain(into: output)
        hasStopped = true
        let time = watch.pause {
            SignalPipe.stop(
                with: display.screen, terminal: work.terminal, takesGroup: takesGroup(signal), isForced: signal == SIGSTOP)
        }
        hud?.leaveOut(time)
        isToStop = false
        isJobStopped = false
        let change = outcome == nil ? work.job.check() : .running
        switch change {
        case .running: if outcome == nil { work.job.resume(hasTerminal: work.terminal?.isWanted == true) }
        case .continued: work.job.noteContinued()
        case .stopped: break
        case .ended: return change
        }
        handleMessages()
        return change
    }

    /// ^Z is for all of the foreground, and so for the script or the pipeline that we are in. The job's terminal has told only the job.
    private func takesGroup(_ signal: Int32) -> Bool {
        signal == SIGTSTP && outcome == nil && work.terminal?.isTaken == true
    }
}
