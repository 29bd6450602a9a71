import Foundation
import SeededRandom
import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct HarmlessTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("\u{1B}[31mred", "␛[31mred"), ("a\nb\tc\rd", "a b c d"), ("\u{0}\u{7}\u{7F}", "␀␇␡"),
        ("\u{9B}31m", "\u{FFFD}31m"), ("\u{202E}abc", "\u{FFFD}abc"), ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"),
        ("é界👨‍👩‍👧👍🏽❤️", "é界👨👩👧👍❤"), ("क्‍ष می‌خواهم", "क्‍ष می‌خواهم"), ("\u{FFF9}x\u{FFFB}", "\u{FFFD}x\u{FFFD}"),
        ("a\u{2028}b\u{2029}c\u{85}", "a b c\u{FFFD}"), ("שלום العربية", "שלום العربية"),
        ("\u{E0B0}\u{F0001}", "\u{E0B0}\u{F0001}"),
        ("\u{378}x", "\u{FFFD}x")
    ])
    func `Nothing in a label controls the terminal`(given: String, expected: String) {
        #expect(HarmlessText.of(given, isUTF8: true) == expected)
    }

    @Test(arguments: [
        ("soft\u{AD}hy\u{200B}phen\u{2060}ed\u{FEFF}", "softhyphened"), ("\u{61C}a\u{200E}b\u{200F}", "ab"), ("a\u{E0041}", "a"),
        ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴"), ("葛\u{E0100}", "葛"), ("a\u{200D}", "a\u{200D}"), ("1\u{200D}2\u{200C}", "12"),
        ("ک\u{200C}\u{200C}\u{200D}ک", "ک\u{200C}ک"), ("ℹ\u{FE0F}\u{200D}🚀", "ℹ🚀"), ("\u{200D}x", "x"), ("🏽", "")
    ])
    func `Characters on which terminals disagree are removed`(given: String, expected: String) {
        #expect(Array(HarmlessText.of(given, isUTF8: true).unicodeScalars) == Array(expected.unicodeScalars))
    }

    /// Texts with the resulting clusters and their widths.
    @Test(arguments: [
        // Flags and halves of them.
        ("🇩🇪🇯🇵", ["🇩🇪", "🇯🇵"], [2, 2]), ("🇩🇪🇫x", ["🇩🇪", "F", "x"], [2, 1, 1]), ("🇩\u{301}🇪", ["D\u{301}", "E"], [1, 1]),
        // Keycaps.
        ("1\u{FE0F}\u{20E3}2", ["1\u{20E3}", "2"], [1, 1]),
        // Hangul: two initial consonants in a row, and a vowel and a final consonant alone.
        ("\u{1112}\u{1161}\u{11AB}", ["\u{1112}\u{1161}\u{11AB}"], [2]),
        ("\u{1100}\u{1100}\u{1161}", ["\u{1100}\u{200C}", "\u{1100}\u{1161}"], [2, 2]),
        ("x\u{1161}\u{11A8}", ["x", "\u{FFFD}"], [1, 1]), ("한\u{302E}", ["한", "\u{FFFD}"], [2, 1]),
        // Three consonants in one cluster; more spacing marks than fit; voicing marks of halfwidth katakana.
        ("क्ष", ["क्ष"], [2]), ("क्षा", ["क्\u{200C}", "षा"], [1, 2]), ("নাং", ["না", "\u{A0}ং"], [2, 2]), ("ﾊﾟﾞ", ["ﾊﾟ", "\u{A0}ﾞ"], [2, 2]),
        ("น้ำ", ["น้ำ"], [2]), ("\u{D4E}漢", ["\u{D4E}\u{200C}", "漢"], [1, 2]),
        // Marks without a base character.
        ("\u{301}a", ["\u{A0}\u{301}", "a"], [1, 1]), ("\u{903}", ["\u{A0}\u{903}"], [2]), ("\n\u{301}", [" \u{301}"], [1]),
        ("\u{1B}\u{301}", ["␛\u{301}"], [1])
    ])
    func `Every cluster takes one column or two`(given: String, clusters: [String], widths: [Int]) {
        let shown = HarmlessText.of(given, isUTF8: true)
        #expect(shown.map { Array(String($0).unicodeScalars) } == clusters.map { Array($0.unicodeScalars) })
        #expect(shown.map { TextWidth.of($0) } == widths)
        #expect(TextWidth.of(shown) == widths.reduce(0, +))
    }

    @Test func `Marks beyond the sixth are cut`() {
        let marks = String(repeating: "\u{301}", count: 6)
        #expect(HarmlessText.of("e" + marks + marks + "x" + marks, isUTF8: true) == "e" + marks + "x" + marks)
    }

    @Test func `A separator after the sixth mark stays`() {
        let viramas = String(repeating: "\u{94D}", count: 6)
        let shown = HarmlessText.of("क" + viramas + "ग\u{94D}घ", isUTF8: true)
        #expect(shown.unicodeScalars.elementsEqual(("क" + viramas + "\u{200C}ग\u{94D}\u{200C}घ").unicodeScalars))
        #expect(HarmlessText.of(shown, isUTF8: true).unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test func `Without UTF-8 only ASCII is left`() {
        #expect(HarmlessText.of("é\u{1B}界\u{9B}", isUTF8: false) == "????")
        #expect(HarmlessText.of("e\u{301} 1\u{FE0F}\u{20E3} a\u{AD}b\tc\u{2028}d \u{202E}👨‍👩", isUTF8: false) == "e 1 ab c d ???")
    }

    @Test func `A text's width is that of its characters`() {
        #expect(TextWidth.of("") == 0)
        #expect(TextWidth.of("hud 日本 ❤") == 10)
        #expect(TextWidth.of("\r\n" as Character) == 0)
    }
}

/// Checks random text against the laws in the description of `HarmlessText`.
@Suite struct HarmlessTextLawTests {
    @Test func `Every scalar is made harmless`() {
        // All assigned scalars, and one in 97 of the others.
        let isAssigned = { (value: UInt32) in value < 0x3_2000 || (0xE_0000..<0xE_0200).contains(value) }
        for value in UInt32(0)...0x10FFFF where isAssigned(value) || value % 97 == 0 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if let broken = Self.brokenLaw(String(scalar)) { Issue.record("U+\(String(value, radix: 16)): \(broken)") }
        }
    }

    @Test func `Random text is made harmless`() {
        var random = SeededGenerator(stream: 41)
        for _ in 0..<50_000 {
            var scalars = String.UnicodeScalarView()
            let pool = random.pick(Self.pools)
            for _ in 0..<random.int(1...24) {
                let isAnywhere = random.once(in: 4)
                let range = isAnywhere ? 0...0x10FFFF : random.pick(pool)
                if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { scalars.append(scalar) }
            }
            if let broken = Self.brokenLaw(String(scalars)) {
                let given = scalars.map { String($0.value, radix: 16) }.joined(separator: " ")
                Issue.record("seed \(SeededGenerator.seed): \(given): \(broken)")
                return
            }
        }
        SeededGenerator.report("laws: 50000 texts, seed \(SeededGenerator.seed): all come out harmless")
    }

    /// Difficult pieces: joiners, marks and scalars that are split.
    private static let pools: [[ClosedRange<UInt32>]] = [
        [0...0xFF], [0x20...0x7E, 0x300...0x36F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F],
        [
            0x1F1E6...0x1F1FF, 0x1F600...0x1F64F, 0x1F3FB...0x1F3FF, 0x200C...0x200D, 0xFE0E...0xFE0F, 0x20E3...0x20E3,
            0xE0020...0xE007F
        ],
        [0x1100...0x11FF, 0xA960...0xA97C, 0xAC00...0xAC40, 0xD7B0...0xD7FB, 0x302A...0x302F],
        [0x900...0x97F, 0x94D...0x94D, 0x915...0x917, 0x200C...0x200D], [0x980...0x9FF, 0x9CD...0x9CD, 0x9D7...0x9D7],
        [0xD00...0xD7F, 0xD4D...0xD4E, 0x1F1E6...0x1F1E9], [0xA00...0xDFF], [0x1000...0x109F, 0x1780...0x17FF, 0x1A20...0x1BFF],
        [0xE00...0xFFF], [0x590...0x8FF, 0x200C...0x200D, 0xFB1D...0xFDFF], [0x3040...0x30FF, 0xFF61...0xFF9F, 0x4E00...0x4E20],
        [0x11000...0x11FFF, 0x200C...0x200D], [0x1D100...0x1D1FF, 0x16FE0...0x16FF1, 0x13430...0x13440, 0xE0B0...0xE0D0]
    ]

    /// The law that `text`, a result of `HarmlessText`, violates.
    private static func brokenLaw(_ text: String) -> String? {
        let shown = HarmlessText.of(text, isUTF8: true)
        for character in shown {
            let width = TextWidth.of(character)
            if width != 1 && width != 2 {
                return "a cluster of \(width) columns: \(shown.unicodeScalars.map { String($0.value, radix: 16) })"
            }
            if character.utf8.count > 64 { return "a cluster of \(character.utf8.count) bytes" }
            for scalar in character.unicodeScalars {
                if TextWidth.of(scalar) == nil { return "a scalar that the C library does not know" }
                if scalar.value == 0x200C || scalar.value == 0x200D { continue }
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return "a control character"
                default: if scalar.properties.isDefaultIgnorableCodePoint { return "a hidden character" }
                }
            }
        }
        // Compared as scalars, because Swift's `==` treats canonically equivalent characters as equal.
        let again = HarmlessText.of(shown, isUTF8: true)
        if !again.unicodeScalars.elementsEqual(shown.unicodeScalars) { return "it does not stay as it is" }
        let ascii = HarmlessText.of(text, isUTF8: false)
        if !ascii.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return "not ASCII" }
        return HarmlessText.of(ascii, isUTF8: false) == ascii ? nil : "ASCII does not stay as it is"
    }
}
