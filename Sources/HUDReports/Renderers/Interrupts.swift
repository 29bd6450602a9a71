import CTerminalSupport
import HUDCore
import Synchronization

/// A renderer of this library whose HUD can be interrupted by ^C.
package protocol InterruptedRenderer: HUDRenderer {}

extension InterruptedRenderer {
    /// Calls `cancel` when ^C is pressed.
    public func beginInterrupts(_ cancel: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? { Interrupts.begin(cancel) }
}

/// ^C in scopes that it cancels.
enum Interrupts {
    private struct State {
        /// What is called. There are few scopes at a time.
        var cancels: [(id: Int, cancel: @Sendable () -> Void)] = []
        var lastID = 0
    }

    private static let state = Mutex(State())

    /// Calls `cancel` on a thread of its own when SIGINT comes.
    ///
    /// - Returns: A function that ends this. The last one raises the signal again if it has come, which ends the process by default. Nil if SIGINT is ignored, as
    ///   for a program that a shell runs in the background.
    static func begin(_ cancel: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
        let id: Int? = state.withLock { state in
            if state.cancels.isEmpty, hud_interrupts_begin({ Interrupts.cancelAll() }) != 0 { return nil }
            state.lastID += 1
            state.cancels.append((state.lastID, cancel))
            return state.lastID
        }
        guard let id else { return nil }
        return { end(id) }
    }

    private static func cancelAll() {
        for (_, cancel) in state.withLock({ $0.cancels }) { cancel() }
    }

    private static func end(_ id: Int) {
        hud_flush_output()
        state.withLock { state in
            state.cancels.removeAll { $0.id == id }
            if state.cancels.isEmpty { hud_interrupts_end() }
        }
    }
}
