import HUDLibc
import HUDTerminal
import SeededRandom
import Synchronization
import Testing

@testable import HUDJob

/// Which output of a group is printed, and when.
@Suite struct JournalTests {
    // MARK: Lines of the group, and output that is dropped

    @Test func `Lines of the group that are equal are all printed`() {
        var group = SimulatedJournal()
        for _ in 0..<3 { group.machine.print(Array("same\n".utf8)) }
        #expect(group.output() == "same\nsame\nsame\n")
    }

    @Test func `Nothing is reported of output that was dropped when a job runs again`() {
        var group = SimulatedJournal(.live, .wholeLines)
        for job in 0..<2 {
            group.append("one\ntwo", to: job)
            group.drop(job)
            group.outputs[job] = group.machine.open(job, name: [], .kept, keepsPrinted: false, asks: false)
            group.append("again\n", to: job)
        }
        #expect(group.output() == "one\ntwo\none\n")
        #expect(!group.answers.contains(.printed(0)) && !group.answers.contains(.printed(1)))
        for job in 0..<2 { group.finish(job) }
        #expect(group.output() == "again\nagain\n" && group.answers.filter { $0 != .resetModes } == [.printed(0), .printed(1)])
    }

    @Test func `Jobs that print nothing are forgotten although nothing can be printed`() {
        var group = SimulatedJournal(.wholeLines)
        group.append("waits\n", to: 0)
        for job in 1...100 {
            let output = group.machine.open(job, name: [], .kept, keepsPrinted: false, asks: false)
            group.machine.drop(output)
            group.machine.close(output)
        }
        #expect(group.machine.outputs.count == 1 && group.machine.queue.count == 1)
        #expect(group.output() == "waits\n")
    }

    // MARK: Lines of several jobs

    @Test func `Lines wait for the end of a line that goes on`() {
        var group = SimulatedJournal(.live, .wholeLines, .wholeLines)
        group.append("one tw", to: 0)
        #expect(group.output() == "one tw")
        group.append("first\n", to: 1)
        group.append("o", to: 0)
        group.append("second\n", to: 2)
        #expect(group.output() == "o")
        group.append(" three\nfour", to: 0)
        #expect(group.output() == " three\nfirst\nsecond\nfour")
        group.append("third\n", to: 1)
        group.machine.print(Array("ours\n".utf8))
        #expect(group.output() == "")
        group.append("\n", to: 0)
        #expect(group.output() == "\nthird\nours\n")
    }

    @Test func `A line without an end gets one before the output of another job, and none if nothing follows`() {
        var group = SimulatedJournal(.live, .kept, .kept, .wholeLines)
        group.append("one", to: 0)
        group.append("two", to: 1)
        group.append("three", to: 2)
        #expect(group.output() == "one")
        group.append("line\n", to: 3)
        #expect(group.output() == "")
        group.finish(0)
        #expect(group.output() == "\nline\n")
        group.finish(1)
        group.finish(2, head: "✗\n")
        #expect(group.output() == "two\n✗\nthree")
        #expect(group.answers == [.resetModes, .printed(0), .resetModes, .printed(1), .resetModes, .printed(2)])
    }

    @Test func `The line of a failure is below output that was printed as it came`() {
        var group = SimulatedJournal(.live, .lines)
        group.append("one", to: 0)
        group.append("two", to: 1)
        group.run()
        group.finish(0, head: "✗ 0\n")
        group.finish(1, head: "✗ 1\n")
        #expect(group.output() == "one\n✗ 0\n1: two\n✗ 1\n")
    }

    @Test func `Late lines have the name of their job if other jobs have printed since`() {
        var group = SimulatedJournal(.kept, .wholeLines, .kept)
        group.append("one\n", to: 0)
        group.finish(0)
        group.append("late\n", to: 0)
        #expect(group.output() == "one\nlate\n")
        group.append("first\n", to: 1)
        #expect(group.output() == "first\n")
        group.append("later\nlast\nc", to: 0)
        #expect(group.output() == "0: later\n0: last\n")
        group.append("ut", to: 0)
        group.machine.endLines(of: group.outputs[0])
        group.append("two\n", to: 2)
        group.finish(2)
        #expect(group.output() == "0: cut\ntwo\n")
        // Nothing was there when the job ended.
        group.drop(2)
        group.append("three\n", to: 2)
        #expect(group.output() == "")
    }

    @Test func `A line that has begun can be taken to go on elsewhere, if it is in memory`() {
        var group = SimulatedJournal(.kept, .lines)
        group.finish(0)
        group.append("late\nbeg", to: 0)
        group.append("one\ntw", to: 1)
        #expect(group.machine.takeLine(of: group.outputs[0], from: .output) == Array("beg".utf8))
        #expect(group.machine.takeLine(of: group.outputs[0], from: .output) == [])
        #expect(group.machine.takeLine(of: group.outputs[1], from: .output) == Array("tw".utf8))
        for id in group.outputs { group.machine.endLines(of: id) }
        #expect(group.output() == "1: one\n0: late\n")
        // A line that is not whole in memory is ended.
        var shown = SimulatedJournal(.lines, keepsPrinted: true)
        let long = String(repeating: "x", count: JournalMachine.mostKeptInMemory + 1)
        shown.append(long, to: 0)
        shown.append("y", to: 0)
        #expect(shown.machine.takeLine(of: shown.outputs[0], from: .output) == [])
        shown.machine.endLines(of: shown.outputs[0])
        #expect(shown.output() == "0: \(long)y\n")
    }

    @Test func `If too much would wait, the line is broken`() {
        var group = SimulatedJournal(.live, .wholeLines)
        group.append("one", to: 0)
        let line = String(repeating: "x", count: 1023) + "\n"
        for _ in 0..<JournalMachine.mostWaiting / 1024 { group.append(line, to: 1) }
        #expect(group.output() == "one")
        group.append("last\n", to: 1)
        let rest = group.output()
        #expect(rest.hasPrefix("\nxx") && rest.hasSuffix("x\nlast\n") && rest.utf8.count == JournalMachine.mostWaiting + 6)
        group.append(" more\n", to: 0)
        #expect(group.output() == " more\n")
    }

    @Test func `Lines of the group are counted while they wait`() {
        var group = SimulatedJournal(.live)
        group.append("one", to: 0)
        #expect(group.output() == "one")
        let line = Array("a line\n".utf8)
        for _ in 1...3 { group.machine.print(line) }
        #expect(group.output() == "" && group.machine.waitingText == 3 * line.count)
        group.append(" two\n", to: 0)
        #expect(group.output() == " two\na line\na line\na line\n" && group.machine.waitingText == 0)
    }

    @Test(arguments: [JournalMachine.Mode.live, .lines, .wholeLines, .kept])
    func `Lines of the group come behind the output that was there before them, and after a whole line`(mode: JournalMachine.Mode)
    {
        var group = SimulatedJournal(mode, .kept)
        let name = mode == .lines ? "0: " : ""
        let numbers = (0..<20_000).map { "\(name)\($0)\n" }.joined()
        group.append((0..<20_000).map { "\($0)\n" }.joined() + "unfin", to: 0)
        if mode == .kept { group.finish(0, head: "head\n") }
        group.machine.print(Array("a line\n".utf8))
        group.run(2)
        // The others have their turn, but not those lines.
        group.machine.print(Array("another\n".utf8))
        if mode == .kept {
            #expect(group.output() == "head\n" + numbers + "unfin\na line\nanother\n")
        } else {
            group.append("ished\nmore\n", to: 0)
            let rest = group.output()
            #expect(rest.hasPrefix(numbers))
            // Of lines that are printed whole, more may come between the two.
            let lines = rest.dropFirst(numbers.count).split(separator: "\n").sorted()
            #expect(lines == ["\(name)more", "\(name)unfinished", "a line", "another"].sorted())
            #expect(mode != .live || rest.hasSuffix("unfinished\na line\nanother\nmore\n"))
        }
    }

    @Test func `Lines of the group break a quiet line that goes on, and none is taken after the end`() {
        var group = SimulatedJournal(.live)
        let line = Array("a line\n".utf8)
        group.append("one", to: 0)
        group.run()
        group.machine.print(line)
        #expect(group.output() == "one")
        group.machine.noteQuiet()
        #expect(group.output() == "\na line\n")
        group.append(" two", to: 0)
        group.machine.print(line)
        #expect(group.output() == " two")
        group.machine.flush()
        #expect(group.output() == "\na line\n" && group.answers.last == .flushed)
        group.machine.stop()
        let isTaken = group.machine.print(line)
        #expect(!isTaken && group.machine.next() == .stop)
    }

    @Test func `A large output that follows does not break the last line of the one before`() {
        var group = SimulatedJournal(.live, .kept)
        group.append("one", to: 0)
        group.run()
        group.append(" two\nthree", to: 0)
        let long = String(repeating: "line\n", count: JournalMachine.mostWaiting / 4)
        group.append(long, to: 1)
        for job in 0..<2 { group.finish(job) }
        #expect(group.output() == "one two\nthree\n" + long)
    }

    @Test func `Lines that were to be printed as they came are not dropped, and an output is closed after them`() {
        var group = SimulatedJournal(.wholeLines, .wholeLines)
        let text = String(repeating: "line\n", count: 40_000)
        for job in 0..<2 { group.append(text + "cut", to: job) }
        group.drop(0)
        group.append("dropped\n", to: 0)
        group.run(1)
        for output in group.outputs { group.machine.close(output) }
        #expect(group.output() == text + text)
        #expect(group.machine.next() == nil && !group.machine.isBusy)
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `Whatever jobs print, no line is torn and none is lost`(run: UInt64) {
        var random = SeededGenerator(stream: 3100 + run)
        let named = random.bool()
        var group = SimulatedJournal(
            .live, named ? .lines : .wholeLines, .kept, .wholeLines, keepsPrinted: random.bool())
        // What the file takes, and whether so much is written that it is used.
        if random.once(in: 4) { group.space = 3000 }
        let factor = random.once(in: 3) ? 3000 : 5
        // The lines of each job, without their ends. Those of a job contain its letter alone.
        let letters = Array("abcd".utf8)
        var lines = [[Int]](repeating: [0], count: 4)
        for _ in 0..<100 {
            let job = random.int(0...3)
            var piece: [UInt8] = []
            for _ in 0..<random.int(1...9) {
                if random.int(0..<4) > 0 {
                    let count = random.int(1...factor)
                    piece += [UInt8](repeating: letters[job], count: count)
                    lines[job][lines[job].count - 1] += count
                } else {
                    piece.append(UInt8(ascii: "\n"))
                    lines[job].append(0)
                }
            }
            group.append(piece, to: job)
            group.run(random.int(0...3))
        }
        for job in [0, 2, 1, 3] {
            if random.bool() { group.moveToFile(job) }
            group.finish(job)
        }
        let printed = Array(group.output().utf8).split(separator: UInt8(ascii: "\n"))
        for job in 0..<4 {
            let own = printed.filter { $0.contains(letters[job]) }
            let prefix = named && job == 1 ? 3 : 0
            #expect(own.allSatisfy { Set($0.dropFirst(prefix)) == [letters[job]] }, "seed \(SeededGenerator.seed)")
            // A line that is too long comes in pieces.
            guard lines.joined().allSatisfy({ $0 < JournalStore.longestLine }) else { continue }
            #expect(own.map { $0.count - prefix } == lines[job].filter { $0 > 0 }, "job \(job), seed \(SeededGenerator.seed)")
        }
        for output in group.outputs { group.machine.close(output) }
        group.run()
        group.machine.space.freed = []
        #expect(group.machine.space == JournalSpace(), "seed \(SeededGenerator.seed)")
    }

    @Test func `A line that is too long comes in pieces, each with the name`() {
        var group = SimulatedJournal(.lines)
        let long = String(repeating: "x", count: JournalStore.longestLine)
        group.append(long + "yz\nw\n", to: 0)
        #expect(group.output() == "0: \(long)\n0: yz\n0: w\n")
    }

    @Test(arguments: [
        ("10%\r20%\rdone\n", "0: 10%\r0: 20%\r0: done\n"), ("a\r\nb\r\r\n", "0: a\r\n0: b\r\r\n"), ("\r\ra\n", "0: \r\r0: a\n"),
        ("a\r\r\u{1B}[Kb\n", "0: a\r\r0: \u{1B}[Kb\n")
    ])
    func `What overwrites a line has the name too`(text: String, expected: String) {
        var group = SimulatedJournal(.lines)
        group.append(text, to: 0)
        #expect(group.output() == expected)
    }

    // MARK: Where it is

    @Test func `Output that is printed as it comes is not read beyond a bound, and kept output always`() {
        var group = SimulatedJournal(.kept, .lines)
        group.append(String(repeating: "x\n", count: 50_000), to: 0)
        #expect(group.machine.takesMore(group.outputs[0]) {})
        group.append(String(repeating: "x\n", count: 20_000), to: 1)
        #expect(group.machine.takesMore(group.outputs[1]) {})
        group.append(String(repeating: "x\n", count: 20_000), to: 1)
        let isWoken = Mutex(false)
        #expect(!group.machine.takesMore(group.outputs[1]) { isWoken.withLock { $0 = true } })
        group.run(1)
        #expect(isWoken.withLock { $0 })
    }

    @Test func `Kept output that does not fit is printed, and what follows as it comes`() {
        var group = SimulatedJournal(.kept, .kept)
        group.space = 5000
        let text = String(repeating: "line\n", count: 900)
        group.append(text, to: 0)
        #expect(group.output() == "")
        group.append(text + text + "cu", to: 0)
        #expect(group.output() == text + text + text)
        group.append("t\n", to: 0)
        #expect(group.output() == "cut\n")
    }

    private static let noise: [UInt8] = {
        var random = SeededGenerator(stream: 699)
        return (0..<80_000).map { _ in UInt8.random(in: 97...122, using: &random) }
    }()

    /// Whether two ranges of bytes are equal. In debug, `==` takes a hundred times as long.
    private func areEqual(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        one.withUnsafeBytes { one in
            other.withUnsafeBytes { other in
                guard one.count == other.count else { return false }
                guard let bytes = one.baseAddress, let others = other.baseAddress else { return true }
                return memcmp(bytes, others, one.count) == 0
            }
        }
    }

    /// Against the whole output, in pieces of random sizes.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `The end of printed output can be shown, and a cut is marked`(run: UInt64) {
        var random = SeededGenerator(stream: 700 + run)
        var group = SimulatedJournal(random.pick([.live, .lines, .dropped]), keepsPrinted: true)
        let mark = Array("[earlier output is not kept here]\n".utf8)
        var all: [UInt8] = []
        for _ in 0..<random.int(1...30) {
            let start = random.int(0...40_000)
            let piece = Array(Self.noise[start..<random.int(start...start + 40_000)])
            group.append(piece, to: 0)
            all += piece
            group.run()
            let shown = group.shown(0)
            let isCut = shown.starts(with: mark)
            let kept = shown.dropFirst(isCut ? mark.count : 0)
            #expect(isCut ? kept.count >= JournalStore.leastShown : kept.count == all.count, "seed \(SeededGenerator.seed)")
            #expect(kept.count <= 2 * JournalStore.leastShown + 2 * JournalStore.longestLine, "seed \(SeededGenerator.seed)")
            #expect(areEqual(all.suffix(kept.count), kept), "seed \(SeededGenerator.seed)")
        }
    }

    /// The file of a journal is on the file system of temporary files, which gives space back piece by piece on the systems that are tested.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `The file system gets the space of freed bytes back while others are held`(run: UInt64) throws {
        var random = SeededGenerator(stream: 470 + run)
        var space = JournalSpace()
        let file = try #require(UnnamedFile())
        var held: [JournalWrite] = []
        for step in 0..<60 {
            if held.isEmpty || step < 20 || random.once(in: 5) {
                let largest = random.bool() ? 700_000 : 5000
                let bytes = [UInt8](repeating: UInt8(step), count: random.int(1...largest))
                let write = JournalWrite(bytes: bytes, place: space.reserve(bytes.count))
                #expect(bytes.withUnsafeBytes { file.write($0, at: write.place.lowerBound) })
                held.append(write)
            } else {
                space.free(held.remove(at: random.int(0..<held.count)).place)
            }
            for case .segment(let start) in space.freed { file.giveBack(start) }
            #expect(space.freed.contains(.everything) == (held.isEmpty && step >= 20), "seed \(SeededGenerator.seed)")
            if held.isEmpty { return }
            space.freed = []
            // Each segment with something in it, the last one, and what the file system needs to find them.
            let segment = UnnamedFile.segment
            let inUse = Set(held.flatMap { $0.place.lowerBound / segment...($0.place.upperBound - 1) / segment })
            var status = stat()
            #expect(fstat(file.descriptor, &status) == 0)
            #expect(
                Int(status.st_blocks) * 512 <= (inUse.count + 1) * Int(segment) + 65536,
                "seed \(SeededGenerator.seed), step \(step)")
            for write in held.shuffled(using: &random).prefix(2) {
                var page = [UInt8](repeating: 0, count: write.bytes.count)
                let count = page.withUnsafeMutableBytes { file.read($0, at: write.place.lowerBound) }
                #expect(count == page.count, "seed \(SeededGenerator.seed)")
                #expect(areEqual(write.bytes[...], page[...]), "seed \(SeededGenerator.seed)")
            }
        }
    }
}
