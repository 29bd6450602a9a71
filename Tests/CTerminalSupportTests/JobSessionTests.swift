import CTerminalSupport
import HUDLibc
import Testing

/// A leader that is killed or stopped at a bad moment.
@Suite(.serialized) struct JobSessionTests {
    /// A session for a job with a terminal, whose leader waits until the job is started.
    private func withSession(
        _ words: [String], own: borrowing Terminal, saved: UnsafeMutablePointer<hud_saved_terminal>? = nil,
        body: (_ session: inout hud_job_session, _ master: Int32) throws -> Void
    ) throws {
        let terminal = try Terminal()
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        try arguments.withUnsafeBufferPointer { arguments in
            var request = hud_job_request()
            request.argv = arguments.baseAddress
            request.terminal = terminal.slave
            request.own_terminal = own.slave
            request.saved = UnsafePointer(saved)
            sigemptyset(&request.mask)
            sigemptyset(&request.defaults)
            var session = hud_job_session()
            try #require(hud_job_session_prepare(&request, &session) == 0)
            // A leader that is stopped is continued by this, and ends.
            let leader = session.leader
            defer { _ = hud_job_session_reap(leader, 0) }
            try body(&session, terminal.master)
        }
    }

    @Test("A leader that is killed before it has started the job is an error of the session")
    func killedLeader() throws {
        try withSession(["true"], own: Terminal()) { session, _ in
            kill(session.leader, SIGKILL)
            #expect(hud_job_session_start(&session) == -ESRCH)
            #expect(session.commands == -1 && session.reports == -1)
        }
    }

    @Test("The end of a session reaches a stopped leader whose commands are full")
    func fullCommands() throws {
        let own = try Terminal()
        let saved = try #require(hud_saved_terminal_make())
        defer { hud_saved_terminal_free(saved) }
        hud_set_raw(own.slave, false, saved)
        try withSession(["sleep", "100"], own: own, saved: saved) { session, master in
            try #require(hud_job_session_start(&session) == 0)
            var job = hud_process_facts()
            #expect(hud_process_look(session.job, &job) && !job.is_stopped)
            #expect(job.parent == session.leader && job.group == session.job && job.foreground == tcgetpgrp(master))
            kill(session.leader, SIGSTOP)
            var count = 0
            while hud_job_session_command(session.commands, 0, SIGURG, false) { count += 1 }
            #expect(count > 0)
            #expect(hud_job_session_command(session.commands, session.leader, SIGKILL, false))
            kill(session.leader, SIGSTOP)
            while hud_job_session_command(session.commands, 0, SIGURG, false) {}
            hud_job_session_end(&session, master)
            // A leader that was not told takes it that this process was killed, and restores its terminal.
            #expect(hud_has_marked_settings(own.slave))
        }
    }

    @Test("A leader that is stopped carries out a command")
    func stoppedLeaderObeys() throws {
        try withSession(["sleep", "100"], own: Terminal()) { session, master in
            try #require(hud_job_session_start(&session) == 0)
            kill(session.leader, SIGSTOP)
            var leader = hud_process_facts()
            while !hud_process_look(session.leader, &leader) || !leader.is_stopped { usleep(1000) }
            #expect(hud_job_session_command(session.commands, session.leader, SIGKILL, false))
            var report = hud_job_report()
            #expect(hud_wait_for(session.reports, 0, 10_000))
            #expect(read(session.reports, &report, MemoryLayout<hud_job_report>.size) == MemoryLayout<hud_job_report>.size)
            #expect(hud_was_killed(report.status))
            hud_job_session_end(&session, master)
        }
    }

    @Test("The end of a session waits for no leader that is stopped")
    func stoppedLeader() throws {
        try withSession(["true"], own: Terminal()) { session, master in
            try #require(hud_job_session_start(&session) == 0)
            kill(session.leader, SIGSTOP)
            var leader = hud_process_facts()
            while !hud_process_look(session.leader, &leader) || !leader.is_stopped { usleep(1000) }
            hud_job_session_end(&session, master)
        }
    }
}
