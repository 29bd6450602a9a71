import HUDCore

// The inputs and outputs of the machine.
extension JobMachine {
    /// What does not change while the job runs.
    struct Configuration: Sendable, Equatable {
        /// Whether the job has a session with a terminal of its own, whose leader wakes this process.
        var hasTerminal: Bool
        /// How the HUD is drawn.
        var medium: Medium
        /// How long the job may run; nil: without limit.
        var timeLimit: Duration?
        /// How long the job may print nothing; nil: without limit.
        var idleLimit: Duration?
        /// How long the output of a job that has ended may stay open without a byte.
        var drain = Duration.seconds(1)
    }

    /// Where the HUD is drawn, or that it is gone.
    enum Medium: Sendable, Equatable {
        /// There is no HUD.
        case none
        /// As lines, which stay, so that nothing has to be waited for.
        case lines
        /// On a screen that other programs of a pipeline may write to.
        case onScreen
        /// The HUD was removed and has reported it.
        case gone
    }

    /// What happened.
    enum Input: Sendable, Equatable {
        case started
        /// A signal for this process: from the terminal, which also tells the job if that is in our process group, or from a process.
        case signal(Int32, isFromProcess: Bool)
        /// The program that runs the job wants it to end.
        case cancelled
        /// The program that runs the job wants it to be killed.
        case killed
        /// The program that runs the job wants it to stop until ``resumed``.
        case paused
        case resumed
        /// ^C or the like was typed after the job's end.
        case keyInterrupt
        /// Our terminal gives no more keys: it has hung up.
        case keyboardClosed
        /// The answer to ``Action/takeKeyboard``.
        case keyboardAnswered(isTaken: Bool)
        case jobStopped(by: Int32, Surroundings)
        case jobContinued
        /// The job has ended. If `isOutputOpen`, ``outputEnded`` follows unless the limit is over first.
        case jobEnded(HUDJob.Status, isOutputOpen: Bool = false)
        /// Something came from the job's output, or it could not be taken.
        case outputRead
        /// Whether the job waits for a person. Reported in each turn if the machine ``countsSilence``.
        case attended(Bool)
        /// All that the job's output was written to is at end of file.
        case outputEnded
        /// The answer to ``Action/stop(_:)``, when this process runs again: how the job has changed since its stop. If it has stopped again, a
        /// ``jobStopped(by:_:)`` follows.
        case stopEnded(Job.Change)
        /// How much the readers in the pipeline still have to read; nil: there are none.
        case readersChecked(unread: Int?, isHUDOnScreen: Bool)
        /// The HUD has been removed from the terminal.
        case hudGone
        /// Everything that has happened was reported.
        case turnEnded
    }

    /// The circumstances in which the job has stopped.
    struct Surroundings: Sendable, Equatable {
        /// Whether a shell with job control started us and can continue us.
        var canBeWoken: Bool
        /// Whether the keyboard is the job's at present.
        var hasKeyboard: Bool
        /// Whether our process group is orphaned: no shell would notice that it has stopped.
        var isOrphaned = false
    }

    /// How this process stops.
    struct Stop: Sendable, Equatable {
        /// Whether the whole process group stops, as ^Z would have stopped it.
        var takesGroup: Bool
        /// Whether by SIGSTOP, which also works in an orphaned process group.
        var isForced: Bool
    }

    /// What the driver must do.
    enum Action: Sendable, Equatable {
        /// Starts or ends passing on signals from the handler, even while the driver is blocked in a write.
        case relaySignals(Bool)
        case showHUD
        /// Passes a signal to the job. The terminal has told a job in our own process group itself.
        case send(Int32, isFromProcess: Bool)
        /// Sends a signal to the job and the processes it has started.
        case sendToAll(Int32)
        /// Takes the keyboard for the job, and answers.
        case takeKeyboard
        /// Takes our terminal again, because its settings may have changed.
        case takeTerminal
        case copyWindowSize
        /// Hangs the job's terminal up, as ours did.
        case hangUpTerminal
        /// Relays what the job has printed so far.
        case drain
        /// Gives the terminal back and stops this process. When it runs again, answers.
        case stop(Stop)
        /// Continues the job, with the keyboard if the job wants it.
        case resumeJob
        /// Shows for how long the job has been silent; nil: no longer.
        case showSilence(Duration?)
        /// Reports that the job has ended and its output has not.
        case announceExit(hasFailed: Bool)
        /// Relays the rest of the output, releases output that was kept, and gives the terminal back.
        case finishJob(failed: Bool, keepsSettings: Bool)
        /// Resets the modes of the terminal that a job has left set because it was ended, and did not end itself; also its colors, if the end was ours.
        case resetModes(andStyle: Bool)
        /// Hides the HUD with an outcome.
        case hide(HUDOutcome)
        /// Removes the HUD at once.
        case dismiss
        /// Reports in lines for programs how the job ended.
        case announceEnd(HUDJob.Result)
        /// Ends this process by a signal.
        case die(by: Int32)
        /// The run is over.
        case finish(HUDJob.Result)
    }
}
