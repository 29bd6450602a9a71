import CTerminalSupport
import HUDCore
import HUDLibc
import HUDReports
import HUDTerminal

/// The driver of ``GroupMachine``: waits for everything at once, tells the machine what happened, and carries out its actions. Each running job has a
/// thread of its own (``CapturedRun``).
final class GroupRun {
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

    let configuration: JobGroup.Configuration
    var shown: GroupDisplay
    /// What folds the output of jobs; nil if nothing does.
    let folding: LogFolding?
    let mailbox: Mailbox<GroupMessage>
    let journal: Journal
    let endedLeaders = EndedLeaders()
    var machine: GroupMachine
    var jobs: GroupJobs
    var keyboard: GroupKeyboard
    var late = GroupLate()
    var files = GroupFiles()
    /// Nil: slots are not shared.
    private(set) var jobserver: GroupJobserver?
    var end = GroupEnd()
    var skips = GroupSkips()

    /// - Parameters:
    ///   - hud: The HUD, which this run shows and hides if `part` is nil; nil: there is none.
    ///   - part: What the jobs are parts of, in a HUD whose life is another's.
    ///   - controller: Passes requests to the group while it runs.
    init(
        _ group: JobGroup, under hud: HUD?, as part: ProgressNode? = nil, controller: JobGroup.Controller?
    ) throws(HUDJobError) {
        configuration = group.configuration
        shown = GroupDisplay(hud, as: part)
        jobs = try GroupJobs(group, canBeAsked: controller != nil)
        guard let mailbox = Mailbox<GroupMessage>(catching: configuration.handlesSignals ? SignalPipe.ofRun : nil) else {
            throw .system(errno)
        }
        self.mailbox = mailbox
        folding = shown.display.printsPlainLines ? .ofEnvironment() : nil
        let keeps = configuration.output.waits
        guard let journal = Journal(screen: shown.display.screen, folding: folding, keeps: keeps, answering: mailbox) else {
            let error = errno
            mailbox.close()
            throw .system(error)
        }
        self.journal = journal
        keyboard = GroupKeyboard(configuration, printsAtOnePlace: journal.isOnePlace)
        jobserver = Self.jobserver(for: configuration, jobs.list)
        let mostAsClient = jobserver == nil ? 1 : Self.mostByTokens
        machine = GroupMachine(
            .init(
                limit: configuration.jobserver == .client ? mostAsClient : configuration.slots, usesTokens: jobserver != nil,
                waitsForAll: jobs.input == nil, halt: configuration.halt, retries: max(0, configuration.retries),
                output: configuration.output))
        controller?.begin(mailbox)
    }

    /// The most jobs at once if only the tokens of a make limit them.
    private static let mostByTokens = 1000

    private static func jobserver(for configuration: JobGroup.Configuration, _ jobs: [JobGroup.Job]) -> GroupJobserver? {
        switch configuration.jobserver {
        case .off: return nil
        case .client: return GroupJobserver()
        case .server: return GroupJobserver(limit: configuration.slots, offersToAll: true)
        case .automatic:
            let isOfUse =
                jobs.isEmpty
                || jobs.indices.contains { GroupJobserver.programs.contains(jobs[$0].program(number: $0 + 1).fileName) }
            return isOfUse ? GroupJobserver(limit: configuration.slots, offersToAll: false) : nil
        }
    }

    func run() throws(HUDJobError) -> JobGroup.Result {
        defer { mailbox.close() }
        warnWithoutJobserver()
        do {
            files = try GroupFiles(configuration)
        } catch {
            end.fail(error.message, "files not written")
            return JobGroup.Result(
                notStarted: jobs.list.count, writeError: error.message, unopenedFile: error.unopenedFile, exitStatus: 125)
        }
        guard journal.start() else { throw .system(EAGAIN) }
        // In the middle of an output, the lines of a HUD would be part of it.
        LinePrinters.print(linesFor: STDERR_FILENO, by: journal)
        defer {
            LinePrinters.endPrinting(by: journal)
            journal.stop()
        }
        if keyboard.isRelayed { keyboard.open() }
        showHUD()
        startJobs()
        while end.outcome == nil || keyboard.pager != nil { wait() }
        endedLeaders.wait()
        flushLate()
        finishFiles()
        leave()
        flush()
        handOverLate()
        return end.result(machine.counts)
    }

    /// Says that jobs run without the jobserver that was asked for.
    private func warnWithoutJobserver() {
        guard jobserver == nil else { return }
        switch configuration.jobserver {
        case .off, .automatic: break
        case .client:
            say(
                "make has no jobserver for this command, as without -j, or if the recipe's line does not begin with '+'; "
                    + "jobs run one at a time")
        case .server:
            say("can't make a jobserver in the folder for temporary files; jobs run without it (set TMPDIR to another folder)")
        }
    }

    /// Shows the HUD, if its life is not another's, and reads the keys that act on its rows.
    private func showHUD() {
        guard let hud = shown.hud else { return }
        shown.work?.totalCount = jobs.list.isEmpty ? nil : jobs.list.count
        if configuration.trace != nil { hud.onRowEvent = { [mailbox] in mailbox.post(.row($0)) } }
        if configuration.readsKeys, !configuration.inheritsInput, hud.rows != .none, !shown.display.isAtParent {
            keyboard.open()
            shown.display.screen?.keyHints = GroupKeys.hints
        }
        if shown.ownsHUD { shown.display.begin(.tree) }
    }

    /// Starts the jobs that are known and can start.
    private func startJobs() {
        addJobs(from: 0)
        // Before a job starts, because the group may be cancelled already.
        for arrival in mailbox.take() { receive(arrival) }
        if jobs.input == nil { tell(.inputEnded) }
    }

    // MARK: Waiting

    func wait(until deadline: HUDInstant? = nil) {
        showUpcoming()
        let takesJobs =
            machine.state == .running && machine.counts.jobs.waiting < GroupInput.mostWaiting
            && jobs.waitingBytes < GroupInput.mostWaitingBytes
        let keyDescriptor = keyDescriptor()
        var loop = EventLoop<Source>()
        loop.watch(mailbox.readEnd, as: .mailbox)
        loop.watch(configuration.claim, as: .neighbors)
        watchLate(in: &loop)
        if takesJobs { loop.watch(jobs.input?.descriptor ?? -1, as: .input) }
        if machine.wantsToken, let jobserver { loop.watch(jobserver.tokens.readEnd, as: .tokens) }
        loop.watch(keyDescriptor, as: .keys)
        loop.wake(at: machine.nextDeadline)
        loop.wake(at: deadline)
        if keyboard.pager == nil, keyboard.isOpen, keyDescriptor < 0 { loop.wake(after: GroupKeyboard.patience) }
        let ready = loop.wait()
        configuration.claim?.look(shown.display.screen, isReady: ready.has(.neighbors))
        readLate(Set(ready.compactMap { if case .late(let descriptor) = $0.source { descriptor } else { nil } }))
        if ready.has(.input) { readInput() }
        if ready.has(.keys) { takeKeys() }
        if ready.has(.tokens), machine.wantsToken, jobserver?.tokens.take() == true { tell(.tokenTaken) }
        // The last, because ^Z stops this process here, and what was ready may not be ready after that.
        if ready.has(.mailbox) { for arrival in mailbox.take() { receive(arrival) } }
        if machine.nextDeadline != nil { tell(.timePassed) }
    }

    private func receive(_ arrival: Mailbox<GroupMessage>.Arrival) {
        switch arrival {
        case .signal(let signal, let isFromProcess): take(signal, isFromProcess: isFromProcess)
        case .message(let message): receive(message)
        case .hudGone: break
        }
    }

    private func receive(_ message: GroupMessage) {
        switch message {
        case .paused(let job): jobs.members[job]?.pauses -= 1
        case .fact(let fact): tell(fact)
        case .takesMore: break
        case .left(let output): late.outputs.append(output)
        case .flushed: late.flush = .none
        case .ended(let job, let ending):
            // A job that starts now may need its descriptors.
            jobs.members[job]?.run = nil
            tell(.ended(job, ending))
        case .refused(let job, let error):
            // While the job waits to start again, its descriptors are for the others.
            jobs.members[job]?.run = nil
            let isWanted = machine.running[job].map { $0.end == nil && !$0.isPaused } == true
            if error.errorNumber == EMFILE, isWanted, mergeLate() { return launch(job) }
            jobs.members[job]?.refusal = error
            // It may have to wait until another job has ended.
            jobs.members[job]?.node?.pause()
            tell(.refused(job, HUDJob.Result(status: .exited(error.exitStatus))))
        case .printed(let job):
            forget(job)
            tell(.printed(job))
        case .writeFailed(let message): fail(message)
        case .notKept(let number): say(OutputBuffer.notKept(number))
        case .row(let event):
            write { () throws(GroupWriteError) in
                try files.trace?.add(event, at: shown.begin.duration(to: event.time))
            }
        case .pager(let change): pagerChanged(change)
        case .heldTooMuch: keyboard.pager?.end()
        }
    }

    private func readInput() {
        let first = jobs.list.count
        do throws(GroupInput.Failure) {
            for (job, after) in try jobs.input?.read() ?? [] { jobs.add(job, after: after) }
        } catch {
            switch error {
            case .notRead(let number): fail("can't read jobs: " + errorText(number), "list not read")
            case .notValid(let error):
                end.listError = error
                tell(.listFailed)
            }
        }
        shown.work?.totalCount = jobs.list.isEmpty ? nil : jobs.list.count - machine.counts.doneBefore
        addJobs(from: first)
        if let input = jobs.input, input.descriptor < 0 { tell(.inputEnded) }
    }

    private func addJobs(from first: Int) {
        for index in first..<jobs.list.count {
            let job = jobs.list[index]
            let isDone = files.successes?.contains(number: index + 1, command: job.commandLine(number: index + 1)) == true
            let expected = jobs.known?.expected(for: job.words(number: index + 1))
            let after = jobs.predecessors[index] ?? []
            if !after.isEmpty { jobs.upcoming.add(index) }
            tell(.added(expected: expected, isDone: isDone, after: after))
            if isDone { jobs.forget(index) }
            if isDone, let work = shown.work { work.totalCount = work.totalCount.map { $0 - 1 } }
        }
    }

    // MARK: The machine

    func tell(_ fact: GroupMachine.Fact) {
        for action in machine.receive(fact, at: LiveClock.shared.now) { perform(action) }
        showPause()
        if !skips.jobs.isEmpty { printSkips() }
    }

    /// Something can't be read or written: the group ends.
    func fail(_ message: String, _ words: String = "output lost") {
        end.fail(message, words)
        tell(.outputFailed)
    }

    /// Writes to a file of the group. If that fails, the group ends.
    func write(_ body: () throws(GroupWriteError) -> Void) {
        do throws(GroupWriteError) { try body() } catch { fail(error.message) }
    }

    /// Prints a message of the group itself.
    func say(_ message: String) {
        if let onMessage = configuration.onMessage { onMessage(message) } else { shown.display.log(message) }
    }

    // MARK: Signals

    private func take(_ signal: Int32, isFromProcess: Bool) {
        if signal == SIGCONT { return }
        if signal == SIGTSTP { return stop() }
        guard end.requests.take(signal, isFromProcess: isFromProcess, at: LiveClock.shared.now) else { return }
        if end.outcome != nil {
            late.flush = .givenUp
            end.lateSignal = end.lateSignal ?? signal
        }
        keyboard.pager?.end()
        tell(.signal(signal))
        // Jobs may take their time.
        if signal == SIGINT, end.outcome == nil, shown.ownsHUD, shown.display.screen != nil {
            shown.hud?.detailsLabel = machine.isKilling ? "killed" : "^C again kills them"
        }
    }

    /// Does what SIGHUP does, which went to the pager alone.
    func hangUp() {
        if configuration.handlesSignals, !hud_signal_is_ignored(SIGHUP) { tell(.signal(SIGHUP)) }
    }

    /// Stops the jobs and this process, for ^Z.
    ///
    /// - Parameter keys: What was typed behind ^Z, if that was read as a key, so that the rest of our group has not got the signal; nil: it was a signal.
    func stop(keys: ArraySlice<UInt8>? = nil) {
        keyboard.giveBack(keys ?? [])
        shown.display.stop(claim: configuration.claim, isInPager: keyboard.pager != nil, takesGroup: keys != nil) {
            tell(.stopping)
            waitForPauses()
        }
        tell(.continued)
    }

    /// The jobs' threads stop them. One that waits for the terminal can't.
    private func waitForPauses() {
        let patience = LiveClock.shared.now.advanced(by: .milliseconds(100))
        var others: [Mailbox<GroupMessage>.Arrival] = []
        while machine.running.contains(where: { $0.value.isPaused && isPausing($0.key) }) {
            let new = mailbox.wait(until: patience)
            if new.isEmpty { break }
            for arrival in new {
                if case .message(.paused) = arrival { receive(arrival) } else { others.append(arrival) }
            }
        }
        for arrival in others { mailbox.add(arrival) }
    }

    /// Whether the thread of a job has yet to stop it.
    private func isPausing(_ job: Int) -> Bool { jobs.members[job].map { $0.run != nil && $0.pauses > 0 } == true }

    // MARK: The end

    private func finishFiles() {
        do throws(GroupWriteError) {
            try files.trace?.finish(at: shown.elapsed)
        } catch {
            end.fail(error.message)
        }
    }

    private func leave() {
        keyboard.endReading()
        defer { keyboard.giveBack() }
        // No key works any more, although the outcome may be shown for a while.
        shown.display.screen?.keyHints = []
        guard shown.hud != nil, shown.ownsHUD else { return }
        shown.display.reporter?.report(totals: machine.counts.jobs)
        if configuration.showsUsage { shown.hud?.usage = end.usage }
        let outcome = hudOutcome
        let elapsed = shown.elapsed
        let arrived = shown.display.remove(
            outcome, delay: configuration.hideDelay, isInterrupted: end.isInterrupted || end.lateSignal != nil,
            watching: mailbox
        ) { [self] in
            keyboard.giveBack()
            shown.display.stop(claim: configuration.claim)
        }
        end.lateSignal = end.lateSignal ?? arrived
        shown.display.finish(elapsed: elapsed, outcome)
    }

    /// The outcome of the group, when it has ended.
    var hudOutcome: HUDOutcome { end.hudOutcome(machine.counts) }
}
