import HUDCore

extension JobMachine {
    /// The state of the job.
    enum State: Equatable {
        /// The command has not started yet.
        ///
        /// Can transition to: running.
        case starting(Run)
        /// The job runs.
        ///
        /// Can transition to: asking, halted, stopped, trailing, draining, leaving, ended.
        case running(Run)
        /// The job was stopped because it wants the keyboard, and the driver finds out whether the job can have it.
        ///
        /// Can transition to: running, stopped.
        case asking(Run, stoppedBy: Int32)
        /// The job is stopped and this process is not.
        ///
        /// Can transition to: running, stopped, trailing, draining, leaving, ended.
        case halted(Run)
        /// This process is stopped, with its job if there is one.
        ///
        /// Can transition to: running, halted, draining, leaving, ended.
        case stopped(during: Phase)
        /// The job has ended, and a process that it has left behind still has its output open.
        ///
        /// Can transition to: draining, leaving, ended.
        case trailing(HUDJob.Result, until: HUDInstant, latest: HUDInstant?)
        /// The job has ended. Other programs of the pipeline may still have to print what the job wrote.
        ///
        /// Can transition to: stopped, leaving.
        case draining(Ending, ReaderWait)
        /// The HUD was asked to disappear.
        ///
        /// Can transition to: stopped, ended.
        case leaving(Ending)
        /// The run is over. A signal that arrived with the end still counts.
        ///
        /// Can transition to: ended.
        case ended(HUDJob.Result)
    }

    /// What a stop of this process interrupts.
    enum Phase: Equatable {
        case running(Run)
        case draining(Ending, ReaderWait)
        case leaving(Ending)
    }
}

// Questions of the driver.
extension JobMachine {
    /// Whether there is a job to look after.
    var hasJob: Bool {
        switch state {
        case .running, .asking, .halted, .stopped(during: .running): true
        case .starting, .stopped(during: .draining), .stopped(during: .leaving): false
        case .trailing, .draining, .leaving, .ended: false
        }
    }

    /// The job that has not ended; nil if there is none, and while this process is stopped.
    var run: Run? {
        switch state {
        case .starting(let run), .running(let run), .halted(let run), .asking(let run, _): run
        case .stopped, .trailing, .draining, .leaving, .ended: nil
        }
    }

    /// Whether this process stops after a SIGTSTP of its own, so that a SIGCONT that has come since ends the stop.
    var stopsBySignal: Bool {
        switch state {
        case .stopped(during: .running(let run)): run.request == .passedOn
        case .stopped(during: .draining), .stopped(during: .leaving): true
        case .starting, .running, .asking, .halted, .trailing, .draining, .leaving, .ended: false
        }
    }

    /// Whether the job was told to end.
    var endsByRequest: Bool { run?.endsByRequest == true }

    /// Whether the job has ended and its output has not.
    var waitsForOutput: Bool { if case .trailing = state { true } else { false } }

    /// Whether the machine counts the job's silence, and needs ``Input/outputRead`` and ``Input/attended(_:)``.
    var countsSilence: Bool {
        switch state {
        case .running(let run), .halted(let run): run.silence != nil
        case .starting, .asking, .stopped, .trailing, .draining, .leaving, .ended: false
        }
    }

    /// Whether the machine waits for ``Input/readersChecked(unread:isHUDOnScreen:)``.
    var waitsForReaders: Bool { if case .draining = state { true } else { false } }

    /// When the driver must end a turn at the latest; nil: only when something happens.
    func nextDeadline(at now: HUDInstant) -> HUDInstant? {
        switch state {
        case .running(let run), .halted(let run): run.nextDeadline(at: now)
        case .trailing(_, let end, _): end
        case .draining: now.advanced(by: ReaderWait.interval)
        case .starting, .asking, .stopped, .leaving, .ended: nil
        }
    }
}
