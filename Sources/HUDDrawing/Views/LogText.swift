/// A program's log lines: SGR sequences and tabs pass, all other control characters are made visible.
package enum LogText {
    /// `text` as whole lines, each ended by `newline`. A line that sets a color is followed by a reset.
    package static func lines(_ text: String, isUTF8: Bool, allowsColor: Bool, newline: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in text.splitIntoLines().dropLast(text.last?.isNewline == true ? 1 : 0) {
            var rest = line[...]
            var isColored = false
            while let escape = rest.firstIndex(of: "\u{1B}") {
                bytes += harmless(rest[..<escape], isUTF8: isUTF8).utf8
                rest = rest[escape...]
                if let end = endOfColors(in: rest.unicodeScalars) {
                    if allowsColor {
                        bytes += rest[..<end].utf8
                        isColored = true
                    }
                    rest = rest[end...]
                } else {
                    bytes += HarmlessText.of("\u{1B}", isUTF8: isUTF8).utf8
                    rest = rest.dropFirst()
                }
            }
            bytes += harmless(rest, isUTF8: isUTF8).utf8
            if isColored { bytes += "\u{1B}[m".utf8 }
            bytes += newline.utf8
        }
        return bytes
    }

    /// The text with its tabs, and without other control characters.
    static func harmless(_ text: some StringProtocol, isUTF8: Bool) -> String {
        guard text.utf8.contains(UInt8(ascii: "\t")) else { return HarmlessText.of(String(text), isUTF8: isUTF8) }
        return text.split(separator: "\t", omittingEmptySubsequences: false).map { HarmlessText.of(String($0), isUTF8: isUTF8) }
            .joined(separator: "\t")
    }

    /// The index after a control sequence that sets colors and attributes (ECMA-48, 8.3.117 SGR: ESC, `[`, parameters, `m`) at the start of `text`; nil if
    /// `text` starts with something else.
    static func endOfColors(in text: Substring.UnicodeScalarView) -> String.Index? {
        guard text.first == "\u{1B}", text.dropFirst().first == "[" else { return nil }
        let end = text.dropFirst(2).firstIndex { !("0"..."9" ~= $0 || $0 == ";" || $0 == ":") }
        guard let end, text[end] == "m" else { return nil }
        return text.index(after: end)
    }
}
