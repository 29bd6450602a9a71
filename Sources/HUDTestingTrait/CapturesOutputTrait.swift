import Synchronization

#if canImport(Testing)
import Testing

/// A trait of Swift Testing for tests of scopes that capture the process's output. They run one after the other.
public struct CapturesOutputTrait: TestTrait, SuiteTrait, TestScoping {
    /// A suite's tests have the trait too.
    public var isRecursive: Bool { true }

    /// Runs a test, or one case of a parameterized test, when no other test with this trait is running.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // A test can have the trait twice: its suite's, and its own.
        if OutputTurn.isOfTask { return try await function() }
        await OutputTurn.begin()
        defer { OutputTurn.end() }
        try await OutputTurn.$isOfTask.withValue(true, operation: function)
    }
}

extension Trait where Self == CapturesOutputTrait {
    /// Runs a test while no other test with this trait is running, because a process has one standard output.
    ///
    /// A scope with `capturesOutput: true` whose renderer is that of a `TestTerminal` prints there what the process and its children write to standard output.
    ///
    /// ```swift
    /// @Test(.testTerminal(columns: 40, rows: 10), .capturesOutput) func `The tool's output is above the HUD`() throws {
    ///     let terminal = try #require(TestTerminal.current)
    ///     withHUD("Packing", renderer: terminal.renderer, clock: terminal.clock, capturesOutput: true) { _ in
    ///         print("packed notes.txt")
    ///         terminal.clock.advance(by: .seconds(1))
    ///         expectScreen(
    ///             terminal,
    ///             """
    ///             packed notes.txt
    ///             ⠦ Packing 0:01
    ///             """)
    ///     }
    /// }
    /// ```
    ///
    /// What other tests print to standard output meanwhile comes to that terminal as well, so tests that print should have this trait, too. Standard error is
    /// not captured: Swift Testing reports there.
    public static var capturesOutput: Self { Self() }
}

/// Whose turn it is to use standard output.
private enum OutputTurn {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private static let state = Mutex(State())

    /// Whether the test that is running has its turn.
    @TaskLocal static var isOfTask = false

    static func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                defer { state.isTaken = true }
                if state.isTaken { state.waiting.append(continuation) }
                return !state.isTaken
            }
            if isFree { continuation.resume() }
        }
    }

    static func end() {
        let next = state.withLock { state in
            if state.waiting.isEmpty { state.isTaken = false }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.resume()
    }
}
#endif
