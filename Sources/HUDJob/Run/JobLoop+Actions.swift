import CTerminalSupport
import HUDCore
import HUDTerminal

// The actions of the machine.
extension JobLoop {
    mutating func perform(_ action: JobMachine.Action) {
        switch action {
        case .relaySignals(let isOn): work.passSignals(isOn)
        case .showHUD:
            // The time that the HUD shows is the job's, which has begun a little earlier. Events count theirs from the first one.
            let takesTime = relay.display.hud?.isOnScreen == false && !relay.display.reportsFactsOnly
            relay.display.begin()
            if takesTime { relay.display.hud?.leaveOut(LiveClock.shared.now.duration(to: begin)) }
        case .send(let signal, let isFromProcess): work.job.pass(signal, isFromProcess: isFromProcess)
        case .sendToAll(let signal): work.job.sendToAll(signal)
        case .takeKeyboard: answer(.keyboardAnswered(isTaken: work.terminal?.takeKeyboard() == true))
        case .takeTerminal: work.terminal?.take()
        case .copyWindowSize: work.terminal?.copyWindowSize()
        case .hangUpTerminal: work.terminal?.hangUp()
        case .drain: work.drain(into: outputs.buffer)
        case .stop(let stop): self.stop(stop)
        case .resumeJob: work.job.resume(hasTerminal: work.terminal?.wantsKeyboard == true)
        case .showSilence(let time): outputs.follower.shown.details?.showSilence(time)
        case .announceExit(let hasFailed): place.notices.hasExited(hasFailed)
        case .finishJob(let failed, let keepsSettings): finishJob(failed, keepsSettings)
        case .resetModes(let andStyle): relay.display.screen?.resetModes(andStyle: andStyle)
        case .hide(let outcome): relay.display.end(outcome, delay: configuration.hideDelay)
        case .dismiss: relay.display.hud?.dismiss()
        case .announceEnd(let result): relay.display.finish(elapsed: result.elapsed, result.hudOutcome)
        case .die(let signal): hud_die_by_signal(signal)
        case .finish(let result): self.result = result
        }
    }

    private mutating func stop(_ stop: JobMachine.Stop) {
        relay.stop(stop, isBySignal: machine.stopsBySignal, on: work.terminal)
        let change = machine.hasJob ? check() : .running
        // The next stop comes after everything that has arrived meanwhile.
        answer(.stopEnded(change))
        takeMessages()
        if case .stopped = change, let input = JobMachine.Input(change, in: work.surroundings) { tell(input) }
    }

    private mutating func finishJob(_ failed: Bool, _ keepsSettings: Bool) {
        work.drain(into: outputs.buffer, waits: true)
        outputs.progress?.finish()
        // From here on ^C is a signal, also while kept output is printed.
        work.terminal?.finish(keepsSettings: keepsSettings)
        outputs.buffer.jobEnded(failed: failed) {
            takeMessages()
            return !isAskedToEnd
        }
        if work.terminal?.isInterrupted == true { tell(.keyInterrupt) }
    }
}

extension JobMachine.Input {
    /// The input for a change of the job; nil if nothing has changed.
    init?(_ change: Job.Change, in surroundings: @autoclosure () -> JobMachine.Surroundings, isOutputOpen: Bool = false) {
        switch change {
        case .running: return nil
        case .stopped(let signal): self = .jobStopped(by: signal, surroundings())
        case .continued: self = .jobContinued
        case .ended(let outcome, _): self = .jobEnded(outcome, isOutputOpen: isOutputOpen)
        }
    }
}
