/// A program's log lines: SGR sequences and tabs pass, all other control characters are made visible.
package enum LogText {
    /// `text` as whole lines, each ended by `newline`. A line that sets a color is followed by a reset.
    package static func lines(_ text: String, isUTF8: Bool, allowsColor: Bool, newline: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in text.splitIntoLines().dropLast(text.last?.isNewline == true ? 1 : 0) {
            var rest = line[...]
            var isColored = false
            while let (escape, isColor) = nextEscape(in: rest.unicodeScalars) {
                bytes += harmless(rest[..<escape.lowerBound], isUTF8: isUTF8).utf8
                if !isColor {
                    bytes += HarmlessText.of("\u{1B}", isUTF8: isUTF8).utf8
                } else if allowsColor {
                    bytes += rest[escape].utf8
                    isColored = true
                }
                rest = rest[escape.upperBound...]
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

    /// The next control sequence that sets colors and attributes (ECMA-48, 8.3.117 SGR: ESC, `[`, parameters, `m`), or an ESC that begins none; nil if there
    /// is no ESC.
    static func nextEscape(in text: Substring.UnicodeScalarView) -> (range: Range<String.Index>, isColor: Bool)? {
        guard let start = text.firstIndex(of: "\u{1B}") else { return nil }
        let rest = text[start...].dropFirst()
        guard rest.first == "[",
            let end = rest.dropFirst().firstIndex(where: { !("0"..."9" ~= $0 || $0 == ";" || $0 == ":") }), text[end] == "m"
        else { return (start..<rest.startIndex, false) }
        return (start..<text.index(after: end), true)
    }
}
