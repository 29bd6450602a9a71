import Dispatch
import Synchronization

/// The real clock: monotonic time, and alarms on a queue of its own.
///
/// The queue is its own thread of work, apart from the main thread and from the concurrency pool, so a HUD goes on turning
/// while both are blocked. Time does not run on while the machine sleeps.
public final class LiveClock: HUDClock {
    /// The clock that a HUD takes when none is given.
    public static let shared = LiveClock()

    private let queue: DispatchQueue

    /// A clock with a queue of its own.
    ///
    /// HUDs that are to run independently of each other (one's renderer may block) take one each.
    public init() {
        // A queue of one's own runs on Dispatch's overcommit threads, which are made even while the pool is full.
        queue = DispatchQueue(label: "hud.clock", qos: .userInteractive)
    }

    /// The time since the machine's boot, sleep not counted (`CLOCK_MONOTONIC` on Linux).
    public var now: HUDInstant {
        HUDInstant(offset: .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)))
    }

    /// Makes an alarm that calls `action` on this clock's queue, at its deadline or as soon after it as the machine lets it.
    public func makeAlarm(_ action: @escaping @Sendable () -> Void) -> any HUDAlarm {
        LiveAlarm(queue: queue, action: action)
    }
}

/// A Dispatch timer that is made when it is first set. A class, because Dispatch holds it by reference.
private final class LiveAlarm: HUDAlarm {
    private struct Timer {
        var source: (any DispatchSourceTimer)?
    }

    private let queue: DispatchQueue
    private let action: @Sendable () -> Void
    private let timer = Mutex(Timer())

    init(queue: DispatchQueue, action: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.action = action
    }

    deinit {
        timer.withLock { $0.source?.cancel() }
    }

    func set(_ deadline: HUDInstant?) {
        timer.withLock { timer in
            guard let deadline else {
                timer.source?.schedule(deadline: .distantFuture)
                return
            }
            // Rounded up: a timer that fires before its deadline would find nothing due.
            let time = DispatchTime(uptimeNanoseconds: UInt64(max(0, deadline.offset.nanosecondsRoundedUp)))
            if let source = timer.source {
                source.schedule(deadline: time, leeway: .nanoseconds(0))
            } else {
                let source = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
                source.setEventHandler(handler: action)
                source.schedule(deadline: time, leeway: .nanoseconds(0))
                source.activate()
                timer.source = source
            }
        }
    }
}
