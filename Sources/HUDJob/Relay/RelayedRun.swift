import CTerminalSupport
import HUDCore
import HUDLibc
import HUDTerminal
import Synchronization

/// One run of a ``HUDJob`` with the keyboard, the signals and the window of this process.
struct RelayedRun {
    private static let isRunning = Atomic(false)

    let job: HUDJob
    /// The session's leader, which ends while the run cleans up.
    private let endedLeaders = EndedLeaders()

    private var configuration: HUDJob.Configuration { job.configuration }

    func run(_ makeHUD: (HUDJob.RelayTerminal) -> HUD?) throws(HUDJobError) -> HUDJob.Result {
        precondition(!Self.isRunning.exchange(true, ordering: .relaxed), "a process relays one command at a time")
        defer { Self.isRunning.store(false, ordering: .relaxed) }
        let follower = try ProgressFollower(of: configuration)
        // First of all, to get a low descriptor: some shells only support descriptors of one digit.
        var progress = try ProgressPipe.open(configuration.progress, for: follower)
        do throws(HUDJobError) {
            return try run(makeHUD, follower, progress)
        } catch {
            progress?.close()
            throw error
        }
    }

    private func run(
        _ makeHUD: (HUDJob.RelayTerminal) -> HUD?, _ follower: ProgressFollower, _ progress: ProgressPipe?
    ) throws(HUDJobError) -> HUDJob.Result {
        var signals = try RelaySignals()
        defer {
            // Before the program's handler of SIGCHLD is back.
            endedLeaders.wait()
            signals.restore()
        }
        return try run(makeHUD, follower, progress, &signals)
    }

    private func run(
        _ makeHUD: (HUDJob.RelayTerminal) -> HUD?, _ follower: ProgressFollower, _ progress: ProgressPipe?,
        _ signals: inout RelaySignals
    ) throws(HUDJobError) -> HUDJob.Result {
        let mailbox = Mailbox<JobMessage>(with: signals.pipe)
        let descriptor = isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO
        let terminal = JobTerminal(on: descriptor)
        // The renderer reads its settings until the end.
        defer { withExtendedLifetime(terminal) {} }
        let place = HUDJob.RelayTerminal(descriptor: descriptor, of: terminal)
        let display = JobDisplay(of: makeHUD(place))
        // Created before the command starts, so that no command appears to have taken less time than it did.
        let begin = LiveClock.shared.now
        let needsTerminal = place.claimed?.canDraw == false || needsTerminal(display)
        let (work, prints) = try start(on: needsTerminal ? terminal : nil, display, progress, &signals)
        progress?.closeWriteEnd()
        var outputPipe: OutputPipe?
        if configuration.handsDescriptorsOver {
            hud_close_inherited()
            if display.screen != nil { outputPipe = OutputPipe() }
        }
        let run = JobRun(job, display: display, followers: [follower], begin: begin)
        let printer = RelayedOutput(to: descriptor)
        defer { printer.end() }
        let buffer = buffer(display, printer, follower)
        if let terminal = work.terminal {
            buffer.question = JobQuestion(on: terminal, isCovered: display.screen?.coversOutput == true)
            if display.screen == nil {
                printer.takeLines(for: [STDOUT_FILENO, STDERR_FILENO].filter(hud_is_controlling_terminal))
            }
        }
        var loop = JobLoop(
            work: work, configuration: configuration,
            outputs: JobOutputs(buffer: buffer, follower: follower, progress: progress, prints: prints, printer: printer),
            begin: begin,
            mailbox: mailbox, relay: RelayDisplay(display: display, claim: place.claimed, outputPipe: outputPipe))
        return run.finish(&loop)
    }

    /// If nothing is drawn, the command uses our terminal directly, unless its output has to be kept or read.
    ///
    /// A parent that shows the HUD steps aside from a terminal that is relayed. It recognizes the same progress in the output itself.
    private func needsTerminal(_ display: JobDisplay) -> Bool {
        let isRecognized = configuration.progress == .auto && display.isAtParent
        let readsOutput = configuration.progress.readsOutput && display.hud != nil && !isRecognized || configuration.onLine != nil
        return display.screen != nil || configuration.output != .show || readsOutput || configuration.idleLimit != nil
    }

    /// Watches what the command prints to descriptors that are not its terminal, if its silence counts; nil: there is no such descriptor.
    ///
    /// - Throws: ``HUDJobError`` if that can't be seen, or if output must not be on a terminal that the command gets as it is.
    private func watchPrints(besides terminal: JobTerminal?, _ display: JobDisplay) throws(HUDJobError) -> PrintWatch? {
        let descriptors = [STDOUT_FILENO, STDERR_FILENO].filter { terminal == nil || !hud_is_controlling_terminal($0) }
        if descriptors.contains(where: { mustNotShare($0, with: display) }) {
            throw HUDJobError(code: .unseenOutput, errorNumber: ENXIO)
        }
        if configuration.idleLimit == nil || descriptors.isEmpty { return nil }
        if let prints = PrintWatch(of: descriptors) { return prints }
        // What is printed on the terminal is seen.
        if errno == ENODATA, terminal != nil, descriptors.count == 1 { return nil }
        throw HUDJobError(code: .unseenOutput, errorNumber: errno)
    }

    /// Whether the command can't have a descriptor as it is: it is a terminal, and what the command prints could not be told from the HUD; or it is not
    /// ours, and what is printed must not appear there. On ours it does if the system has no descriptors or processes left for another one.
    private func mustNotShare(_ descriptor: Int32, with display: JobDisplay) -> Bool {
        guard isatty(descriptor) == 1 else { return false }
        return configuration.output != .show && !hud_is_controlling_terminal(descriptor)
            || configuration.idleLimit != nil && display.screen?.isShown(descriptor) == true
    }

    /// Starts the command in a session of its own on `terminal`, and watches what it prints elsewhere. It runs without one if there is no terminal, or the
    /// system has no descriptors or processes for a session left.
    private func start(
        on terminal: JobTerminal?, _ display: JobDisplay, _ progress: ProgressPipe?, _ signals: inout RelaySignals
    ) throws(HUDJobError) -> (JobWork, PrintWatch?) {
        var prints = try watchPrints(besides: terminal, display)
        let setup = JobSetup(configuration, offers: progress.map { $0.variables(for: $0.writeEnd) } ?? [:])
        // Lines of our own are written to that terminal.
        if display.screen == nil { terminal?.share() }
        do throws(HUDJobError) {
            if let terminal {
                if let session = try session(on: terminal, setup, progress, &signals) {
                    return (.session(session, terminal), prints)
                }
                prints = try watchPrints(besides: nil, display)
            }
            return (.process(try process(setup, progress, signals)), prints)
        } catch {
            terminal?.finish(keepsSettings: false)
            terminal?.release()
            throw error
        }
    }

    private func process(
        _ setup: borrowing JobSetup, _ progress: ProgressPipe?, _ signals: RelaySignals
    ) throws(HUDJobError) -> Job {
        do throws(Job.StartError) {
            return try Job(
                job.command, setup: setup, inherits: progress?.writeEnds ?? [],
                defaults: signals.pipe.caught + signals.ignored, mask: signals.pipe.mask)
        } catch {
            throw .system(error.code)
        }
    }

    private func session(
        on terminal: JobTerminal, _ setup: borrowing JobSetup, _ progress: ProgressPipe?, _ signals: inout RelaySignals
    ) throws(HUDJobError) -> JobSession? {
        signals.ignoreBackgroundReads(isInForeground: terminal.wantsKeyboard)
        do throws(Job.StartError) {
            return try JobSession(
                job.command, on: terminal, setup: setup, inherits: progress?.writeEnds ?? [], signals: signals,
                ended: endedLeaders)
        } catch {
            guard error.isOfSession else { throw .system(error.code) }
            signals.allowBackgroundReads()
            terminal.abandon()
            return nil
        }
    }

    private func buffer(_ display: JobDisplay, _ printer: RelayedOutput, _ follower: ProgressFollower) -> OutputBuffer {
        let screen = display.screen
        let buffer = OutputBuffer(configuration.output, screen: screen, progress: follower, tail: display.failureTail) { bytes in
            if let screen { return screen.offer(bytes.bytes) }
            printer.print(bytes)
            return false
        }
        buffer.onNotKept = { message in
            display.log(message)
            printer.printLines()
        }
        if configuration.idleLimit != nil { buffer.screenOfJob = OutputTracker(window: .unknown) }
        buffer.reader = configuration.onLine.map { LineReader($0) }
        return buffer
    }
}
