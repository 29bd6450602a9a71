import CTerminalSupport
import Testing

@Suite struct SignalTests {
    @Test("On Linux the code tells a key from kill")
    func linuxRules() {
        for number in [SIGINT, SIGTSTP, SIGTERM] {
            #expect(hasSender(HUD_LINUX_RULES, number, code: 0, sender: 7, isInSession: true))
            #expect(hasSender(HUD_LINUX_RULES, number, code: -6, sender: 7, isInSession: false))
            #expect(!hasSender(HUD_LINUX_RULES, number, code: 0x80, sender: 0, isInSession: false))
        }
    }

    @Test("On macOS the sender tells a key from kill: the kernel, or a process of another session, types")
    func darwinRules() {
        let userCode: Int32 = 0x10001
        for number in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP] {
            #expect(!hasSender(HUD_DARWIN_RULES, number, code: userCode, sender: 0, isInSession: false))
            #expect(!hasSender(HUD_DARWIN_RULES, number, code: userCode, sender: 7, isInSession: false))
            #expect(hasSender(HUD_DARWIN_RULES, number, code: userCode, sender: 7, isInSession: true))
        }
    }

    @Test("On macOS a signal that no key sends is a process's, whatever its session")
    func darwinOthers() {
        for number in [SIGTERM, SIGUSR1, SIGUSR2] {
            #expect(hasSender(HUD_DARWIN_RULES, number, code: 0, sender: 7, isInSession: false))
        }
    }

    @Test("A fault has a positive code that no process can send")
    func faults() {
        var info = siginfo_t()
        for (code, isFault) in [(1, true), (2, true), (Int32(SI_USER), false), (Int32(SI_QUEUE), false)] as [(Int32, Bool)] {
            info.si_code = code
            #expect(hud_signal_is_fault(&info) == isFault)
        }
        #expect(!hud_signal_is_fault(nil))
        #expect(!hud_signal_is_from_process(nil))
    }

    @Test("Signals that are passed on to the job")
    func forJob() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2] { #expect(hud_signal_is_for_job(number)) }
        for number in [SIGTSTP, SIGCONT, SIGCHLD, SIGWINCH] { #expect(!hud_signal_is_for_job(number)) }
    }

    private func hasSender(_ rules: hud_signal_rules, _ number: Int32, code: Int32, sender: pid_t, isInSession: Bool) -> Bool {
        hud_signal_has_sender(rules, number, code, sender, isInSession)
    }
}
