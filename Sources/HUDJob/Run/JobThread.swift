import HUDLibc

/// A thread for a job, because a job waits in `poll`, which must not block the concurrency pool.
enum JobThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Calls `body` on a thread of its own; on this one if there is no other to be had.
    static func start(_ body: @escaping @Sendable () -> Void) {
        if !startIfPossible(body) { body() }
    }

    /// Calls `body` on a thread of its own. Returns false if there is none to be had.
    static func startIfPossible(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Signals are the business of the program's own threads.
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        for signal in [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] { sigdelset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let own = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let error = pthread_create(&thread, &attributes, jobThreadMain, own.toOpaque())
        if error != 0 { own.release() }
        return error == 0
    }

    /// Waits for the end of a child process on a thread of its own.
    static func reap(_ process: pid_t) {
        _ = startIfPossible { while waitpid(process, nil, 0) < 0, errno == EINTR {} }
    }

    fileprivate static func run(_ context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    }
}

#if canImport(Darwin)
private func jobThreadMain(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    JobThread.run(context)
    return nil
}
#else
private func jobThreadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    JobThread.run(context)
    return nil
}
#endif
