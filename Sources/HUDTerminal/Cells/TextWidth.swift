import CTerminalSupport

/// The number of columns that text takes in a terminal, by the C library's tables (`wcwidth`).
enum TextWidth {
    /// The address of the user's locale object, opened once and never freed. Kept as an integer, because a raw pointer is not `Sendable`; the object
    /// is never modified.
    private static let userLocale = UInt(bitPattern: hud_locale_open())

    /// The address of the locale used for measuring: the user's, or a UTF-8 locale if the user's is ASCII.
    private static let locale = isUTF8 ? userLocale : UInt(bitPattern: hud_locale_open_utf8())

    /// The user's locale, for C functions that take one.
    static var cLocale: locale_t? { locale_t(bitPattern: userLocale) }

    /// Whether the user's character set is UTF-8.
    static let isUTF8 = hud_locale_is_utf8(locale_t(bitPattern: userLocale)) != 0

    /// The columns of a grapheme cluster: the sum of its scalars, as in terminals that do not know grapheme clusters.
    /// 1 or 2 for every character that ``HarmlessText`` returns.
    static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
        var width = 0
        for scalar in character.unicodeScalars { width += of(scalar) ?? 0 }
        return width
    }

    /// The columns that `text` takes on one line.
    static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The columns that `scalar` takes by itself: 0, 1 or 2. Nil for control characters and for those that the C library does not know.
    // We keep no table of our own: switching the locale twice and looking a scalar up takes 12 ns, or 1 µs for a line of 80.
    static func of(_ scalar: Unicode.Scalar) -> Int? {
        if (0x20..<0x7F).contains(scalar.value) { return 1 }
        let width = Int(hud_wcwidth(locale_t(bitPattern: locale), scalar.value))
        return width < 0 ? nil : min(width, 2)
    }
}
