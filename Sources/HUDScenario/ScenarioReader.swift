import HUDCore

/// Reads the text of a scenario: lines, words, times and numbers.
struct ScenarioReader {
    private var lines: ArraySlice<Substring>
    /// The number of the line that is read, counted from 1.
    private var line = 0
    /// The words of that line that were not read.
    private var words: ArraySlice<Substring> = []
    /// The settings so far, and on which line.
    private(set) var settings: [Substring: Int] = [:]

    /// - Parameter bytes: UTF-8 text. A byte order mark at the start is skipped.
    init(_ bytes: some Sequence<UInt8>) {
        var text = String(decoding: Array(bytes), as: UTF8.self)
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }[...]
    }

    /// Goes to the next line that has words besides a comment.
    ///
    /// - Returns: Its first word; nil at the end.
    mutating func nextLine() throws(ScenarioError) -> Substring? {
        if let extra = words.first { throw error("\(Self.quoted(extra)) is one word too many") }
        while words.isEmpty, let next = lines.popFirst() {
            line += 1
            let blanks: [UInt8] = [0x20, 0x09, 0x0D]
            let code = next.utf8.prefix { $0 != UInt8(ascii: "#") }
            words = code.split(whereSeparator: blanks.contains).map { Substring($0) }[...]
        }
        return word()
    }

    /// The next word of the line; nil at its end.
    mutating func word() -> Substring? { words.popFirst() }

    /// Whether the next word is `word`, which is read then.
    mutating func take(_ word: Substring) -> Bool {
        guard words.first == word else { return false }
        words.removeFirst()
        return true
    }

    /// Takes note of a setting, which must be the first one of its name.
    mutating func note(_ setting: Substring) throws(ScenarioError) {
        if let earlier = settings[setting] { throw error("'\(setting)' is set already, on line \(earlier)") }
        settings[setting] = line
    }

    /// Reads a time.
    ///
    /// - Parameter name: What it is for.
    mutating func duration(_ name: String) throws(ScenarioError) -> Duration {
        let form = "decimal seconds from 0 to 31536000, to the nanosecond"
        guard let word = word() else { throw error("'\(name)' needs a time: \(form)") }
        guard let duration = Duration(decimalSeconds: word), duration <= .seconds(31_536_000) else {
            throw error("bad time \(Self.quoted(word)) for '\(name)': expected \(form)")
        }
        return duration
    }

    /// Reads a whole number.
    ///
    /// - Parameter name: What it is for.
    mutating func number(_ name: String, in range: ClosedRange<Int>) throws(ScenarioError) -> Int {
        let form = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard let word = word() else { throw error("'\(name)' needs \(form)") }
        guard word.unicodeScalars.allSatisfy({ "0"..."9" ~= $0 }), let number = Int(word),
            range.contains(number)
        else { throw error("bad \(name) \(Self.quoted(word)): expected \(form)") }
        return number
    }

    /// An error in the line that is read.
    func error(_ message: String) -> ScenarioError { ScenarioError(line: line, message: message) }

    /// A word of the file for an error message: cut, and without control characters.
    static func quoted(_ word: Substring) -> String {
        // U+FFFD stands for invalid UTF-8, so it is shown by its number.
        let text = word.unicodeScalars.prefix(40).map { $0 == "\u{FFFD}" ? $0.escaped : $0.inMessage }.joined()
        return "'" + text + (word.unicodeScalars.count > 40 ? "..." : "") + "'"
    }
}
