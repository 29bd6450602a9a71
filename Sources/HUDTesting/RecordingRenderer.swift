import HUDCore
import Synchronization

#if HUD_THREAD_SANITIZER
/// A lock that the thread sanitizer can see.
typealias Mutex = SanitizedMutex
#endif

/// A renderer that draws nothing and records what it is given, for tests.
///
///     let clock = ManualClock()
///     let renderer = RecordingRenderer()
///     let hud = HUD(timing: HUDTiming(graceTime: .milliseconds(500)), renderer: renderer, clock: clock)
///     hud.show()
///     clock.advance(by: .milliseconds(499))
///     #expect(renderer.rendered.isEmpty)
///
/// It can be used from any thread. It keeps the last ``capacity`` frames, removals and texts, and counts all of them, so a test can run for
/// a year on a manual clock.
public final class RecordingRenderer: HUDRenderer {
    private struct Log {
        var rendered: RecentValues<HUDSnapshot>
        var removed: RecentValues<HUDSnapshot>
        var logged: RecentValues<String>

        init(capacity: Int) {
            rendered = RecentValues(capacity: capacity)
            removed = RecentValues(capacity: capacity)
            logged = RecentValues(capacity: capacity)
        }
    }

    private let log: Mutex<Log>

    /// The animation duration of a HUD that has none of its own.
    public let preferredAnimationDuration: Duration
    /// The number of frames, of removals and of texts that are kept.
    public let capacity: Int

    /// Makes an empty renderer.
    ///
    /// - Parameters:
    ///   - preferredAnimationDuration: The animation duration of a HUD that has none of its own. Zero by default, as in `InlineRenderer`.
    ///   - capacity: The number of frames, of removals and of texts that are kept; at least 1.
    public init(preferredAnimationDuration: Duration = .zero, capacity: Int = 10_000) {
        self.preferredAnimationDuration = preferredAnimationDuration
        self.capacity = max(1, capacity)
        log = Mutex(Log(capacity: self.capacity))
    }

    /// The snapshots of the last frames, in order.
    public var rendered: [HUDSnapshot] { log.withLock { $0.rendered.inOrder } }

    /// The snapshots of the last removals, in order.
    public var removed: [HUDSnapshot] { log.withLock { $0.removed.inOrder } }

    /// The last logged texts, in order.
    public var logged: [String] { log.withLock { $0.logged.inOrder } }

    /// The number of frames since the last ``removeAll()``, including those that are no longer kept.
    public var renderedCount: Int { log.withLock { $0.rendered.count } }

    /// The number of removals since the last ``removeAll()``, including those that are no longer kept.
    public var removedCount: Int { log.withLock { $0.removed.count } }

    /// The number of logged texts since the last ``removeAll()``, including those that are no longer kept.
    public var loggedCount: Int { log.withLock { $0.logged.count } }

    /// Forgets everything and counts from zero again.
    public func removeAll() { log.withLock { $0 = Log(capacity: capacity) } }

    /// Records a frame. Every frame is needed.
    @discardableResult
    public func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        log.withLock { $0.rendered.append(snapshot) }
        return .distantPast
    }

    /// Records a logged text. Nothing is printed.
    public func log(_ text: String) { log.withLock { $0.logged.append(text) } }

    /// Records a removal.
    public func remove(_ snapshot: HUDSnapshot) { log.withLock { $0.removed.append(snapshot) } }
}
