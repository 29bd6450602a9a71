// As much of swiftlang/swift-subprocess's module as the articles need, with its signatures.

/// A program that can be run.
public struct Executable: Sendable {
    /// The program that `PATH` finds.
    public static func name(_ executableName: String) -> Self { Self() }
}

/// The arguments of a program.
public struct Arguments: Sendable, ExpressibleByArrayLiteral {
    /// Makes a list of arguments.
    public init(arrayLiteral elements: String...) {}
}

/// A running program.
public struct Execution: Sendable {}

/// How a program has ended.
public enum TerminationStatus: Sendable {
    case exited(Int32)
    case unhandledException(Int32)

    /// Whether it exited with 0.
    public var isSuccess: Bool { true }
}

/// What becomes of a program's output.
public protocol OutputProtocol: Sendable {
    /// What a result has of it.
    associatedtype OutputType: Sendable
}

/// Output that is thrown away.
public struct DiscardedOutput: OutputProtocol {
    /// Nothing.
    public typealias OutputType = Void
}

extension OutputProtocol where Self == DiscardedOutput {
    /// Output that is thrown away.
    public static var discarded: Self { Self() }
}

/// The result of a closure, and how its program has ended.
public struct ExecutionResult<Result: Sendable>: Sendable {
    /// How the program has ended.
    public let terminationStatus: TerminationStatus
    /// What the closure returned.
    public let value: Result
}

/// A program's output.
public struct AsyncBufferSequence: AsyncSequence, Sendable {
    /// An iterator over the output.
    public struct Iterator: AsyncIteratorProtocol {
        /// The next bytes.
        public mutating func next() async throws -> [UInt8]? { nil }
    }

    /// The lines of the output.
    public struct LineSequence<Encoding: _UnicodeEncoding>: AsyncSequence, Sendable {
        /// An iterator over the lines.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// The next line.
            public mutating func next() async throws -> String? { nil }
        }

        /// Makes an iterator.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }

    /// Makes an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator() }

    /// The lines of the output.
    public func lines<Encoding: _UnicodeEncoding>(encoding: Encoding.Type = UTF8.self) -> LineSequence<Encoding> {
        LineSequence()
    }
}

/// Runs a program, and a closure that reads its standard output.
public func run<Result, Error: OutputProtocol>(
    _ executable: Executable, arguments: Arguments = [], error: Error = .discarded, isolation: isolated (any Actor)? = #isolation,
    body: ((Execution, AsyncBufferSequence) async throws -> Result)
) async throws -> ExecutionResult<Result> where Error.OutputType == Void {
    ExecutionResult(terminationStatus: .exited(0), value: try await body(Execution(), AsyncBufferSequence()))
}
