// Compiled for the thread sanitizer alone (`-DHUD_THREAD_SANITIZER`, see `make tsan`), and in no build that anybody uses.
//
// Synchronization's Mutex is a futex in a library that is not instrumented, so on Linux the sanitizer does not see that it
// locks, and reports a race for each use of one. A pthread mutex it knows. It takes the Mutex's place by having its name.

#if HUD_THREAD_SANITIZER
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The sanitizer's stand-in for `Mutex`.
typealias Mutex = SanitizedMutex

/// A mutex that the thread sanitizer knows.
// Safe to share between threads: the value is used only with the mutex locked, and the two pointers never change.
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
