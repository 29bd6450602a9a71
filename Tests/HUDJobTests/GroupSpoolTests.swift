import SeededRandom
import Testing

@testable import HUDJob

/// Lines with the name of their job.
@Suite struct GroupSpoolTests {
    /// The same byte by byte.
    private func model(_ bytes: [UInt8], longest: Int) -> (lines: [UInt8], rest: [UInt8]) {
        var (lines, rest): ([UInt8], [UInt8]) = ([], [])
        for byte in bytes {
            rest.append(byte)
            if byte == UInt8(ascii: "\n") {
                lines += Array("a: ".utf8) + rest
                rest = []
            } else if rest.count == longest {
                lines += Array("a: ".utf8) + rest + [UInt8(ascii: "\n")]
                rest = []
            }
        }
        return (lines, rest)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `Each line has the name, and a line that is too long comes in pieces, however the output is cut`(run: UInt64) {
        var random = SeededGenerator(stream: 900 + run)
        let seed = SeededGenerator.seed
        let longest = Int.random(in: 1...12, using: &random)
        var all: [UInt8] = []
        var (lines, rest): ([UInt8], [UInt8]) = ([], [])
        for _ in 0..<40 {
            let piece = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                Int.random(in: 0..<8, using: &random) == 0 ? UInt8(ascii: "\n") : UInt8(ascii: "x")
            }
            all += piece
            let complete = piece.withUnsafeBytes { GroupSpool.completeLines(&rest, $0, Array("a: ".utf8), longest: longest) }
            #expect(complete?.isEmpty != true, "seed \(seed)")
            lines += complete ?? []
            let expected = model(all, longest: longest)
            #expect(lines == expected.lines && rest == expected.rest, "seed \(seed), longest \(longest)")
        }
    }
}
