@_exported import HUDTesting

#if canImport(Testing)
import Testing

/// A trait of Swift Testing that gives each test a terminal in memory of its own.
public struct TestTerminalTrait: TestTrait, SuiteTrait, TestScoping {
    /// The width of the terminal's window.
    public let columns: Int
    /// The height of the terminal's window.
    public let rows: Int

    /// A suite's tests have the trait too, each with a terminal of its own.
    public var isRecursive: Bool { true }

    /// Runs a test, or one case of a parameterized test, with a new terminal.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await TestTerminal.$current.withValue(TestTerminal(columns: columns, rows: rows), operation: function)
    }
}

extension Trait where Self == TestTerminalTrait {
    /// Gives each test a terminal in memory of its own: `TestTerminal.current`.
    ///
    /// ```swift
    /// @Test(.testTerminal(columns: 40, rows: 10)) func `A quick job shows nothing`() throws {
    ///     let terminal = try #require(TestTerminal.current)
    ///     let hud = makeHUD(renderer: terminal.renderer, clock: terminal.clock)
    ///     compress(["a.txt"], under: hud) { _ in terminal.clock.advance(by: .milliseconds(499)) }
    ///     expectScreen(terminal, "compressed a.txt")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - columns: The width of the window; at least 1.
    ///   - rows: The height of the window; at least 1.
    public static func testTerminal(columns: Int = 80, rows: Int = 24) -> Self { Self(columns: columns, rows: rows) }
}
#endif

extension TestTerminal {
    /// The terminal of the test that is running, by the trait `.testTerminal(columns:rows:)`. Nil in a test without it, and in a detached task.
    @TaskLocal public static var current: TestTerminal?
}
