import HUDCore

/// A word of a command as it would be typed in a shell; for labels and messages.
package enum ShellWord: Sendable {
    /// `word` unchanged if that is safe, otherwise in quotes, without control characters.
    ///
    /// A control character is replaced by its number, such as `\u{1b}`, so the result can be printed on any terminal.
    package static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
        let text = word.unicodeScalars.map { $0 == "'" ? "'\\''" : $0.inMessage }.joined()
        return "'" + text + "'"
    }

    /// The bytes of a word as a shell reads them: in quotes if it would divide or change them.
    static func quoted(_ word: [UInt8]) -> [UInt8] {
        if !word.isEmpty, word.allSatisfy({ $0 >= 0x80 || isPlain($0) }) { return word }
        let quote = UInt8(ascii: "'")
        // Within double quotes these would mean something.
        if word.contains(quote), !word.contains(where: { "\"$`\\!".utf8.contains($0) }) {
            return [UInt8(ascii: "\"")] + word + [UInt8(ascii: "\"")]
        }
        return [quote] + word.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] } + [quote]
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-_./=:,+@%".utf8.contains(byte)
    }

    /// A command as it would be typed on one line, for a label: a space takes the place of each line break and tab.
    package static func joined(_ words: [CommandArgument]) -> String {
        // By hand, because the types of the general functions are made at run time, in each start of a job.
        var line = ""
        for (index, word) in words.enumerated() {
            var text = ""
            for scalar in word.text.unicodeScalars {
                text.unicodeScalars.append(scalar == "\n" || scalar == "\r" || scalar == "\t" ? " " : scalar)
            }
            line += (index > 0 ? " " : "") + quoted(text)
        }
        return line
    }
}
