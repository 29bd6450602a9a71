// Compiled only for the thread sanitizer (`-DHUD_THREAD_SANITIZER`, see `make tsan`).
//
// Synchronization's Mutex is a futex in a library that is not instrumented. So on Linux the sanitizer does not see that it locks, and reports
// a race for each use. The sanitizer knows pthread mutexes. This one replaces Mutex by having its name.

#if HUD_THREAD_SANITIZER
import HUDLibc

/// The replacement of `Mutex` under the sanitizer.
typealias Mutex = SanitizedMutex

/// A mutex that the thread sanitizer knows.
// Safe to share between threads: the value is accessed only while the mutex is locked, and the two pointers never change.
package struct SanitizedMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    // Guarded by the mutex.
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
#endif
