import Synchronization

/// Shows that work is going on while any of a number of tasks runs, without flicker.
///
/// Short work is not shown (the activation delay), and a short gap between two tasks does not turn the indicator off (the completion delay).
/// It drives a HUD, or calls a closure when it turns on and off. It can be used from any thread.
///
/// ```swift
/// let activity = ActivityIndicator(hud: HUD(label: "Loading…", renderer: InlineRenderer()))
/// activity.begin()
/// defer { activity.end() }
/// ```
public final class ActivityIndicator: Sendable {
    private struct State {
        var machine: ActivityStateMachine
        var calls = CallQueue<Bool>()
        var alarm: (any HUDAlarm)?
    }

    private let clock: any HUDClock
    private let state: Mutex<State>
    private let onChange: @Sendable (Bool) -> Void
    /// The HUD that it shows; nil if it calls a closure.
    private let hud: HUD?

    /// Makes an indicator that calls `onChange` when it turns on (true) and off (false).
    ///
    /// If it is deallocated while it is on, it does not call `onChange`.
    ///
    /// - Parameters:
    ///   - activationDelay: How long work must run before the indicator turns on.
    ///   - completionDelay: How long the indicator stays on after the last task has ended.
    ///   - clock: The clock. Use a ``ManualClock`` in tests.
    ///   - onChange: Called in order and outside every lock. It may call back.
    public convenience init(
        activationDelay: Duration = .seconds(1), completionDelay: Duration = .milliseconds(170),
        clock: any HUDClock = LiveClock.shared, onChange: @escaping @Sendable (Bool) -> Void
    ) {
        self.init(
            hud: nil, activationDelay: activationDelay, completionDelay: completionDelay, clock: clock, onChange: onChange)
    }

    private init(
        hud: HUD?, activationDelay: Duration, completionDelay: Duration, clock: any HUDClock,
        onChange: @escaping @Sendable (Bool) -> Void
    ) {
        self.hud = hud
        self.clock = clock
        self.onChange = onChange
        let machine = ActivityStateMachine(activationDelay: activationDelay, completionDelay: completionDelay)
        state = Mutex(State(machine: machine))
        let alarm = clock.makeAlarm { [weak self] in self?.call { $0.advance(to: $1) } }
        state.withLock { $0.alarm = alarm }
    }

    /// Makes an indicator that shows `hud` while it is on.
    ///
    /// The HUD's own grace time and minimum show time apply as well, so its grace time is usually zero. It is hidden when the indicator is
    /// deallocated.
    public convenience init(
        hud: HUD, activationDelay: Duration = .seconds(1), completionDelay: Duration = .milliseconds(170),
        clock: any HUDClock = LiveClock.shared
    ) {
        self.init(
            hud: hud, activationDelay: activationDelay, completionDelay: completionDelay, clock: clock
        ) { isActive in
            if isActive { hud.show() } else { hud.hide() }
        }
    }

    deinit {
        state.withLock { $0.alarm?.set(nil) }
        if isActive { hud?.hide() }
    }

    /// The number of running tasks.
    public var count: Int { state.withLock { $0.machine.count } }

    /// Whether the indicator is on.
    public var isActive: Bool {
        switch state.withLock({ $0.machine.state }) {
        case .active, .ending: true
        case .idle, .starting: false
        }
    }

    /// Counts one more running task.
    public func begin() { call { $0.begin(at: $1) } }

    /// Counts one task as ended. Does nothing without a matching ``begin()``.
    public func end() { call { $0.end(at: $1) } }

    /// Counts each part of `work` as a task while it runs: it is on while any of them does. Paused parts do not run.
    ///
    /// ```swift
    /// let indicator = ActivityIndicator { isActive in print(isActive ? "working" : "idle") }
    /// indicator.follow(hud.work)
    /// ```
    ///
    /// The work of a HUD under which a group of jobs runs has the jobs as parts. It can follow several works.
    public func follow(_ work: ProgressNode) { work.tally.follow(by: ActivityFollower(self)) }

    @inline(never)
    private func call(_ transition: (inout ActivityStateMachine, HUDInstant) -> [ActivityStateMachine.Event]) {
        if state.withLock({ Self.take(transition(&$0.machine, clock.now), of: &$0) }) { reportChanges() }
    }

    /// The part of a call that is the same in each, under the lock.
    ///
    /// - Returns: Whether this thread reports the changes.
    @inline(never)
    private static func take(_ events: [ActivityStateMachine.Event], of state: inout State) -> Bool {
        state.alarm?.set(state.machine.nextDeadline)
        return state.calls.append(events.map(\.isActive))
    }

    @inline(never)
    private func reportChanges() {
        while let isActive = state.withLock({ $0.calls.next() }) { onChange(isActive) }
    }
}
