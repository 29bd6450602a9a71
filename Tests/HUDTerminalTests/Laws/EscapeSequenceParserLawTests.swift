import SeededRandom
import Testing

@testable import HUDScreen
@testable import HUDTerminal
@testable import HUDTesting

@Suite struct EscapeSequenceParserLawTests {
    /// Bytes of which many belong to sequences, whole or not.
    private static func bytes(using random: inout SeededGenerator) -> [UInt8] {
        let texts = [
            "\u{1B}", "\u{1B}[", "\u{1B}]", "\u{1B}P", "\u{1B}_", "\u{1B}^", "\u{1B}X", "\u{1B}\\", "\u{1B}(", "\u{9B}", "\u{9C}",
            "\u{9D}", "\u{90}", "\u{85}", "\u{7}", "\n", "\r", "\u{18}", "\u{1A}", "\u{7F}", "0", "31", ";", ":", "?", "<", " ",
            "!",
            "$", "m", "H", "word", "a run of text of some length", "é", "界", "\u{1F600}"
        ]
        let parts: [[UInt8]] = [[0xFF], [0xC3], [0xC2], [0xA9], [0x9B], [0xE7, 0x95], [0xF0, 0x9F], [0xED, 0xA0], [0xE0, 0x80]]
        var bytes: [UInt8] = []
        for _ in 0..<random.int(1...40) {
            switch random.int(0..<10) {
            case 0: bytes += random.pick(parts)
            case 1: bytes.append(.random(in: 0...255, using: &random))
            default: bytes += Array(random.pick(texts).utf8)
            }
        }
        return bytes
    }

    private static func pieces(_ bytes: [UInt8], using random: inout SeededGenerator) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = random.bool() ? 1 : random.int(0...rest.count)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }

    @Test(arguments: [EscapeSequenceParser.Coding.utf8, .bytes])
    func `However the bytes are split, they have the same elements, and nothing is lost`(coding: EscapeSequenceParser.Coding) {
        var random = SeededGenerator(stream: 94)
        for round in 0..<3000 {
            let bytes = Self.bytes(using: &random)
            var (whole, split) = (EscapeSequenceParser(coding), EscapeSequenceParser(coding))
            let elements = whole.elements(of: [bytes])
            let others = split.elements(of: Self.pieces(bytes, using: &random))
            guard elements == others, "\(whole)" == "\(split)", elements.flatMap(\.bytes) == bytes else {
                Issue.record("seed \(SeededGenerator.seed), round \(round): \(bytes)\n\(elements)\n\(others)")
                return
            }
        }
    }

    @Test(arguments: [EscapeSequenceParser.Coding.utf8, .bytes])
    func `The bytes of an element alone are that element`(coding: EscapeSequenceParser.Coding) {
        var random = SeededGenerator(stream: 95)
        var count = 0
        for round in 0..<3000 {
            let bytes = Self.bytes(using: &random)
            var parser = EscapeSequenceParser(coding)
            for element in parser.elements(of: [bytes]).dropLast() where element.beganInGround {
                // The parser knows that an element was broken off by the byte after it, which is not part of it.
                var alone = EscapeSequenceParser(coding)
                guard let first = alone.elements(of: [element.bytes + [0x18]]).first, first.text == element.text,
                    first.bytes == element.bytes
                else {
                    Issue.record("seed \(SeededGenerator.seed), round \(round): \(element)")
                    return
                }
                count += 1
            }
        }
        #expect(count > 10_000)
    }

    @Test func `The elements are those of the terminal in memory, which has a parser of its own`() {
        var random = SeededGenerator(stream: 96)
        for round in 0..<3000 {
            let bytes = Self.bytes(using: &random)
            var parser = EscapeSequenceParser(.utf8)
            var model = ModelParser()
            var (ours, theirs): ([String], [String]) = ([], [])
            for byte in bytes {
                ours += parser.elements(of: [[byte]]).dropLast().flatMap { ModelParser.simplified($0.text, isRun: $0.isRun) }
                theirs += model.consume(byte)
                if parser.isInSequence != model.isInSequence || ours != theirs {
                    Issue.record("seed \(SeededGenerator.seed), round \(round): \(bytes)\n\(ours)\n\(theirs)")
                    return
                }
            }
        }
    }
}

/// The parser of `InMemoryTerminal`, with its actions as text.
private struct ModelParser {
    private var decoder = IncrementalUTF8()
    private var parser = SequenceParser()

    var isInSequence: Bool {
        var (decoder, parser) = (decoder, parser)
        // A letter cuts an unfinished character short, and between sequences it is drawn.
        guard decoder.decode(0x51).cutShort == nil, case .print = parser.consume("Q") else { return true }
        return false
    }

    mutating func consume(_ byte: UInt8) -> [String] {
        let output = decoder.decode(byte)
        return [output.cutShort, output.scalar].compactMap { $0 }.flatMap { scalar in
            parser.consume(scalar).map { Self.describe($0) } ?? []
        }
    }

    private static func describe(_ action: SequenceParser.Action) -> [String] {
        switch action {
        case .print(let scalar): ["\(scalar)"]
        case .control(let control): ["‹\(String(control.value, radix: 16))›"]
        case .escape(let intermediates, let final):
            final.value < 0x80 ? ["ESC \(quoted(intermediates.unicodeScalars.prefix(4)))\(final)"] : ["malformed"]
        case .controlSequence(let sequence):
            [
                withoutOmitted(
                    "CSI \(sequence.numbers.map { "\($0) " }.joined())\(sequence.function.unicodeScalars.last.map(String.init) ?? "")"
                )
            ]
        case .command: ["command"]
        case .malformed: ["malformed"]
        }
    }

    /// One parameter that is 0, or none: the model does not distinguish them after a marker.
    private static func withoutOmitted(_ text: String) -> String {
        text.replacing("CSI 0 ", with: "CSI ", maxReplacements: text.count == 7 ? 1 : 0)
    }

    private static func quoted(_ intermediates: some Sequence<Unicode.Scalar>) -> String {
        intermediates.map { "'\($0)' " }.joined()
    }

    /// The part of an element that the model has too.
    static func simplified(_ text: String, isRun: Bool) -> [String] {
        if isRun { return text.unicodeScalars.map { "\($0)" } }
        if text == "‹invalid›" || text == "‹8 bits›" { return ["\u{FFFD}"] }
        if ["‹7f›", "‹18›", "‹1a›", "canceled"].contains(text) { return [] }
        if text.hasPrefix("CSI") {
            let words = text.split(separator: " ").filter { !["≈", "…", "?", ">", "<", "="].contains($0) && !$0.hasPrefix(":") }
            return [withoutOmitted(words.filter { !$0.hasPrefix("'") }.joined(separator: " "))]
        }
        if text.hasPrefix("ESC") { return [text.hasSuffix(" ≈") ? String(text.dropLast(2)) : text] }
        // By scalars: the text may begin with a mark, which is one character with the space before it.
        for introducer in ["command", "device", "application", "message"]
        where text.unicodeScalars.starts(with: (introducer + " ").unicodeScalars) {
            return introducer == "command" && text.contains(" terminated") ? ["command"] : []
        }
        // A character beyond ASCII is in brackets.
        let scalars = text.unicodeScalars
        return scalars.count == 3 && (scalars.dropFirst().first?.value ?? 0) >= 0x80
            ? ["\(scalars.dropFirst().first ?? " ")"] : [text]
    }
}
