/// Builds text in which every grapheme cluster takes one or two columns. Part of ``HarmlessText``.
struct HarmlessClusters {
    private(set) var text = ""

    private static let replacement: Unicode.Scalar = "\u{FFFD}"
    private static let blank: Unicode.Scalar = "\u{A0}"
    private static let separator: Unicode.Scalar = "\u{200C}"
    private static let joiner: Unicode.Scalar = "\u{200D}"

    /// Appends a character that consists of harmless scalars. It may be split into several.
    mutating func append(_ character: Character) {
        if isFitting(character) {
            text.append(character)
        } else {
            for cluster in Self.split(character, isFirst: text.isEmpty) { text.unicodeScalars.append(contentsOf: cluster) }
        }
    }

    /// Whether `character` is one scalar of one or two columns with marks on it, as nearly all characters are.
    private func isFitting(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let base = scalars.first, (TextWidth.of(base) ?? 0) > 0, !Self.isFlagLetter(base) else { return false }
        if text.isEmpty && Self.isAttaching(base) { return false }
        var isFirst = true
        for scalar in scalars {
            if !isFirst, TextWidth.of(scalar) != 0 { return false }
            isFirst = false
        }
        return true
    }

    /// Splits `character` into pieces of at most two columns. Consonants that form one wide cluster are separated by U+200C (zero width
    /// non-joiner); a mark that no longer fits is placed on a no-break space.
    private static func split(_ character: Character, isFirst: Bool) -> [String.UnicodeScalarView] {
        var pieces: [String.UnicodeScalarView] = []
        var piece = String.UnicodeScalarView()
        var columns = 0
        @inline(never)
        func begin(_ scalars: Unicode.Scalar...) {
            if !piece.isEmpty { pieces.append(withoutHalfFlag(piece)) }
            piece = String.UnicodeScalarView(scalars)
            columns = scalars.reduce(0) { $0 + (TextWidth.of($1) ?? 0) }
        }
        let isTooWide = TextWidth.of(character) > 2
        for scalar in character.unicodeScalars {
            let width = TextWidth.of(scalar) ?? 0
            if piece.isEmpty {
                if width > 0, !(isFirst && isAttaching(scalar)) {
                    begin(scalar)
                } else if isAttaching(scalar) {
                    begin(blank, scalar)
                } else {
                    // A Hangul vowel or final consonant without the initial consonant that it belongs to.
                    begin(replacement)
                }
            } else if !isOneCluster(piece, scalar) {
                if width > 0 { begin(scalar) }
            } else if piece.first == replacement && columns == 1 && (scalar == joiner || scalar == separator) {
                // It would join the letter that has been replaced.
                continue
            } else if isAttaching(scalar) || width == 0 {
                if columns + width <= 2 {
                    piece.append(scalar)
                    columns += width
                } else {
                    begin(blank, scalar)
                }
            } else if isFlagLetter(scalar) ? startsWithFlagLetter(piece) : !isTooWide {
                piece.append(scalar)
                columns += width
            } else {
                // `HarmlessText` removes the second of two joiners in a row, so the result would change if it were made harmless again.
                if piece.last == joiner { piece.removeLast() }
                piece.append(separator)
                begin(scalar)
            }
        }
        if !piece.isEmpty { pieces.append(withoutHalfFlag(piece)) }
        return pieces
    }

    /// Whether `scalar` forms one grapheme cluster with the scalar before it.
    private static func isAttaching(_ scalar: Unicode.Scalar) -> Bool {
        // The lowest such scalar is U+0300.
        scalar.value >= 0x300 && isOneCluster(String.UnicodeScalarView([blank]), scalar)
    }

    private static func isOneCluster(_ scalars: String.UnicodeScalarView, _ scalar: Unicode.Scalar) -> Bool {
        var joined = scalars
        joined.append(scalar)
        return String(joined).count == 1
    }

    private static func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

    private static func startsWithFlagLetter(_ scalars: String.UnicodeScalarView) -> Bool {
        scalars.first.map(isFlagLetter) ?? false
    }

    /// A single regional indicator takes one column in some terminals and two in others, so its letter is drawn instead.
    private static func withoutHalfFlag(_ piece: String.UnicodeScalarView) -> String.UnicodeScalarView {
        guard let first = piece.first, startsWithFlagLetter(piece), !(piece.dropFirst().first.map(isFlagLetter) ?? false),
            let letter = Unicode.Scalar(first.value - 0x1F1E6 + 0x41)
        else { return piece }
        var result = piece
        result.replaceSubrange(result.startIndex..<result.index(after: result.startIndex), with: [letter])
        return result
    }
}
