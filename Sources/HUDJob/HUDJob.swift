import HUDCore
import HUDLibc
import HUDTerminal

/// A command that runs under a HUD.
///
/// A command can have a HUD of its own, or be a part of the work of a HUD that is shown already:
///
/// ```swift
/// let result = try await HUDJob(["make", "-j8"]).run()
/// if !result.hasSucceeded { … }
///
/// try await withHUD("Releasing", total: 2) { hud in
///     hud.rows = .halfOfWindow()
///     try await HUDJob(["make", "test"]).run(in: hud)
///     try await HUDJob(["make", "dist"]).run(in: hud)
/// }
/// ```
///
/// What the command prints appears above the HUD, in whole lines. A command that fails is a result. An error is thrown only if the command can't be
/// started.
///
/// Jobs are independent of each other: a program can run as many as it likes at once. A job has no
/// keyboard: its standard input is `/dev/null`, and it has no controlling terminal. ^C ends the program, and every job of it is hung up when
/// the program has ended, however it ended.
///
/// A command that needs the keyboard is relayed: ``relay(under:)`` gives it a terminal of its own with job control, as `hud-demo` does.
public struct HUDJob: Sendable {
    /// The command and its arguments. The command is found by `PATH`, as a shell finds it.
    public var command: [CommandArgument]
    /// How the command runs.
    public var configuration: Configuration

    /// A job that has not started.
    ///
    /// - Parameters:
    ///   - command: The command and its arguments; not empty.
    ///   - configuration: How the command runs.
    public init(_ command: [String], configuration: Configuration = Configuration()) {
        self.init(words: command.map { CommandArgument($0) }, configuration: configuration)
    }

    /// The same for words that need not be UTF-8, such as those of a command line.
    public init(words command: [CommandArgument], configuration: Configuration = Configuration()) {
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
        /// How long the command may print nothing; nil: without limit. It ends then as one that runs too long.
        ///
        /// Time in which it waits for a person does not count: echo is off on its terminal, it is stopped, or, in a relay, the alternate screen is shown. After 30
        /// silent seconds the HUD's details say so, if they are not the program's. Output to a file or a pipe counts, as long as the system can report it
        /// (Linux, for pipes of the same user); with ``Terminal/inherited`` nothing is counted.
        public var idleLimit: Duration?
        /// Whether the duration of this run is recorded, and the HUD shows a bar by the durations of earlier runs.
        public var usesHistory = false
        /// Whether the HUD says in the end what the command has cost; ``HUDJob/Result/usage`` always does.
        public var showsUsage = false
        /// How long the outcome stays on the screen after ``HUDJob/relay(under:)`` has seen the command's end.
        public var hideDelay = Duration.zero
        /// The command's environment.
        public var environment = Environment.inherited
        /// The command's working directory; nil: this process's.
        public var workingDirectory: String?
        /// Called with each line that the command prints, without its end, on the thread that runs the job. In a relay: that it prints on the
        /// terminal. Of a line that is overwritten after a carriage return, the last text counts, and one of more than 64 KB comes in pieces.
        public var onLine: (@Sendable (String) -> Void)?
        /// Whether ``HUDJob/relay(under:)`` closes this process's descriptors once the command has them, except for terminals and standard error,
        /// so that the reader of a pipe sees its end as soon as the command closes it. For a program that does nothing else.
        public var handsDescriptorsOver = false

        /// The defaults.
        public init() {}
    }

    /// What a command's standard output and error are.
    public enum Terminal: Sendable, Equatable {
        /// A pseudo-terminal, so that the command prints as it does on a terminal: in colors, line by line. Both outputs are one. An output that is not
        /// printed where the HUD is drawn is a pipe, of its own if the two go to different places.
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
        /// Whether it got SIGTERM because it ran longer than ``Configuration/timeLimit``, or printed nothing for ``Configuration/idleLimit``.
        public var hasTimedOut = false
        /// How long it ran, without time for which ^Z has stopped this process.
        public var elapsed = Duration.zero
        /// How long it had printed nothing, if it got SIGTERM for that.
        public var silence: Duration?
        /// What it has cost, together with the descendants that it has waited for; nil if that is not known.
        ///
        /// On Linux `HUDUsage.peakMemory` of a small command is that of this process when it started the command: the new process has this much until it
        /// runs the command's program, and the kernel keeps the maximum.
        public var usage: HUDUsage?
        /// What it printed, as UTF-8, if ``Configuration/output`` is ``OutputPolicy/collect(upTo:)``.
        public var output = ""
        /// Whether ``output`` is all of it: it did not print more than is collected, and a second after its end no process that it left behind could print
        /// more.
        public var isOutputComplete = true
        /// The label that it had reported for its work by the end, also without a HUD, and without control characters; nil: it had reported none.
        package var label: String?
        /// The signal that asked this process to end after the command had and before the program had its signals back, if it relayed the command; nil: none did.
        var interruption: Int32?

        /// Whether it exited with status 0 within its time.
        public var hasSucceeded: Bool { status == .exited(0) && !hasTimedOut }
    }

    /// Calls `body`, whose errors are about this command.
    func naming<Value>(_ body: () throws(HUDJobError) -> Value) throws(HUDJobError) -> Value {
        do throws(HUDJobError) {
            return try body()
        } catch {
            var error = error
            if error.errorNumber != 0 { error.command = command.first?.text }
            if error.code == .notFound || error.code == .notExecutable, let folder = configuration.workingDirectory,
                folder.isEmpty || access(folder + "/.", X_OK) != 0
            {
                error.code = .notExecutable
                error.workingDirectory = folder
            } else if error.code == .notFound {
                error.missingInterpreter = missingInterpreter
            }
            throw error
        }
    }

    /// The interpreter that the first line of the command names, if there is none: the system says of the command that it does not exist.
    private var missingInterpreter: String? {
        guard let program = command.first, program.utf8.contains(UInt8(ascii: "/")) else { return nil }
        // A relative name is one in the job's folder.
        let folder = program.utf8.first == UInt8(ascii: "/") ? nil : configuration.workingDirectory
        let file = program.prefixed(by: folder.map { $0 + "/" } ?? "").open(O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var start = [UInt8](repeating: 0, count: 256)
        let line = start[..<max(0, read(file, &start, start.count))].prefix { $0 != .newline }
        let words = line.dropFirst(2).split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard line.starts(with: "#!".utf8), let word = words.first else { return nil }
        let name = String(decoding: word, as: UTF8.self)
        return access(name, F_OK) == 0 ? nil : name
    }
}
