extension HUD {
    /// Takes the HUD off the terminal, runs `body`, and draws the HUD again with its next frame.
    ///
    /// ```swift
    /// let answer = hud.suspended { readLine() }
    /// ```
    ///
    /// All HUDs on the terminal step aside. The HUD's timing goes on. What `body` writes must end with a line break; a line that the user enters
    /// does. Calls can nest, and overlap in several tasks: the HUD is drawn again when the last `body` has ended.
    /// - Parameter body: Reads from and writes to the terminal directly.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` threw.
    public func suspended<Success, Failure: Error>(_ body: () throws(Failure) -> Success) throws(Failure) -> Success {
        renderer?.suspend()
        defer { renderer?.resume(isOnNewLine: true) }
        return try body()
    }

    /// Takes the HUD off the terminal, runs `body`, and draws the HUD again with its next frame.
    ///
    /// All HUDs on the terminal step aside. The HUD's timing goes on. What `body` writes must end with a line break. Calls can nest, and
    /// overlap in several tasks: the HUD is drawn again when the last `body` has ended.
    /// - Parameter body: Reads from and writes to the terminal directly. It runs in the caller's isolation.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` threw.
    nonisolated(nonsending) public func suspended<Success, Failure: Error>(
        _ body: nonisolated(nonsending) () async throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        renderer?.suspend()
        defer { renderer?.resume(isOnNewLine: true) }
        return try await body()
    }
}
