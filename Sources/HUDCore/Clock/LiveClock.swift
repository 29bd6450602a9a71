import CClock
import HUDLibc

/// The real clock: monotonic time, and alarms on a thread of its own.
///
/// The thread is neither the main thread nor one of the concurrency pool, so a HUD keeps moving while both are blocked. It is
/// created when the first alarm is set, and ends when the clock and its alarms are released. Time stands still while the machine sleeps, and while ^Z has stopped
/// a process that shows a HUD on its terminal.
public final class LiveClock: HUDClock {
    /// The default clock of HUDs.
    public static let shared = LiveClock()

    private let owner = AlarmThreadOwner()

    /// Makes a clock with a thread of its own.
    ///
    /// HUDs that must not affect each other (a renderer can block) need separate clocks.
    public init() {}

    /// The time since the boot of the machine, without sleep (`CLOCK_MONOTONIC` on Linux) and stops.
    public var now: HUDInstant { HUDInstant(offset: .nanoseconds(hud_clock_now())) }

    /// For how long the process has been stopped by ^Z, which counts for nothing.
    package static var stoppedTime: Duration { .nanoseconds(hud_clock_halted()) }

    /// Makes an alarm that calls `action` on this clock's thread, at its deadline or as soon as possible after it.
    public func makeAlarm(_ action: @escaping @Sendable () -> Void) -> any HUDAlarm {
        LiveAlarm(owner: owner, action: action)
    }
}

/// An alarm of a live clock. It is a class because it ends with its last reference.
private final class LiveAlarm: HUDAlarm {
    private let owner: AlarmThreadOwner
    private let number: Int
    // Also held here, so that the last reference is never released while the lock is held.
    private let action: @Sendable () -> Void

    init(owner: AlarmThreadOwner, action: @escaping @Sendable () -> Void) {
        self.owner = owner
        self.action = action
        number = owner.thread.add(action)
    }

    deinit {
        owner.thread.remove(number)
    }

    func set(_ deadline: HUDInstant?) {
        owner.thread.set(number, to: deadline)
    }
}

/// The state shared by a clock and its alarms. When it is deallocated, the thread ends, because the thread only holds its alarms.
private final class AlarmThreadOwner: Sendable {
    let thread = AlarmThread()

    deinit {
        thread.stop()
    }
}

/// The thread and its alarms. A class, because the thread and its owner share it.
private final class AlarmThread: Sendable {
    private struct State {
        var alarms = AlarmQueue()
        /// When the thread last read the clock.
        var lastLook = HUDInstant.zero
        /// The time until which the thread sleeps; nil while it carries out an alarm.
        var sleepsUntil: HUDInstant?
        var hasThread = false
        var isOver = false
    }

    private let monitor = Monitor(State())

    func add(_ action: @escaping @Sendable () -> Void) -> Int {
        monitor.withLock { $0.alarms.add(action) }
    }

    func remove(_ alarm: Int) {
        monitor.withLock { $0.alarms.remove(alarm) }
    }

    /// Sets an alarm's deadline and replaces the one before; nil clears it.
    func set(_ alarm: Int, to deadline: HUDInstant?) {
        monitor.withLock { state in
            guard let deadline else { return state.alarms.set(alarm, to: nil) }
            // A deadline in the past counts as due now, or an alarm that is always late would keep the others waiting.
            let time = max(deadline, state.lastLook)
            state.alarms.set(alarm, to: time)
            if !state.hasThread { state.hasThread = startThread() }
            // A thread that wakes too early sleeps again. Most alarms are set on the thread itself, which is awake.
            if let end = state.sleepsUntil, time < end {
                state.sleepsUntil = nil
                monitor.signal()
            }
        }
    }

    /// Ends the thread after the alarm that it is carrying out.
    func stop() {
        monitor.withLock { $0.isOver = true }
        monitor.signal()
    }

    // MARK: The thread

    /// The size of the thread's stack: that of a main thread. A tree of parts is read depth-first, and may be deep. What is not used takes no memory.
    private static let stackSize = 8 << 20
    /// The size if the process may have no more address space (`ulimit -v`).
    private static let smallStackSize = 256 << 10

    /// - Returns: Whether the thread was created. If the system has none left, the next alarm that is set tries again.
    private func startThread() -> Bool { startThread(stackSize: Self.stackSize) || startThread(stackSize: Self.smallStackSize) }

    private func startThread(stackSize: Int) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        #if canImport(Darwin)
        pthread_attr_set_qos_class_np(&attributes, QOS_CLASS_USER_INTERACTIVE, 0)
        var thread: pthread_t?
        #elseif canImport(Musl)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        // A program's signal handlers run on its own threads. Left unblocked are the signals that this thread causes itself, and SIGPROF,
        // with which the Swift runtime suspends all threads to make a backtrace of a crash (CrashHandlerLinux.cpp).
        var signals = sigset_t()
        var before = sigset_t()
        sigfillset(&signals)
        for signal in [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGPIPE, SIGPROF] { sigdelset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let own = Unmanaged.passRetained(self)
        let error = pthread_create(
            &thread, &attributes,
            { context in
                runThread(context)
                return nil
            }, own.toOpaque())
        if error != 0 { own.release() }
        return error == 0
    }

    /// Calls the alarms that fall due, until the clock is gone. The thread is marked as acting, because a HUD that an action waited for would go on this
    /// thread.
    func run() {
        while let action = next() { ActingThread.mark { action() } }
    }

    /// Waits for the next alarm that falls due; nil when the clock is gone.
    private func next() -> (@Sendable () -> Void)? {
        monitor.wait { state in
            state.sleepsUntil = nil
            if state.isOver { return .done(nil) }
            state.lastLook = HUDInstant(offset: .nanoseconds(hud_clock_now()))
            guard let first = state.alarms.first else {
                state.sleepsUntil = .distantFuture
                return .sleep(until: nil)
            }
            if first <= state.lastLook { return .done(state.alarms.takeFirst()) }
            state.sleepsUntil = first
            // Rounded up, because an alarm that rings before its deadline would find nothing due.
            return .sleep(until: first.offset.nanosecondsRoundedUp)
        }
    }
}

/// The start routine of the thread.
private func runThread(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<AlarmThread>.fromOpaque(context).takeRetainedValue().run()
}

extension timespec {
    fileprivate init(nanoseconds: Int64) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(tv_sec: time_t(clamping: seconds), tv_nsec: Int(rest))
    }
}

// MARK: - Waiting

/// A mutex, a condition, and the state that they guard.
// Safe to share between threads: `state` is used only with the mutex locked, and the two pointers never change.
private final class Monitor<State: Sendable>: @unchecked Sendable {
    /// What a waiting thread does next.
    enum Step<Value> {
        case done(Value)
        /// Sleeps until a signal, or until a time of the live clock in nanoseconds; nil: until a signal.
        case sleep(until: Int64?)
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    init(_ state: State) {
        self.state = state
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if !canImport(Darwin)
        // A deadline on the wall clock would move when the clock is set.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        #endif
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func withLock<Value>(_ body: (inout State) -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Wakes a thread that sleeps in ``wait(_:)``.
    func signal() {
        pthread_cond_signal(condition)
    }

    /// Asks `body` what to do until it is done: at first, after each signal, at the time that it named, and at times for no reason.
    func wait<Value>(_ body: (inout State) -> Step<Value>) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch body(&state) {
            case .done(let value): return value
            case .sleep(let deadline): sleep(until: deadline)
            }
        }
    }

    private func sleep(until deadline: Int64?) {
        guard let deadline else {
            pthread_cond_wait(condition, mutex)
            return
        }
        #if canImport(Darwin)
        // At most a day at a time, which every system accepts.
        var time = timespec(nanoseconds: min(max(0, deadline - hud_clock_now()), 86_400_000_000_000))
        pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
        var time = timespec(nanoseconds: hud_clock_monotonic(deadline))
        pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }
}

/// A gate that one thread opens once, and that another waits at.
final class Latch: Sendable {
    private let isOpen = Monitor(false)

    func open() {
        isOpen.withLock { $0 = true }
        isOpen.signal()
    }

    /// Waits until the latch is open.
    func wait() {
        isOpen.wait { $0 ? .done(()) : .sleep(until: nil) }
    }

    /// Waits until the latch is open, but at most for `limit`.
    func wait(atMost limit: Duration) {
        let end = hud_clock_now() + limit.nanosecondsRoundedUp
        isOpen.wait { isOpen in
            isOpen || hud_clock_now() >= end ? .done(()) : .sleep(until: end)
        }
    }
}

/// Makes a key of a value that each thread has for itself.
private func makeKey() -> pthread_key_t {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
}

/// Whether the current thread carries out a HUD's actions: calls its renderer and its closures.
///
/// Such a thread must not wait for another one's actions, because the other may wait for this one's.
enum ActingThread {
    /// The key of a flag that each thread has.
    private static let key = makeKey()

    static var isCurrent: Bool { pthread_getspecific(key) != nil }

    /// Carries out `body` with the current thread marked. May be nested.
    static func mark(_ body: () -> Void) {
        let before = pthread_getspecific(key)
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
        body()
        pthread_setspecific(key, before)
    }
}

/// What a thread logs while it draws: the renderer is locked then, so the lines come after the frame.
enum DrawingThread {
    private struct Line {
        var renderer: any HUDRenderer
        var text: String
    }

    /// The key of a pointer to the lines of each thread that draws.
    private static let key = makeKey()

    private static var lines: UnsafeMutablePointer<[Line]>? {
        pthread_getspecific(key)?.assumingMemoryBound(to: [Line].self)
    }

    /// Draws, and then logs what was logged meanwhile. May be nested: the lines come after the outermost drawing.
    static func draw<Result>(_ body: () -> Result) -> Result {
        if lines != nil { return body() }
        var late: [Line] = []
        let result = withUnsafeMutablePointer(to: &late) { late in
            pthread_setspecific(key, late)
            defer { pthread_setspecific(key, nil) }
            return body()
        }
        for line in late { line.renderer.log(line.text) }
        return result
    }

    /// Logs text now, or after what this thread draws.
    static func log(_ text: String, by renderer: any HUDRenderer) {
        if let lines { lines.pointee.append(Line(renderer: renderer, text: text)) } else { renderer.log(text) }
    }
}

// MARK: - The end of the process

extension HUD {
    /// Removes HUDs that were asked to hide and are still there when the process exits, before the functions that have been registered with `atexit` so far are
    /// called. May be called more than once.
    ///
    /// Code that restores a terminal at exit registers itself first and then calls this, because the HUDs still need the terminal.
    package static func dismissAtExit() {
        atexit { HidingHUDs.shared.dismissAll() }
    }
}
