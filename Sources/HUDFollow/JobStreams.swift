import HUDCore
import HUDJob
import HUDLibc

/// Jobs that run elsewhere, as their event streams show them, under one HUD.
///
/// ```swift
/// let streams = JobStreams([
///     .init(.file("build.json"), name: "build"),
///     .init(.command("ssh host hud-demo --style json -- make"))
/// ])
/// let hud = HUD(label: "Building", renderer: InlineRenderer())
/// let result = try streams.run(under: hud)
/// if !result.hasSucceeded { … }
/// ```
///
/// A single stream of one job is shown as that job; a single stream of many jobs has a row for each of them. Several streams have a row each. The grace
/// times and minimum show times are the HUD's, see ``HUDCore/HUD/rows``.
///
/// Lines that can't be read are skipped and counted, and a stream may have begun before it is followed. A stream that ends without saying how its
/// job ended is lost. If a stream tells of several jobs, one after another, the last one is shown, and one that did not succeed makes the stream fail. In a file
/// the last one alone counts, because the others may be of earlier days.
public struct JobStreams: Sendable {
    /// The streams; at least one when they are run.
    public var streams: [Stream]
    /// How they are followed.
    public var configuration: Configuration

    /// Streams to follow.
    public init(_ streams: [Stream], configuration: Configuration = Configuration()) {
        self.streams = streams
        self.configuration = configuration
    }

    /// A stream.
    public struct Stream: Sendable, Hashable {
        /// Where its lines come from.
        public var source: Source
        /// What its row is called; nil: as the stream says.
        public var name: String?

        /// A stream from `source`.
        public init(_ source: Source, name: String? = nil) {
            self.source = source
            self.name = name
        }
    }

    /// Where the lines of a stream come from.
    public enum Source: Sendable, Hashable {
        /// A file, to which another program may be writing, or a named pipe. A regular file is followed until its job is over. One
        /// that holds something, but no event, and was not written to for ``Configuration/staleAfter``, by default 45 s, is lost.
        case file(CommandArgument)
        /// A descriptor of this process, such as a pipe. It is followed to its end, and not closed.
        case descriptor(Int32)
        /// The standard output and error of a command, which `sh` runs. It has no keyboard and no terminal, and is ended with this process.
        case command(CommandArgument)
    }

    /// What becomes of the lines that jobs print: log messages in their streams, and lines that are no events, such as the output of a command.
    public enum Output: String, Sendable, CaseIterable {
        /// The last lines of a job are printed when it has failed or its stream is lost, up to 32 KB, which
        /// the jobs of a stream share: lines of those that print most go first.
        case failure
        /// Lines are printed as they come, each with the name of its job before it if there are several.
        case prefix
        /// Nothing is printed.
        case hide
    }

    /// How streams are followed.
    public struct Configuration: Sendable {
        /// The format of all streams; nil: that of each is recognized by its first event.
        public var format: JobStreamFormat?
        /// Whether a command that ends before its job is run again, after a second, then after twice as long each time, up to 30 seconds.
        public var reconnects = false
        /// How long a stream may be silent until it is shown as stale; nil: 45 s for streams with a heartbeat, and without limit for others.
        public var staleAfter: Duration?
        /// Whether the HUD keeps its own label. By default a single stream sets it.
        public var keepsLabel = false
        /// What becomes of the lines that jobs print. They appear above the HUD, or on standard error without one.
        public var output = Output.failure
        /// How the HUD shows the progress of a single stream; nil: as a bar once it is known.
        public var mode: HUDMode?
        /// Whether SIGINT, SIGTERM, SIGHUP and ^Z are handled while the streams are followed. ``Result/signal`` says which one ended that. One run at a
        /// time handles the signals of a process; another one that is to handle them is refused (`EBUSY`).
        public var handlesSignals = false
        /// The claim on the terminal on which the HUD is drawn: the HUD steps aside for other programs that claim it. nil: there is none.
        package var claim: TerminalClaim?
        /// How long the outcome stays on the screen.
        public var hideDelay = Duration.zero

        /// The defaults.
        public init() {}
    }

    /// How the jobs of the streams ended.
    public struct Result: Sendable, Hashable {
        /// The number of streams whose job succeeded.
        public var succeeded = 0
        /// The number of streams whose job failed.
        public var failed = 0
        /// The number of streams whose job was cancelled.
        public var cancelled = 0
        /// The number of streams that ended before their job did.
        public var lost = 0
        /// The number of lines that were skipped.
        public var brokenLines = 0
        /// The signal that ended it.
        public var signal: Int32?

        /// The exit status: 0 if all jobs succeeded, 128 and the number of the signal that ended it, otherwise 1.
        public var exitStatus: Int32 {
            if let signal { return 128 + signal }
            return failed + cancelled + lost == 0 ? 0 : 1
        }

        /// Whether all jobs succeeded.
        public var hasSucceeded: Bool { exitStatus == 0 }
    }

    /// Follows the streams until all have ended and the HUD is gone. Blocks this thread.
    ///
    /// - Parameter hud: The HUD to show, or nil to follow them without one. It must not be shown by the caller.
    /// - Throws: ``JobStreamError`` if a file can't be opened or a command can't be started.
    @discardableResult
    public func run(under hud: HUD?) throws(JobStreamError) -> Result {
        precondition(!streams.isEmpty, "there is no stream to follow")
        return try FollowRun(self, under: hud).run()
    }
}

/// Why streams can't be followed.
public struct JobStreamError: Error, Hashable, CustomStringConvertible {
    /// The stream; nil if the reason is not one of them.
    public var stream: JobStreams.Stream?
    /// The system's error number.
    public var errorNumber: Int32

    /// One line for a user, which names the stream.
    public var description: String {
        switch stream?.source {
        case .file(let name): "can't read \(ShellWord.quoted(name.text)): \(reason)"
        case .descriptor(STDIN_FILENO): "can't read standard input: \(reason)"
        case .descriptor(let number): "can't read descriptor \(number): \(reason)"
        case .command(let line): "can't run \(ShellWord.quoted(line.text)): \(reason)"
        case nil: reason
        }
    }

    private var reason: String {
        stream == nil && errorNumber == EBUSY ? SignalPipe.inUse : errorText(errorNumber)
    }
}
