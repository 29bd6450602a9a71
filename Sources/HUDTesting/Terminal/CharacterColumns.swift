/// The number of columns that a character takes, by a small rule that is independent of the C library's tables and of the HUD's.
public enum CharacterColumns: Sendable {
    /// The sum over the character's scalars, as in terminals that do not know grapheme clusters. Marks and format characters take
    /// no column; East Asian wide and full-width characters and emoji take two (a simplified Unicode annex 11); all others take one.
    public static func of(_ character: Character) -> Int {
        if character.isASCII { return 1 }
        return character.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        // Format characters that are visible: the soft hyphen, and signs that span a number or a word.
        case 0x00AD, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: return 1
        // Hangul vowels and final consonants combine with the initial consonant.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
        case 0x303F, 0x1F1E6...0x1F1FF: return 1
        // CJK combining marks, in a range of wide characters.
        case 0x302A...0x302D, 0x3099...0x309A, 0x16FE4: return 0
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
            0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD:
            return 2
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }
}
