import HUDLibc
import Testing

@testable import HUDJob

/// The leaders of sessions that have ended are reaped, but not waited for while there are jobs to start.
@Suite struct EndedLeadersTests {
    /// A child process that ends when its input is closed.
    private struct Child {
        let process: pid_t
        let input: Int32

        init() throws {
            let (readEnd, writeEnd) = try #require(JobDescriptors.pipe())
            #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            #else
            var actions = posix_spawn_file_actions_t()
            #endif
            posix_spawn_file_actions_init(&actions)
            posix_spawn_file_actions_adddup2(&actions, readEnd, STDIN_FILENO)
            var process: pid_t = 0
            let words = ArgumentVector(["cat"])
            let error = posix_spawnp(&process, "cat", &actions, nil, words.pointer, nil)
            posix_spawn_file_actions_destroy(&actions)
            _ = hudClose(readEnd)
            try #require(error == 0)
            (self.process, input) = (process, writeEnd)
        }

        /// Whether the process is running, or has ended and was not reaped.
        var isThere: Bool { kill(process, 0) == 0 }

        /// Ends the process, and leaves it to be reaped.
        func end() {
            _ = hudClose(input)
            var information = siginfo_t()
            while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        }
    }

    @Test func `One that has ended is reaped when the next one is added, and one that runs is not waited for`() throws {
        let leaders = EndedLeaders()
        let (running, ended, last) = (try Child(), try Child(), try Child())
        for child in [running, ended] { leaders.add(child.process) }
        #expect(running.isThere && ended.isThere)
        ended.end()
        leaders.add(last.process)
        #expect(running.isThere && !ended.isThere && last.isThere)
        for child in [running, last] { _ = hudClose(child.input) }
        #expect(leaders.wait())
        #expect(!running.isThere && !last.isThere)
    }

    @Test func `One that has ended already is reaped at once, and there is nothing to wait for`() throws {
        let leaders = EndedLeaders()
        let child = try Child()
        child.end()
        #expect(child.isThere)
        leaders.add(child.process)
        #expect(!child.isThere)
        #expect(!leaders.wait())
    }

    @Test func `A process that was reaped elsewhere is not waited for`() throws {
        let leaders = EndedLeaders()
        let child = try Child()
        leaders.add(child.process)
        _ = hudClose(child.input)
        #expect(waitpid(child.process, nil, 0) == child.process)
        #expect(leaders.wait())
        #expect(!leaders.wait())
    }
}
