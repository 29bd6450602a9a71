import Testing

@testable import HUDFollow

@Suite struct StreamLogTests {
    private func line(_ text: String, _ task: UInt64 = 0) -> StreamMachine.Print { StreamMachine.Print(task: task, text: text) }

    @Test func `The lines of a task are taken once, in their order, and leave those of the others`() {
        var log = StreamLog()
        for (text, task) in [("a", 1), ("b", 0), ("c", 1), ("d", 2)] { log.add(line(text, UInt64(task))) }
        #expect(log.take(of: 1) == [line("a", 1), line("c", 1)])
        #expect(log.take(of: 1) == [])
        #expect(log.take(of: nil) == [line("b"), line("d", 2)])
        #expect(log.take(of: nil) == [])
    }

    @Test func `The last lines are kept, and no more bytes than there is room for`() {
        var log = StreamLog()
        for number in 0..<10_000 { log.add(line("line \(number)")) }
        let kept = log.take(of: nil).map(\.text)
        let size = kept.reduce(0) { $0 + $1.utf8.count + 1 }
        #expect(size <= StreamLog.most)
        #expect(size >= StreamLog.most / 2 - 16)
        #expect(kept == (10_000 - kept.count..<10_000).map { "line \($0)" })
    }

    @Test func `Lines of a task do not go because others print more`() {
        var log = StreamLog()
        for number in 0..<20 { log.add(line("error \(number)", 1)) }
        for number in 0..<10_000 { log.add(line("line \(number)", UInt64(2 + number % 5))) }
        let others = (2..<7).map { log.take(of: $0).map(\.text) }
        #expect(log.take(of: nil) == (0..<20).map { line("error \($0)", 1) })
        for (index, lines) in others.enumerated() {
            #expect(lines == (2000 - lines.count..<2000).map { "line \(5 * $0 + index)" })
            #expect(lines.count > StreamLog.most / 2 / 5 / 20)
        }
    }

    @Test func `Many tasks with a line each lose the older ones`() {
        var log = StreamLog()
        for number in 1...10_000 { log.add(line("line", UInt64(number))) }
        let kept = log.take(of: nil).map(\.task)
        #expect(kept == Array(UInt64(10_001 - kept.count)...10_000) && kept.count * 5 > StreamLog.most / 2 - 5)
    }

    @Test func `Empty lines take room as well`() {
        var log = StreamLog()
        for _ in 0..<100_000 { log.add(line("")) }
        let count = log.take(of: nil).count
        #expect(count > StreamLog.most / 2 - 2 && count <= StreamLog.most)
    }

    @Test func `A line that is longer than there is room for is kept alone`() {
        var log = StreamLog()
        let long = String(repeating: "x", count: StreamLog.most + 1)
        log.add(line("before"))
        log.add(line(long))
        #expect(log.take(of: nil) == [line(long)])
    }

    @Test func `Room that was taken can be used again`() {
        var log = StreamLog()
        let half = String(repeating: "x", count: StreamLog.most / 2)
        log.add(line(half, 1))
        _ = log.take(of: 1)
        log.add(line(half, 2))
        log.add(line("y", 2))
        log.add(line(half.dropLast(4).description, 2))
        #expect(log.take(of: 2).count == 3)
    }
}
