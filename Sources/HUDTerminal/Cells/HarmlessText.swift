/// Text that can't control a terminal and takes the same number of columns in all of them.
///
/// What comes out obeys these laws:
/// - No control character, no line break, no tab, nothing that reorders text, nothing unassigned.
/// - Every grapheme cluster takes one column or two, has at most six marks on each character that takes columns, and 64 bytes at most.
/// - Made harmless again it stays as it is.
enum HarmlessText {
    /// `text` as it can be drawn.
    ///
    /// | what | becomes |
    /// | --- | --- |
    /// | control characters | their pictures (`␛`), those of C1 `�` |
    /// | tabs, line breaks | a blank each |
    /// | bidirectional overrides, embeddings and isolates; other format characters; what is unassigned | `�` |
    /// | what Unicode has drawn as nothing: soft hyphens, zero-width blanks, variation selectors, tags | nothing |
    /// | skin tones, joiners outside scripts that need them | nothing: terminals don't agree on what they join |
    /// | a mark with nothing to stand on | stands on a no-break blank, as Unicode (7.9) has it |
    /// | half a flag | its letter |
    ///
    /// Without UTF-8, `?` is what ASCII lacks.
    static func of(_ text: String, isUTF8: Bool) -> String {
        // Most labels have nothing to mend; they are not copied.
        if isPlain(text) { return text }
        guard isUTF8 else { return ascii(text) }
        var clusters = HarmlessClusters()
        for character in harmlessScalars(text) { clusters.append(character) }
        return clusters.text
    }

    /// Whether it is printable ASCII: each byte a character of one column.
    static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

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

    /// `text` with each scalar harmless by itself, and no more marks and joiners than needed.
    private static func harmlessScalars(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var base: Unicode.Scalar?
        var marks = 0
        for scalar in text.unicodeScalars where !isDropped(scalar) {
            if isJoiner(scalar) {
                // One even after the sixth mark: `HarmlessClusters` may have put it there.
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

    /// Whether nothing is drawn for `scalar`, or what is drawn depends on the terminal.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x80, 0x200C, 0x200D: return false
        // The marks that say which way the text runs last no longer than they stand; unlike what is opened and has to be closed.
        case 0x061C, 0x200E, 0x200F, 0x1F3FB...0x1F3FF: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isBidiControl
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x200C || scalar.value == 0x200D }

    /// Whether a joiner after `scalar` says how letters are written. Between emoji it would make one of many in some terminals.
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
        // Two columns wide and on top of another character at that: there is no cell for it.
        case .spacingMark where TextWidth.of(scalar) == 2: return "\u{FFFD}"
        default: return TextWidth.of(scalar) == nil ? "\u{FFFD}" : scalar
        }
    }
}
