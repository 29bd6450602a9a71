/// Makes text safe to draw: it can't control the terminal, and it takes the same number of columns in every terminal.
///
/// The result obeys these laws:
/// - It has no control character, line break, tab, bidirectional control or unassigned code point.
/// - Every grapheme cluster takes one or two columns, has at most six marks on each base character, and at most 64 bytes.
/// - Making it harmless again does not change it.
package enum HarmlessText {
    /// `text` in the form in which it is drawn.
    ///
    /// | input | result |
    /// | --- | --- |
    /// | control characters | their pictures (`␛`); C1 controls become `�` |
    /// | tabs, line breaks | a space each |
    /// | bidirectional overrides, embeddings and isolates; other format characters; unassigned code points | `�` |
    /// | default-ignorable characters: soft hyphens, zero-width spaces, variation selectors, tags | removed |
    /// | skin tones; joiners outside scripts that need them | removed, because terminals disagree on what they join |
    /// | a mark without a base character | placed on a no-break space (Unicode, 7.9) |
    /// | half a flag | its letter |
    ///
    /// Without UTF-8, every character outside ASCII becomes `?`.
    package static func of(_ text: String, isUTF8: Bool) -> String {
        // The usual case: the text is returned without a copy.
        if isPlain(text) { return text }
        return isUTF8 ? clusters(harmlessScalars(text)) : ascii(text)
    }

    /// The beginning of a text in the form in which it is drawn: that of its first scalars.
    ///
    /// If the text goes on after them, the last character is left out, because what follows can belong to it.
    static func beginning(of text: String, scalars: Int, isUTF8: Bool) -> (text: String, isWhole: Bool) {
        let all = text.unicodeScalars
        let end = all.index(all.startIndex, offsetBy: scalars, limitedBy: all.endIndex) ?? all.endIndex
        if end == all.endIndex { return (of(text, isUTF8: isUTF8), true) }
        let beginning = String(all[..<end])
        return (isUTF8 ? clusters(harmlessScalars(beginning).dropLast()) : ascii(beginning), false)
    }

    private static func clusters(_ text: some Sequence<Character>) -> String {
        var clusters = HarmlessClusters()
        for character in text { clusters.append(character) }
        return clusters.text
    }

    /// The first bytes of a text if its beginning is printable ASCII, so that each of them is a character of one column: all bytes, or one
    /// more than `columns`.
    static func plainBeginning(of text: String, columns: Int) -> Substring.UTF8View? {
        // A character that follows is checked too, because it can be a mark on the last of them.
        let beginning = text.utf8.prefix(columns + 2)
        return beginning.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? beginning.prefix(columns + 1) : nil
    }

    /// Whether the text is printable ASCII, so that each byte is a character of one column.
    static func isPlain(_ text: some StringProtocol) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

    private static func ascii(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: result.append(" ")
            case 0x20..<0x7F: result.append(scalar)
            default: if !isDropped(scalar) && !isJoiner(scalar) && !isMark(scalar) { result.append("?") }
            }
        }
        return String(result)
    }

    /// `text` with every scalar made harmless by itself, and with superfluous marks and joiners removed.
    private static func harmlessScalars(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var base: Unicode.Scalar?
        var marks = 0
        for scalar in text.unicodeScalars where !isDropped(scalar) {
            if isJoiner(scalar) {
                // A joiner is kept after the sixth mark as well, because `HarmlessClusters` may have inserted it there.
                guard marks <= 6, base.map(isJoining) ?? false, !(result.last.map(isJoiner) ?? false) else { continue }
                result.append(scalar)
                marks += 1
            } else {
                let shown = harmless(scalar)
                let isMark = TextWidth.of(shown) == 0
                if !isMark { base = shown }
                marks = isMark ? marks + 1 : 0
                if marks <= 6 { result.append(shown) }
            }
        }
        return String(result)
    }

    /// Whether `scalar` is invisible, or is drawn differently by different terminals.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x80, 0x200C, 0x200D: return false
        // LRM, RLM and ALM open no embedding that would have to be closed, so they are dropped instead of replaced.
        case 0x061C, 0x200E, 0x200F, 0x1F3FB...0x1F3FF: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isBidiControl
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x200C || scalar.value == 0x200D }

    /// Whether a joiner after `scalar` controls how letters are shaped. Between emoji, some terminals would join them into one.
    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherLetter, .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .spacingMark:
            !scalar.properties.isEmoji
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .enclosingMark
    }

    private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: return " "
        case 0x00...0x1F: return Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: return "\u{2421}"
        case 0x20...0x7E: return scalar
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned: return "\u{FFFD}"
        // It is two columns wide and is drawn over another character: no cell has room for that.
        case .spacingMark where TextWidth.of(scalar) == 2: return "\u{FFFD}"
        default: return TextWidth.of(scalar) == nil ? "\u{FFFD}" : scalar
        }
    }
}
