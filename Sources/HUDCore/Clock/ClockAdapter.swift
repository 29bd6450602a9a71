import Synchronization

/// Any Swift `Clock` as the clock of a HUD: `ContinuousClock`, `SuspendingClock`, or the test clock or simulated time of a program.
///
/// ```swift
/// let hud = HUD(label: "Compressing", timing: HUDTiming(), clock: ClockAdapter(SuspendingClock()))
/// ```
///
/// The origin of its instants is when the adapter was made. HUDs that share an adapter can be compared in time.
///
/// Its alarms are tasks that sleep on the clock, so deadlines need a free thread of the concurrency pool. ``LiveClock`` has a thread of its own, and draws
/// while the pool is blocked: prefer it wherever time is real. For the same reason, wait by the asynchronous forms of `withHUD` and `finish`.
/// A clock that a test moves must be moved until they return; a ``ManualClock``, which needs no adapter, is moved by them.
/// The HUD of a tracked loop that is left early goes at once, because nothing can wait for it there. A stop by ^Z counts as time, unless the clock leaves it out.
public final class ClockAdapter<Base: Clock>: HUDClock where Base.Duration == Duration {
    /// The clock that tells the time.
    public let base: Base
    private let origin: Base.Instant

    /// Makes a clock that runs on `base`.
    public init(_ base: Base) {
        self.base = base
        origin = base.now
    }

    /// The time since the adapter was made.
    public var now: HUDInstant { HUDInstant(offset: origin.duration(to: base.now)) }

    /// Makes an alarm whose `action` is called in a task.
    public func makeAlarm(_ action: @escaping @Sendable () -> Void) -> any HUDAlarm {
        TaskAlarm(action: action) { [base, origin] deadline in
            try await base.sleep(until: origin.advanced(by: deadline.offset), tolerance: nil)
        }
    }
}

/// An alarm that is a task: it sleeps until the deadline.
private final class TaskAlarm: HUDAlarm {
    private struct State {
        var deadline: HUDInstant?
        var sleeper: Task<Void, Never>?
        /// How many sleepers there have been. A cancelled one may end after the same deadline was set again.
        var count = 0
    }

    /// A clock may trap if it has to add more to one of its instants. Later deadlines never come.
    private static let latest = HUDInstant(offset: .seconds(1_000_000_000_000))

    private let action: @Sendable () -> Void
    private let sleep: @Sendable (HUDInstant) async throws -> Void
    private let state = Mutex(State())

    init(action: @escaping @Sendable () -> Void, sleep: @escaping @Sendable (HUDInstant) async throws -> Void) {
        self.action = action
        self.sleep = sleep
    }

    deinit {
        set(nil)
    }

    func set(_ deadline: HUDInstant?) {
        let deadline = deadline.flatMap { $0 > Self.latest ? nil : max($0, .zero) }
        state.withLock { state in
            guard deadline != state.deadline else { return }
            state.sleeper?.cancel()
            state.deadline = deadline
            state.count += 1
            state.sleeper = deadline.map { [count = state.count] deadline in
                Task.detached { [weak self, sleep] in
                    let isOver = (try? await sleep(deadline)) != nil
                    self?.end(count, rings: isOver)
                }
            }
        }
    }

    /// - Parameters:
    ///   - sleeper: The number of the sleeper that has ended.
    ///   - rings: False if the sleep has failed. The same deadline can be set again then.
    private func end(_ sleeper: Int, rings: Bool) {
        let isDue = state.withLock { state in
            guard state.count == sleeper else { return false }
            state.deadline = nil
            state.sleeper = nil
            return true
        }
        if isDue, rings { action() }
    }
}
