import HUDCore

/// A word of a command as it would be typed in a shell; for labels and messages.
package enum ShellWord: Sendable {
    /// `word` unchanged if that is safe, otherwise in quotes, without control characters.
    ///
    /// A control character is replaced by its number, such as `\u{1b}`, so the result can be printed on any terminal.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./=:,+@%".utf8.contains(byte)
            }
        }
        if isPlain, !word.isEmpty { return word }
        let text = word.unicodeScalars.map { $0 == "'" ? "'\\''" : $0.inMessage }.joined()
        return "'" + text + "'"
    }

    /// A command as it would be typed on one line, for a label: a space takes the place of each line break and tab.
    package static func joined(_ words: [CommandArgument]) -> String {
        words.map { word in
            quoted(String(String.UnicodeScalarView(word.text.unicodeScalars.map { ["\n", "\r", "\t"].contains($0) ? " " : $0 })))
        }.joined(separator: " ")
    }
}
