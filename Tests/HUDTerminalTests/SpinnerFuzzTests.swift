import SeededRandom
import Testing

@testable import HUDTerminal

@Suite struct SpinnerFuzzTests {
    private static let valid = Array(
        #"{"dots":{"interval":80.5,"frames":["⠋","界\u001b","\ud83d\ude00 "],"ascii":["|","-"]},"x":{"interval":1e2,"frames":["a","\n\u009b"],"y":[{},true,null]}}"#
            .utf8)
    /// Pieces of the format, so that random texts are often valid beyond the first byte.
    private static let tokens = [
        "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u", "\\ud800", "\\udc00", "\\u001b", "\\n", "\"x\"", "\"interval\"",
        "\"frames\"", "\"ascii\"",
        "80", "1e", "-", "0", ".5", "E+", "true", "null", " ", "\n", "\r", "\u{1B}", "\u{9B}", "\u{301}", "\u{200D}", "\u{FE0F}",
        "👨", "界", "⠋", "\u{FEFF}",
        "\u{202E}", "\u{E0001}", "{\"x\":{\"interval\":80,\"frames\":[\"", "\"]}}"
    ].map { Array($0.utf8) }

    private static func randomBytes(using random: inout SeededGenerator) -> [UInt8] {
        (0..<random.int(0...40)).map { _ in .random(in: 0...255, using: &random) }
    }

    private static func randomTokens(using random: inout SeededGenerator) -> [UInt8] {
        (0..<random.int(1...20)).flatMap { _ in random.pick(tokens) }
    }

    /// A valid file with a few bytes changed, removed, doubled or inserted.
    private static func mutated(using random: inout SeededGenerator) -> [UInt8] {
        var bytes = valid
        for _ in 0..<random.int(1...2) where !bytes.isEmpty {
            let index = random.int(0..<bytes.count)
            let end = min(bytes.count, index + random.int(1...12))
            switch random.int(0..<5) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[index] = .random(in: 0...255, using: &random)
            case 2: bytes.removeSubrange(index..<end)
            case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
            default: bytes.insert(contentsOf: random.pick(tokens), at: index)
            }
        }
        return bytes
    }

    /// A valid file whose frames are random scalars.
    private static func randomFrames(using random: inout SeededGenerator) -> [UInt8] {
        var text = ""
        for _ in 0..<random.int(1...4) {
            var frame = ""
            for _ in 0..<random.int(0...8) {
                let limit: UInt32 = random.pick([0x100, 0x3000, 0x20000, 0x10FFFF])
                let value = UInt32.random(in: 0...limit, using: &random)
                guard let scalar = Unicode.Scalar(value) else { continue }
                if value < 0x20 || scalar == "\"" || scalar == "\\" {
                    frame += "\\u00" + (value < 0x10 ? "0" : "") + String(value, radix: 16)
                } else {
                    frame.unicodeScalars.append(scalar)
                }
            }
            text += (text.isEmpty ? "" : ",") + "\"" + frame + "\""
        }
        return Array("{\"x\":{\"interval\":80,\"frames\":[\(text)]}}".utf8)
    }

    /// Whether the text contains no control characters.
    private static func isPrintable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{2028}" && $0 != "\u{2029}" }
    }

    @Test func `Any bytes give valid spinners or an error on one line`() {
        var read = 0
        var messages: Set<String> = []
        for number in 0..<20_000 {
            var random = SeededGenerator(stream: UInt64(number))
            let bytes =
                switch number % 8 {
                case 0: Self.randomBytes(using: &random)
                case 1, 2: Self.randomTokens(using: &random)
                case 3: Self.randomFrames(using: &random)
                default: Self.mutated(using: &random)
                }
            var isGood: Bool
            do throws(SpinnerFileError) {
                let spinners = try SpinnerFile.spinners(in: bytes)
                isGood = spinners.allSatisfy { $0.isSound && Self.isPrintable($0.name) }
                isGood = isGood && number % 8 != 3 || spinners.count == 1
                read += 1
            } catch {
                isGood = error.line >= 1 && error.column >= 1 && Self.isPrintable(error.description) && number % 8 != 3
                messages.insert(error.message)
            }
            if !isGood {
                Issue.record(
                    "seed \(SeededGenerator.seed), case \(number): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                return
            }
        }
        // Otherwise the test would not check any spinner.
        #expect(read > 3000)
        #expect(messages.count > 40)
    }
}
