import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// The keys of bytes.
@Suite struct KeyReaderTests {
    @Test(arguments: [
        ("\u{1B}[[A\u{1B}[[Cc", [.byte(99)]), ("\u{1B}[A\u{1B}OA", [KeyReader.Key.up, .up]),
        ("\u{1B}[B\u{1B}[1;5B", [.down, .down]),
        ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[5;3~", [.pageUp]),
        ("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", [.home, .home, .home, .home]),
        ("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", [.end, .end, .end, .end]),
        ("\u{1B}[D\u{1B}OD\u{1B}[C\u{1B}[1;2C", [.left, .left, .right, .right]), ("\u{1B}[15~\u{1B}[E\u{1B}OP", []),
        ("\u{1B}[99999999999999999999~", []), ("\u{1B}[?5~", []),
        ("\u{1B}[M !!c\u{1B}[<0;5;5Mc", [.byte(99), .byte(99)]), ("\u{1B}OMc\u{1B}OMq", [.byte(99), .byte(0x71)]),
        ("c\r", [.byte(0x63), .byte(0x0D)]), ("\u{1B}c", [.byte(0x63)]), ("\u{1B}\u{1B}[A", [.up]), ("\u{1B}", [])
    ])
    func `Bytes are keys`(bytes: String, keys: [KeyReader.Key]) {
        var whole = KeyReader()
        #expect(whole.take(bytes.utf8) == keys)
        var pieces = KeyReader()
        #expect(bytes.utf8.flatMap { pieces.take([$0]) } == keys)
    }

    @Test(arguments: ["P>|XTerm(390)", "]11;rgb:1c1c/1c1c/1c1c", "_Gi=1;OK", "P", "]"])
    func `The answer of a terminal is no keys`(answer: String) {
        for end in ["\u{7}", "\u{1B}\\"] {
            for length in 0...answer.utf8.count {
                let bytes = Array("c\u{1B}\(answer)\(end)r".utf8)
                var reader = KeyReader()
                // Its first three bytes come together.
                let keys =
                    length <= 1 ? reader.take(bytes) : reader.take(bytes[..<(2 + length)]) + reader.take(bytes[(2 + length)...])
                #expect(keys == [.byte(0x63), .byte(0x72)], "\(length)")
            }
        }
    }

    @Test(arguments: ["P", "]", "_", "X", "^"])
    func `With Alt such a key is none, and the next one counts`(key: String) {
        var reader = KeyReader()
        #expect(reader.take("\u{1B}\(key)".utf8).isEmpty)
        #expect(reader.take("q".utf8) == [.byte(0x71)])
        // After the Esc key it is one, and an answer that never ends does not take all keys.
        #expect(reader.take("\u{1B}".utf8).isEmpty)
        #expect(reader.take("\(key)q".utf8).count == 2)
        _ = reader.take("\u{1B}\(key)".utf8 + [UInt8](repeating: 0x61, count: 2_000))
        #expect(reader.take("q".utf8) == [.byte(0x71)])
    }

    @Test(arguments: [
        (Array("aüñ€😀b".utf8), "aüñ€😀b"), (Array("\u{1B}üc".utf8), "üc"), ([0xFC, 0x61], "a"), ([0xC3, 0x61], "a"),
        ([0xC3, 0xC3, 0xBC], "ü"), ([0xED, 0xA0, 0x80, 0x62], "b"), (Array("é\r\n".utf8), "é\r\n"),
        ([0xC3, 0x1B, 0x5B, 0x41, 0xBC], "")
    ])
    func `A list's key is the character that was typed, whole or in pieces, and invalid bytes are none`(
        bytes: [UInt8], keys: String
    ) {
        for size in 1...max(1, bytes.count) {
            var list = BezelList()
            var rest = bytes[...]
            while !rest.isEmpty {
                _ = list.take(Array(rest.prefix(size)), hasButton: false)
                rest = rest.dropFirst(size)
            }
            let taken = list.takeKeys()
            #expect(taken == keys.unicodeScalars.map { Character($0) }, "\(size)")
        }
    }
}
