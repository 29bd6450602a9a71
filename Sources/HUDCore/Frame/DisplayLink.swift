import Synchronization

/// Calls a closure once a frame at a fixed rate, on a ``HUDClock``: CADisplayLink for a terminal.
///
/// Frames are on a grid that begins when the link is started; a late wake-up skips the frames it missed. A HUD has a grid of its own. Use
/// a link to move something else in step. It can be used from any thread.
///
/// ```swift
/// let link = DisplayLink(preferredFramesPerSecond: 30) { frame in
///     // frame.number, frame.timestamp, frame.targetTimestamp, frame.duration
/// }
/// defer { link.invalidate() }
/// ```
public final class DisplayLink: Sendable {
    /// The valid numbers of frames a second. Others are clamped to this range.
    package static let rates = 1...1_000_000_000

    /// One frame of the grid.
    public struct Frame: Sendable, Hashable {
        /// The number; the first frame is 0. Skipped frames are counted.
        public var number: Int
        /// The time on the grid, rounded down to the attosecond.
        public var timestamp: HUDInstant
        /// The time of the next frame, which will replace this one.
        public var targetTimestamp: HUDInstant

        /// The time from this frame to the next.
        public var duration: Duration { timestamp.duration(to: targetTimestamp) }
    }

    private struct State {
        var pacer: FramePacer
        var calls = CallQueue<Frame>()
        var alarm: (any HUDAlarm)?
        var lastFrame: Frame?
        var isPaused = false
    }

    private let clock: any HUDClock
    private let state: Mutex<State>
    private let onFrame: @Sendable (Frame) -> Void

    /// Starts a link. Frame 0 is due at once.
    ///
    /// - Parameters:
    ///   - preferredFramesPerSecond: Frames per second, clamped to 1…1,000,000,000.
    ///   - clock: The clock. Use a ``ManualClock`` in tests.
    ///   - onFrame: Called in order, never concurrently, and outside every lock. It may call back.
    public init(
        preferredFramesPerSecond: Int = 60, clock: any HUDClock = LiveClock.shared,
        onFrame: @escaping @Sendable (Frame) -> Void
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

    /// Frames per second. After a change the frame numbers continue, and the new grid begins at the last frame.
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

    /// The last frame's time on the grid; nil before the first frame.
    public var timestamp: HUDInstant? { state.withLock { $0.lastFrame?.timestamp } }

    /// The time on the grid of the frame after the last one; nil before the first frame.
    public var targetTimestamp: HUDInstant? { state.withLock { $0.lastFrame?.targetTimestamp } }

    /// The time from the last frame to the next; nil before the first frame.
    public var duration: Duration? { state.withLock { $0.lastFrame?.duration } }

    /// Whether the link is paused. When it is resumed, it continues on the same grid.
    public var isPaused: Bool {
        get { state.withLock { $0.isPaused } }
        set {
            state.withLock { state in
                state.isPaused = newValue
                setAlarm(&state)
            }
        }
    }

    /// Stops the link for good.
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
        // Set after drawing: if a frame takes longer than its interval, the next one is skipped instead of queued.
        state.withLock { setAlarm(&$0) }
    }
}
