import HUDCore

extension TestTerminal {
    /// The screen as it is now, and then after each write and each resize: something to await in a test of asynchronous code.
    ///
    /// Each call makes a sequence of its own. If a reader falls behind, the oldest screens are dropped: 256 are kept. The sequence ends when
    /// the terminal and the HUDs that draw on it are gone.
    public var screens: AsyncStream<InMemoryTerminal> { window.makeStream(.bufferingNewest(256)) }

    /// Waits until the screen meets `condition`. Returns at once if it does so already.
    ///
    /// The condition is checked after each write and each resize, and not in between: no time passes, and nothing is polled.
    ///
    /// ```swift
    /// let tool = Task { try await install(packages, renderer: terminal.renderer, clock: terminal.clock) }
    /// try await terminal.wait { $0.lines.contains("installed ncurses") }  // a line that the tool logs
    /// ```
    ///
    /// Something else must advance the clock if frames are needed for that, such as the code under test.
    ///
    /// - Parameter condition: What the screen must look like.
    /// - Returns: The screen that meets the condition. The terminal may have changed since.
    /// - Throws: `CancellationError` if the task is cancelled, such as by a test's time limit.
    @discardableResult
    public nonisolated(nonsending) func wait(
        until condition: (InMemoryTerminal) -> Bool
    ) async throws(CancellationError) -> InMemoryTerminal {
        // This object keeps the sequence from ending.
        for await screen in window.makeStream(.unbounded) where condition(screen) { return screen }
        throw CancellationError()
    }
}
