import CTerminalSupport
import HUDCore
import HUDTerminal

/// The driver of ``JobMachine``: waits for everything at once, tells the machine what happened, and carries out its actions.
struct JobLoop {
    /// What is run: in our process group, or in a session of its own, with a terminal or without.
    enum Work {
        case process(Job)
        case session(JobSession, JobTerminal)
        /// Without a keyboard, and with output that is read here.
        case captured(JobSession, CapturedOutput)

        var job: any RunningJob {
            switch self {
            case .process(let job): job
            case .session(let session, _), .captured(let session, _): session
            }
        }

        var terminal: JobTerminal? { if case .session(_, let terminal) = self { terminal } else { nil } }
    }

    /// What is to be dealt with next.
    private enum Event {
        case input(JobMachine.Input)
        /// Something may have become of the job.
        case checkJob
    }

    private let work: Work
    private let display: JobDisplay
    private let output: OutputKeeper
    private let watch: JobWatch
    private let signals: Int32
    private let mailbox: JobMailbox
    private let hideDelay: Duration
    private let hud: HUD?
    private let neighbors: TerminalNeighbors?
    /// Whether the HUD is off the terminal because of neighbors.
    private var standsAside = false
    private var progress: ProgressPipe?
    private var machine: JobMachine
    private var events: [Event] = []
    private var result: JobMachine.Result?

    /// - Parameters:
    ///   - signals: Where ``SignalPipe`` is read.
    ///   - mailbox: What other threads have to say.
    ///   - hideDelay: How long the outcome stays on the screen.
    init(
        work: Work, hud: HUD?, display: JobDisplay, output: OutputKeeper, watch: JobWatch, timeLimit: Duration?,
        progress: ProgressPipe?,
        signals: Int32, mailbox: JobMailbox, hideDelay: Duration, neighbors: TerminalNeighbors? = nil
    ) {
        self.work = work
        self.hud = hud
        self.display = display
        self.output = output
        self.watch = watch
        self.progress = progress
        self.signals = signals
        self.mailbox = mailbox
        self.hideDelay = hideDelay
        self.neighbors = neighbors
        let face: JobMachine.Face = hud == nil ? .none : display.screen == nil ? .lines : .onScreen
        machine = JobMachine(
            .init(hasTerminal: work.terminal != nil, face: face, timeLimit: timeLimit), at: watch.begin)
    }

    /// Runs until the job has ended and the HUD is gone.
    mutating func run() -> JobMachine.Result {
        let onHidden = hud?.onHidden
        hud?.onHidden = { [mailbox, screen = display.screen] shown in
            onHidden?(shown)
            guard let screen else { return mailbox.post(.hudGone) }
            // A terminal that is held by ^S takes the HUD's last bytes later.
            screen.whenWritten { mailbox.post(.hudGone) }
        }
        defer {
            hud?.onHidden = onHidden
            end()
        }
        events.append(.input(.started))
        settle()
        while true {
            if let result { return result }
            waitForSomething()
            settle()
            if machine.waitsForReaders { events.append(.input(lookAtReaders())) }
            events.append(.input(.turnEnded))
            settle()
        }
    }

    private func end() {
        switch work {
        case .process: break
        case .session(let session, let terminal):
            terminal.release()
            session.end(of: terminal)
        case .captured(let session, let output):
            output.close()
            session.end(of: nil)
        }
    }

    // MARK: Waiting

    private mutating func waitForSomething() {
        var descriptors = [signals, mailbox.readEnd, progress?.readEnd ?? -1].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        defer { if descriptors[2].revents != 0 { progress?.pump() } }
        switch machine.hasJob ? work : nil {
        case .process, nil:
            descriptors += neighbors?.waits ?? []
            poll(&descriptors, nfds_t(descriptors.count), milliseconds)
            lookAtNeighbors(descriptors[3...])
            takeMessages()
        case .session(let session, let terminal): wait(for: session, terminal, and: &descriptors)
        case .captured(let session, let captured): wait(for: session, captured, and: &descriptors)
        }
    }

    private mutating func wait(for session: JobSession, _ captured: CapturedOutput, and descriptors: inout [pollfd]) {
        descriptors += [session.reports, captured.readEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        if descriptors[4].revents != 0 { captured.relay(into: output) }
        if descriptors[3].revents != 0 { events.append(.checkJob) }
        takeMessages()
    }

    private mutating func wait(for session: JobSession, _ terminal: JobTerminal, and descriptors: inout [pollfd]) {
        descriptors.append(pollfd(fd: session.reports, events: Int16(POLLIN), revents: 0))
        descriptors += terminal.waits
        let count = descriptors.count
        descriptors += neighbors?.waits ?? []
        let limit: Int32 = [milliseconds, terminal.patience].filter { $0 >= 0 }.min() ?? -1
        guard poll(&descriptors, nfds_t(descriptors.count), limit) >= 0 else { return takeMessages() }
        lookAtNeighbors(descriptors[count...])
        // First: a key is for the job only as long as there is one.
        if descriptors[3].revents != 0 {
            events.append(.checkJob)
            settle()
        }
        guard machine.hasJob else { return takeMessages() }
        let isMoved = SignalPipe.whileBusy {
            if !terminal.move(descriptors[4..<count], of: session, into: output) { events.append(.input(.keyboardClosed)) }
        }
        if !isMoved || descriptors[0].revents != 0 || descriptors[1].revents != 0 { takeMessages() }
    }

    /// How long to wait for the machine's deadline; -1: without limit.
    private var milliseconds: Int32 {
        let now = LiveClock.shared.now
        guard let deadline = machine.nextDeadline(at: now) else { return -1 }
        // Rounded up, and no further than `poll` can go.
        return Int32(clamping: max(0, (now.duration(to: deadline).nanosecondsRoundedUp + 999_999) / 1_000_000))
    }

    private mutating func takeMessages() {
        for message in signals < 0 ? [] : SignalPipe.messages(from: signals) {
            guard case .signal(let signal, let isFromProcess) = message else { continue }
            events.append(signal == SIGCHLD ? .checkJob : .input(.signal(signal, isFromProcess: isFromProcess)))
        }
        for letter in mailbox.letters {
            switch letter {
            case .hudGone: events.append(.input(.hudGone))
            case .cancel: events.append(.input(.cancelled))
            }
        }
    }

    /// Takes the HUD off the terminal while there are other hud-demos on it.
    private mutating func lookAtNeighbors(_ waited: ArraySlice<pollfd>) {
        guard let neighbors, waited.contains(where: { $0.revents != 0 }) else { return }
        let newcomers = neighbors.look()
        // A HUD on a shared terminal has rows of its own.
        if neighbors.isAlone == standsAside, standsAside || work.terminal?.isShared != true {
            standsAside.toggle()
            if standsAside {
                display.screen?.suspend()
                work.terminal?.shareFromNowOn()
            } else {
                display.screen?.resumeOnNewLine()
            }
        }
        for newcomer in newcomers { neighbors.answer(newcomer) }
    }

    private func lookAtReaders() -> JobMachine.Input {
        let hasReaders = !isCaptured && (hud_is_pipe(STDOUT_FILENO) != 0 || hud_is_pipe(STDERR_FILENO) != 0)
        return .readersChecked(unread: hasReaders ? Int(hud_unread_bytes()) : nil, isHUDOnScreen: hud?.isOnScreen == true)
    }

    /// Whether the job has nothing to do with this process's terminal and stops.
    private var isCaptured: Bool { if case .captured = work { true } else { false } }

    // MARK: The machine

    /// Tells the machine everything that has happened.
    private mutating func settle() {
        while !events.isEmpty {
            switch events.removeFirst() {
            case .input(let input):
                for action in machine.receive(input, at: LiveClock.shared.now) { perform(action) }
            case .checkJob:
                if machine.hasJob, let input = input(of: work.job.check()) { events.insert(.input(input), at: 0) }
            }
        }
    }

    private func input(of change: Job.Change) -> JobMachine.Input? {
        switch change {
        case .running: nil
        case .stopped(let signal):
            .jobStopped(
                by: signal,
                .init(canBeWoken: !isCaptured && hud_is_under_job_control() != 0, hasKeyboard: work.terminal?.isTaken == true))
        case .continued: .jobContinued
        case .ended(let outcome): .jobEnded(outcome)
        }
    }

    private mutating func perform(_ action: JobMachine.Action) {
        switch action {
        case .relaySignals(let isOn): if case .session(let session, _) = work { session.passesSignals(isOn) }
        case .showHUD: if let hud { display.begin(hud) }
        case .send(let signal, let isFromProcess): work.job.pass(signal, isFromProcess: isFromProcess)
        case .sendToAll(let signal): work.job.sendToAll(signal)
        case .takeKeyboard: events.insert(.input(.keyboardAnswered(isTaken: work.terminal?.want() == true)), at: 0)
        case .takeTerminal: work.terminal?.take()
        case .copyWindowSize: work.terminal?.copyWindowSize()
        case .hangUpTerminal: work.terminal?.hangUp()
        case .drain: drain()
        case .stop(let stop): self.stop(stop)
        case .resumeJob: work.job.resume(hasTerminal: work.terminal?.isWanted == true)
        case .acknowledgeContinue: work.job.noteContinued()
        case .leaveOut(let time): hud?.leaveOut(time)
        case .finishJob(let failed, let keepsSettings): finishJob(failed, keepsSettings)
        case .hide(let outcome): if let hud { display.end(hud, outcome, delay: hideDelay) }
        case .dismiss: hud?.dismiss()
        case .announceEnd(let result): display.finish(elapsed: result.elapsed, result.hudOutcome)
        case .die(let signal): hud_die_by_signal(signal)
        case .finish(let result): self.result = result
        }
    }

    private mutating func stop(_ stop: JobMachine.Stop) {
        watch.pause {
            SignalPipe.stop(with: display.screen, terminal: work.terminal, takesGroup: stop.takesGroup, isForced: stop.isForced)
        }
        if standsAside { display.screen?.suspend() }
        let change = machine.hasJob ? work.job.check() : .running
        let job: JobMachine.JobAfterStop =
            switch change {
            case .running: .waits
            case .continued: .goesOn
            case .stopped: .hasStoppedAgain
            case .ended(let outcome): .hasEnded(outcome)
            }
        // Before everything that came earlier and was not told yet; the next stop after everything that came meanwhile.
        events.insert(.input(.stopEnded(job)), at: 0)
        takeMessages()
        if case .stopped = change, let input = input(of: change) { events.append(.input(input)) }
    }

    private func drain() {
        switch work {
        case .process: break
        case .session(_, let terminal): terminal.drain(into: output)
        case .captured(_, let captured): captured.drain(into: output)
        }
    }

    private mutating func finishJob(_ failed: Bool, _ keepsSettings: Bool) {
        drain()
        progress?.finish()
        output.jobEnded(failed: failed)
        work.terminal?.finish(keepsSettings: keepsSettings)
        if work.terminal?.isInterrupted == true { events.append(.input(.keyInterrupt)) }
    }
}
