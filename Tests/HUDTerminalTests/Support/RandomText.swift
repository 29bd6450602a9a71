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
        let isPlain = Int.random(in: 0..<4, using: &random) == 0
        for _ in 0..<Int.random(in: 0...most, using: &random) {
            if isPlain {
                text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 0x20..<0x7F, using: &random)))
            } else if Int.random(in: 0..<10, using: &random) == 0 {
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x1FFFF, using: &random)) {
                    text.unicodeScalars.append(scalar)
                }
            } else {
                text += pieces.randomElement(using: &random) ?? ""
            }
        }
        if Int.random(in: 0..<16, using: &random) == 0 {
            let piece = pieces.randomElement(using: &random) ?? ""
            text += String(repeating: piece, count: Int.random(in: 1...2000, using: &random))
        }
        if Int.random(in: 0..<8, using: &random) == 0 { text += "é" }
        return text
    }
}
