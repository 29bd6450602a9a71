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

    /// What it waits for.
    enum Source: Equatable {
        case mailbox
        case progress
        /// Other programs on the terminal.
        case neighbors
        /// Reports of the job's leader.
        case reports
        /// The job's terminal, our keyboard and our screen.
        case terminal, keyboard, screen
        /// An output that is read here, by its place.
        case output(Int)
        /// What the job prints elsewhere.
        case prints

        var isOutput: Bool { if case .output = self { true } else { false } }
    }

    let work: JobWork
    /// Has no HUD if the job's output is read here, because then the caller shows and hides it.
    let relay: RelayDisplay
    var outputs: JobOutputs
    let begin: HUDInstant
    let mailbox: Mailbox<JobMessage>
    let configuration: HUDJob.Configuration
    let place: JobPlace
    var result: HUDJob.Result?
    /// What the job has cost; nil until it has ended, and if that is not known.
    private(set) var usage: HUDUsage?
    private(set) var machine: JobMachine
    private var events: [Event] = []
    private var loop = EventLoop<Source>()

    init(
        work: JobWork, configuration: HUDJob.Configuration, outputs: JobOutputs, begin: HUDInstant,
        mailbox: Mailbox<JobMessage>, relay: RelayDisplay = RelayDisplay(display: JobDisplay(of: nil)),
        place: JobPlace = JobPlace()
    ) {
        self.work = work
        self.relay = relay
        self.outputs = outputs
        self.begin = begin
        self.mailbox = mailbox
        self.configuration = configuration
        self.place = place
        let display = relay.display
        let medium: JobMachine.Medium = display.hud == nil ? .none : display.screen == nil ? .lines : .onScreen
        machine = JobMachine(
            .init(
                hasTerminal: work.terminal != nil, medium: medium, timeLimit: configuration.timeLimit,
                idleLimit: configuration.idleLimit, drain: place.drain),
            at: begin)
    }

    /// Runs until the job has ended and the HUD is gone.
    mutating func run() -> HUDJob.Result {
        defer {
            work.end(outputs.buffer)
            relay.outputPipe?.release()
        }
        let (display, mailbox) = (relay.display, mailbox)
        return display.watch {
            mailbox.postHUDGone()
        } during: {
            follow()
        }
    }

    private mutating func follow() -> HUDJob.Result {
        tell(.started)
        settle()
        while true {
            if let result { return result }
            let isHeldUp = watch()
            take(loop.wait(), isHeldUp: isHeldUp)
            settle()
            if machine.waitsForReaders {
                tell(.readersChecked(unread: work.unread, isHUDOnScreen: relay.display.hud?.isOnScreen == true))
            }
            if machine.countsSilence { tell(.attended(work.waitsForPerson || outputs.buffer.isOnAlternateScreen)) }
            tell(.turnEnded)
            settle()
        }
    }

    // MARK: Waiting

    /// Says what the next wait is for.
    ///
    /// - Returns: Whether output can't be taken now.
    private mutating func watch() -> Bool {
        loop.watch(mailbox.readEnd, as: .mailbox)
        outputs.watch(in: &loop)
        relay.watch(in: &loop)
        let readsOutput = place.receiver?.takesMore(mailbox) ?? true
        let isHeldUp = !readsOutput || work.isHeldUp(into: outputs.buffer)
        if machine.hasJob {
            work.watch(in: &loop, into: readsOutput ? outputs.buffer : nil)
            loop.wake(at: relay.outputPipe?.nextCheck)
            outputs.watchJob(in: &loop, countsSilence: machine.countsSilence)
        } else if machine.waitsForOutput, readsOutput {
            work.watchOutput(in: &loop, into: outputs.buffer)
        }
        loop.wake(at: machine.nextDeadline(at: LiveClock.shared.now))
        return isHeldUp
    }

    /// Takes what a wait has found ready.
    private mutating func take(_ ready: [EventLoop<Source>.Event], isHeldUp: Bool) {
        outputs.printer?.printLines()
        outputs.takeReports(ready)
        relay.look(ready, on: work.terminal)
        // Before keys are relayed, because a key is for the job only while there is one.
        if ready.has(.reports) {
            events.append(.checkJob)
            settle()
        }
        // The job's end closes the pipe as well. It is kept open after that.
        if machine.hasJob { relay.outputPipe?.check() }
        let relayed = machine.hasJob || machine.waitsForOutput ? work.relay(ready, into: outputs.buffer) : .all
        if machine.hasJob { outputs.buffer.look() }
        // Output that can't be taken is not silent.
        if machine.waitsForOutput {
            if !work.isOutputOpen(afterRequest: true) {
                tell(.outputEnded)
            } else if ready.contains(where: \.source.isOutput) || isHeldUp {
                tell(.outputRead)
            }
        }
        // Every output is looked at, so that none is taken for a later one.
        let hasPrinted = outputs.hasPrinted(ready)
        if machine.countsSilence, hasPrinted || isHeldUp || work.hasRead(ready) { tell(.outputRead) }
        if case .hungUp = relayed { tell(.keyboardClosed) }
        if case .interrupted = relayed { return takeMessages() }
        if ready.has(.mailbox) { takeMessages() }
    }

    /// Takes the signals and the messages that have arrived.
    mutating func takeMessages() {
        for arrival in mailbox.take() {
            switch arrival {
            case .signal(SIGCHLD, _): events.append(.checkJob)
            case .signal(let signal, let isFromProcess): tell(.signal(signal, isFromProcess: isFromProcess))
            case .hudGone: tell(.hudGone)
            case .message(.input(let input)): tell(input)
            case .message(.keys(let keys)): work.type(keys)
            case .message(.takesMore): break
            }
        }
    }

    // MARK: The machine

    /// Queues an input.
    mutating func tell(_ input: JobMachine.Input) {
        events.append(.input(input))
    }

    /// Whether a signal has come that ends this process, and the machine was not told yet.
    var isAskedToEnd: Bool {
        events.contains { if case .input(.signal(let signal, _)) = $0 { JobMachine.endSignals.contains(signal) } else { false } }
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
                if input == .paused || input == .resumed, let run = machine.run {
                    outputs.follower.shown.node?.count(since: run.begin, pausedAt: run.pausedAt)
                }
                if input == .paused { place.notices.hasPaused() }
            case .checkJob:
                guard machine.hasJob else { break }
                let change = check()
                // What the job has written is there by now, so the output has ended unless another process has it.
                if case .ended = change { work.drain(into: outputs.buffer) }
                let isOutputOpen = work.isOutputOpen(afterRequest: machine.endsByRequest)
                if let input = JobMachine.Input(change, in: work.surroundings, isOutputOpen: isOutputOpen) { answer(input) }
            }
        }
    }

    /// Finds out how the job has changed.
    mutating func check() -> Job.Change {
        let change = work.job.check()
        if case .ended(_, let usage) = change {
            self.usage = usage
            if configuration.showsUsage { relay.display.hud?.usage = usage }
        }
        return change
    }
}

/// What other threads tell the thread that runs a job.
enum JobMessage: Sendable {
    /// That the job must end, stop or go on.
    case input(JobMachine.Input)
    /// Keys were typed for the job.
    case keys([UInt8])
    /// More output can be taken.
    case takesMore
}
