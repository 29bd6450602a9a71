import Foundation
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// `Fixtures/widths.txt`, made by `scripts/make-width-fixture`: the widths of Python's `wcwidth`, and the results of a second
/// implementation of the rules.
private struct WidthFixture {
    struct Run {
        var scalars: ClosedRange<UInt32>
        var width: Int
        var fate: String
    }

    struct Text {
        var given: String
        var shown: String
        var width: Int
    }

    private(set) var runs: [Run] = []
    private(set) var texts: [Text] = []

    init() throws {
        let file = Bundle.module.bundleURL.appendingPathComponent("Fixtures/widths.txt")
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: ";", omittingEmptySubsequences: false)
            if fields.count == 3 {
                let width = Int(fields[2].drop { $0 == " " })
                texts.append(Text(given: Self.text(fields[0]), shown: Self.text(fields[1]), width: try #require(width)))
            } else {
                let words = line.split(separator: " ", maxSplits: 2)
                let ends = words[0].split(separator: "-").compactMap { UInt32($0, radix: 16) }
                try #require(words.count == 3 && ends.count == 2)
                runs.append(Run(scalars: ends[0]...ends[1], width: try #require(Int(words[1])), fate: String(words[2])))
            }
        }
    }

    static func text(_ hex: some StringProtocol) -> String {
        var scalars = String.UnicodeScalarView()
        for word in hex.split(separator: " ") { scalars.append(UInt32(word, radix: 16).flatMap(Unicode.Scalar.init) ?? "?") }
        return String(scalars)
    }
}

/// The differences between the C library's widths and the fixture's, each with a reason.
private func justifiedWidth(of scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    // Invisible or replaced in terminals; HarmlessText removes them. Soft hyphen, Arabic and Kaithi number signs,
    // line and paragraph separator, skin tones, Hangul tone marks, Vietnamese reading marks.
    case 0xAD, 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: 1
    case 0x2028, 0x2029: -1
    case 0x302E...0x302F, 0x16FF0...0x16FF1, 0x1F3FB...0x1F3FF: 2
    // Ambiguous circled numbers and the hexagrams: the C library has them as wide, like the fonts.
    case 0x3248...0x324F, 0x4DC0...0x4DFF: 2
    // An Ahom mark that later versions of Unicode classify as nonspacing.
    case 0x1171E: 0
    // Spacing marks are to the right of their letter. Since version 0.2.9 the package counts 0 for them; the C libraries, xterm and VTE count 1.
    default: scalar.properties.generalCategory == .spacingMark ? 1 : nil
    }
}

@Suite struct TextWidthTests {
    @Test func `The C library agrees with the fixture about each scalar`() throws {
        var count = 0
        for run in try WidthFixture().runs {
            for scalar in run.scalars.compactMap(Unicode.Scalar.init) {
                count += 1
                let width = TextWidth.of(scalar) ?? -1
                if width != justifiedWidth(of: scalar) ?? run.width {
                    Issue.record("U+\(String(scalar.value, radix: 16)) takes \(width) columns and not \(run.width)")
                }
            }
        }
        #expect(count > 200_000)
    }

    @Test func `A second implementation agrees about each scalar`() throws {
        for run in try WidthFixture().runs {
            // Ideographs and private use characters are many and alike.
            let step = run.scalars.count > 1_000 ? 97 : 1
            let scalars =
                Array(stride(from: run.scalars.lowerBound, to: run.scalars.upperBound, by: step)) + [run.scalars.upperBound]
            for scalar in scalars.compactMap(Unicode.Scalar.init) {
                let expected: String
                switch run.fate {
                case "same": expected = String(scalar)
                case "dropped": expected = ""
                case "replaced": expected = "\u{FFFD}"
                case "blank": expected = " "
                case "carried": expected = "\u{A0}" + String(scalar)
                default: expected = WidthFixture.text(run.fate.dropFirst())
                }
                let shown = HarmlessText.of(String(scalar), isUTF8: true)
                if !shown.unicodeScalars.elementsEqual(expected.unicodeScalars) {
                    Issue.record("U+\(String(scalar.value, radix: 16)) is not \(run.fate): \(shown.unicodeScalars.map(\.value))")
                }
            }
        }
    }

    @Test func `A second implementation agrees about each text and its width`() throws {
        let texts = try WidthFixture().texts
        for text in texts {
            let shown = HarmlessText.of(text.given, isUTF8: true)
            if !shown.unicodeScalars.elementsEqual(text.shown.unicodeScalars) {
                Issue.record("\(hex(text.given)) gives \(hex(shown)), not \(hex(text.shown))")
                continue
            }
            var expected = text.width
            var isAfterJoiner = false
            for scalar in shown.unicodeScalars {
                // The package skips the character after U+200D, for emoji. HarmlessText removes emoji joiners, and letters after a joiner are drawn.
                if isAfterJoiner {
                    expected += TextWidth.of(scalar) ?? 0
                } else if scalar.properties.generalCategory == .spacingMark {
                    expected += justifiedWidth(of: scalar) ?? 0
                }
                isAfterJoiner = scalar.value == 0x200D
            }
            if TextWidth.of(shown) != expected {
                Issue.record("\(hex(text.given)) takes \(TextWidth.of(shown)) columns, not \(expected)")
            }
        }
        #expect(texts.count > 4_000)
    }

    private func hex(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}

/// The widths by Unicode's properties, which macOS needs for characters that its C library does not know.
@Suite struct PropertyWidthTests {
    @Test(
        "The width of a scalar that the C library does not know",
        arguments: [("\u{1FAE8}", 2), ("\u{1F600}", 2), ("\u{301}", 0), ("\u{200D}", 0), ("\u{E9}", 1), ("\u{2588}", 1)]
            as [(Unicode.Scalar, Int)])
    func width(scalar: Unicode.Scalar, width: Int) {
        #expect(TextWidth.byProperties(scalar) == width)
    }

    @Test(
        "Control characters and unassigned scalars have no width",
        arguments: ["\u{7}", "\u{2028}", "\u{10FFFF}"] as [Unicode.Scalar])
    func none(scalar: Unicode.Scalar) {
        #expect(TextWidth.byProperties(scalar) == nil)
    }
}
