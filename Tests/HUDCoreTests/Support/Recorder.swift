import HUDCore
import Synchronization

/// A renderer that records what it is asked to draw, and notices concurrent calls.
final class Recorder: HUDRenderer {
    struct Log {
        var frames: [HUDSnapshot] = []
        var removals: [HUDSnapshot] = []
        var events: [HUDEvent] = []
        var completions: [Bool] = []
    }

    private let log = Mutex(Log())
    private let isBusy = Atomic<Bool>(false)
    private let overlaps = Atomic<Int>(0)
    private let onFrame: @Sendable (HUDSnapshot) -> Void

    init(onFrame: @escaping @Sendable (HUDSnapshot) -> Void = { _ in }) {
        self.onFrame = onFrame
    }

    var frames: [HUDSnapshot] { log.withLock { $0.frames } }
    var removals: [HUDSnapshot] { log.withLock { $0.removals } }
    var events: [HUDEvent] { log.withLock { $0.events } }
    var completions: [Bool] { log.withLock { $0.completions } }
    /// The number of concurrent calls.
    var overlapCount: Int { overlaps.load(ordering: .relaxed) }

    /// Records `hud`'s events and completions.
    func follow(_ hud: HUD) {
        hud.onEvent = { event in self.log.withLock { $0.events.append(event) } }
        hud.onHidden = { shown in self.log.withLock { $0.completions.append(shown) } }
    }

    func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        exclusively { log.withLock { $0.frames.append(snapshot) } }
        onFrame(snapshot)
        return .distantPast
    }

    func remove(_ snapshot: HUDSnapshot) {
        exclusively { log.withLock { $0.removals.append(snapshot) } }
    }

    private func exclusively(_ body: () -> Void) {
        if isBusy.exchange(true, ordering: .acquiring) { overlaps.wrappingAdd(1, ordering: .relaxed) }
        body()
        isBusy.store(false, ordering: .releasing)
    }
}

extension HUDTiming {
    /// No grace time, no minimum show time and no animation.
    static let still = HUDTiming(animation: 0)

    /// Times in seconds, to the nanosecond, of which those that are left out are zero. Without an animation, the renderer's is used.
    init(grace: Double = 0, minimumShow: Double = 0, animation: Double? = nil) {
        self.init(
            graceTime: at(grace).offset, minimumShowTime: at(minimumShow).offset,
            animationDuration: animation.map { at($0).offset })
    }
}

/// A HUD on a manual clock, and a record of it.
struct Stage {
    let clock = ManualClock()
    let recorder = Recorder()
    let hud: HUD

    init(grace: Double = 0, minimumShow: Double = 0, animation: Double = 0.3, fps: Int = 10, draws: Bool = true) {
        hud = HUD(
            timing: HUDTiming(grace: grace, minimumShow: minimumShow, animation: animation),
            preferredFramesPerSecond: fps, renderer: draws ? recorder : nil, clock: clock)
        recorder.follow(hud)
    }

    /// Advances to `seconds`, including deadlines at that instant.
    func go(to seconds: Double) { clock.advance(to: seconds) }

    /// Advances up to `seconds`, so that calls come before the deadlines at that instant.
    func stopJustBefore(_ seconds: Double) { clock.advance(upTo: at(seconds)) }

    var events: [HUDEvent] { recorder.events }
}

extension ProgressNode {
    /// Starts a part.
    func part(_ label: String = "", assigning count: Int = 1, total: Int? = nil) -> ProgressNode {
        subprogress(assigningCount: count, label: label).start(totalCount: total)
    }
}

extension ManualClock {
    /// Advances to `seconds` after the origin.
    func advance(to seconds: Double) { advance(to: at(seconds)) }

    func advance(by seconds: Double) { advance(by: at(seconds).offset) }
}

/// The instant `seconds` after the origin, to the nanosecond.
func at(_ seconds: Double) -> HUDInstant {
    HUDInstant(offset: .nanoseconds(Int64((seconds * 1_000_000_000).rounded())))
}

func appear(_ seconds: Double, animated: Bool = true) -> HUDEvent {
    HUDEvent(.appear(animated: animated), at: at(seconds))
}

func disappear(_ seconds: Double, animated: Bool = true) -> HUDEvent {
    HUDEvent(.disappear(animated: animated), at: at(seconds))
}

func hidden(_ seconds: Double, shown: Bool = true) -> HUDEvent {
    HUDEvent(.hidden(shown: shown), at: at(seconds))
}
