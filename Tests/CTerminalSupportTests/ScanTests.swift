import CTerminalSupport
import Testing

@Suite struct ScanTests {
    /// Every byte at each place of a text that is longer than what is scanned in one step.
    private func each(_ check: (_ bytes: UnsafeRawBufferPointer, _ byte: UInt8, _ place: Int) -> Bool) -> [String] {
        var failures: [String] = []
        var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 75)
        for place in bytes.indices {
            for byte in UInt8.min...UInt8.max {
                bytes[place] = byte
                if !bytes.withUnsafeBytes({ check($0, byte, place) }) { failures.append("\(byte) at \(place)") }
            }
            bytes[place] = UInt8(ascii: "x")
        }
        return failures
    }

    @Test func `Printable ASCII ends at the first byte that is something else`() {
        let failures = each { bytes, byte, place in
            let isPrintable = (0x20..<0x7F).contains(byte)
            return (0...place).allSatisfy { start in
                hud_end_of_ascii(bytes.baseAddress, start, bytes.count) == (isPrintable ? bytes.count : place)
            }
        }
        #expect(failures == [])
    }

    @Test func `Plain lines end at the last line feed in front of anything else`() {
        let failures = each { bytes, byte, place in
            let isPlain = (0x20..<0x7F).contains(byte) || byte == 0x0A || byte == 0x0D
            var end = 0
            let known = hud_plain_lines(bytes.baseAddress, 3, bytes.count, &end)
            // Whole blocks of 32 bytes are looked at.
            let limit = place < 3 || isPlain ? 67 : 3 + (place - 3) / 32 * 32
            let isInside = (3..<limit).contains(place)
            return known == limit && end == (byte == 0x0A && isInside ? place + 1 : 3)
        }
        #expect(failures == [])
    }

    @Test func `A newline is found from its place back`() {
        let failures = each { bytes, byte, place in
            (0...bytes.count).allSatisfy { start in
                hud_has_newline(bytes.baseAddress, start, bytes.count) == (byte == 0x0A && start <= place)
            }
        }
        #expect(failures == [])
    }

    @Test(arguments: ["\n", "abc\n", "abcd\n", "abcd\nabc\n\n", "abc\r\nabcd\r\na\n", "\n\n\n\n\n", "abcde\n\n\n\n", "ab\na\n"])
    func `Lines are counted from the end to one that is too long`(text: String) {
        let lines = text.utf8.filter { $0 != 0x0D }.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        for (start, most) in [(0, 9), (0, 3), (2, 9), (3, 2)] {
            let isLong = lines.enumerated().map { !$1.isEmpty && $1.count + ($0 == 0 ? start : 0) > 3 }
            let seen = isLong.reversed().prefix(most)
            var found = !seen.contains(true)
            let count = Array(text.utf8).withUnsafeBytes {
                hud_lines_from_long_one($0.baseAddress, $0.count, start, 3, most, &found)
            }
            #expect(count == seen.firstIndex(of: true).map { seen.distance(from: seen.startIndex, to: $0) + 1 } ?? seen.count)
            #expect(found == seen.contains(true))
        }
    }

    @Test func `Of no bytes nothing is read`() {
        var (end, isLong) = (1, true)
        #expect(hud_lines_from_long_one(nil, 0, 0, 3, 9, &isLong) == 0 && !isLong)
        #expect(hud_end_of_ascii(nil, 0, 0) == 0)
        #expect(hud_plain_lines(nil, 0, 0, &end) == 0)
        #expect(end == 0)
        #expect(!hud_has_newline(nil, 0, 0))
    }
}
