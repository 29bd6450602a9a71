/// Text that can't control a terminal.
enum HarmlessText {
    /// `text` with everything a terminal would act on made visible: control characters as their pictures (`␛`), bidirectional
    /// overrides and the like as `�`. Without UTF-8, `?` for what ASCII lacks. Line breaks and tabs become blanks.
    static func of(_ text: String, isUTF8: Bool) -> String {
        // Most labels have nothing to mend; they are not copied.
        if isPlain(text) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isSplitting(scalar, after: result.last) {
            result.append(harmless(scalar, isUTF8))
        }
        return String(result)
    }

    /// Whether it is printable ASCII: each byte a character of one column.
    static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

    /// Whether `scalar` would join emoji in a way that terminals don't agree on: one draws a family in two columns, the next its members
    /// in six. Without the joiners and modifiers all draw the same.
    private static func isSplitting(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Bool {
        switch scalar.value {
        case 0xFE0E, 0xFE0F, 0x1F3FB...0x1F3FF: true
        case 0x200D: last.map { $0.value > 0x2000 && $0.properties.isEmoji } ?? false
        default: false
        }
    }

    private static func harmless(_ scalar: Unicode.Scalar, _ isUTF8: Bool) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: return " "
        case 0x00...0x1F: return isUTF8 ? Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}" : "?"
        case 0x7F: return isUTF8 ? "\u{2421}" : "?"
        case 0x20...0x7E: return scalar
        // Joiners that emoji and scripts need; they order nothing.
        case 0x200C, 0x200D: return isUTF8 ? scalar : "?"
        default: break
        }
        guard isUTF8 else { return "?" }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: return "\u{FFFD}"
        default: return scalar
        }
    }
}
