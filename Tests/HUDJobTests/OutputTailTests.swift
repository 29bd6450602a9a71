import Testing

@testable import HUDJob

@Suite struct OutputTailTests {
    private func lines(_ output: Int, _ errors: Int) -> [Substring] {
        let tail = OutputTail()
        for (count, stream, name) in [(output, JobStream.output, "o"), (errors, .errors, "e")] {
            for number in 0..<count { Array("\(name)\(number)\n".utf8).withUnsafeBytes { tail.append($0, from: stream) } }
        }
        return String(decoding: tail.lines(atMost: 4), as: UTF8.self).split(separator: "\n")
    }

    @Test func `Standard error comes last, and each stream has half of the lines if it has so many`() {
        #expect(lines(0, 0) == [])
        #expect(lines(3, 1) == ["o0", "o1", "o2", "e0"])
        #expect(lines(5, 0) == ["[last 4 of 5 lines]", "o1", "o2", "o3", "o4"])
        #expect(lines(5, 1) == ["[last 3 of 5 lines]", "o2", "o3", "o4", "e0"])
        #expect(lines(1, 5) == ["o0", "[last 3 of 5 lines]", "e2", "e3", "e4"])
        #expect(lines(5, 5) == ["[last 2 of 5 lines]", "o3", "o4", "[last 2 of 5 lines]", "e3", "e4"])
    }
}
