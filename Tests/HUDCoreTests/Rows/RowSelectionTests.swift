import SeededRandom
import Testing

@testable import HUDCore

/// Which row is selected, while rows come and go.
@Suite struct RowSelectionTests {
    private var selection = RowSelection<String>()

    @Test mutating func `The first step selects the first or the last row`() {
        selection.move(by: 1, in: [nil, "a", "b", nil])
        #expect(selection.task == "a")
        var other = RowSelection<String>()
        other.move(by: -1, in: [nil, "a", "b", nil])
        #expect(other.task == "b")
    }

    @Test mutating func `No step selects the first row if none is selected`() {
        selection.move(by: 0, in: [nil, "a", "b"])
        #expect(selection.task == "a")
    }

    @Test mutating func `Of two rows that are as near, the upper one is selected`() {
        selection.move(by: 1, in: [nil, "b", nil])
        selection.follow(["a", nil, "c"])
        #expect(selection.task == "a")
    }

    @Test mutating func `The nearest row is that to the place of the last step`() {
        selection.move(by: -1, in: ["a", "b", "c"])
        selection.follow(["a", "b", nil])
        #expect(selection.task == "b")
    }

    @Test mutating func `Steps pass over empty places, and end at the ends`() {
        let rows: [String?] = ["a", nil, "b", nil, "c"]
        selection.move(by: 1, in: rows)
        selection.move(by: 1, in: rows)
        #expect(selection.task == "b")
        selection.move(by: 5, in: rows)
        #expect(selection.task == "c")
        selection.move(by: -9, in: rows)
        #expect(selection.task == "a")
    }

    @Test mutating func `The selection follows its task, and then goes to the nearest row`() {
        selection.move(by: -1, in: ["a", "b", "c"])
        selection.follow(["c", "a", "b"])
        #expect(selection.task == "c")
        selection.follow([nil, "a", "b"])
        #expect(selection.task == "a")
        selection.follow([nil, nil])
        #expect(selection.task == nil)
        selection.follow(["a"])
        #expect(selection.task == nil)
    }

    @Test mutating func `In a tree, the selection moves to the row above that it is a part of, and back to the first part`() {
        func row(_ task: String, _ depth: Int) -> RowMachine<String>.Row {
            .init(task: task, state: .running, start: .zero, end: nil, pausedAt: nil, depth: depth)
        }
        let rows = [row("a", 0), nil, row("b", 1), row("c", 2), row("d", 1), row("e", 0), nil]
        selection.moveIn(to: rows)
        #expect(selection.task == "a")
        let steps: [(isIn: Bool, task: String)] = [
            (true, "b"), (true, "c"), (true, "c"), (false, "b"), (false, "a"), (false, "a"), (true, "b")
        ]
        for (isIn, task) in steps {
            if isIn { selection.moveIn(to: rows) } else { selection.moveOut(of: rows) }
            #expect(selection.task == task)
        }
        selection.move(by: 9, in: rows.map { $0?.task })
        selection.moveIn(to: rows)
        selection.moveOut(of: rows)
        #expect(selection.task == "e")
        var other = RowSelection<String>()
        other.moveOut(of: [nil])
        #expect(other.task == nil)
    }

    @Test mutating func `Without rows nothing is selected`() {
        selection.move(by: 1, in: [nil, nil])
        #expect(selection.task == nil)
    }

    @Test func `On random rows, what is selected is always on screen`() {
        var random = SeededGenerator(stream: 75)
        var selection = RowSelection<Int>()
        for step in 0..<20_000 {
            var names = Array(0..<9).shuffled(using: &random)
            let rows = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Bool.random(using: &random) ? names.popLast() : nil
            }
            let before = selection.task
            selection.follow(rows)
            if let before, rows.contains(before) {
                #expect(selection.task == before, "seed \(SeededGenerator.seed), step \(step)")
            }
            if Bool.random(using: &random) {
                selection.move(by: Int.random(in: -2...2, using: &random), in: rows)
                #expect((selection.task == nil) == rows.allSatisfy { $0 == nil }, "seed \(SeededGenerator.seed), step \(step)")
            }
            if let task = selection.task { #expect(rows.contains(task), "seed \(SeededGenerator.seed), step \(step)") }
        }
    }
}
