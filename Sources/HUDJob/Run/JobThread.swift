import CTerminalSupport
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

    /// Calls `body` on a thread of its own, and returns its result to a task.
    ///
    /// - Parameters:
    ///   - body: What blocks.
    ///   - onCancel: Called when the task is cancelled, at any time and on any thread.
    static func result<Value: Sendable>(
        of body: @escaping @Sendable () throws(HUDJobError) -> Value, onCancel: @Sendable () -> Void
    ) async -> Result<Value, HUDJobError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, HUDJobError>, Never>) in
                start { continuation.resume(returning: Result(catching: body)) }
            }
        } onCancel: {
            onCancel()
        }
    }

    /// Calls `body` on a thread of its own. Returns false if there is none to be had.
    static func startIfPossible(_ body: @escaping @Sendable () -> Void) -> Bool {
        let own = Unmanaged.passRetained(Body(body))
        let hasStarted =
            hud_start_thread(
                { context in
                    if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                    return nil
                }, own.toOpaque()) == 0
        if !hasStarted { own.release() }
        return hasStarted
    }

    /// Waits for the end of a child process on a thread of its own.
    static func reap(_ process: pid_t) {
        _ = startIfPossible { while waitpid(process, nil, 0) < 0, errno == EINTR {} }
    }
}
