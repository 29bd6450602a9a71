import CTerminalSupport
import HUDLibc
import Testing

@testable import HUDJob

/// Signals for a job that shares our process group with other processes.
@Suite struct ProcessGroupTests {
    private func start(_ words: CommandArgument..., inherits: [Int32] = []) throws -> Job {
        try Job(
            words, setup: JobSetup(HUDJob.Configuration(), offers: [:]), inherits: inherits, defaults: [], mask: sigset_t())
    }

    @Test func `A signal ends a shell and what it has started, and no other child of this process`() throws {
        let (readEnd, writeEnd) = try #require(JobDescriptors.pipe())
        defer { _ = hudClose(readEnd) }
        let other = try start("sleep", "60")
        // Each process of the job has the pipe open. The name of the middle one looks like the end of a name.
        let inner = "sleep 60 & echo > /dev/fd/\(writeEnd); wait"
        let script = "cp \"$(command -v sh)\" \"$0/a) R 1 1 (b\" && \"$0/a) R 1 1 (b\" -c '\(inner)' & wait"
        let folder = "/tmp/descendants.\(getpid())"
        mkdir(folder, 0o700)
        defer {
            unlink(folder + "/a) R 1 1 (b")
            rmdir(folder)
        }
        let job = try start("sh", "-c", CommandArgument(script), CommandArgument(folder), inherits: [writeEnd])
        _ = hudClose(writeEnd)
        var byte: UInt8 = 0
        #expect(read(readEnd, &byte, 1) == 1)
        job.sendToAll(SIGTERM)
        #expect(hud_wait_for(readEnd, 0, 10_000) && read(readEnd, &byte, 1) == 0, "nothing of the job is left")
        var status: Int32 = 0
        #expect(waitpid(other.process, &status, WNOHANG) == 0, "the other child is running")
        for process in [job.process, other.process] {
            kill(process, SIGKILL)
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
    }
}
