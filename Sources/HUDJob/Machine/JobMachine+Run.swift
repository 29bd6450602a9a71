import HUDCore
import HUDLibc

// What the states carry.
extension JobMachine {
    /// A job that has not ended.
    struct Run: Sendable, Equatable {
        /// How long a terminal that has hung up waits before it hangs up the job's, so that SIGHUP reaches the job first, as it does where
        /// the kernel sends both.
        static let hangUpDelay = Duration.milliseconds(50)
        /// How long a job has to end after SIGTERM.
        static let mercy = Duration.seconds(5)

        /// When the job began; later by the time for which the caller stopped it.
        var begin: HUDInstant
        var limit: Limit
        /// Nil: the job may be silent for as long as it likes.
        var silence: Silence?
        /// A SIGTSTP for this process that was passed on to the job, which decides whether and when it stops.
        var request = StopRequest.none
        var line = Line.connected
        /// When the caller stopped the job; nil if it runs.
        var pausedAt: HUDInstant?

        /// A request to stop that the job has not followed yet.
        enum StopRequest: Equatable {
            case none
            /// If SIGTSTP stops the job, this process stops too, because the request was for both. Otherwise it does if something can wake it.
            case passedOn
            /// A SIGCONT has come since.
            case withdrawn(at: HUDInstant)
        }

        /// How long a job may take to follow a request that was withdrawn. A stop that comes later has another cause.
        static let stopDelay = Duration.seconds(1)

        /// Whether a stop of the job by `signal` follows a request that was withdrawn before: the job must go on.
        func mustGoOn(after signal: Int32, at now: HUDInstant) -> Bool {
            if case .withdrawn(let time) = request {
                signal == SIGTSTP && time.duration(to: now) <= Self.stopDelay
            } else {
                false
            }
        }

        /// The connection between our terminal and the job's.
        enum Line: Equatable {
            case connected
            case hangingUp(at: HUDInstant)
            case hungUp
        }

        /// What falls due next, in the job's time.
        enum Limit: Equatable {
            case none
            case terminate(at: Duration)
            case kill(at: Duration, Cause)
            case spent(Cause)

            /// Why the job was told to end; nil: it was not.
            var cause: Cause? {
                switch self {
                case .none, .terminate: nil
                case .kill(_, let cause), .spent(let cause): cause
                }
            }
        }

        /// Why a job was told to end.
        enum Cause: Equatable {
            case request
            case time
            case silence
        }

        func elapsed(at now: HUDInstant) -> Duration { begin.duration(to: pausedAt ?? now) }

        /// Stops counting the time.
        mutating func pause(at now: HUDInstant) {
            if pausedAt == nil { pausedAt = now }
        }

        /// Counts the time again.
        mutating func resume(at now: HUDInstant) {
            if let pausedAt { begin = begin.advanced(by: pausedAt.duration(to: now)) }
            pausedAt = nil
        }

        /// Ends the job because the caller wants it to end, if it was not told to end before.
        mutating func cancel(at now: HUDInstant) -> [Action] {
            switch limit {
            case .none, .terminate:
                return [.sendToAll(end(by: .request, at: elapsed(at: now)))]
            case .kill, .spent: return []
            }
        }

        /// The signal that ends the job.
        private mutating func end(by cause: Cause, at time: Duration) -> Int32 {
            limit = .kill(at: time + Self.mercy, cause)
            return SIGTERM
        }

        /// Whether the job was told to end.
        var endsByRequest: Bool { limit.cause != nil }

        /// The signal that a limit brings now.
        mutating func signalDue(at now: HUDInstant) -> Int32? {
            let elapsed = elapsed(at: now)
            switch limit {
            case .terminate(let time) where time <= elapsed: return end(by: .time, at: elapsed)
            case .none, .terminate:
                guard let time = silence?.end, time <= elapsed else { return nil }
                return end(by: .silence, at: elapsed)
            case .kill(let time, let cause) where time <= elapsed:
                limit = .spent(cause)
                return SIGKILL
            case .kill, .spent: return nil
            }
        }

        /// Whether the job's terminal hangs up now.
        mutating func hangUpIsDue(at now: HUDInstant) -> Bool {
            switch line {
            case .hangingUp(let time) where time <= now:
                line = .hungUp
                return true
            case .connected, .hangingUp, .hungUp: return false
            }
        }

        /// When the time limit brings a signal; nil if it brings none.
        var limitEnd: HUDInstant? {
            switch limit {
            case _ where pausedAt != nil: nil
            case .none, .spent: nil
            case .terminate(let time), .kill(let time, _): begin.advanced(by: time)
            }
        }

        /// When the silence must be looked at again.
        private func nextLook(at now: HUDInstant) -> HUDInstant? {
            guard pausedAt == nil, !endsByRequest, let silence else { return nil }
            return begin.advanced(by: silence.nextLook(at: elapsed(at: now)))
        }

        func nextDeadline(at now: HUDInstant) -> HUDInstant? {
            let hangUp: HUDInstant? = if case .hangingUp(let time) = line { time } else { nil }
            return [hangUp, limitEnd, nextLook(at: now)].lazy.compactMap { $0 }.min()
        }
    }

    /// A job that has ended.
    struct Ending: Sendable, Equatable {
        /// How long a HUD that was asked to disappear may stay before a second signal ends the process.
        static let patience = Duration.seconds(1)

        var result: HUDJob.Result
        var interruption: Interruption

        enum Interruption: Equatable {
            case none
            /// By a key, or by the caller.
            case asked
            /// By a signal, first at this instant.
            case signaled(at: HUDInstant)
        }

        /// The action for a request to end at once.
        ///
        /// - Parameter end: The signal that ends this process when the HUD is gone; nil: none does.
        mutating func interrupt(by signal: Int32?, as end: Int32?, at now: HUDInstant) -> Action {
            result.interruption = result.interruption ?? end
            switch (interruption, signal) {
            case (.none, nil), (.asked, nil): interruption = .asked
            case (.none, _?), (.asked, _?): interruption = .signaled(at: now)
            case (.signaled, nil): break
            case (.signaled(let first), let signal?): if first.duration(to: now) > Self.patience { return .die(by: signal) }
            }
            return .dismiss
        }
    }

    /// Waits until the readers in the pipeline have read what the job wrote. Otherwise the HUD would disappear, and leave its line, in the
    /// middle of their output.
    struct ReaderWait: Sendable, Equatable {
        /// How often the driver checks.
        static let interval = Duration.milliseconds(2)
        /// The number of checks in a row that must find nothing unread, because readers print after they have read.
        private static let enough = 3
        /// How long the same amount may stay unread.
        private static let patience = Duration.milliseconds(500)
        private static let limit = Duration.seconds(2)

        private var begin: HUDInstant?
        private var emptyLooks = 0
        private var unread = 0
        private var unreadSince = HUDInstant.zero

        /// Records a check, and returns whether another one is needed.
        mutating func shouldKeepWaiting(unread count: Int?, at now: HUDInstant) -> Bool {
            guard let count else { return false }
            if begin == nil || count != unread { (unread, unreadSince) = (count, now) }
            let begin = begin ?? now
            self.begin = begin
            emptyLooks = count > 0 ? 0 : emptyLooks + 1
            return emptyLooks < Self.enough && begin.duration(to: now) <= Self.limit
                && unreadSince.duration(to: now) <= Self.patience
        }
    }
}
