import CTerminalSupport
import HUDLibc
import HUDTerminal

/// How the log of a continuous integration service folds what the jobs of a group print: a value that makes text.
///
/// - GitHub Actions: the workflow commands `group`, `error` and `stop-commands` ("Workflow commands for GitHub Actions" on docs.github.com), with the escapes of
///   actions/toolkit's `packages/core/src/command.ts`. How a runner reads them is in actions/runner's `ActionCommand.cs` and `ActionCommandManager.cs`: a line
///   that begins with `::` or contains `##[`, on standard output or standard error.
/// - GitLab: custom collapsible sections ("CI/CD job logs" on docs.gitlab.com). A name consists of letters, digits, `_`, `.` and `-`, and occurs once in a log.
enum LogFolding: Sendable, Equatable {
    case github
    /// - Parameter prefix: What the names of sections begin with, so that those of two groups in one log differ.
    case gitlab(prefix: String)

    /// Lines around the output of a job.
    struct Fold: Sendable, Equatable {
        var start: [UInt8]
        var end: [UInt8]

        init(start: String, end: String) {
            self.start = Array(start.utf8)
            self.end = Array(end.utf8)
        }
    }

    /// What switches folds off if it is off, as it is for the jobs of a group that folds: no fold is within another.
    static let switchName = "HUD_FOLD"

    /// The service that reads the log of this process; nil if there is none, or if the output does not go there.
    static func ofEnvironment() -> LogFolding? {
        let variables = TerminalEnvironment.current
        if variables.isSet(switchName), !variables.isOn(switchName) { return nil }
        guard variables.isOn("GITHUB_ACTIONS") || variables.isOn("GITLAB_CI"), isInLog() else { return nil }
        if variables.isOn("GITHUB_ACTIONS") { return .github }
        return .gitlab(prefix: "hud_\(getpid())_\(hud_wall_time() / 1_000_000_000)")
    }

    /// Whether standard output and standard error go to one place, or both to pipes. If one of them is in a file, the user has another use for it.
    private static func isInLog() -> Bool {
        Journal.isOneFile || hud_is_pipe(STDOUT_FILENO) && hud_is_pipe(STDERR_FILENO)
    }

    // MARK: Text

    /// The lines around the output of the job with a number that has succeeded.
    ///
    /// - Parameters:
    ///   - end: The time since 1970 at which the job ended.
    ///   - token: What ends the part of the log in which GitHub takes no commands. The job must not be able to guess it.
    func fold(_ name: String, number: Int, end: Duration, elapsed: Duration, token: String) -> Fold {
        switch self {
        case .github:
            let title = Self.escaped(name.withoutControls(keepsLines: true), ["%", "\r", "\n"])
            return Fold(start: "::group::\(title)\n::stop-commands::\(token)\n", end: "::\(token)::\n::endgroup::\n")
        case .gitlab(let prefix):
            let clear = "\u{1B}[0K"
            func mark(_ kind: String, _ time: Duration, _ options: String = "", _ header: String = "") -> String {
                "\(clear)section_\(kind):\(time.components.seconds):\(prefix)_\(number)\(options)\r\(clear)\(header)\n"
            }
            let start = mark("start", end - elapsed, "[collapsed=true]", name.withoutControls())
            return Fold(start: start, end: mark("end", end))
        }
    }

    /// The lines around the output of a job that has not succeeded, which stays open; nil if the service takes no commands.
    func open(token: String) -> Fold? {
        self == .github ? Fold(start: "::stop-commands::\(token)\n", end: "::\(token)::\n") : nil
    }

    /// A line of ours that the service does not obey, although it may begin with the name of a job.
    func inert(_ line: String) -> String {
        guard self == .github else { return line }
        let isCommand = line.drop { $0.isWhitespace }.hasPrefix("::")
        return line.unicodeScalars.reduce(into: isCommand ? "> " : "") { result, scalar in
            if scalar == "[", result.hasSuffix("##") { result += " " }
            result.unicodeScalars.append(scalar)
        }
    }

    /// A line about a job that has failed, which GitHub shows as an annotation; nil if the service has none.
    ///
    /// - Parameter line: What the line says elsewhere.
    func error(_ name: String, _ line: String) -> String? {
        guard self == .github else { return nil }
        let title = Self.escaped(name.withoutControls(keepsLines: true), ["%", "\r", "\n", ":", ","])
        return "::error\(title.isEmpty ? "" : " title=" + title)::" + Self.escaped(line, ["%", "\r", "\n"])
    }

    /// A random token.
    static func makeToken() -> String {
        "hud-" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
    }

    /// The text with the characters as `%25` and the like.
    private static func escaped(_ text: String, _ characters: Set<Unicode.Scalar>) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            guard characters.contains(scalar) else { return result.unicodeScalars.append(scalar) }
            result += (scalar.value < 16 ? "%0" : "%") + String(scalar.value, radix: 16, uppercase: true)
        }
    }
}
