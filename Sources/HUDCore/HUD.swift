import Synchronization

/// A progress HUD that never flashes: it appears after a grace time, and then stays for a minimum time.
///
/// ```swift
/// let hud = HUD(label: "Compressing", timing: HUDTiming(minimumShowTime: .seconds(1)), renderer: InlineRenderer())
/// hud.show()
/// defer { hud.hide() }
/// ```
///
/// A HUD can be used from any thread. It draws on its clock's own thread, so it keeps moving while the main thread and the whole
/// concurrency pool are blocked. ``HUDStateMachine`` decides its timing, which is exact; with a ``ManualClock`` a HUD can be tested without
/// a single sleep.
///
/// Setting a label or progress never draws. Both are sampled once a frame, and once more before the HUD disappears.
///
/// Closures are called outside its lock, in order and one at a time. They may call back.
public final class HUD: Sendable {
    /// The state that the HUD controls: its own one or, after another HUD has taken its place, one that is hidden.
    var storage: HUDStorage {
        ownStorage.isOwned(by: ownership) ? ownStorage : formerStorage.withLock { $0 } ?? ownStorage
    }
    private let ownStorage: HUDStorage
    /// Set before another HUD takes the place of this one.
    private let formerStorage = Mutex<HUDStorage?>(nil)
    /// The work that the HUD stands for: a node to count with, and to assign parts of.
    ///
    /// The HUD shows its progress once it has a total, a count or a part, unless there is a ``progressSource``. The labels of its running parts
    /// are the details, while ``detailsLabel`` is empty.
    public var work: ProgressNode {
        // Not by way of `storage`, which takes longer than counting.
        if !ownStorage.usesWork.load(ordering: .relaxed) { storage.beginUsingWork() }
        return workNode
    }
    let workNode: ProgressNode
    /// The number of HUDs that had the storage before.
    private let ownership: Int
    /// The number of HUDs made so far.
    private static let lastID = Atomic<Int>(0)

    /// Makes a hidden HUD.
    ///
    /// - Parameters:
    ///   - label: What is going on.
    ///   - detailsLabel: Details, in smaller print.
    ///   - mode: What is shown next to the labels; nil: a bar once a total or a fraction is known, and a spinner before.
    ///   - timing: When the HUD appears, and how long it stays at least. By default it appears and goes at once.
    ///   - preferredFramesPerSecond: How often progress is sampled and a frame is drawn, clamped to 1…1,000,000,000.
    ///   - renderer: What draws the HUD. Without one it has events but no frames.
    ///   - clock: The clock. Use a ``ManualClock`` in tests.
    public convenience init(
        label: String = "", detailsLabel: String = "", mode: HUDMode? = nil,
        timing: HUDTiming = HUDTiming(graceTime: .zero, minimumShowTime: .zero), preferredFramesPerSecond: Int = 30,
        renderer: (any HUDRenderer)? = nil, clock: any HUDClock = LiveClock.shared
    ) {
        self.init(
            label: label, detailsLabel: detailsLabel, mode: mode, timing: timing, work: ProgressNode(),
            framesPerSecond: preferredFramesPerSecond, renderer: renderer, clock: clock)
    }

    /// Makes a hidden HUD with a node for its work.
    @inline(never)
    init(
        label: String, detailsLabel: String = "", mode: HUDMode? = nil, timing: HUDTiming, work: ProgressNode,
        framesPerSecond: Int = FrameSchedule.usualRate, renderer: (any HUDRenderer)?, clock: any HUDClock
    ) {
        workNode = work
        ownership = 0
        let machine = HUDStateMachine(
            graceTime: timing.graceTime, minimumShowTime: timing.minimumShowTime,
            animationDuration: timing.animationDuration(with: renderer))
        let presenter = HUDPresenter(
            machine: machine, content: .init(mode: mode, label: label, detailsLabel: detailsLabel),
            framesPerSecond: framesPerSecond, draws: renderer != nil, id: Self.makeID())
        ownStorage = HUDStorage(presenter: presenter, work: work.tally, renderer: renderer, clock: clock)
    }

    private static func makeID() -> Int { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Makes a HUD that is on screen in the place of `other`, which has been asked to disappear, and shows it. The other one no longer controls it: it is hidden,
    /// with the labels, the outcome and the times that it had.
    ///
    /// - Returns: Nil if the other one is not there any more.
    init?(takingOver other: HUD, label: String, timing: HUDTiming, work: ProgressNode) {
        let storage = other.storage
        ownStorage = storage
        workNode = work
        var former: HUDStorage? = storage.hiddenCopy(of: other.workNode.tally, id: Self.makeID())
        other.formerStorage.withLock { swap(&$0, &former) }
        guard let number = storage.change(to: work.tally, label: label, timing: timing) else { return nil }
        ownership = number
    }

    deinit {
        ownStorage.close(ownership: ownership)
        formerStorage.withLock { $0 }?.close(ownership: 0)
    }

    // MARK: Showing and hiding

    /// Asks the HUD to appear: when the grace time is over, or at once without one. Cancels a pending delayed hide.
    ///
    /// If the HUD is already shown, its minimum show time starts again; if it is disappearing, it turns back. From this call until it is gone,
    /// the HUD stays alive, and can be found by ``all`` and ``topmost``.
    /// - Parameter animated: Whether it appears and disappears with an animation, unless a later call says otherwise.
    public func show(animated: Bool = true) {
        storage.call(showing: self) { $0.show(at: $1, animated: animated) }
    }

    /// Asks the HUD to disappear: at once, or when the minimum show time is over. Cancels a pending delayed hide.
    ///
    /// Within the grace time it is hidden at once, and nothing is ever drawn.
    ///
    /// If the HUD goes at once, it is off the terminal when the call returns. The call waits for a frame that another thread is drawing, for
    /// a second at most. A call from the renderer, from a closure of a HUD, or on the thread of a ``LiveClock`` does not wait: the HUD goes when that has
    /// returned.
    ///
    /// If the process exits (`exit`, or a return from `main`) after this call and before the HUD is gone, it is taken off at once and its summary is
    /// written.
    /// - Parameter animated: Whether it disappears with an animation. False, while it is disappearing, ends the animation at once.
    public func hide(animated: Bool = true) {
        storage.hide { $0.hide(at: $1, animated: animated) }
    }

    /// Asks the HUD to disappear after `delay`. Replaces an earlier delayed hide; `show` and `hide` cancel it.
    ///
    /// - Parameters:
    ///   - delay: Zero or negative is a plain ``hide(animated:)``.
    ///   - animated: Whether it then disappears with an animation.
    public func hide(after delay: Duration, animated: Bool = true) {
        storage.hide(isDelayed: true) { $0.hide(after: delay, at: $1, animated: animated) }
    }

    /// Excludes a time from ``HUDSnapshot/elapsed``; a negative one is added. No effect once the work has ended.
    package func leaveOut(_ time: Duration) {
        storage.update { $0.job.leaveOut(time) }
    }

    /// Stops the grace time until ``endStop(of:)``, because the work is over and something else is waited for.
    package func beginStop() { storage.extendGraceTime(by: Self.longestStop) }

    /// Excludes a time that ``beginStop()`` has begun: from ``HUDSnapshot/elapsed``, and from the grace time.
    package func endStop(of time: Duration) {
        leaveOut(time)
        storage.extendGraceTime(by: time - Self.longestStop)
    }

    /// Longer than any stop.
    private static let longestStop = Duration.seconds(1_000_000_000)

    /// Removes the HUD at once, regardless of the minimum show time; for a program that is about to end.
    package func dismiss() {
        storage.dismiss()
    }

    /// Hides the HUD and waits until it is gone, minimum show time and animation included.
    ///
    /// - Returns: Whether it was shown; also false if it had not been asked for.
    /// - Throws: `CancellationError` if the task is cancelled. The HUD is hidden nevertheless.
    @discardableResult
    public func hideAndWait(animated: Bool = true) async throws(CancellationError) -> Bool {
        try await storage.waitUntilHidden { hide(animated: animated) }
    }

    /// Waits until the HUD is gone; returns at once if it is hidden.
    ///
    /// - Returns: Whether it was shown; false if it was already hidden.
    /// - Throws: `CancellationError` if the task is cancelled.
    @discardableResult
    public func waitUntilHidden() async throws(CancellationError) -> Bool {
        try await storage.waitUntilHidden()
    }

    // MARK: What it is doing

    /// Whether a ``show(animated:)`` is in effect, with no hide since.
    package var isRequested: Bool { storage.read { $0.machine.isRequested } }

    /// Hides the HUD unless that has been asked for.
    ///
    /// - Returns: Whether this call has hidden it.
    func hideIfRequested(animated: Bool) -> Bool {
        var isRequested = false
        storage.hide { machine, now in
            isRequested = machine.isRequested
            return isRequested ? machine.hide(at: now, animated: animated) : []
        }
        return isRequested
    }

    /// The phase of the HUD.
    public var phase: HUDPhase { storage.read { $0.machine.phase } }

    /// Whether the HUD is on the screen: visible, lingering or disappearing.
    public var isOnScreen: Bool { phase.isOnScreen }

    /// Called exactly once each time the HUD is gone, with whether it was shown. (`completionBlock`, `hudWasHidden:`)
    public var onHidden: (@Sendable (_ shown: Bool) -> Void)? {
        get { storage[\.onHidden] }
        set { storage[\.onHidden] = newValue }
    }

    /// Called with each event, in order, on the thread on which it happens. ``events`` is the same for tasks.
    public var onEvent: (@Sendable (HUDEvent) -> Void)? {
        get { storage[\.onEvent] }
        set { storage[\.onEvent] = newValue }
    }

    /// The events from now on. Each call makes a sequence of its own, which ends when the HUD is deallocated.
    ///
    /// If a reader falls behind, the oldest events are dropped: 256 are kept. If a HUD is deallocated while another thread reports its
    /// events, the sequence may end before the last of them.
    public var events: AsyncStream<HUDEvent> { storage.makeStream(\.events) }

    /// The times at which the HUD is asked to disappear, from now on: by a call of `hide` or `finish`, by the end of a scope, or because a
    /// delayed hide is due. It may stay longer, for its minimum show time.
    ///
    /// A test of asynchronous code awaits it to know when to advance a ``ManualClock``:
    ///
    /// ```swift
    /// var hides = hud.hideRequests.makeAsyncIterator()
    /// let tool = Task { try await hud.hideAndWait() }
    /// _ = await hides.next()  // the HUD was asked to disappear
    /// clock.advance(by: .seconds(2))  // the minimum show time is over, and the animation
    /// _ = try await tool.value
    /// ```
    ///
    /// Each call makes a sequence of its own, which ends when the HUD is deallocated.
    public var hideRequests: AsyncStream<HUDInstant> { storage.makeStream(\.hideRequests) }

    // MARK: What it leaves

    /// Which outcomes leave a line when the HUD disappears; none by default. The renderer writes the line together with the removal.
    ///
    /// Unless it is `never`, each part of the work that fails leaves a line above the HUD: `✗ film.mkv disk full`.
    public var summary: HUDSummary {
        get { storage.read { $0.content.summary } }
        set {
            storage.change { $0.summary = newValue }
            storage.observeFailures()
        }
    }

    // MARK: What it shows

    /// What is going on. Any text is safe; control characters in it have no effect.
    public var label: String {
        get { storage.read { $0.content.label } }
        set { storage.change { $0.label = newValue } }
    }

    /// Details, in smaller print.
    public var detailsLabel: String {
        get { storage.read { $0.content.detailsLabel } }
        set { storage.change { $0.detailsLabel = newValue } }
    }

    /// How the work ended, for the renderer to show when the HUD disappears. The elapsed time stops when it is set.
    ///
    /// Set it before ``hide(animated:)``; ``show(animated:)`` clears it.
    public var outcome: HUDOutcome? {
        get { storage.read { $0.content.outcome } }
        set { storage.setOutcome(newValue) }
    }

    /// What the work has cost, for the line that is left, and for the last event of an event stream; nil: nothing is said about it.
    ///
    /// Set it before ``hide(animated:)``; ``show(animated:)`` clears it.
    public var usage: HUDUsage? {
        get { storage.read { $0.content.usage } }
        set { storage.change { $0.usage = newValue } }
    }

    /// The clock on which it runs.
    package var clock: any HUDClock { storage.clock }

    /// What it is drawn with; nil if it was given nothing.
    public var renderer: (any HUDRenderer)? { storage.renderer }

    /// Prints one or several lines above the HUD: whole, and in the order of the calls. Can be called from any thread.
    ///
    /// ```swift
    /// hud.log("skipped \(file): not changed")
    /// ```
    ///
    /// The lines go where the HUD is drawn, whether it is on screen or not; without a renderer they are printed to standard output.
    /// - Parameter text: On a terminal, SGR sequences (colors) and tabs pass, and a carriage return begins another line; other control characters are made
    ///   visible.
    public func log(_ text: String) {
        if let renderer = storage.renderer { DrawingThread.log(text, by: renderer) } else { print(text) }
    }

    /// What is shown next to the labels. Until it is set, it is `indeterminate`, and a HUD whose total is known, or whose fraction is more than 0, shows a
    /// bar.
    public var mode: HUDMode {
        get { storage.read { $0.content.mode } ?? .indeterminate }
        set { storage.change { $0.mode = newValue } }
    }

    /// Progress as a fraction, clamped to 0…1; NaN counts as 0. Setting it is an atomic store.
    ///
    /// It replaces a ``progressSource`` that was set before, and is shown instead of ``work``: of the two, the last one set counts.
    public var progress: Double {
        get { ProgressSample(fraction: storage.fraction).fraction }
        set { storage.setFraction(newValue) }
    }

    /// The source of progress, which replaces ``work`` and a ``progress`` that was set before; for example a ``ProgressNode`` of the program. With nil, what was counted
    /// by ``work`` is shown again or, if the work is not used, the ``progress`` that was set before. (`progressObject`)
    public var progressSource: (any ProgressSource)? {
        get { storage.progressSource }
        set { storage.progressSource = newValue }
    }

    // MARK: Timing

    /// How long a job runs before the HUD appears. A change takes effect with the next ``show(animated:)``.
    public var graceTime: Duration {
        get { storage.read { $0.machine.graceTime } }
        set { storage.call { $0.setTimings(at: $1) { $0.graceTime = newValue } } }
    }

    /// How long the HUD stays at least once it has appeared. A change takes effect when it is next asked to disappear.
    ///
    /// The HUD of a scope whose renderer prints lines (``HUDRenderer/display``) has none unless it is set here.
    public var minimumShowTime: Duration {
        get { storage.read { $0.machine.minimumShowTime } }
        set {
            storage.call { presenter, now in
                presenter.awaitsTransience = false
                return presenter.setTimings(at: now) { $0.minimumShowTime = newValue }
            }
        }
    }

    /// The length of the appear and disappear animations. A change takes effect with the next of them.
    public var animationDuration: Duration {
        get { storage.read { $0.machine.animationDuration } }
        set { storage.call { $0.setTimings(at: $1) { $0.animationDuration = newValue } } }
    }

    /// How often progress is sampled and a frame is drawn, clamped to 1…1,000,000,000. A change counts from the last frame.
    public var preferredFramesPerSecond: Int {
        get { storage.read { $0.frames.framesPerSecond } }
        set { storage.setFramesPerSecond(newValue) }
    }
}
