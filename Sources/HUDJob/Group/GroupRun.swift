import CTerminalSupport
import HUDCore
import HUDLibc
import HUDTerminal

/// The driver of ``GroupMachine``: waits for everything at once, tells the machine what happened, and carries out its actions. Each running job has a
/// thread of its own (``CapturedRun``).
final class GroupRun {
    /// A job from its first start until it is done.
    struct Member {
        var node: ProgressNode?
        var run: CapturedRun?
        var output: JournalEntry
        /// Why the system refused to start it.
        var refusal: HUDJobError?
        /// The line that says that it has failed.
        var head: [UInt8] = []
        /// How many pauses its thread was asked for and has not answered.
        var pauses = 0
    }

    /// A job that has failed and can run again.
    struct Failed {
        var node: ProgressNode
        /// What it has printed; nil if no key can show it.
        var output: JournalEntry?
    }

    /// What a group waits for.
    enum Source: Equatable {
        case mailbox
        /// Other programs on the terminal.
        case neighbors
        /// Output that goes on after the result of its job, by its descriptor.
        case late(Int32)
        /// Lines that name the jobs.
        case input
        /// The jobserver.
        case tokens
        case keys
    }

    /// Output that has not ended, and what takes it.
    struct LateOutput: Sendable {
        var output: OpenOutput
        var entry: JournalEntry
        var results: GroupResultFiles?
        /// Whether the lines of several jobs come from it, with their names.
        var isMerged = false
    }

    let configuration: JobGroup.Configuration
    let hud: HUD?
    /// What the jobs are parts of; nil without a HUD.
    let work: ProgressNode?
    /// Whether the group shows and hides the HUD, and reports its jobs by their numbers.
    let ownsHUD: Bool
    let display: JobDisplay
    let mailbox: Mailbox<GroupMessage>
    let journal: Journal
    let known: HistoryFile.Known
    let endedLeaders = EndedLeaders()
    let controller: JobGroup.Controller?
    var machine: GroupMachine
    /// The known jobs. Those that have succeeded are nil if the input goes on.
    var jobs: [JobGroup.Job?] = []
    var members: [Int: Member] = [:]
    /// The failed jobs, if keys or a controller can ask for another run.
    var failed: [Int: Failed] = [:]
    /// Whether a person types what the job that runs reads.
    let hasKeyboard: Bool
    /// Whether its keys are passed to it, through the pseudo-terminal of its output.
    let relaysKeys: Bool
    /// The keyboard; nil if it is not read.
    var keyboard: Keyboard?
    var keys = GroupKeys()
    /// Output that goes on after the result of its job.
    var late: [LateOutput] = []
    /// Whether no late output is read any more, because the group ends.
    var isFlushing = false
    var hasFlushed = false
    /// The program that shows the output of a job now; nil if none does.
    var pager: GroupPager?
    var files: GroupFiles
    /// Nil: slots are not shared.
    private(set) var jobserver: GroupJobserver?
    private var input: GroupInput?
    private let signals: SignalPipe?
    var loop = EventLoop<Source>()
    /// What has arrived in the mailbox, while it is received.
    private var arrivals: [Mailbox<GroupMessage>.Arrival] = []
    /// The first reason why something could not be written.
    var writeError: String?
    var listError: JobListError?
    var outcome: GroupMachine.Outcome?
    let begin = LiveClock.shared.now

    /// - Parameters:
    ///   - hud: The HUD, which this run shows and hides if `part` is nil; nil: there is none.
    ///   - part: What the jobs are parts of, in a HUD whose life is another's.
    ///   - controller: Passes requests to the group while it runs.
    init(
        _ group: JobGroup, under hud: HUD?, as part: ProgressNode? = nil, controller: JobGroup.Controller?
    ) throws(HUDJobError) {
        configuration = group.configuration
        self.hud = hud
        work = part ?? hud?.work
        ownsHUD = part == nil
        self.controller = controller
        display = JobDisplay(of: hud, reportsJobs: ownsHUD)
        signals = configuration.handlesSignals ? SignalPipe() : nil
        guard !configuration.handlesSignals || signals != nil,
            let mailbox = signals.map({ Mailbox<GroupMessage>(with: $0) }) ?? Mailbox<GroupMessage>()
        else { throw .system(errno) }
        self.mailbox = mailbox
        guard let journal = Journal(screen: display.screen, answering: mailbox) else {
            let error = errno
            signals?.close()
            throw .system(error)
        }
        self.journal = journal
        hasKeyboard = configuration.inheritsInput && configuration.limit == 1 && isatty(STDIN_FILENO) == 1
        relaysKeys =
            hasKeyboard && configuration.readsKeys && journal.isOnePlace && configuration.resultsFolder == nil
        known = configuration.usesHistory ? HistoryFile.Known() : HistoryFile.Known.none
        var waitsForAll = false
        switch group.source {
        case .list(let list):
            jobs = list
            waitsForAll = true
        case .lines(let descriptor, let end): input = GroupInput(descriptor, endingIn: end)
        }
        jobserver = Self.jobserver(for: configuration, jobs)
        var machine = GroupMachine.Configuration()
        machine.limit = max(1, configuration.limit)
        if configuration.jobserver == .client { machine.limit = jobserver == nil ? 1 : Self.mostByTokens }
        machine.usesTokens = jobserver != nil
        machine.waitsForAll = waitsForAll
        machine.halt = configuration.halt
        machine.retries = max(0, configuration.retries)
        machine.output = configuration.output
        self.machine = GroupMachine(machine)
        files = GroupFiles()
    }

    /// The most jobs at once if only the tokens of a make limit them.
    private static let mostByTokens = 1000

    private static func jobserver(for configuration: JobGroup.Configuration, _ jobs: [JobGroup.Job?]) -> GroupJobserver? {
        switch configuration.jobserver {
        case .off: return nil
        case .client: return GroupJobserver()
        case .server: return GroupJobserver(limit: max(1, configuration.limit), offersToAll: true)
        case .automatic:
            let isOfUse =
                jobs.isEmpty
                || jobs.indices.contains { index in
                    jobs[index].map { GroupJobserver.programs.contains($0.program(number: index + 1).fileName) } == true
                }
            return isOfUse ? GroupJobserver(limit: max(1, configuration.limit), offersToAll: false) : nil
        }
    }

    func run() throws(HUDJobError) -> JobGroup.Result {
        defer { signals?.close() }
        if jobserver == nil, configuration.jobserver == .client {
            say("make has no jobserver for this command; jobs run one at a time")
        }
        if jobserver == nil, configuration.jobserver == .server {
            say("can't offer a jobserver in the folder for temporary files")
        }
        do {
            files = try GroupFiles(configuration)
        } catch {
            return JobGroup.Result(notStarted: jobs.count, writeError: error.message, exitStatus: 125)
        }
        guard journal.start() else { throw .system(EAGAIN) }
        defer { journal.stop() }
        controller?.begin(mailbox)
        if relaysKeys { keyboard = Keyboard(STDIN_FILENO, waitsForForeground: true) }
        if let hud {
            work?.totalCount = jobs.isEmpty ? nil : jobs.count
            if configuration.trace != nil { hud.onRowEvent = { [mailbox] in mailbox.post(.row($0)) } }
            if configuration.readsKeys, !configuration.inheritsInput, hud.rows != .none {
                keyboard = Keyboard(STDIN_FILENO, waitsForForeground: true)
                display.screen?.keyHints = GroupKeys.hints
            }
            if ownsHUD { display.begin(hud, .tree) }
        }
        addJobs(from: 0)
        if input == nil { tell(.inputEnded) }
        while outcome == nil || pager != nil { wait() }
        endedLeaders.wait()
        flushLate()
        finishFiles()
        leave()
        handOverLate()
        return result()
    }

    // MARK: Waiting

    func wait() {
        let readsInput = input.map { $0.descriptor >= 0 && machine.state == .running && machine.waiting < GroupInput.mostWaiting }
        let keyDescriptor = keyDescriptor
        loop.watch(mailbox.readEnd, as: .mailbox)
        for descriptor in configuration.claim?.descriptors ?? [] { loop.watch(descriptor, as: .neighbors) }
        watchLate()
        if readsInput == true, let input { loop.watch(input.descriptor, as: .input) }
        if machine.wantsToken, let jobserver { loop.watch(jobserver.readEnd, as: .tokens) }
        loop.watch(keyDescriptor, as: .keys)
        loop.wake(at: machine.nextDeadline)
        if isWaitingForKeyboard, keyDescriptor < 0 { loop.wake(after: Self.keyboardPatience) }
        let ready = loop.wait()
        if ready.has(.mailbox) { takeArrivals() }
        if ready.has(.neighbors) { configuration.claim?.look(display.screen) }
        readLate(Set(ready.compactMap { if case .late(let descriptor) = $0.source { descriptor } else { nil } }))
        if ready.has(.input) { readInput() }
        if ready.has(.keys) { takeKeys() }
        if ready.has(.tokens), machine.wantsToken, jobserver?.take() == true { tell(.tokenTaken) }
        if machine.nextDeadline != nil { tell(.timePassed) }
    }

    private func takeArrivals() {
        arrivals = mailbox.take()
        // ^Z adds what has come while it waited.
        var index = 0
        while index < arrivals.count {
            receive(arrivals[index])
            index += 1
        }
        arrivals = []
    }

    private func receive(_ arrival: Mailbox<GroupMessage>.Arrival) {
        switch arrival {
        case .signal(let signal, _): take(signal)
        case .message(let message): receive(message)
        case .hudGone: break
        }
    }

    private func receive(_ message: GroupMessage) {
        switch message {
        case .paused(let job): members[job]?.pauses -= 1
        case .exited(let job): tell(.exited(job))
        case .takesMore: break
        case .left(let output): late.append(output)
        case .flushed: hasFlushed = true
        case .ended(let job, let ending):
            // A job that starts now may need its descriptors.
            members[job]?.run = nil
            tell(.ended(job, ending))
        case .refused(let job, let error):
            // While the job waits to start again, its descriptors are for the others.
            members[job]?.run = nil
            let isWanted = machine.running[job].map { $0.end == nil && !$0.isPaused } == true
            if error.errorNumber == EMFILE, isWanted, mergeLate() { return launch(job) }
            members[job]?.refusal = error
            tell(.refused(job, GroupMachine.Ending(kind: .notStarted(status: error.exitStatus))))
        case .unfinishedLine(let job): tell(.unfinishedLine(job))
        case .printed(let job):
            members[job] = nil
            tell(.printed(job))
        case .writeFailed(let message): fail(message)
        case .notKept(let number):
            say("can't keep output: " + String(cString: strerror(number)) + "; it is printed as it comes")
        case .asked(let request): tell(.asked(request))
        case .row(let event):
            do throws(GroupWriteError) {
                try files.trace?.add(event, at: begin.duration(to: event.time))
            } catch {
                fail(error.message)
            }
        case .pager(let change): pagerChanged(change)
        case .heldTooMuch: pager?.end()
        }
    }

    private func readInput() {
        let first = jobs.count
        do throws(GroupInput.Failure) {
            for job in try input?.read() ?? [] { jobs.append(job) }
        } catch {
            switch error {
            case .notRead(let number): fail("can't read jobs: " + String(cString: strerror(number)))
            case .notValid(let error):
                listError = error
                tell(.listFailed)
            }
        }
        work?.totalCount = jobs.isEmpty ? nil : jobs.count - machine.counts.skipped
        addJobs(from: first)
        if let input, input.descriptor < 0 { tell(.inputEnded) }
    }

    private func addJobs(from first: Int) {
        for index in first..<jobs.count {
            guard let job = jobs[index] else { continue }
            let isDone = files.successes?.contains(number: index + 1, command: job.commandLine(number: index + 1)) == true
            let expected = known.isEmpty ? nil : known.expected(for: job.words(number: index + 1))
            tell(.added(expected: expected, isDone: isDone))
            if isDone, let work { work.totalCount = work.totalCount.map { $0 - 1 } }
        }
    }

    // MARK: The machine

    func tell(_ fact: GroupMachine.Fact) {
        let hadJobs = !machine.running.isEmpty
        for action in machine.receive(fact, at: LiveClock.shared.now) { perform(action) }
        if hadJobs, machine.running.isEmpty { jobserver?.noJobRuns() }
    }

    func finish(_ outcome: GroupMachine.Outcome) { self.outcome = outcome }

    /// Something can't be written: the group ends.
    func fail(_ message: String) {
        if writeError == nil { writeError = message }
        tell(.outputFailed)
    }

    /// Prints a message of the group itself.
    func say(_ message: String) {
        if let onMessage = configuration.onMessage { onMessage(message) } else { display.log(message) }
    }

    // MARK: Signals

    private func take(_ signal: Int32) {
        if signal == SIGCONT { return }
        if outcome != nil { hasFlushed = true }
        if signal == SIGTSTP { return stop() }
        pager?.end()
        tell(.signal(signal))
    }

    /// Does what SIGHUP does, which went to the pager alone.
    func hangUp() {
        if signals != nil, hud_signal_is_ignored(SIGHUP) == 0 { tell(.signal(SIGHUP)) }
    }

    /// Stops the jobs and this process, for ^Z.
    func stop() {
        tell(.stopping)
        // The jobs' threads stop them. One that waits for the terminal can't.
        let patience = LiveClock.shared.now.advanced(by: .milliseconds(100))
        while machine.running.contains(where: { $0.value.isPaused && isPausing($0.key) }) {
            let new = mailbox.wait(until: patience)
            if new.isEmpty { break }
            for arrival in new {
                if case .message(.paused) = arrival { receive(arrival) } else { arrivals.append(arrival) }
            }
        }
        let before = LiveClock.shared.now
        keyboard?.giveBack()
        // The keys of a pager stop its process group alone, and no SIGTSTP has come here.
        if pager == nil {
            SignalPipe.stop(with: display.screen)
        } else {
            SignalPipe.stop(with: nil, terminal: nil, takesGroup: true)
        }
        configuration.claim?.stayAside(display.screen)
        hud?.leaveOut(before.duration(to: LiveClock.shared.now))
        tell(.continued)
    }

    /// Whether the thread of a job has yet to stop it.
    private func isPausing(_ job: Int) -> Bool { members[job].map { $0.run != nil && $0.pauses > 0 } == true }
}
