/// A text as words, made harmless and measured once, so that it can be wrapped to several widths.
struct WrappableText: Sendable {
    private struct Word: Sendable {
        var text: Substring
        var columns: Int
    }

    private var paragraphs: [[Word]] = []

    /// - Parameter most: The maximum number of rows that will be asked for; the rest of the text is ignored.
    init(_ text: String, isUTF8: Bool, most: Int) {
        let parts = text.splitIntoLines(most: max(0, most) + 1)
        paragraphs = parts.prefix(max(0, most)).map { part in
            HarmlessText.of(String(part), isUTF8: isUTF8).split(separator: " ").map {
                Word(text: $0, columns: TextWidth.of($0))
            }
        }
    }

    /// The rows of the text. It is broken at line breaks, between words, and within words that are longer than a row.
    ///
    /// - Parameter most: The maximum number of rows.
    func lines(columns: Int, most: Int) -> [String] {
        var lines: [String] = []
        for paragraph in paragraphs {
            guard lines.count < most else { break }
            Self.wrap(paragraph, max(1, columns), most, &lines)
        }
        return lines
    }

    private static func wrap(_ paragraph: [Word], _ columns: Int, _ most: Int, _ lines: inout [String]) {
        var line = ""
        var width = 0
        for word in paragraph {
            var rest = word
            if width > 0, width + 1 + rest.columns <= columns {
                line += " " + rest.text
                width += 1 + rest.columns
                continue
            }
            if width > 0 { lines.append(line) }
            while rest.columns > columns, lines.count < most {
                let (head, headColumns) = head(of: rest.text, columns)
                lines.append(String(head))
                rest = Word(text: rest.text[head.endIndex...], columns: rest.columns - headColumns)
            }
            guard lines.count < most else { return }
            (line, width) = (String(rest.text), rest.columns)
        }
        lines.append(line)
    }

    /// As many characters as fit in a row, but at least one.
    private static func head(of word: Substring, _ columns: Int) -> (Substring, columns: Int) {
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
