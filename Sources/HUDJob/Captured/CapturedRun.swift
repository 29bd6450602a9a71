import CTerminalSupport
import HUDCore
import HUDLibc
import Synchronization

/// One run of a ``HUDJob`` whose output this process reads: all of the work of a HUD or a part of it, or a job of a group.
///
/// Whoever starts the run shows and hides the HUD.
final class CapturedRun: Sendable {
    private let job: HUDJob
    /// Where the output goes that this run prints; nil for the HUD's renderer.
    private let descriptors: (output: Int32?, errors: Int32?)
    /// Whether both are the same file or pipe, in which the order of all lines counts.
    private let isOneFile: Bool
    /// Where the output is printed; nil: on standard output, or by the group.
    private let hud: HUD?
    /// Nil if the job is all of the HUD's work.
    private let place: JobPlace?
    let mailbox: Mailbox<JobMessage>

    init(_ job: HUDJob, under hud: HUD?, in place: JobPlace? = nil) throws(HUDJobError) {
        guard let mailbox = Mailbox<JobMessage>() else { throw .system(errno) }
        self.job = job
        self.hud = hud
        self.place = place
        self.mailbox = mailbox
        let printsNothing = place?.receiver != nil || job.configuration.output == .hide
        let display = JobDisplay(of: hud)
        // Output that does not appear where the HUD is drawn goes where this process's goes.
        descriptors = (
            printsNothing || display.shows(STDOUT_FILENO) ? nil : STDOUT_FILENO,
            printsNothing || display.shows(STDERR_FILENO) ? nil : STDERR_FILENO
        )
        isOneFile = descriptors == (STDOUT_FILENO, STDERR_FILENO) && Journal.isOneFile
    }

    /// Ends the command. Can be called from any thread.
    func cancel() { mailbox.post(.input(.cancelled)) }

    /// A command that has started, and what reads its output.
    private struct Started {
        var session: JobSession
        var outputs: [CapturedOutput]
        var progress: ProgressPipe?
    }

    /// Runs the command, and waits for its end.
    func run() throws(HUDJobError) -> HUDJob.Result {
        var configuration = job.configuration
        if configuration.terminal == .inherited { configuration.idleLimit = nil }
        let follower = try ProgressFollower(of: configuration)
        let errorFollower = separatesErrors ? try ProgressFollower(of: configuration) : nil
        errorFollower?.shareTurn(with: follower)
        let makeFlags = place?.start.makeFlags?()
        let begin = LiveClock.shared.now
        let started = try start(follower, makeFlags: makeFlags)
        let display = JobDisplay(of: hud)
        let followers = [follower, errorFollower].compactMap(\.self)
        let run =
            place.map { JobRun(job, as: $0.part, followers: followers, begin: begin) }
            ?? JobRun(job, display: display, followers: followers, begin: begin)
        let buffer = buffer(configuration.output, .output, display, follower)
        var errorBuffer: OutputBuffer?
        if let errorFollower, started.outputs.count > 1 {
            errorBuffer = self.buffer(collectsOutput ? .show : configuration.output, .errors, display, errorFollower)
            started.outputs[1].buffer = errorBuffer
        }
        var place = place ?? JobPlace()
        // The HUD of a command counts the time of the command, and not that in which what it has left behind may print more.
        let exit = Mutex<HUDInstant?>(nil)
        if self.place == nil, let hud {
            place.notices.hasExited = { _ in
                exit.withLock { $0 = hud.clock.now }
                hud.beginStop()
            }
        }
        var loop = JobLoop(
            work: .captured(started.session, started.outputs), configuration: configuration,
            outputs: JobOutputs(buffer: buffer, follower: follower, progress: started.progress), begin: begin, mailbox: mailbox,
            place: place)
        var result = run.finish(&loop)
        if let exit = exit.withLock(\.self), let hud { hud.endStop(of: exit.duration(to: hud.clock.now)) }
        // A process that was left behind may go on printing.
        if collectsOutput, started.outputs[0].readEnd >= 0 { result.isOutputComplete = false }
        errorBuffer?.jobEnded(failed: result.failure != nil)
        leave(started.outputs, to: buffer)
        return result
    }

    /// Leaves output that has not ended to the group, or to a process that outlives this one.
    private func leave(_ outputs: [CapturedOutput], to buffer: OutputBuffer) {
        for (index, output) in outputs.enumerated() where output.readEnd >= 0 {
            let rest = OpenOutput(output.takeReadEnd(), index == 0 ? .output : .errors)
            let passesOn = (output.buffer ?? buffer).passesOn
            let ours = index == 0 ? STDOUT_FILENO : STDERR_FILENO
            if let receiver = place?.receiver { receiver.leave(rest) } else { rest.handOver(to: passesOn ? ours : -1) }
        }
    }

    private func descriptor(of stream: JobStream) -> Int32? { stream == .output ? descriptors.output : descriptors.errors }

    /// Whether standard error is read apart from standard output.
    private var separatesErrors: Bool {
        collectsOutput || place?.receiver?.separatesErrors == true || descriptors != (nil, nil) && !isOneFile
    }

    /// Whether standard output is the job's result.
    private var collectsOutput: Bool { if case .collect = job.configuration.output { true } else { false } }

    /// Passes output on to the group, or prints shown output in whole lines, because several jobs print on one terminal.
    private func buffer(
        _ policy: OutputPolicy, _ stream: JobStream, _ display: JobDisplay, _ follower: ProgressFollower
    ) -> OutputBuffer {
        if let receiver = place?.receiver {
            return OutputBuffer(.show, screen: nil, progress: follower) {
                receiver.take($0, stream)
                return true
            }
        }
        let writer = descriptor(of: stream).map { LineWriter(to: $0) }
        let lines: any LineConsumer = writer ?? LineReader { [hud] line in hud?.log(line) }
        let tail = display.failureTail.map { separatesErrors ? $0 / 2 : $0 }
        let buffer = OutputBuffer(policy, screen: display.screen, progress: follower, tail: tail) {
            lines.see($0)
            return true
        }
        buffer.writer = writer
        writer?.onError = { [weak buffer] error in
            buffer?.isBroken = true
            if error != EPIPE { display.log(stream.cannotBeWritten(error)) }
        }
        buffer.onNotKept = { display.log($0) }
        buffer.reader = job.configuration.onLine.map { LineReader($0) }
        buffer.onEnd = { lines.finish() }
        return buffer
    }

    // MARK: The start

    private func start(_ follower: ProgressFollower, makeFlags: CommandArgument?) throws(HUDJobError) -> Started {
        var configuration = job.configuration
        var request = hud_job_request.captured
        let outputs = try openOutputs(&configuration)
        var null: Int32 = -1
        defer { JobDescriptors.close(&null) }
        switch place?.start.input ?? .none {
        case .inherited: request.standard.0 = 0
        case .keys where outputs[0].isTerminal: request.standard.0 = outputs[0].jobEnd
        case .none, .keys:
            null = JobDescriptors.null()
            guard null >= 0 else { throw .system(errno) }
            request.standard.0 = null
        }
        if configuration.terminal != .inherited || collectsOutput { request.standard.1 = outputs[0].jobEnd }
        if configuration.terminal != .inherited { request.standard.2 = outputs[outputs.count - 1].jobEnd }
        var progress = try ProgressPipe.open(configuration.progress, for: follower)
        request.progress = progress?.writeEnd ?? 0
        request.progress_number = progress?.jobNumber ?? 0
        request.inherited.0 = progress?.zigWriteEnd ?? 0
        var offers = progress?.variables(for: request.progress_number) ?? [:]
        if let makeFlags { offers["MAKEFLAGS"] = makeFlags }
        let setup = JobSetup(configuration, offers: offers)
        do throws(Job.StartError) {
            let session = try JobSession(job.command, captured: request, setup: setup, ended: place?.start.endedLeaders)
            for output in outputs { output.closeJobEnd() }
            progress?.closeWriteEnd()
            return Started(session: session, outputs: outputs, progress: progress)
        } catch {
            progress?.close()
            throw .system(error.code)
        }
    }

    /// Opens what the command writes to: standard output first, then standard error if it is apart. Where the system has no more pseudo-terminals, it is a pipe.
    ///
    /// - Parameter configuration: Changed if a job of a group gets a pipe for that reason.
    private func openOutputs(_ configuration: inout HUDJob.Configuration) throws(HUDJobError) -> [CapturedOutput] {
        let isOnTerminal = configuration.terminal == .pseudoTerminal
        let keepsLineFeeds = place?.receiver != nil
        var outputs: [CapturedOutput] = []
        for stream in separatesErrors ? [JobStream.output, .errors] : [.output] {
            let isResult = stream == .output && collectsOutput
            let isTerminal = isOnTerminal && !isResult && descriptor(of: stream) == nil
            var output = CapturedOutput(isTerminal: isTerminal, keepsLineFeeds: keepsLineFeeds)
            if output == nil, isTerminal, errno != EMFILE, errno != ENFILE {
                configuration.environment = place?.start.pipeEnvironment ?? configuration.environment
                output = CapturedOutput(isTerminal: false)
            }
            guard let output else { throw .system(errno) }
            outputs.append(output)
        }
        return outputs
    }
}
