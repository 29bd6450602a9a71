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
/// It may be asked and drawn on from any thread. It keeps every snapshot and text until ``removeAll()``.
public final class RecordingRenderer: HUDRenderer {
    private struct Log {
        var rendered: [HUDSnapshot] = []
        var removed: [HUDSnapshot] = []
        var logged: [String] = []
    }

    private let log = Mutex(Log())

    /// The animation that a HUD takes where none is asked for.
    public let preferredAnimationDuration: Duration

    /// A renderer with nothing in it.
    public init(preferredAnimationDuration: Duration = .milliseconds(300)) {
        self.preferredAnimationDuration = preferredAnimationDuration
    }

    /// Each frame's snapshot, in order.
    public var rendered: [HUDSnapshot] { log.withLock { $0.rendered } }

    /// The snapshot of each time that the HUD was taken off the screen, in order.
    public var removed: [HUDSnapshot] { log.withLock { $0.removed } }

    /// Each text that was logged, in order.
    public var logged: [String] { log.withLock { $0.logged } }

    /// Forgets all of it.
    public func removeAll() { log.withLock { $0 = Log() } }

    /// Keeps `snapshot` as rendered.
    public func render(_ snapshot: HUDSnapshot) { log.withLock { $0.rendered.append(snapshot) } }

    /// Keeps `text` as logged; nothing is printed.
    public func log(_ text: String) { log.withLock { $0.logged.append(text) } }

    /// Keeps `snapshot` as removed.
    public func remove(_ snapshot: HUDSnapshot) { log.withLock { $0.removed.append(snapshot) } }
}
