// Makes valid frames from any strings: harmless, cut, and of equal width.
extension Spinner {
    // Separate constants: `line` is built with the default frames, so they can't be taken from `line`.
    static let lineFrames = ["|", "/", "-", "\\"]
    static let lineInterval: Duration = .milliseconds(130)

    static func isASCII(_ frames: [String]) -> Bool { frames.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } }

    static func columns(_ frames: [String]) -> Int { frames.reduce(0) { max($0, TextWidth.of($1)) } }

    /// The frames made harmless and cut to the maximum width.
    static func drawable(_ frames: [String], isUTF8: Bool) -> [String] {
        frames.map { frame in
            var text = ""
            var width = 0
            // The text is cut first, because it can be of any length.
            for character in HarmlessText.of(String(frame.unicodeScalars.prefix(maximumScalars)), isUTF8: isUTF8) {
                width += TextWidth.of(character)
                if width > maximumColumns { break }
                text.append(character)
            }
            return text
        }
    }

    /// The frames padded with spaces on the right to `width`; a blank frame if there are none.
    static func padded(_ frames: [String], _ width: Int) -> [String] {
        (frames.isEmpty ? [""] : frames).map { $0 + String(repeating: " ", count: max(0, width - TextWidth.of($0))) }
    }

    /// Single characters centered in `width` columns.
    static func centered(_ characters: [String], _ width: Int) -> [String] {
        characters.map { String(repeating: " ", count: (width - 1) / 2) + $0 }
    }
}

extension Spinner {
    /// The spinners sorted by name. They are inserted one by one, because compiling the standard library's sort for them takes longer.
    static func inNaturalOrder(_ spinners: [Spinner]) -> [Spinner] {
        var sorted: [Spinner] = []
        var orders: [NameOrder] = []
        for spinner in spinners {
            let order = NameOrder(spinner.name)
            var index = sorted.count
            while index > 0, order < orders[index - 1] { index -= 1 }
            sorted.insert(spinner, at: index)
            orders.insert(order, at: index)
        }
        return sorted
    }
}

/// Natural order of names: letters first, then a trailing number by value.
struct NameOrder: Comparable {
    private let stem: String
    private let number: Int

    init(_ name: String) {
        let end = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        stem = name.dropLast(end).lowercased()
        number = Int(String(name.suffix(end))) ?? 0
    }

    static func < (left: NameOrder, right: NameOrder) -> Bool { (left.stem, left.number) < (right.stem, right.number) }
}
