import HUDCore
import Synchronization

#if HUD_THREAD_SANITIZER
/// Its lock is to be seen by the sanitizer too.
typealias Mutex = SanitizedMutex
#endif

/// A renderer that draws nothing and keeps what it was given, so that a test can look at it.
///
///     let clock = ManualClock()
///     let renderer = RecordingRenderer()
///     let hud = HUD(graceTime: .milliseconds(500), renderer: renderer, clock: clock)
///     hud.show()
///     clock.advance(by: .milliseconds(499))
///     #expect(renderer.rendered.isEmpty)
///
/// It can be used from any thread. It keeps the last ``capacity`` frames, removals and texts, and counts all of them: a test may run for a
/// year on a manual clock.
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

    /// The animation of a HUD that asks for none of its own.
    public let preferredAnimationDuration: Duration
    /// How many frames, removals and texts are kept of each.
    public let capacity: Int

    /// A renderer with nothing in it.
    ///
    /// - Parameters:
    ///   - preferredAnimationDuration: The animation of a HUD that asks for none of its own. Zero by default, as on the terminal's lines.
    ///   - capacity: How many frames, removals and texts are kept of each; at least 1.
    public init(preferredAnimationDuration: Duration = .zero, capacity: Int = 10_000) {
        self.preferredAnimationDuration = preferredAnimationDuration
        self.capacity = max(1, capacity)
        log = Mutex(Log(capacity: self.capacity))
    }

    /// The snapshots of the last frames, in order.
    public var rendered: [HUDSnapshot] { log.withLock { $0.rendered.inOrder } }

    /// The snapshots with which the HUD was last taken off the screen, in order.
    public var removed: [HUDSnapshot] { log.withLock { $0.removed.inOrder } }

    /// The last texts that were logged, in order.
    public var logged: [String] { log.withLock { $0.logged.inOrder } }

    /// The number of frames since the last ``removeAll()``, those that are no longer kept included.
    public var renderedCount: Int { log.withLock { $0.rendered.count } }

    /// The number of removals since the last ``removeAll()``, those that are no longer kept included.
    public var removedCount: Int { log.withLock { $0.removed.count } }

    /// The number of texts logged since the last ``removeAll()``, those that are no longer kept included.
    public var loggedCount: Int { log.withLock { $0.logged.count } }

    /// Forgets everything, and counts from zero.
    public func removeAll() { log.withLock { $0 = Log(capacity: capacity) } }

    /// Keeps `snapshot` as rendered.
    public func render(_ snapshot: HUDSnapshot) { log.withLock { $0.rendered.append(snapshot) } }

    /// Keeps `text` as logged; nothing is printed.
    public func log(_ text: String) { log.withLock { $0.logged.append(text) } }

    /// Keeps `snapshot` as removed.
    public func remove(_ snapshot: HUDSnapshot) { log.withLock { $0.removed.append(snapshot) } }
}
