/// A renderer that can print the program's own output above the HUD. Those of HUDTerminal that draw on a terminal can.
package protocol CapturingRenderer: HUDRenderer {
    /// Sends what the process and its children write to the terminal through the renderer from now on.
    ///
    /// - Returns: Nil if that changes nothing, because the output goes elsewhere, or if it is impossible.
    func beginCapture() -> ScopeCapture?
}

/// A capture of the process's output by one scope.
package struct ScopeCapture: Sendable {
    /// Waits until everything that was printed so far is above the HUD.
    package let drain: @Sendable () -> Void
    /// Ends the scope's part in the capture. The last scope gives the descriptors back.
    package let end: @Sendable () -> Void

    package init(drain: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) {
        self.drain = drain
        self.end = end
    }
}
