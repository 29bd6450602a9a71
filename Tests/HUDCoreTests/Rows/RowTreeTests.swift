import Testing

@testable import HUDCore

/// Which parts of tasks have a row, and where. Times are in seconds; the grace time is 0.5, the minimum show time 0.3.
@Suite struct RowTreeTests {
    private typealias Machine = RowMachine<String>

    private func machine(_ limit: Int = 8) -> Machine {
        RowMachine(limit: limit, graceTime: .milliseconds(500), minimumShowTime: .milliseconds(300))
    }

    /// The rows, each behind a dot for each level.
    private func rows(_ machine: Machine) -> [String] {
        machine.rows.map { $0.map { String(repeating: ".", count: $0.depth) + $0.task } ?? "" }
    }

    @Test func `The rows of parts stand below the row of their task, and push down what is below`() {
        var machine = machine()
        for name in ["a", "b"] { _ = machine.start(name, at: at(0)) }
        _ = machine.advance(to: at(1))
        _ = machine.start("a1", in: "a", at: at(1))
        _ = machine.start("a2", in: "a", at: at(1.1))
        _ = machine.start("a11", in: "a1", at: at(1.2))
        #expect(machine.advance(to: at(1.5)) == [RowEvent(.appear, of: "a1", place: 1, at: at(1.5))])
        #expect(rows(machine) == ["a", ".a1", "b"])
        _ = machine.advance(to: at(2))
        #expect(rows(machine) == ["a", ".a1", "..a11", ".a2", "b"])
    }

    @Test func `A part has no row without the row of its task`() {
        var machine = machine()
        _ = machine.add("a", at: at(0))
        _ = machine.start("a1", in: "a", at: at(0))
        #expect(machine.advance(to: at(9)) == [])
        #expect(machine.rest == RowTaskCounts(waiting: 1))
        _ = machine.start("a", at: at(9))
        #expect(
            machine.advance(to: at(10)) == [
                RowEvent(.appear, of: "a", place: 0, at: at(9.5)), RowEvent(.appear, of: "a1", place: 1, at: at(9.5))
            ])
    }

    @Test func `A part of a task that is not known, or that has ended, is not known`() {
        var machine = machine()
        _ = machine.start("a1", in: "a", at: at(0))
        _ = machine.start("b", at: at(0))
        _ = machine.finish("b", at: at(0))
        _ = machine.start("b1", in: "b", at: at(0))
        _ = machine.add("b2", in: "b", at: at(0))
        #expect(machine.tasks.isEmpty)
        #expect(machine.rest == RowTaskCounts(finished: 1))
    }

    @Test func `Parts get a row when all running tasks of the level above have one`() {
        var machine = machine(3)
        _ = machine.start("a", at: at(0))
        for name in ["a1", "a2", "a3"] { _ = machine.start(name, in: "a", at: at(0)) }
        for name in ["b", "c"] { _ = machine.start(name, at: at(0.1)) }
        _ = machine.advance(to: at(0.5))
        #expect(rows(machine) == ["a", ".a1", ".a2"])
        #expect(machine.rest == RowTaskCounts(running: 3))
        // Not before the rows of parts have been shown long enough; the last one first.
        #expect(machine.nextDeadline == at(0.8))
        #expect(machine.advance(to: at(0.79)) == [])
        _ = machine.advance(to: at(0.8))
        #expect(rows(machine) == ["a", "c", "b"])
        #expect(machine.rest == RowTaskCounts(running: 3))
        _ = machine.finish("c", at: at(1))
        _ = machine.advance(to: at(1.2))
        #expect(rows(machine) == ["a", ".a3", "b"])
    }

    @Test func `The deepest rows give way first`() {
        var machine = machine(4)
        _ = machine.start("a", at: at(0))
        _ = machine.start("a1", in: "a", at: at(0))
        _ = machine.start("a11", in: "a1", at: at(0))
        _ = machine.start("a2", in: "a", at: at(0))
        _ = machine.advance(to: at(1))
        #expect(rows(machine) == ["a", ".a1", "..a11", ".a2"])
        _ = machine.start("b", at: at(1))
        _ = machine.advance(to: at(1.5))
        #expect(rows(machine) == ["a", ".a1", ".a2", "b"])
        _ = machine.start("c", at: at(2))
        _ = machine.advance(to: at(2.5))
        #expect(rows(machine) == ["a", ".a1", "c", "b"])
        _ = machine.start("d", at: at(3))
        _ = machine.advance(to: at(3.5))
        #expect(rows(machine) == ["a", "d", "c", "b"])
        _ = machine.start("e", at: at(4))
        _ = machine.advance(to: at(9))
        #expect(rows(machine) == ["a", "d", "c", "b"])
    }

    @Test func `A task that ends takes its parts with it, after their minimum show time`() {
        var machine = machine()
        _ = machine.start("a", at: at(0))
        _ = machine.start("a1", in: "a", at: at(0.1))
        _ = machine.start("a2", in: "a", at: at(0.3))
        _ = machine.start("a3", in: "a", at: at(0.7))
        _ = machine.advance(to: at(0.85))
        #expect(rows(machine) == ["a", ".a1", ".a2"])
        #expect(machine.finish("a", at: at(0.95)) == [RowEvent(.disappear, of: "a1", place: 1, at: at(0.95))])
        #expect(machine.rows.map { $0?.state } == [.finished, nil, .finished])
        #expect(machine.rows[2]?.end == at(0.95))
        #expect(machine.rest == RowTaskCounts())
        #expect(
            machine.advance(to: at(9)) == [
                RowEvent(.disappear, of: "a2", place: 2, at: at(1.1)), RowEvent(.disappear, of: "a", place: 0, at: at(1.1))
            ])
        #expect(machine.rest == RowTaskCounts(finished: 1))
        #expect(machine.tasks.isEmpty)
        #expect(machine.finish("a3", at: at(9)) == [])
    }

    @Test func `The time of a part that was paused ends with the pause when its task ends`() {
        var machine = machine()
        _ = machine.start("a", at: at(0))
        _ = machine.start("a1", in: "a", at: at(0.2))
        _ = machine.advance(to: at(0.7))
        _ = machine.pause("a1", at: at(0.75))
        _ = machine.finish("a", at: at(0.85))
        #expect(rows(machine) == ["a", ".a1"])
        #expect(machine.tasks["a1"]?.start == at(0.3))
        #expect(machine.tasks["a1"]?.end == at(0.85))
    }

    @Test func `Parts of a task that failed are cancelled, also those that failed themselves`() {
        var machine = machine()
        _ = machine.start("a", at: at(0))
        for name in ["a1", "a2"] { _ = machine.start(name, in: "a", at: at(0)) }
        _ = machine.advance(to: at(0.5))
        _ = machine.fail("a1", at: at(0.6))
        _ = machine.fail("a", at: at(0.6))
        #expect(machine.rows.map { $0?.state } == [.failed, .cancelled, .cancelled])
        _ = machine.advance(to: at(0.8))
        #expect(rows(machine) == ["a", "", ""])
        #expect(machine.rest == RowTaskCounts())
    }

    @Test func `A part that ends leaves an empty place for another part of its task`() {
        var machine = machine()
        for name in ["a", "b"] { _ = machine.start(name, at: at(0)) }
        for name in ["a1", "a2"] { _ = machine.start(name, in: "a", at: at(0)) }
        _ = machine.advance(to: at(1))
        _ = machine.finish("a1", at: at(1))
        #expect(rows(machine) == ["a", "", ".a2", "b"])
        // A finished part is in the sum of its task.
        #expect(machine.rest == RowTaskCounts())
        // Not for a task of the top level.
        _ = machine.start("c", at: at(1))
        _ = machine.advance(to: at(2))
        #expect(rows(machine) == ["a", "", ".a2", "b", "c"])
        _ = machine.start("a3", in: "a", at: at(2))
        _ = machine.advance(to: at(3))
        #expect(rows(machine) == ["a", ".a3", ".a2", "b", "c"])
    }

    @Test func `With all places in use or empty elsewhere, rows move into the empty one`() {
        var machine = machine(4)
        for name in ["a", "b"] { _ = machine.start(name, at: at(0)) }
        for name in ["a1", "a2"] { _ = machine.start(name, in: "a", at: at(0)) }
        _ = machine.advance(to: at(1))
        _ = machine.finish("a1", at: at(1))
        _ = machine.start("b1", in: "b", at: at(1))
        _ = machine.advance(to: at(2))
        #expect(rows(machine) == ["a", ".a2", "b", ".b1"])
        _ = machine.finish("b", at: at(2))
        #expect(rows(machine) == ["a", ".a2", "", ""])
        _ = machine.start("c", at: at(2))
        _ = machine.start("a3", in: "a", at: at(2.1))
        _ = machine.start("a21", in: "a2", at: at(2.2))
        _ = machine.advance(to: at(2.5))
        #expect(rows(machine) == ["a", ".a2", "c", ""])
        _ = machine.advance(to: at(2.6))
        #expect(rows(machine) == ["a", ".a2", ".a3", "c"])
        _ = machine.finish("c", at: at(2.8))
        _ = machine.advance(to: at(2.8))
        #expect(rows(machine) == ["a", ".a2", "..a21", ".a3"])
    }

    @Test func `Fewer places: empty ones go first, then the deepest rows from the last on`() {
        var machine = machine()
        for name in ["a", "b"] { _ = machine.start(name, at: at(0)) }
        for name in ["a1", "a2", "a3"] { _ = machine.start(name, in: "a", at: at(0)) }
        _ = machine.advance(to: at(1))
        _ = machine.finish("a1", at: at(1))
        #expect(rows(machine) == ["a", "", ".a2", ".a3", "b"])
        #expect(machine.setLimit(4, at: at(1)) == [])
        #expect(rows(machine) == ["a", ".a2", ".a3", "b"])
        #expect(machine.setLimit(3, at: at(1)) == [RowEvent(.disappear, of: "a3", place: 2, at: at(1))])
        #expect(machine.setLimit(1, at: at(1)).map(\.task) == ["a2", "b"])
        #expect(rows(machine) == ["a"])
        #expect(machine.rest == RowTaskCounts(running: 3))
    }

    @Test func `A failed part counts while its task has a row and runs`() {
        var machine = machine(1)
        _ = machine.start("a", at: at(0))
        _ = machine.start("a1", in: "a", at: at(0))
        _ = machine.fail("a1", at: at(0.1))
        #expect(machine.rest == RowTaskCounts(running: 1))
        _ = machine.advance(to: at(0.5))
        #expect(machine.rest == RowTaskCounts(failed: 1))
        _ = machine.setLimit(2, at: at(0.6))
        _ = machine.advance(to: at(0.6))
        #expect(rows(machine) == ["a", ".a1"])
        #expect(machine.rest == RowTaskCounts())
        _ = machine.start("a1", at: at(0.7))
        #expect(machine.rows[1]?.state == .running)
        _ = machine.finish("a", at: at(1))
        _ = machine.advance(to: at(1))
        #expect(rows(machine) == ["", ""])
    }

    @Test func `A failed task is not replaced while rows of its parts are below it`() {
        var machine = machine(2)
        _ = machine.start("a", at: at(0))
        _ = machine.advance(to: at(0.5))
        _ = machine.start("a1", in: "a", at: at(0.5))
        _ = machine.advance(to: at(1))
        for name in ["b", "c"] { _ = machine.start(name, at: at(1)) }
        _ = machine.fail("a", at: at(1))
        _ = machine.advance(to: at(1.29))
        #expect(rows(machine) == ["a", ".a1"])
        _ = machine.advance(to: at(1.3))
        #expect(rows(machine) == ["a", ""])
        _ = machine.advance(to: at(1.5))
        #expect(rows(machine) == ["c", "b"])
    }

    @Test func `Of the parts of several tasks, those of the higher level come first, then the most overdue one`() {
        var machine = machine(3)
        for name in ["a", "b"] { _ = machine.start(name, at: at(0)) }
        _ = machine.start("a1", in: "a", at: at(0))
        _ = machine.start("a11", in: "a1", expected: .seconds(1), at: at(0))
        _ = machine.start("a2", in: "a", expected: .seconds(3), at: at(0.1))
        _ = machine.start("b1", in: "b", expected: .seconds(2), at: at(0.2))
        _ = machine.advance(to: at(4))
        #expect(rows(machine) == ["a", ".a1", "b"])
        _ = machine.finish("a1", at: at(4))
        _ = machine.advance(to: at(4))
        #expect(rows(machine) == ["a", "b", ".b1"])
        _ = machine.finish("b1", at: at(5))
        _ = machine.advance(to: at(5))
        #expect(rows(machine) == ["a", ".a2", "b"])
    }
}
