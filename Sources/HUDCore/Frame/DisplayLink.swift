import Synchronization

/// Calls a closure once a frame at a fixed rate, on a ``HUDClock``: CADisplayLink for a terminal.
///
/// Frames fall on a grid from where the link was started; a late wake-up skips what it missed. A HUD has its own; this one is for
/// whatever else is to move in step. Safe from any thread.
///
/// ```swift
/// let link = DisplayLink(preferredFramesPerSecond: 30) { frame in
///     // frame.number, frame.timestamp, frame.targetTimestamp, frame.duration
/// }
/// defer { link.invalidate() }
/// ```
public final class DisplayLink: Sendable {
    private struct State {
        var pacer: FramePacer
        var calls = CallQueue<FramePacer.Frame>()
        var alarm: (any HUDAlarm)?
        var lastFrame: FramePacer.Frame?
        var isPaused = false
    }

    private let clock: any HUDClock
    private let state: Mutex<State>
    private let onFrame: @Sendable (FramePacer.Frame) -> Void

    /// A link that runs from now on; frame 0 is due at once.
    ///
    /// - Parameters:
    ///   - preferredFramesPerSecond: 1 and more; less counts as 1.
    ///   - clock: What time it is. A ``ManualClock`` in tests.
    ///   - onFrame: Called in order and never twice at once, outside every lock; may call back in.
    public init(
        preferredFramesPerSecond: Int = 60, clock: any HUDClock = LiveClock.shared,
        onFrame: @escaping @Sendable (FramePacer.Frame) -> Void
    ) {
        self.clock = clock
        self.onFrame = onFrame
        let pacer = FramePacer(origin: clock.now, framesPerSecond: preferredFramesPerSecond)
        state = Mutex(State(pacer: pacer))
        let alarm = clock.makeAlarm { [weak self] in self?.wake() }
        state.withLock { state in
            state.alarm = alarm
            alarm.set(state.pacer.nextDeadline)
        }
    }

    deinit {
        invalidate()
    }

    /// Frames a second. A change keeps the frame numbers going and counts from the last frame.
    public var preferredFramesPerSecond: Int {
        get { state.withLock { $0.pacer.framesPerSecond } }
        set {
            state.withLock { state in
                guard newValue != state.pacer.framesPerSecond else { return }
                state.pacer = state.pacer.changed(toFramesPerSecond: newValue)
                setAlarm(&state)
            }
        }
    }

    /// The number of the last frame; nil before the first.
    public var frameNumber: Int? { state.withLock { $0.lastFrame?.number } }

    /// The place of the last frame on the grid; nil before the first.
    public var timestamp: HUDInstant? { state.withLock { $0.lastFrame?.timestamp } }

    /// The place of the frame after the last; nil before the first.
    public var targetTimestamp: HUDInstant? { state.withLock { $0.lastFrame?.targetTimestamp } }

    /// The time from the last frame to the one after it; nil before the first.
    public var duration: Duration? { state.withLock { $0.lastFrame?.duration } }

    /// Whether it stands still. Resumed, it goes on where the grid is by then.
    public var isPaused: Bool {
        get { state.withLock { $0.isPaused } }
        set {
            state.withLock { state in
                state.isPaused = newValue
                setAlarm(&state)
            }
        }
    }

    /// Stops it for good.
    public func invalidate() {
        state.withLock { state in
            state.alarm?.set(nil)
            state.alarm = nil
        }
    }

    private func setAlarm(_ state: inout State) {
        state.alarm?.set(state.isPaused ? nil : state.pacer.nextDeadline)
    }

    private func wake() {
        let isFirst = state.withLock { state in
            guard state.alarm != nil, !state.isPaused, let frame = state.pacer.frame(at: clock.now) else { return false }
            state.lastFrame = frame
            return state.calls.append(CollectionOfOne(frame))
        }
        if isFirst {
            while let frame = state.withLock({ $0.calls.next() }) { onFrame(frame) }
        }
        // Set after drawing: a frame that takes longer than its time skips the next instead of queueing it.
        state.withLock { setAlarm(&$0) }
    }
}
