import CNcurses

/// How many columns text takes in a terminal, by the C library's tables (`wcwidth`) and the user's locale.
enum TextWidth {
    /// The address of the user's locale, opened once and never closed. A number, because a pointer can't be shared between threads
    /// as Swift sees it; nobody changes what it points to.
    private static let locale = UInt(bitPattern: hud_locale_open())

    /// The user's locale, for C functions that take one.
    static var userLocale: locale_t? { locale_t(bitPattern: locale) }

    /// Whether the user's character set is UTF-8.
    static let isUTF8 = hud_locale_is_utf8(locale_t(bitPattern: locale)) != 0

    /// The columns that a grapheme cluster takes: those of its parts together, as terminals draw them that know no clusters.
    static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
        let locale = locale_t(bitPattern: locale)
        var width = 0
        for scalar in character.unicodeScalars {
            width += max(0, Int(hud_wcwidth(locale, scalar.value)))
        }
        return width
    }
}
