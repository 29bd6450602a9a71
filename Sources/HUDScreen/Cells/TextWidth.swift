import CTerminalSupport

/// The number of columns that text takes in a terminal, by the C library's tables (`wcwidth`).
package enum TextWidth {
    /// Whether the user's character set is UTF-8.
    package static let isUTF8 = hud_user_locale_is_utf8()

    /// The columns of a grapheme cluster: the sum of its scalars, as in terminals that do not know grapheme clusters.
    /// 1 or 2 for every character that ``HarmlessText`` returns.
    package static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
        var width = 0
        for scalar in character.unicodeScalars { width += of(scalar) ?? 0 }
        return width
    }

    /// The columns that `text` takes on one line.
    package static func of(_ text: some StringProtocol) -> Int {
        HarmlessText.isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + of($1) }
    }

    /// The columns that `scalar` takes by itself: 0, 1 or 2. Nil for control characters and for those that the C library does not know.
    // We keep no table of our own: it would be longer than the 48 lines of C and Swift that ask the C library for the user's locale. Switching the locale twice
    // and looking a scalar up takes 12 ns, or 1 µs for a line of 80.
    static func of(_ scalar: Unicode.Scalar) -> Int? {
        if (0x20..<0x7F).contains(scalar.value) { return 1 }
        let width = Int(hud_wcwidth(scalar.value))
        #if canImport(Darwin)
        // macOS' tables are older than many emoji.
        if width < 0 { return byProperties(scalar) }
        #endif
        return width < 0 ? nil : min(width, 2)
    }

    /// The columns of a scalar by Unicode's properties in the Swift runtime. Nil for control characters and unassigned scalars.
    static func byProperties(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: nil
        case .nonspacingMark, .enclosingMark, .format: 0
        default: scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
