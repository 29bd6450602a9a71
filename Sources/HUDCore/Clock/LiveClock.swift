#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The real clock: monotonic time, and alarms on a thread of its own.
///
/// The thread is apart from the main thread and from the concurrency pool, so a HUD goes on turning while both are blocked. It is
/// made when the first alarm is set, and ends when the clock and its alarms are gone. Time does not run on while the machine sleeps.
public final class LiveClock: HUDClock {
    /// The clock that a HUD takes when none is given.
    public static let shared = LiveClock()

    private let bell = Bell()

    /// A clock with a thread of its own.
    ///
    /// HUDs that are to run independently of each other (one's renderer may block) take one each.
    public init() {}

    /// The time since the machine's boot, sleep not counted (`CLOCK_MONOTONIC` on Linux).
    public var now: HUDInstant { HUDInstant(offset: .nanoseconds(monotonicNanoseconds())) }

    /// Makes an alarm that calls `action` on this clock's thread, at its deadline or as soon after it as the machine lets it.
    public func makeAlarm(_ action: @escaping @Sendable () -> Void) -> any HUDAlarm {
        LiveAlarm(bell: bell, action: action)
    }
}

/// An alarm of a live clock. A class, because its identity is what the clock knows it by.
private final class LiveAlarm: HUDAlarm {
    private let bell: Bell
    // Held here as well as by what is pending, so that it is never let go of with the lock held.
    private let action: @Sendable () -> Void

    init(bell: Bell, action: @escaping @Sendable () -> Void) {
        self.bell = bell
        self.action = action
    }

    deinit {
        bell.set(nil, for: ObjectIdentifier(self), action)
    }

    func set(_ deadline: HUDInstant?) {
        // Rounded up: an alarm that rings before its deadline would find nothing due.
        bell.set(deadline.map { max(0, $0.offset.nanosecondsRoundedUp) }, for: ObjectIdentifier(self), action)
    }
}

/// What a clock and its alarms share. A class of its own, for its end is the thread's: the thread holds the ringer alone.
private final class Bell: Sendable {
    private let ringer = Ringer()

    deinit {
        ringer.stop()
    }

    func set(_ deadline: Int64?, for id: ObjectIdentifier, _ action: @escaping @Sendable () -> Void) {
        ringer.set(deadline, for: id, action)
    }
}

/// The thread, and what it waits for. A class, because the thread and the bell both hold it.
private final class Ringer: Sendable {
    /// Something to call, in nanoseconds of the monotonic clock.
    private struct Wakeup {
        var deadline: Int64
        var id: ObjectIdentifier
        var action: @Sendable () -> Void
    }

    /// Guarded by the mutex.
    private struct State {
        /// In order of deadline; at one instant, in the order they were set. An alarm with no deadline is not among them.
        var pending: [Wakeup] = []
        /// The last time that the thread looked at the clock.
        var lastLook: Int64 = 0
        /// What the thread sleeps until; nil while it is at work.
        var sleepsUntil: Int64?
        var hasThread = false
        var isOver = false
    }

    private let mutex: Fixed<pthread_mutex_t>
    private let condition: Fixed<pthread_cond_t>
    private let state = Fixed(State())

    init() {
        mutex = Fixed(pthread_mutex_t())
        condition = Fixed(pthread_cond_t())
        pthread_mutex_init(mutex.pointer, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if !canImport(Darwin)
        // A deadline on the wall clock would move whenever somebody sets it.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        #endif
        pthread_cond_init(condition.pointer, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition.pointer)
        pthread_mutex_destroy(mutex.pointer)
    }

    private func withLock<Value>(_ body: (inout State) -> Value) -> Value {
        pthread_mutex_lock(mutex.pointer)
        defer { pthread_mutex_unlock(mutex.pointer) }
        return body(&state.pointer.pointee)
    }

    /// Sets an alarm's deadline, in place of the one it had; nil clears it.
    func set(_ deadline: Int64?, for id: ObjectIdentifier, _ action: @escaping @Sendable () -> Void) {
        withLock { state in
            if let index = state.pending.firstIndex(where: { $0.id == id }) { state.pending.remove(at: index) }
            guard let deadline else { return }
            // What has passed is due now and no earlier: an alarm that is always late keeps no other waiting.
            let wakeup = Wakeup(deadline: max(deadline, state.lastLook), id: id, action: action)
            let place = state.pending.firstIndex { $0.deadline > wakeup.deadline } ?? state.pending.endIndex
            state.pending.insert(wakeup, at: place)
            if !state.hasThread { state.hasThread = startThread() }
            // Where it would wake too early it looks and sleeps on. Most alarms are set on the thread itself, which is awake.
            if let end = state.sleepsUntil, wakeup.deadline < end {
                state.sleepsUntil = nil
                pthread_cond_signal(condition.pointer)
            }
        }
    }

    /// Ends the thread when it has done with what it is at.
    func stop() {
        withLock { state in
            state.isOver = true
            pthread_cond_signal(condition.pointer)
        }
    }

    // MARK: The thread

    /// How much stack its thread has: what a renderer and a program's closures need, and main threads' 8 MiB nobody does.
    private static let stackSize = 512 << 10

    /// - Returns: Whether there is one; the system may have none left, and then the next alarm that is set tries again.
    private func startThread() -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        #if canImport(Darwin)
        pthread_attr_set_qos_class_np(&attributes, QOS_CLASS_USER_INTERACTIVE, 0)
        var thread: pthread_t?
        #elseif canImport(Musl)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        // A program's handlers run on threads of its own, as if this one were not there. Not so where a signal says that the thread
        // itself did wrong.
        var signals = sigset_t()
        var before = sigset_t()
        sigfillset(&signals)
        for signal in [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGPIPE] { sigdelset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let own = Unmanaged.passRetained(self)
        let error = pthread_create(
            &thread, &attributes,
            { context in
                ring(context)
                return nil
            }, own.toOpaque())
        if error != 0 { own.release() }
        return error == 0
    }

    /// Calls what falls due, until it is over.
    func run() {
        while let action = next() { action() }
    }

    /// Waits for what falls due next; nil where nothing ever will.
    private func next() -> (@Sendable () -> Void)? {
        pthread_mutex_lock(mutex.pointer)
        defer { pthread_mutex_unlock(mutex.pointer) }
        // Looked at anew each time: while it sleeps the state is others'.
        while !state.pointer.pointee.isOver {
            let now = monotonicNanoseconds()
            state.pointer.pointee.lastLook = now
            let first = state.pointer.pointee.pending.first?.deadline
            if let first, first <= now { return state.pointer.pointee.pending.removeFirst().action }
            state.pointer.pointee.sleepsUntil = first ?? .max
            sleep(until: first, from: now)
            state.pointer.pointee.sleepsUntil = nil
        }
        return nil
    }

    /// Lets go of the mutex until the deadline, or until somebody signals; may well wake for nothing.
    private func sleep(until deadline: Int64?, from now: Int64) {
        guard let deadline else {
            pthread_cond_wait(condition.pointer, mutex.pointer)
            return
        }
        #if canImport(Darwin)
        // Not longer than a day at a time, which no system finds too long.
        var time = timespec(nanoseconds: min(deadline - now, 86_400_000_000_000))
        pthread_cond_timedwait_relative_np(condition.pointer, mutex.pointer, &time)
        #else
        var time = timespec(nanoseconds: deadline)
        pthread_cond_timedwait(condition.pointer, mutex.pointer, &time)
        #endif
    }
}

/// What the thread begins with.
private func ring(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<Ringer>.fromOpaque(context).takeRetainedValue().run()
}

/// The monotonic clock, which stands still while the machine sleeps.
private func monotonicNanoseconds() -> Int64 {
    #if canImport(Darwin)
    return Int64(clamping: clock_gettime_nsec_np(CLOCK_UPTIME_RAW))
    #else
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    #endif
}

extension timespec {
    fileprivate init(nanoseconds: Int64) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(tv_sec: time_t(clamping: seconds), tv_nsec: Int(rest))
    }
}

/// A value whose place in memory stays the same, as pthread's objects need. Kept as a number, for a pointer can't be shared by threads
/// without a word to the compiler.
private struct Fixed<Value>: ~Copyable, Sendable {
    private let address: UInt

    init(_ value: Value) {
        let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        pointer.initialize(to: value)
        address = UInt(bitPattern: pointer)
    }

    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }

    var pointer: UnsafeMutablePointer<Value> {
        guard let pointer = UnsafeMutablePointer<Value>(bitPattern: address) else {
            preconditionFailure("Memory has no address 0.")
        }
        return pointer
    }
}
