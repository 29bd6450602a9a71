import HUDLibc

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
        /// With ``HUDJob/Configuration/idleLimit``: the system can't report what the command writes to a pipe or a file (`EACCES`: a pipe of another user;
        /// `ENOTSUP`: not Linux), or all that it writes goes to `/dev/null` (`ENODATA`). With that or an ``HUDJob/Configuration/output`` that is not shown, in a
        /// relay: it writes to a terminal, and gets none of its own there (`ENXIO`), because that is not our controlling terminal; or, with an idle limit, because the
        /// system has no more.
        case unseenOutput
        /// ``ProgressPolicy/match(_:)`` has a pattern that can't be used.
        case badPattern(reason: String)
        /// A job of a ``JobGroup`` comes after a name that no job has or that two have, or after itself by way of others. See ``JobGroup/Job/after``.
        case badOrder(reason: String)
    }

    /// What failed.
    public var code: Code
    /// The system's error number; 0 if there is none.
    public var errorNumber: Int32
    /// The name of the command, the first of its words; nil if the error is not about a command.
    public var command: String?
    /// The working directory, if that is what can't be used.
    public var workingDirectory: String?
    /// The interpreter of a script, if that is what there is not.
    var missingInterpreter: String?

    /// One line for a user, which names the command.
    public var description: String { command.map { "can't run \(ShellWord.quoted($0)): \(reason)" } ?? reason }

    /// What failed, without the command.
    package var reason: String {
        switch code {
        case .badPattern(let reason): "the pattern for the progress is not valid: " + reason
        case .badOrder(let reason): reason
        case .unseenOutput:
            switch errorNumber {
            case ENODATA: "all its output goes to /dev/null"
            case ENXIO: "it gets no terminal of its own here"
            default: "its output can't be seen: " + errorText(errorNumber)
            }
        case .notFound, .notExecutable, .outOfResources:
            if let missingInterpreter {
                "its interpreter \(ShellWord.quoted(missingInterpreter)) was not found"
            } else {
                (workingDirectory.map { "can't use the folder \(ShellWord.quoted($0)): " } ?? "")
                    + (errorNumber == EBUSY ? SignalPipe.inUse : errorText(errorNumber))
            }
        }
    }

    /// The error for an errno with which a job could not be started.
    package static func system(_ number: Int32) -> HUDJobError {
        switch number {
        case ENOENT, ENOTDIR: HUDJobError(code: .notFound, errorNumber: number)
        case EAGAIN, ENOMEM, EMFILE, ENFILE, EBUSY: HUDJobError(code: .outOfResources, errorNumber: number)
        default: HUDJobError(code: .notExecutable, errorNumber: number)
        }
    }
}
