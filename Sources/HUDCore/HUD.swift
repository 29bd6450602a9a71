import Synchronization

/// A progress HUD that never flashes: it waits out a grace time before it shows, and once shown it stays for a minimum time.
///
/// ```swift
/// let hud = HUD(label: "Compressing", graceTime: .milliseconds(500), minimumShowTime: .seconds(1), renderer: InlineRenderer())
/// hud.show()
/// defer { hud.hide() }
/// ```
///
/// A HUD is safe from any thread. It turns on its clock's own thread, so it goes on while the main thread and the whole
/// concurrency pool are blocked. Timing is exact and is ``HUDStateMachine``'s; given a ``ManualClock`` a HUD can be tested without
/// one real sleep.
///
/// Setting a label or progress never draws. Both are sampled once a frame, and once more when the HUD goes.
///
/// Closures that it is given are called outside its lock, in order and one at a time, and may call back in.
public final class HUD: Sendable {
    private let storage: HUDStorage

    /// A hidden HUD.
    ///
    /// - Parameters:
    ///   - label: What is going on.
    ///   - detailsLabel: More of it, in smaller print.
    ///   - mode: What is shown beside the labels.
    ///   - graceTime: How long a job may run before the HUD shows at all. Negative counts as zero.
    ///   - minimumShowTime: How long the HUD stays at least, once shown. Negative counts as zero.
    ///   - animationDuration: How long appearing and disappearing take; nil: what the renderer prefers (0.3 s without one).
    ///   - preferredFramesPerSecond: How often progress is sampled and a frame is drawn; 1 and more.
    ///   - renderer: What it is drawn with. Without one its events can be followed all the same, and it has no frames.
    ///   - clock: What time it is. A ``ManualClock`` in tests.
    public init(
        label: String = "", detailsLabel: String = "", mode: HUDMode = .indeterminate,
        graceTime: Duration = .zero, minimumShowTime: Duration = .zero, animationDuration: Duration? = nil,
        preferredFramesPerSecond: Int = 30, renderer: (any HUDRenderer)? = nil,
        clock: any HUDClock = LiveClock.shared
    ) {
        let machine = HUDStateMachine(
            graceTime: graceTime, minimumShowTime: minimumShowTime,
            animationDuration: animationDuration ?? renderer?.preferredAnimationDuration ?? .milliseconds(300))
        let presenter = HUDPresenter(
            machine: machine, content: .init(mode: mode, label: label, detailsLabel: detailsLabel),
            framesPerSecond: preferredFramesPerSecond, draws: renderer != nil)
        storage = HUDStorage(presenter: presenter, renderer: renderer, clock: clock)
    }

    deinit {
        storage.close()
    }

    // MARK: Showing and hiding

    /// Asks for the HUD: it shows when the grace time is over, at once if there is none. Cancels a pending delayed hide.
    ///
    /// On a HUD that is already shown it starts the minimum show time anew; on one that is disappearing it turns back.
    /// - Parameter animated: Whether it appears, and goes, with an animation, unless a later call says otherwise.
    public func show(animated: Bool = true) {
        storage.call { $0.show(at: $1, animated: animated) }
    }

    /// Asks the HUD to go: at once, or when the minimum show time is over. Cancels a pending delayed hide.
    ///
    /// In the grace time it is hidden at once and nothing is ever drawn.
    /// - Parameter animated: Whether it goes with an animation; false while it is disappearing ends that at once.
    public func hide(animated: Bool = true) {
        storage.call { $0.hide(at: $1, animated: animated) }
    }

    /// Asks the HUD to go after `delay`, in place of any delayed hide asked for before. `show` and `hide` cancel it.
    ///
    /// - Parameters:
    ///   - delay: Zero or less is a plain ``hide(animated:)``.
    ///   - animated: Whether it then goes with an animation.
    public func hide(after delay: Duration, animated: Bool = true) {
        storage.call { $0.hide(after: delay, at: $1, animated: animated) }
    }

    /// Leaves a time out of ``HUDSnapshot/elapsed``, such as one in which the process was stopped. Not once the work has ended.
    package func leaveOut(_ time: Duration) {
        storage.update { $0.leaveOut(time) }
    }

    /// Takes the HUD off at once, before the end of its minimum show time.
    package func dismiss() {
        storage.call { $0.dismiss(at: $1) }
    }

    /// Hides the HUD and waits until it is gone, minimum show time and animation included.
    ///
    /// - Returns: Whether it had been shown; false also where nothing was asked for.
    /// - Throws: `CancellationError` if the task is cancelled. The HUD goes all the same.
    @discardableResult
    public func hideAndWait(animated: Bool = true) async throws(CancellationError) -> Bool {
        try await storage.waitUntilHidden { hide(animated: animated) }
    }

    /// Waits until the HUD is gone; returns at once where it is hidden already.
    ///
    /// - Returns: Whether it had been shown; false where it was hidden already.
    /// - Throws: `CancellationError` if the task is cancelled.
    @discardableResult
    public func waitUntilHidden() async throws(CancellationError) -> Bool {
        try await storage.waitUntilHidden()
    }

    // MARK: What it is doing

    /// Where it is between being asked for and being gone.
    public var phase: HUDPhase { storage.read { $0.machine.phase } }

    /// Whether it is on the screen: visible, lingering or disappearing.
    public var isOnScreen: Bool { phase.isOnScreen }

    /// Called each time the HUD is gone, exactly once, with whether it had been shown. (`completionBlock`, `hudWasHidden:`)
    public var onHidden: (@Sendable (_ shown: Bool) -> Void)? {
        get { storage.onHidden }
        set { storage.onHidden = newValue }
    }

    /// Called with each thing that happens, in order. What ``events`` gives to tasks, at once and on the thread it happens on.
    public var onEvent: (@Sendable (HUDEvent) -> Void)? {
        get { storage.onEvent }
        set { storage.onEvent = newValue }
    }

    /// What happens to it from now on. Each call makes a sequence of its own, which ends when the HUD is deallocated.
    ///
    /// A reader that falls behind loses the oldest: 256 events are kept. A HUD that is deallocated while another thread tells of its events may
    /// end the sequence before the last of them.
    public var events: AsyncStream<HUDEvent> { storage.makeEventStream() }

    // MARK: What it shows

    /// What is going on. Any text; control characters in it do no harm.
    public var label: String {
        get { storage.read { $0.content.label } }
        set { storage.change { $0.label = newValue } }
    }

    /// More of it, in smaller print.
    public var detailsLabel: String {
        get { storage.read { $0.content.detailsLabel } }
        set { storage.change { $0.detailsLabel = newValue } }
    }

    /// How the work ended, for the renderer to say as the HUD goes; the elapsed time stands still from then on.
    ///
    /// Set it before ``hide(animated:)``; ``show(animated:)`` takes it back.
    public var outcome: HUDOutcome? {
        get { storage.read { $0.content.outcome } }
        set { storage.setOutcome(newValue) }
    }

    /// Prints a line, or several, above the HUD: whole, and in the order of the calls. From any thread.
    ///
    /// ```swift
    /// hud.log("skipped \(file): not changed")
    /// ```
    ///
    /// It goes where the HUD is drawn, whether it is on screen or not; without a renderer it is printed to standard output as it is.
    /// - Parameter text: On a terminal colours (SGR sequences) pass; anything else that would act on it is made visible.
    public func log(_ text: String) {
        if let renderer = storage.renderer { renderer.log(text) } else { print(text) }
    }

    /// What is shown beside the labels.
    public var mode: HUDMode {
        get { storage.read { $0.content.mode } }
        set { storage.change { $0.mode = newValue } }
    }

    /// Progress as a fraction, 0 to 1; what lies outside is brought in, and NaN counts as 0. Setting it is an atomic store.
    ///
    /// Where there is a ``progressSource``, that is drawn.
    public var progress: Double {
        get { storage.fraction.sample().fraction }
        set { storage.fraction.fraction = newValue }
    }

    /// Where progress comes from, in place of ``progress``; such as a ``ProgressCounter``. (`progressObject`)
    public var progressSource: (any ProgressSource)? {
        get { storage.progressSource }
        set { storage.progressSource = newValue }
    }

    // MARK: Timing

    /// How long a job may run before the HUD shows at all. Counts from the next ``show(animated:)`` on.
    public var graceTime: Duration {
        get { storage.read { $0.machine.graceTime } }
        set { storage.call { $0.setTimings(at: $1) { $0.graceTime = newValue } } }
    }

    /// How long the HUD stays at least, once shown. Counts when it is next asked to go.
    public var minimumShowTime: Duration {
        get { storage.read { $0.machine.minimumShowTime } }
        set { storage.call { $0.setTimings(at: $1) { $0.minimumShowTime = newValue } } }
    }

    /// How long appearing and disappearing take. Counts when it next appears or disappears.
    public var animationDuration: Duration {
        get { storage.read { $0.machine.animationDuration } }
        set { storage.call { $0.setTimings(at: $1) { $0.animationDuration = newValue } } }
    }

    /// How often progress is sampled and a frame is drawn; 1 and more. A change counts from the last frame.
    public var preferredFramesPerSecond: Int {
        get { storage.read { $0.framesPerSecond } }
        set { storage.setFramesPerSecond(newValue) }
    }
}
