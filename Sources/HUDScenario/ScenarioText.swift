import HUDCore

/// The text of a scenario: lines, words and times.
enum ScenarioText {
    /// The lines of UTF-8 text. A byte order mark at the start is skipped.
    static func lines(of bytes: some Sequence<UInt8>) -> [Substring] {
        var text = String(decoding: Array(bytes), as: UTF8.self)
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// The words of a line, without its comment.
    static func words(of line: Substring) -> [Substring] {
        let code = line.utf8.prefix { $0 != UInt8(ascii: "#") }
        let blanks: [UInt8] = [0x20, 0x09, 0x0D]
        return code.split(whereSeparator: blanks.contains).map { Substring($0) }
    }

    private static let longest = Duration.seconds(31_536_000)

    /// Reads a time.
    ///
    /// - Parameters:
    ///   - word: The word; nil if the line has ended.
    ///   - name: What the time is for.
    ///   - line: The line, for an error.
    static func duration(_ word: Substring?, _ name: String, line: Int) throws(ScenarioError) -> Duration {
        let form = "decimal seconds from 0 to 31536000, to the nanosecond"
        guard let word else { throw ScenarioError(line: line, message: "'\(name)' needs a time: \(form)") }
        guard let duration = Duration(decimalSeconds: word), duration <= longest else {
            throw ScenarioError(line: line, message: "bad time \(quoted(word)) for '\(name)': expected \(form)")
        }
        return duration
    }

    /// Reads a whole number.
    static func number(
        _ word: Substring?, _ name: String, in range: ClosedRange<Int>, line: Int
    ) throws(ScenarioError) -> Int {
        let form = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard let word else { throw ScenarioError(line: line, message: "'\(name)' needs \(form)") }
        guard word.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let number = Int(word),
            range.contains(number)
        else { throw ScenarioError(line: line, message: "bad \(name) \(quoted(word)): expected \(form)") }
        return number
    }

    /// A word of the file for an error message: cut, and without control characters.
    static func quoted(_ word: Substring) -> String {
        // U+FFFD stands for invalid UTF-8, so it is shown by its number.
        let text = word.unicodeScalars.prefix(40).map { $0 == "\u{FFFD}" ? $0.escaped : $0.inMessage }.joined()
        return "'" + text + (word.unicodeScalars.count > 40 ? "..." : "") + "'"
    }
}
