/// A capture of the process's output by one scope.
public struct ScopeCapture: Sendable {
    /// Waits until everything that was printed so far is above the HUD.
    public let drain: @Sendable () -> Void
    /// Ends the scope's part in the capture. The last scope gives the descriptors back.
    public let end: @Sendable () -> Void

    /// Makes a capture.
    public init(drain: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) {
        self.drain = drain
        self.end = end
    }
}
