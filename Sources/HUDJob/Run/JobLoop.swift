import HUDCore
import HUDLibc
import HUDTerminal

/// The driver of ``JobMachine``: waits for everything at once, tells the machine what happened, and carries out its actions.
struct JobLoop {
    /// What is processed next.
    private enum Event {
        case input(JobMachine.Input)
        /// The job may have changed its state.
        case checkJob
    }

    let work: JobWork
    let hud: HUD?
    let display: JobDisplay
    let output: OutputKeeper
    let watch: JobWatch
    /// Where ``SignalPipe`` is read; -1 if signals are not caught.
    let signals: Int32
    /// Messages of other threads.
    let mailbox: JobMailbox
    /// How long the outcome stays on the screen.
    let hideDelay: Duration
    /// Called when the job has ended and its output has not.
    let hasExited: (@Sendable () -> Void)?
    /// Whether more output can be taken. If not, the mailbox gets a letter when it can. nil: always.
    let takesMore: (@Sendable (JobMailbox) -> Bool)?
    let neighbors: TerminalNeighbors?
    /// Keeps the input of the next program open until the HUD is gone; nil if that is not needed.
    let outputPipe: OutputPipe?
    private(set) var policy = NeighborPolicy()
    var progress: ProgressPipe?
    var result: JobMachine.Result?
    private(set) var machine: JobMachine
    private var events: [Event] = []

    init(
        work: JobWork, hud: HUD?, display: JobDisplay, output: OutputKeeper, watch: JobWatch, timeLimit: Duration?,
        progress: ProgressPipe?, signals: Int32, mailbox: JobMailbox, hideDelay: Duration, drain: Duration = .seconds(1),
        hasExited: (@Sendable () -> Void)? = nil, takesMore: (@Sendable (JobMailbox) -> Bool)? = nil,
        neighbors: TerminalNeighbors? = nil, outputPipe: OutputPipe? = nil
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
        self.hasExited = hasExited
        self.takesMore = takesMore
        self.neighbors = neighbors
        self.outputPipe = outputPipe
        let face: JobMachine.Face = hud == nil ? .none : display.screen == nil ? .lines : .onScreen
        machine = JobMachine(
            .init(hasTerminal: work.terminal != nil, face: face, timeLimit: timeLimit, drain: drain), at: watch.begin)
    }

    /// Runs until the job has ended and the HUD is gone.
    mutating func run() -> JobMachine.Result {
        let watched = hud.map { hud in display.watch(hud) { [mailbox] in mailbox.post(.hudGone) } }
        defer {
            watched?.end()
            work.end(output)
            outputPipe?.release()
        }
        tell(.started)
        settle()
        while true {
            if let result { return result }
            wait()
            settle()
            if machine.waitsForReaders { tell(.readersChecked(unread: work.unread, isHUDOnScreen: hud?.isOnScreen == true)) }
            tell(.turnEnded)
            settle()
        }
    }

    // MARK: Waiting

    private mutating func wait() {
        var wait = JobWait()
        wait.add(signals, for: .signals)
        wait.add(mailbox.readEnd, for: .mailbox)
        wait.add(progress?.waits ?? [], for: .progress)
        wait.add(neighbors?.waits ?? [], for: .neighbors)
        let readsOutput = takesMore?(mailbox) ?? true
        if machine.hasJob {
            work.addWaits(to: &wait, withOutput: readsOutput)
            wait.limit(to: outputPipe?.wait ?? -1)
        } else if machine.waitsForOutput, readsOutput {
            work.addOutput(to: &wait)
        }
        let now = LiveClock.shared.now
        if let deadline = machine.nextDeadline(at: now) {
            wait.limit(to: now.duration(to: deadline).pollTimeout)
        }
        wait.wait()
        if wait.isReady(.progress) { progress?.pump() }
        if wait.isReady(.neighbors) { lookAtNeighbors() }
        // Before keys are relayed, because a key is for the job only while there is one.
        if wait.isReady(.reports) {
            events.append(.checkJob)
            settle()
        }
        // The job's end closes the pipe as well. It is kept open after that.
        if machine.hasJob { outputPipe?.check() }
        let relayed = machine.hasJob || machine.waitsForOutput ? work.relay(wait, into: output) : .all
        // Output that can't be taken is not silent.
        if machine.waitsForOutput, wait.isReady(.output) || !readsOutput { tell(work.isOutputOpen ? .outputRead : .outputEnded) }
        if case .hungUp = relayed { tell(.keyboardClosed) }
        if case .interrupted = relayed { return takeMessages() }
        if wait.isReady(.signals) || wait.isReady(.mailbox) { takeMessages() }
    }

    /// Reads the signals and the letters that have arrived.
    mutating func takeMessages() {
        for message in signals < 0 ? [] : SignalPipe.messages(from: signals) {
            guard case .signal(let signal, let isFromProcess) = message else { continue }
            events.append(signal == SIGCHLD ? .checkJob : .input(.signal(signal, isFromProcess: isFromProcess)))
        }
        for letter in mailbox.letters {
            switch letter {
            case .hudGone: tell(.hudGone)
            case .cancel: tell(.cancelled)
            case .kill: tell(.killed)
            case .pause: tell(.paused)
            case .resume: tell(.resumed)
            case .keys: work.type(mailbox.takeKeys())
            case .takesMore: break
            }
        }
    }

    /// Takes the HUD off the terminal while there are neighbors on it.
    private mutating func lookAtNeighbors() {
        guard let neighbors else { return }
        let newcomers = neighbors.look()
        switch policy.change(isAlone: neighbors.isAlone, isShared: work.terminal?.isShared == true) {
        case .none: break
        case .stepAside:
            display.screen?.suspend()
            work.terminal?.shareFromNowOn()
        case .comeBack: display.screen?.resume(isOnNewLine: true)
        }
        for newcomer in newcomers { neighbors.answer(newcomer) }
    }

    // MARK: The machine

    /// Queues an input.
    mutating func tell(_ input: JobMachine.Input) {
        events.append(.input(input))
    }

    /// Queues the answer to an action, before everything that has happened and was not told yet.
    mutating func answer(_ input: JobMachine.Input) {
        events.insert(.input(input), at: 0)
    }

    /// Tells the machine everything that has happened.
    private mutating func settle() {
        while !events.isEmpty {
            switch events.removeFirst() {
            case .input(let input):
                for action in machine.receive(input, at: LiveClock.shared.now) { perform(action) }
                if input == .paused { mailbox.notePaused() }
            case .checkJob:
                guard machine.hasJob else { break }
                let change = work.job.check()
                // What the job has written is there by now, so the output has ended unless another process has it.
                if case .ended = change { work.drain(into: output) }
                if let input = JobMachine.Input(change, in: work.surroundings, isOutputOpen: work.isOutputOpen) { answer(input) }
            }
        }
    }
}
