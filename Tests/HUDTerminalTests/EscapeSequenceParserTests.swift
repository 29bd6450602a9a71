import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct EscapeSequenceParserTests {
    private func parsed(_ bytes: [UInt8], _ coding: EscapeSequenceParser.Coding = .utf8) -> [String] {
        var parser = EscapeSequenceParser(coding)
        return parser.elements(of: [bytes]).map(\.text).dropLast()
    }

    private func parsed(_ text: String, _ coding: EscapeSequenceParser.Coding = .utf8) -> [String] {
        parsed(Array(text.utf8), coding)
    }

    private func expect(_ elements: KeyValuePairs<String, [String]>) {
        for (text, expected) in elements { #expect(parsed(text) == expected, "\(text.debugDescription)") }
    }

    @Test func `Ground: text comes in runs, controls one by one`() {
        expect([
            "plain text, longer than a word\r\n~": ["plain text, longer than a word", "‹d›", "‹a›", "~"],
            "a\u{7F}b\u{18}\u{1A}\0": ["a", "‹7f›", "b", "‹18›", "‹1a›", "‹0›"],
            "aé界\u{1F600}b": ["a", "‹é›", "‹界›", "‹\u{1F600}›", "b"]
        ])
    }

    @Test func `Ground: bytes that are not UTF-8 give one element for each maximal part`() {
        #expect(parsed([0xFF, 0x61]) == ["‹invalid›", "a"])
        #expect(parsed([0x9B, 0x61]) == ["‹8 bits›", "a"])
        #expect(parsed([0xE7, 0x95, 0x61]) == ["‹invalid›", "a"])
        #expect(parsed([0xE7, 0x95, 0xC3, 0xA9]) == ["‹invalid›", "‹é›"])
        #expect(parsed([0xED, 0xA0, 0x80]) == ["‹invalid›", "‹invalid›", "‹8 bits›"])
        #expect(parsed([0xC0, 0xAF, 0xF5]) == ["‹invalid›", "‹invalid›", "‹invalid›"])
        #expect(parsed([0xF4, 0x90, 0xE0, 0x80, 0xF0, 0x8F]).allSatisfy { $0 == "‹invalid›" || $0 == "‹8 bits›" })
        #expect(parsed([0xF0, 0x8F, 0xBF, 0xBF]) == ["‹invalid›", "‹8 bits›", "‹invalid›", "‹invalid›"])
        #expect(parsed([0xC3, 0x1B, 0x63]) == ["‹invalid›", "ESC c"])
    }

    @Test(arguments: [
        0xA0, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000,
        0x10FFFF
    ])
    func `Ground: characters at the limits of a length`(value: UInt32) throws {
        let character = try #require(Unicode.Scalar(value))
        let bytes = Array(String(character).utf8)
        #expect(parsed(bytes) == ["‹\(character)›"])
        var parser = EscapeSequenceParser(.utf8)
        #expect(parser.elements(of: bytes.map { [$0] }).map(\.text) == ["‹\(character)›", ""])
    }

    @Test func `Ground: the last C1 control, and the first byte behind them`() {
        #expect(parsed([0x80, 0x9F, 0xA0]) == ["‹8 bits›", "‹8 bits›", "‹invalid›"])
        expect([
            "\u{9F}t\u{9C}": ["application t terminated ≈"],
            "\u{80}": ["ESC @ ≈"]
        ])
    }

    @Test func `Ground: text of another coding stays as it is`() {
        #expect(
            parsed([0x61, 0xE4, 0x9B, 0x62, 0x0A], .bytes) == [String(decoding: [0x61, 0xE4, 0x9B, 0x62], as: UTF8.self), "‹a›"])
        #expect(parsed("é\u{9B}1m", .bytes) == ["é\u{9B}1m"])
        #expect(parsed([0xFF, 0x1B, 0x63, 0xC3], .bytes).count == 3)
    }

    @Test func `Escape: intermediates come before the final byte`() {
        expect([
            "\u{1B}7x\u{1B}(B\u{1B}$(C": ["ESC 7", "x", "ESC '(' B", "ESC '$' '(' C"],
            "\u{1B}(0\u{1B}0\u{1B}~": ["ESC '(' 0", "ESC 0", "ESC ~"],
            "\u{1B}(\u{1B}c": ["ESC c"],
            "\u{1B}\u{1B}c": ["ESC c"],
            "\u{1B}!!!!!p": ["ESC '!' '!' '!' '!' p ≈"]
        ])
    }

    @Test func `Escape: controls, cancels and characters within`() {
        expect([
            "\u{1B}\n7": ["‹a›", "ESC 7 ≈"],
            "\u{1B}\u{7F}7": ["‹7f›", "ESC 7"],
            "\u{1B}\u{18}7": ["canceled", "7"],
            "\u{1B}é7": ["malformed", "7"]
        ])
        #expect(parsed([0x1B, 0x28, 0xFF, 0x37]) == ["malformed", "7"])
        #expect(parsed([0x1B, 0xFF, 0x37], .bytes) == ["malformed", "7"])
    }

    @Test func `Control sequence: marker, parameters, intermediates and final byte`() {
        expect([
            "\u{1B}[m": ["CSI m"],
            "\u{1B}[1;31m": ["CSI 1 31 m"],
            "\u{1B}[?25;1049h": ["CSI ? 25 1049 h"],
            "\u{1B}[?h\u{1B}[>c": ["CSI ? h", "CSI > c"],
            "\u{1B}[;;5H": ["CSI 0 0 5 H"],
            "\u{1B}[2 q\u{1B}[!p": ["CSI 2 ' ' q", "CSI '!' p"],
            "\u{1B}[4:3;38:2::1:2:3m": ["CSI 4 :3 38 :2 :0 :1 :2 :3 m"]
        ])
    }

    @Test func `Control sequence: nothing of the one before is left`() {
        expect([
            "\u{1B}[?1h\u{1B}[1m": ["CSI ? 1 h", "CSI 1 m"],
            "\u{1B}[4:3m\u{1B}[1;2m": ["CSI 4 :3 m", "CSI 1 2 m"],
            "\u{1B}[1<m\u{1B}[12m": ["CSI 0 … m ≈", "CSI 12 m"],
            "\u{1B}[3\n1m\u{1B}[2m\u{1B}7": ["‹a›", "CSI 31 m ≈", "CSI 2 m", "ESC 7"],
            "\u{1B}]é\u{7}\u{1B}]a\u{7}": ["command é terminated unicode", "command a terminated"],
            "\u{9D}é\u{9C}\u{1B}]a\u{7}": ["command é terminated unicode ≈", "command a terminated"]
        ])
    }

    @Test func `Control sequence: the first and the last byte of each kind`() {
        expect([
            "\u{1B}[4@\u{1B}[4~": ["CSI 4 @", "CSI 4 ~"],
            "\u{1B}[0/@\u{1B}[9/~": ["CSI 0 '/' @", "CSI 9 '/' ~"],
            "\u{1B}[=1c\u{1B}[<1c": ["CSI = 1 c", "CSI < 1 c"],
            "\u{1B}[ ?@x\u{1B}[ 0@x": ["malformed", "x", "malformed", "x"]
        ])
    }

    @Test func `Parameters are counted without their subparameters`() {
        var parameters = EscapeSequenceParser.Parameters()
        Array("1:2:3;45;6:7".utf8).withUnsafeBytes { #expect(parameters.append($0, from: 0) == 12) }
        #expect((0...3).map { parameters.number($0) } == [1, 45, 6, 0])
        var all: [Int] = []
        parameters.forEach { all.append($0) }
        #expect(all == [1, 45, 6])
        #expect([1, 2, 45, 7].map { number in parameters.contains { $0 == number } } == [true, false, true, false])
        parameters.removeAll()
        #expect(parameters.number() == 0)
    }

    @Test func `Control sequence: numbers have a limit, and so has their number`() {
        #expect(parsed("\u{1B}[65535;65536;99999999999999999999999H") == ["CSI 65535 65535 65535 H"])
        let many = Array(repeating: "7", count: 32).joined(separator: ";")
        expect([
            "\u{1B}[\(many)m": ["CSI " + String(repeating: "7 ", count: 32) + "m"],
            "\u{1B}[\(many);8:9;8m": ["CSI " + String(repeating: "7 ", count: 32) + "… m ≈"],
            "\u{1B}[1<5;2m": ["CSI 0 2 … m ≈"],
            "\u{1B}[??1h": ["CSI ? 0 … h ≈"]
        ])
    }

    @Test func `Control sequence: controls, cancels and another escape within`() {
        expect([
            "\u{1B}[3\n1m": ["‹a›", "CSI 31 m ≈"],
            "\u{1B}[\n?25h": ["‹a›", "CSI ? 25 h ≈"],
            "\u{1B}[1\n?h": ["‹a›", "CSI 0 … h ≈"],
            "\u{1B}[!!!!!p": ["CSI '!' '!' '!' '!' p ≈"],
            "\u{1B}[3\u{7F}1m": ["‹7f›", "CSI 31 m"],
            "\u{1B}[3\u{1A}1m": ["canceled", "1m"],
            "\u{1B}[3\u{1B}[1m\u{1B}[m": ["CSI 1 m ≈", "CSI m"]
        ])
    }

    @Test func `Malformed: up to what would be the final byte`() {
        expect([
            "\u{1B}[1 1mx": ["malformed", "x"],
            "\u{1B}[1é2;3mx": ["malformed", "x"],
            "\u{1B}[éé1m": ["malformed", "1m"],
            "\u{1B}[é\n1mx": ["‹a›", "malformed", "x"],
            "\u{1B}[é\u{18}m": ["canceled", "m"],
            "\u{1B}[é\u{1B}[m": ["CSI m ≈"]
        ])
        #expect(parsed([0x1B, 0x5B, 0xFF, 0xFF, 0x6D]) == ["malformed", "m"])
        #expect(parsed([0x1B, 0x5B, 0xE7, 0x6D, 0x6D]) == ["malformed", "m"])
    }

    @Test func `String: introducers and ends`() {
        expect([
            "\u{1B}]0;a title\u{7}x": ["command 0;a title terminated", "x"],
            "\u{1B}]8;;http://x\u{1B}\\x": ["command 8;;http://x terminated", "x"],
            "\u{1B}P1$q\u{7}m\u{1B}\\": ["device 1$q\u{7}m terminated"],
            "\u{1B}_G\n\u{1B}\\": ["application G\n terminated"],
            "\u{1B}^p\u{1B}\\\u{1B}Xs\u{1B}\\": ["message p terminated", "message s terminated"],
            "\u{1B}]0\u{18}x\u{1B}P\u{1A}x": ["command 0 canceled", "x", "device  canceled", "x"],
            "\u{1B}]0;t\u{1B}[31mx": ["command 0;t interrupted", "CSI 31 m ≈", "x"],
            "\u{1B}]0\u{1B}\u{1B}\\": ["command 0 interrupted", "ESC \\ ≈"],
            "\u{1B}]0\u{1B}\u{18}x": ["command 0 interrupted", "canceled", "x"]
        ])
    }

    @Test func `String: the first 64 bytes of the contents are kept, and what they are made of is known`() {
        let long = String(repeating: "0123456789", count: 10)
        expect([
            "\u{1B}]\(long)\u{7}": ["command \(long.prefix(64)) terminated"],
            "\u{1B}]é\u{7}": ["command é terminated unicode"]
        ])
        #expect(parsed([0x1B, 0x5D, 0xE4, 0x61, 0x07]) == ["command a terminated invalid"])
        #expect(parsed([0x1B, 0x5D, 0xC3, 0xA9, 0x9C, 0xFF, 0x07]) == ["command é terminated eightBitControls"])
        #expect(parsed([0x1B, 0x5D, 0xE7, 0x95, 0x1B, 0x5C]) == ["command  terminated invalid"])
        #expect(parsed("\u{1B}]é\u{9C}\u{7}", .bytes) == ["command é\u{9C} terminated"])
    }

    @Test func `C1 controls in UTF-8 are an escape and a letter, but ambiguous`() {
        expect([
            "\u{85}x": ["ESC E ≈", "x"],
            "\u{9B}31mx": ["CSI 31 m ≈", "x"],
            "\u{9D}0;t\u{9C}x": ["command 0;t terminated ≈", "x"],
            "\u{1B}]t\u{9C}x": ["command t terminated ≈", "x"],
            "\u{1B}]0;\u{9B}t\u{7}": ["command 0;\u{9B}t terminated unicode"],
            "\u{1B}[3\u{9B}1m": ["CSI 1 m ≈"],
            "\u{1B}]t\u{1B}\u{9C}x": ["command t interrupted", "ESC \\ ≈", "x"]
        ])
    }

    @Test func `A parser has no memory that grows`() {
        #expect(_isPOD(EscapeSequenceParser.self))
        var parser = EscapeSequenceParser(.utf8)
        let digits = Array(repeating: UInt8(ascii: "1"), count: 100_000)
        #expect(parser.elements(of: [Array("\u{1B}[".utf8), digits, digits, [0x6D]]).map(\.text) == ["CSI 65535 m", ""])
        #expect(parser.elements(of: [Array("\u{1B}P".utf8), digits, digits]).map(\.bytes.count) == [200_002])
        #expect(parser.isInSequence)
    }
}
