import CTerminalSupport
import HUDCore
import HUDLibc
import HUDReports
import Synchronization

// The actions of the machine.
extension GroupRun {
    func perform(_ action: GroupMachine.Action) {
        switch action {
        case .start(let job, let attempt, let slot): start(job, attempt: attempt, slot: slot)
        case .terminate(let job): tell(job, .cancelled)
        case .kill(let job): tell(job, .killed)
        case .pause(let job):
            if jobs.members[job]?.run != nil { jobs.members[job]?.pauses += 1 }
            tell(job, .paused)
            jobs.members[job]?.node?.pause()
        case .resume(let job):
            tell(job, .resumed)
            jobs.members[job]?.node?.resume()
        case .showLine(let job): jobs.members[job]?.output.showLine()
        // A fold is printed when the job has ended.
        case .goLive(let job): if folding == nil || configuration.output == .prefix { jobs.members[job]?.output.goLive() }
        case .print(let job): print(job)
        case .discard(let job):
            jobs.members[job]?.output.drop()
            if let head = jobs.members[job]?.head { journal.print(head) }
            forget(job)
        case .retry(let job, let run, let ending):
            // What is kept is printed if the group ends before the job runs again.
            jobs.members[job]?.output.endLines()
            jobs.members[job]?.node?.end(ending.hudOutcome)
            report(job, run, ending, ending.hudOutcome, willRetry: true)
        case .record(let job, let run, let ending, let outcome): record(job, run, ending, outcome)
        case .skip(let job, let obstacle, let stage): skip(job, after: obstacle, stage)
        case .unskip(let job): unskip(job)
        case .returnToken: jobserver?.tokens.giveBack()
        case .refillTokens: jobserver?.refill()
        case .finish(let outcome): end.outcome = outcome
        }
    }

    /// Tells the thread of a job what the job must do.
    private func tell(_ job: Int, _ input: JobMachine.Input) { jobs.members[job]?.run?.mailbox.post(.input(input)) }

    // MARK: Starts

    private func start(_ number: Int, attempt: Int, slot: Int) {
        let job = jobs.list[number]
        jobs.noteStart(of: number)
        jobs.predecessors[number] = nil
        let name = job.shownName
        let failed = jobs.failed.removeValue(forKey: number)
        // A job that runs again keeps its part.
        let node = jobs.members[number]?.node ?? failed?.node
        if configuration.output != .prefix { jobs.members[number]?.output.drop() }
        var member = GroupJobs.Member(node: node, run: nil, output: output(of: number, name))
        member.reportedAttempt = jobs.members[number]?.reportedAttempt
        // If the group ends before this run has begun, the last one is logged.
        member.begins = [attempt: .nanoseconds(hud_wall_time())]
        member.begins[attempt - 1] = jobs.members[number]?.begins[attempt - 1]
        let expected = jobs.known?.expected(for: job.words(number: number + 1))
        // Before its part begins, which is reported as well.
        shown.display.reporter?.report(
            started: .init(number: number + 1, name: name.text, attempt: attempt, slot: slot + 1, expected: expected))
        node?.restart()
        if let work = shown.work, node == nil { member.node = part(of: number, name, work) }
        jobs.members[number] = member
        launch(number)
    }

    /// Starts the command of a job. The answer is a message.
    func launch(_ number: Int) {
        guard let member = jobs.members[number] else { return }
        let job = jobs.list[number]
        let results: GroupResultFiles?
        do throws(GroupWriteError) {
            results = try files.results(of: job.rawName, number: number + 1)
        } catch  where [EMFILE, ENFILE].contains(error.errorNumber) {
            return mailbox.post(.refused(number, .system(error.errorNumber)))
        } catch {
            mailbox.post(.ended(number, HUDJob.Result(status: .exited(125))))
            return mailbox.post(.writeFailed(error.message))
        }
        do throws(HUDJobError) {
            let run = try makeRun(number, job, member, results)
            jobs.members[number]?.run = run
            let mailbox = mailbox
            let output = member.output
            let handed = Mutex<CapturedRun?>(run)
            let hasStarted = JobThread.startIfPossible {
                let message = Self.message(running: handed, of: number, job, in: output)
                mailbox.post(message)
            }
            if !hasStarted { throw .system(EAGAIN) }
        } catch {
            mailbox.post(Self.message(for: error, of: number, job, in: member.output))
        }
    }

    /// The part of a job that starts.
    private func part(of number: Int, _ name: CommandArgument, _ work: ProgressNode) -> ProgressNode {
        var share = work.subprogress(assigningCount: 1, label: name.text)
        share.number = shown.ownsHUD ? number + 1 : ProgressShare.leavesOwnLine
        return share.start()
    }

    private func output(of number: Int, _ name: CommandArgument) -> JournalEntry {
        let hasTail = shown.display.failureTail != nil && [.failure, .hide].contains(configuration.output)
        let mode: JournalMachine.Mode =
            switch configuration.output {
            // The output of jobs that follow each other need not wait.
            case .group where keyboard.isOfJob: .live
            case .failure where hasTail: .dropped
            case .failure, .group, .keepOrder: .kept
            case .prefix: .lines
            case .hide: .dropped
            }
        return journal.open(number, name: name, mode, keepsPrinted: keyboard.actsOnRows, asks: keyboard.isOfJob, hasTail: hasTail)
    }

    /// Runs a job, and returns what is reported for it. By then the run has closed its descriptors, unless the driver still has it.
    private static func message(
        running handed: borrowing Mutex<CapturedRun?>, of number: Int, _ job: JobGroup.Job, in output: JournalEntry
    ) -> GroupMessage {
        do throws(HUDJobError) {
            guard let run = handed.withLock({ $0.take() }) else { throw .system(EAGAIN) }
            return .ended(number, try run.run())
        } catch {
            return message(for: error, of: number, job, in: output)
        }
    }

    /// What is reported for a job that could not be started.
    private static func message(
        for error: HUDJobError, of number: Int, _ job: JobGroup.Job, in output: JournalEntry
    ) -> GroupMessage {
        if error.code == .outOfResources { return .refused(number, error) }
        explain(error, of: number, job, in: output)
        return .ended(number, HUDJob.Result(status: .exited(error.exitStatus)))
    }

    /// Adds to a job's output why it could not be started.
    private static func explain(_ error: HUDJobError, of number: Int, _ job: JobGroup.Job, in output: JournalEntry) {
        let words = job.words(number: number + 1)
        let line = Array("can't run \(ShellWord.quoted(words.first?.text ?? "")): \(error.reason)\n".utf8)
        line.withUnsafeBytes { output.append($0, from: .errors) }
    }

    // MARK: Ends

    /// A job is done, and its output is printed or dropped.
    func forget(_ job: Int) {
        jobs.members[job] = nil
        let canBeAsked = keyboard.actsOnRows || jobs.canBeAsked
        if !canBeAsked || !machine.hasFailed(job) { jobs.forget(job) }
    }

    private func print(_ job: Int) {
        guard let member = jobs.members[job] else { return mailbox.post(.printed(job)) }
        member.output.finish(head: member.head, fold: member.fold)
    }

    private func record(
        _ job: Int, _ run: GroupMachine.Run, _ ending: HUDJob.Result, _ outcome: HUDOutcome
    ) {
        if let usage = ending.usage, configuration.showsUsage, shown.display.screen != nil {
            jobs.members[job]?.node?.detailsLabel = usage.description
        }
        if let folding {
            let (name, token) = (jobs.list[job].name, LogFolding.makeToken())
            let end = Duration.nanoseconds(hud_wall_time())
            let fold =
                outcome == .succeeded
                ? folding.fold(name, number: job + 1, end: end, elapsed: ending.elapsed, token: token)
                : folding.open(token: token)
            jobs.members[job]?.fold = fold
        }
        jobs.members[job]?.node?.end(outcome)
        if TaskState(outcome).isFailure {
            if let member = jobs.members[job], let error = member.refusal {
                Self.explain(error, of: job, jobs.list[job], in: member.output)
            }
            let head = headLine(of: job, ending)
            jobs.members[job]?.head = head
            if keyboard.actsOnRows || jobs.canBeAsked, let member = jobs.members[job], let node = member.node {
                jobs.failed[job] = GroupJobs.Failed(node: node, output: keyboard.actsOnRows ? member.output : nil)
                if keyboard.actsOnRows { member.output.store() }
            }
        }
        report(job, run, ending, outcome, willRetry: false)
        // If it is the job's turn, it is printed after this.
        if configuration.output == .keepOrder { jobs.members[job]?.output.store() }
        write { () throws(GroupWriteError) in
            let member = jobs.members[job]
            let begin = member?.begins[run.attempt] ?? .nanoseconds(hud_wall_time())
            try files.log(job, at: begin, ending, jobs.list[job], received: member?.output.received ?? 0)
        }
    }

    // MARK: Skipped jobs

    private func skip(_ number: Int, after obstacle: Int, _ stage: GroupDependencies.Stage) {
        let job = jobs.list[number]
        jobs.noteStart(of: number)
        let reason = stage.reason(after: jobs.list[obstacle].name)
        if skips.jobs.isEmpty { skips.reason = reason }
        skips.jobs.append(job.name)
        shown.work?.skip(1)
        shown.display.reporter?.report(skipped: number + 1, in: nil, job.name, reason: reason)
        write { () throws(GroupWriteError) in
            try files.log(skipped: number, at: .nanoseconds(hud_wall_time()), reason, job)
        }
    }

    private func unskip(_ number: Int) {
        shown.work?.skip(-1)
        jobs.upcoming.add(number)
    }

    // MARK: Reports

    private func report(
        _ number: Int, _ run: GroupMachine.Run, _ ending: HUDJob.Result, _ outcome: HUDOutcome, willRetry: Bool
    ) {
        let name = jobs.list[number].name
        let hasHeadLine = TaskState(outcome).isFailure && !willRetry
        let isKnown = jobs.members[number]?.reportedAttempt == run.attempt
        // Before anything is written: if that fails, the group ends, and the job is done.
        if willRetry { jobs.members[number]?.reportedAttempt = run.attempt }
        // Otherwise the head line says it, or the event of the run's end is there.
        if shown.display.failureTail == nil, folding != .github || !hasHeadLine, !isKnown || !shown.display.reportsFactsOnly {
            shown.display.reporter?.report(
                ended: .init(number: number + 1, name: name, attempt: run.attempt, slot: run.slot + 1, expected: nil), outcome,
                status: ending.exitStatus, elapsed: ending.elapsed, usage: configuration.showsUsage ? ending.usage : nil,
                willRetry: willRetry)
        }
        if isKnown { return }
        end.add(ending.usage)
        write { () throws(GroupWriteError) in
            try files.trace?.add(number, name: name, run, ending, begin: shown.begin.duration(to: run.begin))
        }
    }
}
