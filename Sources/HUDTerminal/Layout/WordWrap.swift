/// Breaks text into rows between words. Pure arithmetic.
enum WordWrap {
    /// The rows of a text. It is broken at line breaks, between words, and within words that are longer than a row.
    ///
    /// - Parameter most: The maximum number of rows; the rest of the text is ignored.
    static func lines(_ text: String, columns: Int, isUTF8: Bool, most: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(maxSplits: max(0, most), omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            guard lines.count < most else { break }
            wrap(HarmlessText.of(String(paragraph), isUTF8: isUTF8), max(1, columns), most, &lines)
        }
        return lines
    }

    private static func wrap(_ paragraph: String, _ columns: Int, _ most: Int, _ lines: inout [String]) {
        var line = ""
        var width = 0
        for word in paragraph.split(separator: " ") {
            var rest = word
            var restWidth = measured(rest)
            if width > 0, width + 1 + restWidth <= columns {
                line += " " + rest
                width += 1 + restWidth
                continue
            }
            if width > 0 { lines.append(line) }
            while restWidth > columns, lines.count < most {
                let (head, headWidth) = head(of: rest, columns)
                lines.append(String(head))
                rest = rest[head.endIndex...]
                restWidth -= headWidth
            }
            guard lines.count < most else { return }
            (line, width) = (String(rest), restWidth)
        }
        lines.append(line)
    }

    private static func measured(_ word: Substring) -> Int {
        // Most words are ASCII, whose width is the number of bytes: harmless text has no control characters.
        word.utf8.allSatisfy { $0 < 0x80 } ? word.utf8.count : word.reduce(0) { $0 + TextWidth.of($1) }
    }

    /// As many characters as fit in a row, but at least one.
    private static func head(of word: Substring, _ columns: Int) -> (Substring, width: Int) {
        var width = 0
        var end = word.startIndex
        while end < word.endIndex {
            let next = TextWidth.of(word[end])
            if width + next > columns, end > word.startIndex { break }
            width += next
            end = word.index(after: end)
        }
        return (word[..<end], width)
    }
}
