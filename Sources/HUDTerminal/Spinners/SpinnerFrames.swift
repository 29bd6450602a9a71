// What makes any strings frames: harmless, cut, and of one width.
extension Spinner {
    // Constants of their own: `line` is made with what stands in for others, which must not ask for `line`.
    static let lineFrames = ["|", "/", "-", "\\"]
    static let lineInterval: Duration = .milliseconds(130)

    static func isASCII(_ frames: [String]) -> Bool { frames.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } }

    static func columns(_ frame: String) -> Int { frame.reduce(0) { $0 + TextWidth.of($1) } }

    static func columns(_ frames: [String]) -> Int { frames.reduce(0) { max($0, columns($1)) } }

    /// The frames with nothing in them that a terminal would act on, and none wider than a frame may be.
    static func drawable(_ frames: [String], isUTF8: Bool) -> [String] {
        frames.map { frame in
            var text = ""
            var width = 0
            // Not the whole text first: it may be of any length.
            for character in HarmlessText.of(String(frame.unicodeScalars.prefix(maximumScalars)), isUTF8: isUTF8) {
                width += TextWidth.of(character)
                if width > maximumColumns { break }
                text.append(character)
            }
            return text
        }
    }

    /// The frames with blanks on the right, as wide as `width`; a blank frame where there is none.
    static func padded(_ frames: [String], _ width: Int) -> [String] {
        (frames.isEmpty ? [""] : frames).map { $0 + String(repeating: " ", count: max(0, width - columns($0))) }
    }

    /// Single characters in the middle of `width` columns.
    static func centred(_ characters: [String], _ width: Int) -> [String] {
        characters.map { String(repeating: " ", count: (width - 1) / 2) + $0 }
    }
}

/// Names in the order in which people look for them: letters first, then the number at the end as a number.
struct NameOrder: Comparable {
    private let stem: String
    private let number: Int

    init(_ name: String) {
        let end = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        stem = name.dropLast(end).lowercased()
        number = Int(name.suffix(end)) ?? 0
    }

    static func < (left: NameOrder, right: NameOrder) -> Bool { (left.stem, left.number) < (right.stem, right.number) }
}
