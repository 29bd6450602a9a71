import Dispatch
import HUDCore
import HUDLibc
import Synchronization
import Testing

/// The live clock's thread.
extension LiveClockTests {
    @Test func `Alarms of one clock ring in the order of their deadlines, one at a time, on one thread`() {
        let clock = LiveClock()
        let log = Mutex<(rings: [Int], threads: Set<UInt>, busy: Bool, overlaps: Int)>(([], [], false, 0))
        let done = DispatchSemaphore(value: 0)
        let alarms = (0..<8).map { number in
            clock.makeAlarm {
                log.withLock { log in
                    log.rings.append(number)
                    log.threads.insert(thisThread())
                    if log.busy { log.overlaps += 1 }
                    log.busy = true
                }
                log.withLock { $0.busy = false }
                done.signal()
            }
        }
        // While the first one rings, all others fall due.
        let order = [3, 1, 6, 0, 7, 2, 5, 4]
        let first = clock.makeAlarm {
            let now = clock.now
            for (place, number) in order.enumerated().reversed() {
                alarms[number].set(now.advanced(by: .milliseconds(1 + place)))
            }
        }
        first.set(.distantPast)
        for _ in order { done.wait() }
        withExtendedLifetime(first) {}
        log.withLock { log in
            #expect(log.rings == order)
            #expect(log.threads.count == 1)
            #expect(log.overlaps == 0)
        }
    }

    @Test func `An alarm can set itself again when it rings, and one that is always late does not delay others`() {
        let clock = LiveClock()
        let own = Mutex<(any HUDAlarm)?>(nil)
        let count = Mutex(0)
        let other = DispatchSemaphore(value: 0)
        let busy = clock.makeAlarm {
            count.withLock { $0 += 1 }
            own.withLock { $0?.set(.distantPast) }
        }
        own.withLock { $0 = busy }
        busy.set(.distantPast)
        let late = clock.makeAlarm { other.signal() }
        for _ in 0..<20 {
            late.set(clock.now.advanced(by: .microseconds(300)))
            other.wait()
        }
        own.withLock { $0 = nil }
        #expect(count.withLock { $0 } >= 20)
    }

    @Test func `An earlier deadline wakes the sleeping clock, and a later one does not delay it`() {
        let clock = LiveClock()
        let rang = DispatchSemaphore(value: 0)
        let far = clock.makeAlarm {}
        far.set(clock.now.advanced(by: .seconds(3600)))
        let alarm = clock.makeAlarm { rang.signal() }
        alarm.set(.distantFuture)
        alarm.set(clock.now.advanced(by: .milliseconds(1)))
        rang.wait()
        withExtendedLifetime(far) {}
    }

    @Test func `Signals are left to the program's own threads`() {
        let clock = LiveClock()
        let rang = DispatchSemaphore(value: 0)
        let blocked = Mutex<[Int32]>([])
        let signals = [SIGINT, SIGTERM, SIGWINCH, SIGTSTP, SIGCHLD, SIGALRM, SIGUSR1, SIGSEGV, SIGILL, SIGBUS, SIGFPE]
        let alarm = clock.makeAlarm {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            blocked.withLock { $0 = signals.filter { sigismember(&mask, $0) == 1 } }
            rang.signal()
        }
        // This thread may have them blocked itself.
        var own = sigset_t()
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &own)
        defer { pthread_sigmask(SIG_SETMASK, &own, nil) }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        alarm.set(.distantPast)
        var after = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        rang.wait()
        #expect(blocked.withLock { $0 } == [SIGINT, SIGTERM, SIGWINCH, SIGTSTP, SIGCHLD, SIGALRM, SIGUSR1])
        // The signal mask of the thread that sets the first alarm is unchanged.
        #expect((1...31).allSatisfy { sigismember(&before, $0) == sigismember(&after, $0) })
    }

    @Test func `The thread ends when the clock and its alarms are released, even if an alarm is set`() {
        let ended = DispatchSemaphore(value: 0)
        let rang = DispatchSemaphore(value: 0)
        let key = makeEndingKey()
        var clock: LiveClock? = LiveClock()
        var alarm = clock?.makeAlarm {
            if pthread_getspecific(key) == nil {
                pthread_setspecific(key, UnsafeRawPointer(Unmanaged.passRetained(Ending(ended)).toOpaque()))
            }
            rang.signal()
        }
        alarm?.set(.distantPast)
        rang.wait()
        alarm?.set(.distantFuture)
        clock = nil
        // An alarm can outlive its clock.
        alarm?.set(.distantPast)
        rang.wait()
        alarm?.set(.distantFuture)
        alarm = nil
        ended.wait()
        pthread_key_delete(key)
    }

    @Test func `A released alarm does not ring, and releases its closure`() {
        let clock = LiveClock()
        let rang = DispatchSemaphore(value: 0)
        let count = Mutex(0)
        let last = clock.makeAlarm { rang.signal() }
        let deadline = clock.now.advanced(by: .milliseconds(20))
        weak var held: Ending?
        do {
            let ending = Ending(rang)
            held = ending
            let alarm = clock.makeAlarm { withExtendedLifetime(ending) { count.withLock { $0 += 1 } } }
            alarm.set(deadline)
        }
        let isInTime = clock.now < deadline
        #expect(held == nil || !isInTime)
        last.set(deadline.advanced(by: .milliseconds(20)))
        rang.wait()
        #expect(count.withLock { $0 } == 0 || !isInTime)
    }

    @Test func `A clock can be released by its own alarm`() {
        let rang = DispatchSemaphore(value: 0)
        let held = Mutex<(clock: LiveClock?, alarm: (any HUDAlarm)?)>((LiveClock(), nil))
        let alarm = held.withLock { $0.clock }?.makeAlarm {
            let last = held.withLock { held in
                let last = held
                held = (nil, nil)
                return last
            }
            withExtendedLifetime(last) {}
            rang.signal()
        }
        held.withLock { $0.alarm = alarm }
        alarm?.set(.distantPast)
        rang.wait()
        #expect(held.withLock { $0.clock == nil })
    }

    @Test func `Alarms set from many threads at once all ring`() {
        let clock = LiveClock()
        let rang = DispatchSemaphore(value: 0)
        let rounds = 200
        onThreads(4) { _ in
            let own = DispatchSemaphore(value: 0)
            let alarm = clock.makeAlarm { own.signal() }
            for round in 0..<rounds {
                alarm.set(.distantFuture)
                alarm.set(nil)
                alarm.set(clock.now.advanced(by: .microseconds(round % 3 * 50)))
                own.wait()
            }
            rang.signal()
        }
        for _ in 0..<4 { rang.wait() }
    }
}

private func thisThread() -> UInt {
    #if canImport(Glibc)
    return UInt(pthread_self())
    #else
    return UInt(bitPattern: pthread_self())
    #endif
}

/// Signals a semaphore for a thread that ends.
private final class Ending: Sendable {
    let semaphore: DispatchSemaphore

    init(_ semaphore: DispatchSemaphore) {
        self.semaphore = semaphore
    }
}

/// A key of thread-specific data whose destructor reports the end of the thread.
private func makeEndingKey() -> pthread_key_t {
    var key = pthread_key_t()
    pthread_key_create(&key) { context in
        let context: UnsafeMutableRawPointer? = context
        guard let context else { return }
        Unmanaged<Ending>.fromOpaque(context).takeRetainedValue().semaphore.signal()
    }
    return key
}
