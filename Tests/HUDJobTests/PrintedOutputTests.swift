import HUDLibc
import SeededRandom
import Testing

@testable import HUDJob

/// What is kept of output that was printed.
@Suite struct PrintedOutputTests {
    private func bytes(_ output: PrintedOutput, from shelf: GroupShelf = GroupShelf()) -> [UInt8] {
        var bytes: [UInt8] = []
        output.read(from: shelf) { bytes += $0 }
        return bytes
    }

    private func append(_ bytes: [UInt8], to output: inout PrintedOutput) {
        bytes.withUnsafeBytes { output.append($0) }
    }

    @Test func `Short output is kept whole`() {
        var output = PrintedOutput()
        append(Array("one\n".utf8), to: &output)
        append([], to: &output)
        append(Array("two\n".utf8), to: &output)
        #expect(bytes(output) == Array("one\ntwo\n".utf8))
    }

    /// Against the whole output, in pieces of random sizes.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `The end of long output is kept, and the cut is marked`(run: UInt64) {
        var random = SeededGenerator(stream: 700 + run)
        let seed = SeededGenerator.seed
        var output = PrintedOutput(half: 100)
        var all: [UInt8] = []
        let shelf = GroupShelf()
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let piece = (0..<Int.random(in: 0...90, using: &random)).map { _ in UInt8.random(in: 97...122, using: &random) }
            append(piece, to: &output)
            all += piece
        }
        if Bool.random(using: &random) { output.move(to: shelf) }
        var kept = bytes(output, from: shelf)
        if kept.starts(with: PrintedOutput.cut) {
            kept.removeFirst(PrintedOutput.cut.count)
            #expect(kept.count >= 100, "seed \(seed)")
        } else {
            #expect(kept.count == all.count, "seed \(seed)")
        }
        #expect(kept.count <= 200, "seed \(seed)")
        #expect(all.suffix(kept.count).elementsEqual(kept), "seed \(seed)")
    }

    @Test func `Output that fills both halves is kept whole, and one byte more is cut`() {
        var output = PrintedOutput(half: 10)
        append(Array("0123456789".utf8), to: &output)
        append(Array("abcde".utf8), to: &output)
        #expect(bytes(output) == Array("0123456789abcde".utf8))
        append(Array("fghij".utf8), to: &output)
        #expect(bytes(output) == Array("0123456789abcdefghij".utf8))
        append(Array("k".utf8), to: &output)
        #expect(bytes(output) == PrintedOutput.cut + Array("abcdefghijk".utf8))
    }

    @Test(arguments: [5, 15])
    func `Output that is moved is on the shelf, once`(count: Int) {
        let shelf = GroupShelf()
        var output = PrintedOutput(half: 10)
        output.move(to: shelf)
        #expect(output.place == nil)
        let text = Array("0123456789abcde".utf8.prefix(count))
        append(text, to: &output)
        output.move(to: shelf)
        #expect(output.place == 0..<off_t(count))
        output.move(to: shelf)
        #expect(output.place == 0..<off_t(count) && bytes(output, from: shelf) == text)
    }

    @Test func `Output for which the shelf has no space is not kept, and the cut is marked`() {
        var output = PrintedOutput(half: 10)
        append(Array("text".utf8), to: &output)
        output.move { _ in nil }
        #expect(bytes(output) == PrintedOutput.cut)
    }

    @Test func `A shelf gives its space back when all places are free`() {
        let shelf = GroupShelf()
        func put(_ text: String) -> Range<Int>? {
            shelf.put { put in Array(text.utf8).withUnsafeBytes { put($0) } }.map { Int($0.lowerBound)..<Int($0.upperBound) }
        }
        #expect(put("one") == 0..<3)
        #expect(put("four") == 3..<7)
        var seen: [UInt8] = []
        for _ in 0..<2 { shelf.read(3..<7) { seen += $0 } }
        #expect(seen == Array("fourfour".utf8))
        shelf.free(0..<3)
        #expect(put("x") == 7..<8)
        shelf.free(3..<7)
        shelf.free(7..<8)
        #expect(put("again") == 0..<5)
    }

    /// The file of a shelf is on the file system of temporary files, which gives space back piece by piece on the systems that are tested.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `The file system gets the space of taken bytes back while others are held`(run: UInt64) {
        var random = SeededGenerator(stream: 470 + run)
        let seed = SeededGenerator.seed
        let shelf = GroupShelf()
        var held: [(place: Range<off_t>, bytes: [UInt8])] = []
        func check(_ place: Range<off_t>, _ bytes: [UInt8], _ moment: String) {
            var seen: [UInt8] = []
            shelf.read(place) { seen += $0 }
            #expect(seen == bytes, "seed \(seed), \(moment)")
        }
        for step in 0..<60 {
            if held.isEmpty || step < 20 || Int.random(in: 0..<5, using: &random) == 0 {
                let largest = Bool.random(using: &random) ? 700_000 : 5000
                let bytes = [UInt8](repeating: UInt8(step), count: Int.random(in: 1...largest, using: &random))
                guard let place = shelf.put({ put in bytes.withUnsafeBytes { put($0) } }) else {
                    Issue.record("no space for temporary files, seed \(seed)")
                    return
                }
                held.append((place, bytes))
            } else {
                let next = held.remove(at: Int.random(in: 0..<held.count, using: &random))
                var seen: [UInt8] = []
                shelf.take(next.place) { seen += $0 }
                #expect(seen == next.bytes, "seed \(seed)")
            }
            // Each segment with something in it, the last one, and what the file system needs to find them.
            let inUse = Set(
                held.flatMap { ($0.place.lowerBound / GroupShelf.segment)...(($0.place.upperBound - 1) / GroupShelf.segment) })
            #expect(shelf.space <= (inUse.count + 1) * Int(GroupShelf.segment) + 65536, "seed \(seed), step \(step)")
            if let (place, bytes) = held.randomElement(using: &random) { check(place, bytes, "step \(step)") }
        }
        for (place, bytes) in held { check(place, bytes, "the end") }
        for (place, _) in held { shelf.free(place) }
        #expect(shelf.space == 0, "seed \(seed)")
    }

    @Test(arguments: [
        ("less", GroupPager.Command.program("less")), ("/usr/bin/most", .program("/usr/bin/most")),
        ("less -R", .shell("less -R")),
        ("col -b | less", .shell("col -b | less")), ("$HOME/pager", .shell("$HOME/pager")), ("x'y", .shell("x'y"))
    ])
    func `Only a pager that needs the shell is run by it`(value: String, command: GroupPager.Command) {
        #expect(GroupPager.Command(value) == command)
    }
}
