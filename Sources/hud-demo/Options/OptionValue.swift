import HUDJob
import HUDCore
import HUDTerminal

/// The value of an option, or of an environment variable in its place.
///
/// It is converted, or an error says what would be valid.
struct OptionValue {
    /// The name of the option or the variable in error messages.
    let origin: String
    /// Nil if the value was left out.
    let word: CommandArgument?

    var text: String { word?.text ?? "" }

    func duration() throws(UsageError) -> Duration {
        guard let duration = Duration(decimalSeconds: text, roundsDown: true), duration <= .seconds(86400) else {
            throw bad("decimal seconds from 0 to 86400, such as 0.5")
        }
        return duration
    }

    func path() throws(UsageError) -> CommandArgument {
        guard let word, word != "" else { throw bad("a path") }
        return word
    }

    /// A duration of any length.
    func endlessDuration() throws(UsageError) -> Duration {
        guard let duration = Duration(decimalSeconds: text, roundsDown: true) else { throw bad("decimal seconds, such as 0.5") }
        return duration
    }

    /// - Parameter words: Other values that the option takes, for the error message.
    func number(in range: ClosedRange<Int>, or words: String? = nil) throws(UsageError) -> Int {
        // `Int` also accepts `+1`.
        guard text.utf8.allSatisfy(\.isDigit), let number = Int(text), range.contains(number)
        else { throw bad((words.map { $0 + ", or " } ?? "") + "a whole number from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    func outputPolicy() throws(UsageError) -> OutputPolicy {
        switch text {
        case "show": return .show
        case "failure": return .failure
        case "hide": return .hide
        default:
            // `Int` also accepts `+1`.
            guard let lines = word?.dropping(prefix: "last:")?.text, lines.utf8.first != UInt8(ascii: "+"),
                let count = Int(lines),
                (1...100).contains(count)
            else { throw bad("show, last:N with a number of lines from 1 to 100, failure or hide") }
            return .last(count)
        }
    }

    func progressPolicy() throws(UsageError) -> ProgressPolicy {
        let policy: ProgressPolicy?
        do throws(ProgressPatternError) {
            policy = try ProgressPolicy(word ?? "")
        } catch {
            throw UsageError(message: "bad value \(ShellWord.quoted(text)) for \(origin): \(error.reason)")
        }
        guard let policy else { throw bad("auto, match:REGEX, fd or none") }
        return policy
    }

    func choice<Value>(of choices: [(name: String, value: Value)]) throws(UsageError) -> Value {
        guard let choice = choices.first(where: { $0.name == text }) else {
            throw bad(Self.list(choices.map(\.name)))
        }
        return choice.value
    }

    /// The spinners of the file with this name.
    func spinners() throws(UsageError) -> [Spinner] {
        let name = ShellWord.quoted(text)
        // One byte more than the maximum, to recognize a file that is too long.
        let bytes = try (word ?? "").contents(limit: (1 << 20) + 1, named: name, option: origin)
        let spinners: [Spinner]
        do throws(SpinnerFileError) {
            spinners = try SpinnerFile.spinners(in: bytes)
        } catch {
            throw UsageError(message: "\(origin): \(name), line \(error.line), column \(error.column): \(error.message)")
        }
        guard !spinners.isEmpty else { throw UsageError(message: "\(origin): there is no spinner in \(name)") }
        return spinners
    }

    private func bad(_ expected: String) -> UsageError {
        UsageError(message: "bad value \(ShellWord.quoted(text)) for \(origin): expected \(expected)")
    }

    /// `one, two or three`.
    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
