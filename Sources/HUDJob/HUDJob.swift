import HUDCore
import HUDLibc
import HUDTerminal

/// A command that runs under a HUD.
///
/// ```swift
/// let hud = HUD(label: "Building", graceTime: .milliseconds(500), renderer: InlineRenderer())
/// let result = try await HUDJob(["make", "-j8"]).run(under: hud)
/// if result.status != .exited(0) { … }
/// ```
///
/// A run shows the HUD, starts the command, and prints what the command prints above the HUD. When the command has ended, the run sets the
/// HUD's outcome, hides the HUD, and returns when it is off the terminal. The grace time and the minimum show time are the HUD's.
///
/// A command that fails is a result. An error is thrown only if the command can't be started.
///
/// Jobs are independent of each other: a program can run as many as it likes at once, each under a HUD of its own or without one. A job has no
/// keyboard: its standard input is `/dev/null`, and it has no controlling terminal. ^C ends the program, and every job of it is hung up when
/// the program has ended, however it ended.
///
/// A command that needs the keyboard is relayed: ``relay(under:)`` gives it a terminal of its own with job control, as `hud-demo` does.
public struct HUDJob: Sendable {
    /// The command and its arguments. The command is found by `PATH`, as a shell finds it.
    public var command: [RawWord]
    /// How the command runs.
    public var configuration: Configuration

    /// A job that has not started.
    ///
    /// - Parameters:
    ///   - command: The command and its arguments; not empty.
    ///   - configuration: How the command runs.
    public init(_ command: [String], configuration: Configuration = Configuration()) {
        self.init(words: command.map { RawWord($0) }, configuration: configuration)
    }

    /// The same for words that need not be UTF-8, such as those of a command line.
    public init(words command: [RawWord], configuration: Configuration = Configuration()) {
        precondition(!command.isEmpty, "a job needs a command")
        self.command = command
        self.configuration = configuration
    }

    /// How a command runs. The defaults suit a command that prints what a user wants to read.
    public struct Configuration: Sendable {
        /// What the command's standard output and error are. ``HUDJob/relay(under:)`` does not use it.
        public var terminal = Terminal.pseudoTerminal
        /// What happens to the output.
        public var output = OutputPolicy.show
        /// Where the HUD's progress comes from.
        public var progress = ProgressPolicy.none
        /// How the HUD shows progress that was found, or is expected; nil: as a bar.
        public var mode: HUDMode?
        /// How long the command may run; nil: without limit. It gets SIGTERM then, and SIGKILL five seconds later.
        public var timeLimit: Duration?
        /// Whether the duration of this run is recorded, and the HUD shows a bar by the durations of earlier runs.
        public var usesHistory = false
        /// How long the outcome stays on the screen after the command has ended.
        public var hideDelay = Duration.zero
        /// The command's environment.
        public var environment = Environment.inherited
        /// The command's working directory; nil: this process's.
        public var workingDirectory: String?
        /// Called with each line that the command prints, without its end, on the thread that runs the job. In a relay: that it prints on the
        /// terminal.
        public var onLine: (@Sendable (String) -> Void)?
        /// Whether ``HUDJob/relay(under:)`` closes this process's descriptors once the command has them, except for terminals and standard error,
        /// so that the reader of a pipe sees its end as soon as the command closes it. For a program that does nothing else.
        public var handsDescriptorsOver = false

        /// The defaults.
        public init() {}
    }

    /// What a command's standard output and error are.
    public enum Terminal: Sendable, Equatable {
        /// A pseudo-terminal, so that the command prints as it does on a terminal: in colors, line by line. Both outputs are one.
        case pseudoTerminal
        /// A pipe. Both outputs are one.
        case pipe
        /// This process's own. What the command prints on a terminal is not kept apart from the HUD.
        case inherited
    }

    /// A command's environment.
    public enum Environment: Sendable, Equatable {
        /// This process's.
        case inherited
        /// This process's with changes; nil removes a variable.
        case updating([String: String?])
        /// These variables and no others.
        case only([String: String])
    }

    /// How a command ended.
    public enum Status: Sendable, Hashable {
        /// It exited with this status.
        case exited(Int32)
        /// A signal killed it.
        case killed(by: Int32)
    }

    /// The result of a run.
    public struct Result: Sendable, Hashable {
        /// How the command ended.
        public var status: Status
        /// Whether it got SIGTERM because it ran longer than ``Configuration/timeLimit``.
        public var hasTimedOut: Bool
        /// How long it ran.
        public var elapsed: Duration

        /// Whether it exited with status 0 within its time.
        public var hasSucceeded: Bool { status == .exited(0) && !hasTimedOut }
    }

    /// Runs the command, and waits until it has ended and the HUD is gone. Blocks this thread.
    ///
    /// - Parameter hud: The HUD to show, or nil to run without one. It must not be shown by the caller, and must not be another job's.
    /// - Throws: ``HUDJobError`` if the command can't be started. The HUD is not shown then.
    @discardableResult
    public func run(under hud: HUD?) throws(HUDJobError) -> Result {
        try naming { () throws(HUDJobError) in try CapturedRun(self, under: hud).run() }
    }

    /// Runs the command, and waits until it has ended and the HUD is gone. Blocks no thread of the concurrency pool.
    ///
    /// If the task is cancelled, the command gets SIGTERM, and SIGKILL five seconds later; the result says how it ended.
    ///
    /// - Parameter hud: The HUD to show, or nil to run without one. It must not be shown by the caller, and must not be another job's.
    /// - Throws: ``HUDJobError`` if the command can't be started. The HUD is not shown then.
    @discardableResult
    public func run(under hud: HUD?) async throws(HUDJobError) -> Result {
        let run = try naming { () throws(HUDJobError) in try CapturedRun(self, under: hud) }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Swift.Result<Result, HUDJobError>, Never>) in
                JobThread.start {
                    do throws(HUDJobError) {
                        continuation.resume(returning: .success(try run.run()))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
            }
        } onCancel: {
            run.cancel()
        }
        return try naming(result.get)
    }

    /// Calls `body`, whose errors are about this command.
    func naming<Value>(_ body: () throws(HUDJobError) -> Value) throws(HUDJobError) -> Value {
        do throws(HUDJobError) {
            return try body()
        } catch {
            var error = error
            if error.errorNumber != 0 { error.command = command.first?.text }
            throw error
        }
    }
}

extension HUDJob {
    /// Runs the command as a part of a tree of work, and waits until it has ended. Blocks this thread.
    ///
    /// The node gets the progress that is found by ``Configuration/progress``, or that is expected by the durations of earlier runs. It ends with
    /// the command: finished or failed.
    ///
    /// - Throws: ``HUDJobError`` if the command can't be started. The node has failed then.
    @discardableResult
    public func run(reporting node: ProgressNode) throws(HUDJobError) -> Result {
        let history = configuration.usesHistory ? HistoryFile(of: command) : nil
        let place = GroupPlace(node: node, expected: history?.expected)
        do throws(HUDJobError) {
            let result = try naming { () throws(HUDJobError) in try CapturedRun(self, under: nil, in: place).run() }
            if let reason = result.failure { node.fail(reason) } else { node.finish() }
            return result
        } catch {
            node.fail(error.description)
            throw error
        }
    }
}

/// Why a command could not be started.
public struct HUDJobError: Error, Hashable, CustomStringConvertible {
    /// What failed.
    public enum Code: Sendable, Hashable {
        /// There is no such command.
        case notFound
        /// The command, or the working directory, can't be used.
        case notExecutable
        /// The system has no more processes, descriptors or memory, or another run in this process handles its signals (`EBUSY`).
        case outOfResources
        /// ``ProgressPolicy/match(_:)`` has a pattern that can't be used.
        case badPattern(reason: String)
    }

    /// What failed.
    public var code: Code
    /// The system's error number; 0 if there is none.
    public var errorNumber: Int32
    /// The name of the command, the first of its words; nil if the error is not about a command.
    public var command: String?

    /// One line for a user, which names the command.
    public var description: String { command.map { "can't run \(ShellWord.quoted($0)): \(reason)" } ?? reason }

    /// What failed, without the command.
    var reason: String {
        if case .badPattern(let reason) = code { return reason }
        return errorNumber == EBUSY ? SignalPipe.inUse : String(cString: strerror(errorNumber))
    }
}
