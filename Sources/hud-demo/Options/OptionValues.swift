import HUDJob
import HUDCore
import HUDTerminal

// Converts the values of options, or throws an error that says what would be valid.
extension OptionReader.Found {
    func duration() throws(UsageError) -> Duration {
        guard let duration = Duration(decimalSeconds: value), duration <= .seconds(86400) else {
            throw bad("decimal seconds from 0 to 86400, such as 0.5")
        }
        return duration
    }

    /// A duration of any length.
    func endlessDuration() throws(UsageError) -> Duration {
        guard let duration = Duration(decimalSeconds: value) else { throw bad("decimal seconds, such as 0.5") }
        return duration
    }

    /// The duration, or `standard` if the value was left out.
    func duration(or standard: Duration) throws(UsageError) -> Duration { isBare ? standard : try duration() }

    /// - Parameter words: Other values that the option takes, for the error message.
    func number(in range: ClosedRange<Int>, or words: String? = nil) throws(UsageError) -> Int {
        // `Int` also accepts `+1`.
        guard value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(value),
            range.contains(number)
        else { throw bad((words.map { $0 + ", or " } ?? "") + "a whole number from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    func outputPolicy() throws(UsageError) -> OutputPolicy {
        guard let policy = OutputPolicy(value) else {
            throw bad("show, last:N with a number of lines from 1 to 100, failure or hide")
        }
        return policy
    }

    func progressPolicy() throws(UsageError) -> ProgressPolicy {
        let policy: ProgressPolicy?
        do throws(ProgressPatternError) {
            policy = try ProgressPolicy(rawValue)
        } catch {
            throw UsageError(message: "bad value \(ShellWord.quoted(value)) for \(origin): \(error.reason)")
        }
        guard let policy else { throw bad("auto, match:REGEX, fd or none") }
        return policy
    }

    func choice<Value>(of choices: [(name: String, value: Value)]) throws(UsageError) -> Value {
        guard let choice = choices.first(where: { $0.name == value }) else {
            throw bad(Self.list(choices.map(\.name)))
        }
        return choice.value
    }

    /// The spinners of the file with this name.
    func spinners() throws(UsageError) -> [Spinner] {
        let name = ShellWord.quoted(value)
        // One byte more than the maximum, to recognize a file that is too long.
        let bytes = try rawValue.contents(limit: (1 << 20) + 1, named: name, option: origin)
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
        UsageError(message: "bad value \(ShellWord.quoted(value)) for \(origin): expected \(expected)")
    }

    /// `one, two or three`.
    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// Similar names, for error messages.
enum NearestNames {
    /// Up to three names, the most similar first: by edit distance, or because one is a prefix of the other.
    static func of(_ name: String, in names: [String]) -> [String] {
        // Names are short, so the rest of a long one does not matter.
        let wanted = Array(name.lowercased().unicodeScalars.prefix(40))
        guard !wanted.isEmpty else { return [] }
        var ranked: [(distance: Int, name: String)] = []
        for candidate in names where !ranked.contains(where: { $0.name == candidate }) {
            let letters = Array(candidate.lowercased().unicodeScalars)
            let isBeginning = letters.starts(with: wanted) || wanted.starts(with: letters)
            let distance = distance(wanted, letters)
            if distance <= max(1, wanted.count / 3) || isBeginning { ranked.append((distance, candidate)) }
        }
        // The sort is stable: names at equal distance stay in the order of the list.
        let nearest = ranked.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
        return nearest.prefix(3).map(\.element.name)
    }

    /// The Levenshtein distance.
    private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, otherLetter) in other.enumerated() {
                let changed = diagonal + (letter == otherLetter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
