import CTerminalSupport
import HUDCore
import HUDLibc
import HUDTerminal

/// One run of a ``HUDJob`` whose output this process reads.
final class CapturedRun: Sendable {
    private let job: HUDJob
    private let hud: HUD?
    private let mailbox: JobMailbox

    init(_ job: HUDJob, under hud: HUD?) throws(HUDJobError) {
        guard let mailbox = JobMailbox() else { throw .system(errno) }
        self.job = job
        self.hud = hud
        self.mailbox = mailbox
    }

    /// Ends the command. Can be called from any thread.
    func cancel() { mailbox.post(.cancel) }

    /// Runs the command, and waits for its end.
    func run() throws(HUDJobError) -> HUDJob.Result {
        let configuration = job.configuration
        let follower = try ProgressFollower(of: configuration)
        let watch = JobWatch()
        let started = try start(follower)
        let display: JobDisplay = hud == nil ? .none : JobDisplay(of: hud?.renderer)
        let run = JobRun(job, hud: hud, display: display, follower: follower, watch: watch)
        var loop = JobLoop(
            work: started.work, hud: hud, display: display, output: keeper(display, follower), watch: watch,
            timeLimit: configuration.timeLimit, progress: started.progress, signals: -1, mailbox: mailbox,
            hideDelay: configuration.hideDelay)
        return run.finish(loop.run())
    }

    /// Prints shown output in whole lines, because several jobs print on one terminal.
    private func keeper(_ display: JobDisplay, _ follower: ProgressFollower) -> OutputKeeper {
        let shown = LineReader { [hud] line in
            if let hud { hud.log(line) } else { print(line) }
        }
        let seen = job.configuration.onLine.map { LineReader($0) }
        let keeper = OutputKeeper(job.configuration.output, screen: display.screen, progress: follower) {
            shown.see($0)
            return true
        }
        keeper.onOutput = { seen?.see($0) }
        keeper.onEnd = {
            shown.finish()
            seen?.finish()
        }
        return keeper
    }

    private func start(_ follower: ProgressFollower) throws(HUDJobError) -> (work: JobWork, progress: ProgressPipe?) {
        let configuration = job.configuration
        var request = hud_job_request()
        sigemptyset(&request.mask)
        sigemptyset(&request.defaults)
        request.ignores_children = hud_signal_is_ignored(SIGCHLD)
        let input = hud_move_up(open("/dev/null", O_RDONLY | O_CLOEXEC))
        guard input >= 0, let output = CapturedOutput(isTerminal: configuration.terminal != .pipe, like: STDERR_FILENO) else {
            throw .system(errno)
        }
        defer { close(input) }
        request.standard.0 = input
        if configuration.terminal != .inherited {
            request.standard.1 = output.jobEnd
            request.standard.2 = output.jobEnd
        }
        var progress: ProgressPipe?
        if configuration.progress == .descriptor {
            progress = ProgressPipe(of: follower)
            guard let progress else { throw .system(errno) }
            request.progress = progress.writeEnd
        }
        defer { progress?.closeWriteEnd() }
        let setup = JobSetup(configuration, progress: progress == nil ? nil : Int32(HUD_JOB_PROGRESS))
        do throws(Job.StartError) {
            let session = try JobSession(job.command, captured: request, setup: setup)
            output.closeJobEnd()
            return (.captured(session, output), progress)
        } catch {
            throw .system(error.code)
        }
    }
}
