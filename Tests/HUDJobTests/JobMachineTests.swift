import HUDCore
import HUDLibc
import Testing

@testable import HUDJob

@Suite struct JobMachineTests {
    typealias Action = JobMachine.Action
    typealias Input = JobMachine.Input

    /// A machine with the time in milliseconds.
    struct Subject {
        var machine: JobMachine

        init(
            terminal: Bool = true, _ medium: JobMachine.Medium = .onScreen, limit: Int? = nil, silence: Int? = nil,
            isStarted: Bool = true
        ) {
            let (limit, silence) = (limit.map { Duration.milliseconds($0) }, silence.map { Duration.milliseconds($0) })
            machine = JobMachine(
                .init(hasTerminal: terminal, medium: medium, timeLimit: limit, idleLimit: silence), at: JobMachineTests.at(0))
            if isStarted { _ = machine.receive(.started, at: JobMachineTests.at(0)) }
        }

        mutating func receive(_ input: Input, at time: Int = 0) -> [Action] {
            machine.receive(input, at: JobMachineTests.at(time))
        }

        func deadline(_ time: Int = 0) -> Int? {
            machine.nextDeadline(at: JobMachineTests.at(time)).map { Int($0.offset / .milliseconds(1)) }
        }
    }

    static func at(_ milliseconds: Int) -> HUDInstant { HUDInstant(offset: .milliseconds(milliseconds)) }

    static func result(_ outcome: HUDJob.Status, _ elapsed: Int, timedOut: Bool = false) -> HUDJob.Result {
        .init(status: outcome, hasTimedOut: timedOut, elapsed: .milliseconds(elapsed))
    }

    /// This process stops alone, as by ^Z.
    private let stop = Action.stop(.init(takesGroup: false, isForced: false))
    private let woken = JobMachine.Surroundings(canBeWoken: true, hasKeyboard: false)
    private let alone = JobMachine.Surroundings(canBeWoken: false, hasKeyboard: false)

    // MARK: From start to end

    @Test func `A job on a screen runs, is drained, and is left when its HUD is gone`() {
        var subject = Subject(isStarted: false)
        #expect(!subject.machine.hasJob)
        #expect(subject.receive(.started) == [.relaySignals(true), .showHUD])
        #expect(subject.machine.hasJob && !subject.machine.waitsForReaders)
        #expect(
            subject.receive(.jobEnded(.exited(0)), at: 700) == [
                .relaySignals(false), .finishJob(failed: false, keepsSettings: true)
            ])
        #expect(!subject.machine.hasJob && subject.machine.waitsForReaders)
        #expect(subject.deadline(700) == 702)
        #expect(subject.receive(.readersChecked(unread: nil, isHUDOnScreen: true), at: 700) == [.hide(.succeeded)])
        #expect(!subject.machine.waitsForReaders && subject.deadline(700) == nil)
        let result = Self.result(.exited(0), 700)
        #expect(subject.receive(.hudGone, at: 900) == [.announceEnd(result), .finish(result)])
        #expect(subject.receive(.turnEnded, at: 901) == [])
        #expect(subject.receive(.hudGone, at: 902) == [])
        // A signal that has come too late for the HUD.
        var interrupted = result
        interrupted.interruption = SIGINT
        #expect(subject.receive(.signal(SIGINT, isFromProcess: true), at: 5000) == [.finish(interrupted)])
    }

    @Test func `A job with lines for a HUD is not drained, and one without a HUD is over at once`() {
        var lines = Subject(.lines)
        #expect(
            lines.receive(.jobEnded(.killed(by: SIGKILL)), at: 5) == [
                .relaySignals(false), .finishJob(failed: true, keepsSettings: false), .resetModes(andStyle: false),
                .hide(.failed(reason: "SIGKILL"))
            ])
        #expect(lines.receive(.hudGone, at: 6).last == .finish(Self.result(.killed(by: SIGKILL), 5)))
        var none = Subject(.none, isStarted: false)
        #expect(none.receive(.started) == [.relaySignals(true)])
        #expect(
            none.receive(.jobEnded(.exited(3)), at: 5) == [
                .relaySignals(false), .finishJob(failed: true, keepsSettings: true), .finish(Self.result(.exited(3), 5))
            ])
        #expect(!none.machine.hasJob && none.receive(.jobEnded(.exited(0)), at: 6) == [])
    }

    @Test func `Output that a job has left open is waited for until it ends or is silent for a second`() {
        for end in [Input.outputEnded, .cancelled, .killed, .signal(SIGINT, isFromProcess: true)] {
            var subject = Subject(terminal: false, .none)
            #expect(
                subject.receive(.jobEnded(.exited(3), isOutputOpen: true), at: 5) == [
                    .relaySignals(false), .announceExit(hasFailed: true)
                ])
            #expect(!subject.machine.hasJob && subject.machine.waitsForOutput && subject.deadline(5) == 1005)
            #expect(subject.receive(.outputRead, at: 900) == [] && subject.deadline(900) == 1900)
            #expect(subject.receive(.turnEnded, at: 1899) == [])
            let finish: [Action] = [.finishJob(failed: true, keepsSettings: true), .finish(Self.result(.exited(3), 5))]
            #expect(subject.receive(end, at: 1899) == finish)
            #expect(!subject.machine.waitsForOutput && subject.receive(.outputEnded, at: 1900) == [])
        }
        var silent = Subject(terminal: false)
        _ = silent.receive(.jobEnded(.exited(0), isOutputOpen: true), at: 5)
        #expect(silent.receive(.turnEnded, at: 1005) == [.finishJob(failed: false, keepsSettings: true)])
        #expect(silent.machine.waitsForReaders)
    }

    @Test func `A HUD that went while the job ran is not waited for`() {
        var subject = Subject()
        #expect(subject.receive(.hudGone, at: 1) == [])
        let result = Self.result(.exited(1), 2)
        #expect(
            subject.receive(.jobEnded(.exited(1)), at: 2) == [
                .relaySignals(false), .finishJob(failed: true, keepsSettings: true), .hide(.failed(reason: "status 1")),
                .announceEnd(result), .finish(result)
            ])
    }

    // MARK: Signals

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2])
    func `A signal is passed on while there is a job, and takes the HUD off when there is none`(signal: Int32) {
        var subject = Subject()
        #expect(subject.receive(.signal(signal, isFromProcess: false)) == [.send(signal, isFromProcess: false)])
        #expect(subject.receive(.signal(signal, isFromProcess: true)) == [.send(signal, isFromProcess: true)])
        _ = subject.receive(.jobEnded(.exited(0)), at: 10)
        #expect(subject.receive(.signal(signal, isFromProcess: false), at: 10) == [.hide(.succeeded), .dismiss])
        #expect(subject.receive(.signal(signal, isFromProcess: false), at: 1010) == [.dismiss])
        let isQuestion = [SIGUSR1, SIGUSR2].contains(signal)
        #expect(subject.receive(.signal(signal, isFromProcess: false), at: 1011) == [isQuestion ? .dismiss : .die(by: signal)])
    }

    @Test func `A new window size is copied to the job's terminal, or passed to a job that has none`() {
        var own = Subject()
        #expect(own.receive(.signal(SIGWINCH, isFromProcess: false)) == [.copyWindowSize])
        var shared = Subject(terminal: false)
        #expect(shared.receive(.signal(SIGWINCH, isFromProcess: false)) == [.send(SIGWINCH, isFromProcess: false)])
        _ = shared.receive(.jobEnded(.exited(0)))
        #expect(shared.receive(.signal(SIGWINCH, isFromProcess: false)) == [])
        #expect(shared.machine.waitsForReaders)
    }

    @Test func `A continuation takes the terminal again for a job that has one`() {
        var own = Subject()
        #expect(own.receive(.signal(SIGCONT, isFromProcess: true)) == [.takeTerminal])
        _ = own.receive(.jobEnded(.exited(0)))
        #expect(own.receive(.signal(SIGCONT, isFromProcess: true)) == [])
        var shared = Subject(terminal: false)
        #expect(shared.receive(.signal(SIGCONT, isFromProcess: true)) == [])
    }

    // MARK: Stops

    @Test func `A job with a terminal of its own stops this process too`() {
        var subject = Subject()
        #expect(subject.receive(.signal(SIGTSTP, isFromProcess: true)) == [.send(SIGTSTP, isFromProcess: true)])
        #expect(
            subject.receive(.jobStopped(by: SIGTSTP, .init(canBeWoken: false, hasKeyboard: true)), at: 100) == [
                .drain, .stop(.init(takesGroup: true, isForced: false))
            ])
        #expect(subject.machine.hasJob && subject.deadline() == nil)
        #expect(subject.receive(.stopEnded(.running), at: 100) == [.resumeJob])
        // The signal that came with the stop.
        #expect(subject.receive(.signal(SIGTSTP, isFromProcess: false), at: 100) == [])
        #expect(subject.receive(.turnEnded, at: 100) == [])
        #expect(subject.receive(.signal(SIGTSTP, isFromProcess: false), at: 101) == [.send(SIGTSTP, isFromProcess: false)])
        #expect(
            subject.receive(.jobEnded(.exited(0)), at: 300).last == .finishJob(failed: false, keepsSettings: true))
        _ = subject.receive(.readersChecked(unread: nil, isHUDOnScreen: true), at: 300)
        #expect(subject.receive(.hudGone, at: 300).last == .finish(Self.result(.exited(0), 300)))
    }

    @Test func `Only ^Z takes the group, and only a SIGSTOP stops by force`() {
        var subject = Subject()
        #expect(
            subject.receive(.jobStopped(by: SIGSTOP, .init(canBeWoken: true, hasKeyboard: true))) == [
                .drain, .stop(.init(takesGroup: false, isForced: true))
            ])
        _ = subject.receive(.stopEnded(.running))
        #expect(
            subject.receive(.jobStopped(by: SIGTSTP, woken)) == [.drain, stop])
    }

    @Test func `A job in our group stops alone if nothing could wake us`() {
        var subject = Subject(terminal: false, limit: 200)
        #expect(subject.receive(.jobStopped(by: SIGSTOP, alone), at: 50) == [])
        #expect(subject.machine.hasJob && subject.deadline() == 200)
        #expect(subject.receive(.turnEnded, at: 199) == [])
        #expect(subject.receive(.jobContinued, at: 199) == [])
        #expect(subject.receive(.turnEnded, at: 200) == [.sendToAll(SIGTERM)])
        #expect(
            subject.receive(.jobStopped(by: SIGSTOP, woken)) == [.drain, .stop(.init(takesGroup: false, isForced: true))])
    }

    @Test func `^Z stops us with a job in our group, whether the job stops before it or after`() {
        var before = Subject(terminal: false)
        #expect(before.receive(.jobStopped(by: SIGTSTP, alone)) == [])
        #expect(
            before.receive(.signal(SIGTSTP, isFromProcess: false), at: 1) == [
                .send(SIGTSTP, isFromProcess: false), stop
            ])
        #expect(before.receive(.stopEnded(.running), at: 2) == [.resumeJob])
        #expect(before.receive(.jobStopped(by: SIGTSTP, alone), at: 2) == [])
        var after = Subject(terminal: false)
        #expect(after.receive(.signal(SIGTSTP, isFromProcess: false)) == [.send(SIGTSTP, isFromProcess: false)])
        #expect(after.receive(.turnEnded) == [])
        #expect(after.receive(.jobStopped(by: SIGTSTP, alone)) == [.drain, stop])
        // The next stop is another matter.
        _ = after.receive(.stopEnded(.running))
        #expect(after.receive(.jobStopped(by: SIGTSTP, alone)) == [])
    }

    @Test(arguments: [true, false])
    func `A job that follows a SIGTSTP after the SIGCONT has come goes on`(hasTerminal: Bool) {
        var subject = Subject(terminal: hasTerminal)
        let take: [Action] = hasTerminal ? [.takeTerminal] : []
        #expect(subject.receive(.signal(SIGTSTP, isFromProcess: true)) == [.send(SIGTSTP, isFromProcess: true)])
        let passed: [Action] = [.send(SIGCONT, isFromProcess: true)]
        #expect(subject.receive(.signal(SIGCONT, isFromProcess: true), at: 1) == passed + take)
        #expect(subject.receive(.signal(SIGCONT, isFromProcess: true), at: 2) == take)
        #expect(subject.receive(.jobStopped(by: SIGTSTP, woken), at: 3) == [.resumeJob])
        // That was it: the next stop is the job's own.
        #expect(subject.receive(.jobStopped(by: SIGTSTP, woken), at: 4) == [.drain, stop])
        #expect(!subject.machine.stopsBySignal)
        _ = subject.receive(.stopEnded(.running), at: 5)
        _ = subject.receive(.turnEnded, at: 5)
        // A job that does not follow one stops for another reason later.
        _ = subject.receive(.signal(SIGTSTP, isFromProcess: true), at: 10)
        _ = subject.receive(.signal(SIGCONT, isFromProcess: true), at: 11)
        #expect(subject.receive(.jobStopped(by: SIGTSTP, woken), at: 1012) == [.drain, stop])
        _ = subject.receive(.stopEnded(.running), at: 1012)
        _ = subject.receive(.turnEnded, at: 1012)
        // Another SIGTSTP after the SIGCONT stops.
        for signal in [SIGTSTP, SIGCONT, SIGTSTP] { _ = subject.receive(.signal(signal, isFromProcess: true), at: 1020) }
        #expect(subject.receive(.jobStopped(by: SIGTSTP, alone), at: 1021) == [.drain, stop])
        #expect(subject.machine.stopsBySignal)
    }

    @Test func `A SIGTSTP that the job does not follow is no reason to stop with it later`() {
        var continued = Subject(terminal: false)
        _ = continued.receive(.signal(SIGTSTP, isFromProcess: true))
        _ = continued.receive(.signal(SIGCONT, isFromProcess: true), at: 100)
        #expect(continued.receive(.jobStopped(by: SIGSTOP, alone), at: 200) == [])
        var alone = Subject(terminal: false)
        _ = alone.receive(.signal(SIGTSTP, isFromProcess: true))
        #expect(alone.receive(.jobStopped(by: SIGSTOP, self.alone), at: 200) == [])
    }

    @Test func `What became of the job during a stop is followed`() {
        func stopped(_ job: Job.Change) -> (Subject, [Action]) {
            var subject = Subject()
            _ = subject.receive(.jobStopped(by: SIGTSTP, woken), at: 100)
            let actions = subject.receive(.stopEnded(job), at: 300)
            return (subject, actions)
        }
        #expect(stopped(.continued).1 == [])
        #expect(
            stopped(.ended(.exited(0))).1 == [
                .relaySignals(false), .finishJob(failed: false, keepsSettings: true)
            ])
        var (again, actions) = stopped(.stopped(by: SIGTSTP))
        #expect(actions == [])
        #expect(
            again.receive(.jobStopped(by: SIGTSTP, woken), at: 300).last == stop)
        #expect(again.receive(.stopEnded(.running), at: 400) == [.resumeJob])
    }

    @Test func `A signal during a stop still reaches the job`() {
        var subject = Subject()
        _ = subject.receive(.jobStopped(by: SIGTSTP, woken))
        #expect(subject.receive(.signal(SIGTERM, isFromProcess: true)) == [.send(SIGTERM, isFromProcess: true)])
    }

    @Test(arguments: [SIGTTIN, SIGTTOU])
    func `A job that asks for the keyboard goes on with it, or stops us`(signal: Int32) {
        var subject = Subject()
        #expect(subject.receive(.jobStopped(by: signal, alone)) == [.takeKeyboard])
        #expect(subject.machine.hasJob)
        #expect(subject.receive(.keyboardAnswered(isTaken: true)) == [.resumeJob])
        #expect(subject.receive(.jobStopped(by: signal, alone)) == [.takeKeyboard])
        #expect(
            subject.receive(.keyboardAnswered(isTaken: false)) == [.drain, stop])
        var shared = Subject(terminal: false)
        #expect(shared.receive(.jobStopped(by: signal, alone)) == [])
    }

    @Test func `^Z after the job's end stops us and comes back to what was going on`() {
        var subject = Subject()
        _ = subject.receive(.jobEnded(.exited(0)))
        #expect(subject.receive(.signal(SIGTSTP, isFromProcess: false)) == [stop])
        #expect(!subject.machine.hasJob)
        #expect(subject.receive(.stopEnded(.running), at: 50) == [])
        #expect(subject.machine.waitsForReaders)
        #expect(subject.receive(.signal(SIGTSTP, isFromProcess: false), at: 50) == [])
        _ = subject.receive(.readersChecked(unread: nil, isHUDOnScreen: true), at: 50)
        _ = subject.receive(.turnEnded, at: 50)
        #expect(subject.receive(.signal(SIGTSTP, isFromProcess: false)) == [stop])
        #expect(subject.receive(.signal(SIGINT, isFromProcess: true)) == [])
        #expect(subject.receive(.stopEnded(.running), at: 90) == [])
        #expect(subject.receive(.hudGone, at: 100).last == .finish(Self.result(.exited(0), 0)))
    }

    // MARK: Time

    @Test func `A job that is over its time gets SIGTERM, and SIGKILL five seconds later`() {
        var subject = Subject(limit: 1000)
        #expect(subject.deadline() == 1000)
        #expect(subject.receive(.turnEnded, at: 999) == [])
        #expect(subject.receive(.turnEnded, at: 1000) == [.sendToAll(SIGTERM)])
        #expect(subject.deadline() == 6000)
        #expect(subject.receive(.turnEnded, at: 5999) == [])
        #expect(subject.receive(.turnEnded, at: 6000) == [.sendToAll(SIGKILL)])
        #expect(subject.deadline() == nil && subject.receive(.turnEnded, at: 60_000) == [])
        #expect(
            subject.receive(.jobEnded(.exited(0)), at: 60_000).suffix(2)
                == [.finishJob(failed: true, keepsSettings: true), .resetModes(andStyle: true)])
        #expect(subject.receive(.readersChecked(unread: nil, isHUDOnScreen: true)) == [.hide(.failed(reason: "timed out"))])
        #expect(subject.receive(.hudGone).last == .finish(Self.result(.exited(0), 60_000, timedOut: true)))
    }

    @Test func `A cancelled job is ended like one that is over its time, but has not timed out`() {
        var subject = Subject(limit: 1000)
        #expect(subject.receive(.cancelled, at: 10) == [.sendToAll(SIGTERM)])
        #expect(subject.deadline() == 5010)
        #expect(subject.receive(.cancelled, at: 20) == [])
        #expect(subject.deadline() == 5010)
        #expect(subject.receive(.turnEnded, at: 5010) == [.sendToAll(SIGKILL)])
        _ = subject.receive(.jobEnded(.killed(by: SIGKILL)), at: 5020)
        #expect(subject.receive(.cancelled, at: 5020) == [.hide(.failed(reason: "SIGKILL")), .dismiss])
        var halted = Subject(terminal: false)
        _ = halted.receive(.jobStopped(by: SIGSTOP, alone))
        #expect(halted.receive(.cancelled, at: 10) == [.sendToAll(SIGTERM), .sendToAll(SIGCONT)])
        #expect(halted.receive(.cancelled, at: 20) == [])
        #expect(halted.deadline() == 5010)
    }

    @Test func `The output of an ended job is waited for until the time limit, and once if the job was told to end`() {
        var subject = Subject(limit: 1500)
        _ = subject.receive(.jobEnded(.exited(0), isOutputOpen: true), at: 5)
        #expect(subject.deadline(5) == 1005)
        #expect(subject.receive(.outputRead, at: 900) == [] && subject.deadline(900) == 1500)
        #expect(subject.receive(.outputRead, at: 1400) == [] && subject.deadline(1400) == 1500)
        var told = Subject()
        _ = told.receive(.cancelled, at: 10)
        _ = told.receive(.jobEnded(.killed(by: SIGTERM), isOutputOpen: true), at: 20)
        #expect(told.receive(.outputRead, at: 900) == [] && told.deadline(900) == 1020)
    }

    @Test func `The job's terminal hangs up a moment after ours, once`() {
        var subject = Subject(limit: 20)
        #expect(subject.receive(.keyboardClosed) == [])
        #expect(subject.deadline() == 20)
        #expect(subject.receive(.keyboardClosed, at: 40) == [])
        #expect(subject.receive(.turnEnded, at: 49) == [.sendToAll(SIGTERM)])
        #expect(subject.deadline() == 50)
        #expect(subject.receive(.turnEnded, at: 50) == [.hangUpTerminal])
        #expect(subject.deadline() == 5049)
        #expect(subject.receive(.keyboardClosed, at: 60) == [] && subject.deadline() == 5049)
        var free = Subject()
        _ = free.receive(.keyboardClosed, at: 7)
        #expect(free.deadline() == 57)
    }

    // MARK: Readers

    @Test func `Readers that have taken all are given time to print it`() {
        var subject = Subject()
        _ = subject.receive(.jobEnded(.exited(0)))
        func look(_ unread: Int?, at time: Int) -> Bool {
            subject.receive(.readersChecked(unread: unread, isHUDOnScreen: true), at: time) == []
        }
        #expect(look(0, at: 0) && look(5, at: 2) && look(0, at: 4) && look(0, at: 6))
        #expect(!look(0, at: 8))
    }

    @Test func `Readers that are slow, or do not read, are not waited for`() {
        func wait(_ unread: (Int) -> Int) -> Int? {
            var subject = Subject()
            _ = subject.receive(.jobEnded(.exited(0)))
            return (0..<5000).first { time in
                subject.receive(.readersChecked(unread: unread(time), isHUDOnScreen: true), at: time) != []
            }
        }
        #expect(wait { _ in 9 } == 501)
        #expect(wait { 10_000 - $0 } == 2001)
        #expect(wait { $0 < 400 ? 9 : 8 } == 901)
    }

    @Test func `A HUD that is not on the screen does not wait for readers`() {
        var subject = Subject()
        _ = subject.receive(.jobEnded(.exited(0)))
        #expect(subject.receive(.readersChecked(unread: 9, isHUDOnScreen: false)) == [.hide(.succeeded)])
    }
}
