/// How many columns a character takes, by a small rule of its own: neither the C library's tables nor a HUD's.
public enum CharacterColumns {
    /// The sum of what the character's parts take, as in terminals that know no grapheme clusters. Marks and format characters take
    /// none; East Asian wide and full-width characters and emoji take two (Unicode's annex 11 in broad strokes); all else takes one.
    public static func of(_ character: Character) -> Int {
        if character.isASCII { return 1 }
        return character.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        // The soft hyphen is drawn, and so are the signs that stand over a whole number or word, format characters though they are.
        case 0x00AD, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: return 1
        // Hangul's vowels and final consonants join the first one.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
        case 0x303F, 0x1F1E6...0x1F1FF: return 1
        // CJK's own marks are marks all the same.
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
