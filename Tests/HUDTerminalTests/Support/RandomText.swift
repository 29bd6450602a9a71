import SeededRandom

/// Random texts of the kinds that are hard to draw.
enum RandomText {
    /// Pieces that change what is around them: marks, joiners, wide characters, flags, letters of several scripts, controls, line breaks.
    private static let pieces = [
        "a", "Z", " ", "  ", "word", "0", "\n", "\r\n", "\r", "\t", "\u{1B}[31m", "\u{7}", "\u{9B}", "é", "e\u{301}", "\u{301}",
        "\u{20DD}",
        "界", "한", "ｱ", "ﾊﾟﾞ", "👨‍👩‍👧", "👍🏽", "❤️", "🇩🇪", "🇫", "1\u{FE0F}\u{20E3}", "\u{200D}", "\u{200C}", "\u{AD}", "\u{FE0F}", "שלום",
        "عربية",
        "\u{202E}", "\u{2066}", "क्ष", "क\u{94D}", "नি", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{D4E}", "น้ำ", "…", "█", "\u{E0B0}",
        "\u{378}",
        "\u{10FFFF}", "\u{0}", "\u{2028}"
    ]

    /// A text of up to `most` pieces. One text of four is printable ASCII; in one of sixteen a piece is repeated many times.
    static func next(most: Int, using random: inout SeededGenerator) -> String {
        var text = ""
        let isPlain = random.once(in: 4)
        for _ in 0..<random.int(0...most) {
            if isPlain {
                text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 0x20..<0x7F, using: &random)))
            } else if random.once(in: 10) {
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x1FFFF, using: &random)) {
                    text.unicodeScalars.append(scalar)
                }
            } else {
                text += random.pick(pieces)
            }
        }
        if random.once(in: 16) {
            let piece = random.pick(pieces)
            text += String(repeating: piece, count: random.int(1...2000))
        }
        if random.once(in: 8) { text += "é" }
        return text
    }
}
