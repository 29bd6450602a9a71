// As much of swift-server/swift-service-lifecycle's module as the articles need, with its signatures.

/// A part of a program that runs until it is shut down.
public protocol Service: Sendable {
    /// Runs the service.
    func run() async throws
}

/// Cancels the operation when the service is shut down.
public func cancelWhenGracefulShutdown<T: Sendable>(_ operation: @Sendable @escaping () async throws -> T) async rethrows -> T {
    try await operation()
}
