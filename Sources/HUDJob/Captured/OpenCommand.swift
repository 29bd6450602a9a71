import CTerminalSupport
import HUDLibc

/// A shell's command whose output another module reads. It has no keyboard and no terminal.
package struct OpenCommand {
    /// Where its standard output and error are read, without waiting. The reader closes it.
    package let output: Int32
    private let session: JobSession

    /// Runs a line of `sh`.
    package init(shell line: CommandArgument) throws(HUDJobError) {
        guard let ends = JobDescriptors.pipe() else { throw .system(errno) }
        var input = JobDescriptors.null()
        defer {
            _ = hudClose(ends.1)
            JobDescriptors.close(&input)
        }
        _ = fcntl(ends.0, F_SETFL, O_NONBLOCK)
        var request = hud_job_request.captured
        request.standard = (input, ends.1, ends.1)
        do throws(Job.StartError) {
            session = try JobSession(
                [CommandArgument("/bin/sh"), CommandArgument("-c"), line], captured: request,
                setup: JobSetup(HUDJob.Configuration(), offers: [:]))
            output = ends.0
        } catch {
            _ = hudClose(ends.0)
            throw .system(error.code)
        }
    }

    /// Readable when it has ended.
    package var reports: Int32 { session.reports }

    /// How it has ended; nil if it has not. What it has printed can still be read. Must not be called again after that.
    package func status() -> HUDJob.Status? {
        guard case .ended(let status, _) = session.check() else { return nil }
        return status
    }

    /// Asks it to end, by SIGTERM, because the SIGHUP of the session's end may be ignored, as under nohup.
    package func terminate() { session.sendToAll(SIGTERM) }

    /// How long a command that was asked to end has for that, as a job of a group has.
    package static var mercy: Duration { JobMachine.Run.mercy }

    /// Ends it by SIGKILL.
    package func kill() { session.sendToAll(SIGKILL) }

    /// Ends the session. Must be called once, after which the command can't be told anything.
    package func leave() { session.end(of: nil) }

    /// Closes the output. A process that the command left behind can go on printing.
    package func leaveOutput() { OpenOutput(output, .output).handOver(to: -1) }
}
