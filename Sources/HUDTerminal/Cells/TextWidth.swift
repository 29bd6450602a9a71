import CNcurses

/// How many columns text takes in a terminal, by the C library's tables (`wcwidth`).
enum TextWidth {
    /// The address of the user's locale, opened once and never closed. A number, because a pointer can't be shared between threads
    /// as Swift sees it; nobody changes what it points to.
    private static let userLocale = UInt(bitPattern: hud_locale_open())

    /// The address of the locale that measures: the user's or, where that knows ASCII alone, one that knows Unicode.
    private static let locale = isUTF8 ? userLocale : UInt(bitPattern: hud_locale_open_utf8())

    /// The user's locale, for C functions that take one.
    static var cLocale: locale_t? { locale_t(bitPattern: userLocale) }

    /// Whether the user's character set is UTF-8.
    static let isUTF8 = hud_locale_is_utf8(locale_t(bitPattern: userLocale)) != 0

    /// The columns that a grapheme cluster takes: those of its parts together, as terminals draw them that know no clusters.
    /// 1 or 2 for each character of what ``HarmlessText`` gives.
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

    /// The columns that `scalar` takes by itself: 0, 1 or 2; `nil` for controls and what the C library does not know.
    // No table of our own: both switches of the locale and the look-up take 12 ns, a line of 80 such characters 1 µs.
    static func of(_ scalar: Unicode.Scalar) -> Int? {
        if (0x20..<0x7F).contains(scalar.value) { return 1 }
        let width = Int(hud_wcwidth(locale_t(bitPattern: locale), scalar.value))
        return width < 0 ? nil : min(width, 2)
    }
}
