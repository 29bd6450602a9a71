import Testing

@testable import HUDCore

/// Which tasks have a row, and from when to when. Times are in seconds; the grace time is 0.5, the minimum show time 0.3.
@Suite struct RowMachineTests {
    private typealias Machine = RowMachine<String>

    private func machine(_ limit: Int = 8) -> Machine {
        RowMachine(limit: limit, graceTime: .milliseconds(500), minimumShowTime: .milliseconds(300))
    }

    private func names(_ machine: Machine) -> [String?] { machine.rows.map { $0?.task } }

    @Test func `A task gets a row when its grace time is over`() {
        var machine = machine()
        #expect(machine.start("a", at: at(0)) == [])
        #expect(machine.nextDeadline == at(0.5))
        #expect(machine.advance(to: at(0.499)) == [])
        #expect(machine.rest.running == 1)
        #expect(machine.advance(to: at(0.5)) == [RowEvent(.appear, of: "a", place: 0, at: at(0.5))])
        #expect(names(machine) == ["a"])
        #expect(machine.rest == RowTaskCounts())
    }

    @Test func `A task that ends as its grace time does never has a row`() {
        var machine = machine()
        _ = machine.start("a", at: at(0))
        #expect(machine.finish("a", at: at(0.5)) == [])
        #expect(machine.advance(to: at(9)) == [])
        #expect(machine.rows.isEmpty)
        #expect(machine.rest.finished == 1)
        #expect(machine.nextDeadline == nil)
    }

    @Test func `A row stays for its minimum show time, and its place stays after that`() {
        var machine = machine()
        _ = machine.start("a", at: at(0))
        #expect(machine.finish("a", at: at(0.6)) == [RowEvent(.appear, of: "a", place: 0, at: at(0.5))])
        #expect(machine.rows.first??.state == .finished)
        #expect(machine.nextDeadline == at(0.8))
        #expect(machine.advance(to: at(1)) == [RowEvent(.disappear, of: "a", place: 0, at: at(0.8))])
        #expect(machine.rows == [nil])
        #expect(machine.rest.finished == 1)
    }

    @Test func `The minimum show time counts from when the row was presented`() {
        var machine = machine()
        _ = machine.start("a", at: at(0))
        _ = machine.advance(to: at(0.5))
        machine.presented(at: at(0.7))
        _ = machine.finish("a", at: at(0.8))
        #expect(machine.nextDeadline == at(1))
    }

    @Test func `A row keeps its place, and a new one gets the first empty place`() {
        var machine = machine()
        for name in ["a", "b", "c"] { _ = machine.start(name, at: at(0)) }
        _ = machine.advance(to: at(1))
        #expect(machine.finish("b", at: at(1)) == [RowEvent(.disappear, of: "b", place: 1, at: at(1))])
        #expect(names(machine) == ["a", nil, "c"])
        _ = machine.start("d", at: at(1))
        _ = machine.start("e", at: at(1))
        _ = machine.advance(to: at(2))
        #expect(names(machine) == ["a", "d", "c", "e"])
    }

    @Test func `Without a place, the task that has been running longest is next`() {
        var machine = machine(1)
        _ = machine.start("a", at: at(0))
        _ = machine.start("b", at: at(0.1))
        _ = machine.start("c", at: at(0.2))
        _ = machine.advance(to: at(2))
        #expect(names(machine) == ["a"])
        #expect(machine.rest.running == 2)
        #expect(machine.finish("a", at: at(3)) == [RowEvent(.disappear, of: "a", place: 0, at: at(3))])
        #expect(machine.nextDeadline == at(3))
        #expect(machine.advance(to: at(4)) == [RowEvent(.appear, of: "b", place: 0, at: at(3))])
    }

    @Test func `The task that is most overdue comes before one that has been running longer`() {
        var machine = machine(1)
        _ = machine.start("first", at: at(0))
        _ = machine.start("long", expected: .seconds(100), at: at(0))
        _ = machine.start("late", expected: .seconds(2), at: at(1))
        _ = machine.start("later", expected: .seconds(1), at: at(1))
        _ = machine.finish("first", at: at(5))
        _ = machine.advance(to: at(5))
        #expect(names(machine) == ["later"])
        _ = machine.finish("later", at: at(6))
        _ = machine.advance(to: at(6))
        #expect(names(machine) == ["late"])
        _ = machine.finish("late", at: at(7))
        _ = machine.advance(to: at(7))
        #expect(names(machine) == ["long"])
    }

    @Test func `A task that fails is shown without a grace time, until a running one needs the place`() {
        var machine = machine(1)
        _ = machine.start("a", at: at(0))
        _ = machine.fail("a", at: at(0.1))
        #expect(machine.advance(to: at(0.1)) == [RowEvent(.appear, of: "a", place: 0, at: at(0.1))])
        _ = machine.start("b", at: at(0.1))
        _ = machine.advance(to: at(0.59))
        #expect(names(machine) == ["a"])
        #expect(
            machine.advance(to: at(0.6)) == [
                RowEvent(.disappear, of: "a", place: 0, at: at(0.6)), RowEvent(.appear, of: "b", place: 0, at: at(0.6))
            ])
        #expect(machine.rest.failed == 1)
    }

    @Test func `A quarter of the places is kept for tasks that failed`() {
        var machine = machine(4)
        for name in ["a", "b"] {
            _ = machine.start(name, at: at(0))
            _ = machine.fail(name, at: at(0))
        }
        _ = machine.advance(to: at(0))
        for name in ["1", "2", "3", "4"] { _ = machine.start(name, at: at(0)) }
        _ = machine.advance(to: at(1))
        #expect(names(machine) == ["3", "b", "1", "2"])
        #expect(machine.rest.failed == 1)
        #expect(machine.rest.running == 1)
    }

    @Test func `A task that is tried again keeps its row`() {
        var machine = machine()
        _ = machine.start("a", at: at(0))
        _ = machine.fail("a", at: at(1))
        #expect(machine.start("a", at: at(2)) == [])
        #expect(machine.rows.first??.state == .running)
        #expect(machine.rows.first??.start == at(2))
        #expect(machine.counts.failed == 0)
        #expect(machine.finish("a", at: at(2.1)) == [])
        #expect(machine.nextDeadline == at(2.3))
    }

    @Test func `A pause is left out of the running time`() throws {
        var machine = machine()
        _ = machine.start("a", at: at(0))
        _ = machine.pause("a", at: at(2))
        var row = try #require(machine.rows.first ?? nil)
        #expect(row.state == .paused)
        #expect(row.elapsed(at: at(5)) == .seconds(2))
        _ = machine.resume("a", at: at(5))
        row = try #require(machine.rows.first ?? nil)
        #expect(row.state == .running)
        #expect(row.elapsed(at: at(6)) == .seconds(3))
    }

    @Test func `Fewer places: rows move up, and the last ones go at once`() {
        var machine = machine()
        for name in ["a", "b", "c", "d"] { _ = machine.start(name, at: at(0)) }
        _ = machine.advance(to: at(1))
        _ = machine.finish("a", at: at(1))
        #expect(machine.setLimit(2, at: at(1)) == [RowEvent(.disappear, of: "c", place: 2, at: at(1))])
        #expect(names(machine) == ["d", "b"])
        #expect(machine.rest.running == 1)
        #expect(machine.setLimit(4, at: at(1)) == [])
        _ = machine.advance(to: at(1))
        #expect(names(machine) == ["d", "b", "c"])
    }

    @Test func `With no places the padding is forgotten`() {
        var machine = machine()
        _ = machine.start("a", at: at(0))
        _ = machine.advance(to: at(1))
        _ = machine.finish("a", at: at(1))
        #expect(machine.rows.count == 1)
        _ = machine.setLimit(0, at: at(1))
        #expect(machine.rows.isEmpty)
    }

    @Test func `Calls on unknown and ended tasks have no effect`() {
        var machine = machine()
        _ = machine.finish("a", at: at(0))
        _ = machine.pause("a", at: at(0))
        _ = machine.start("a", at: at(0))
        _ = machine.resume("a", at: at(0))
        _ = machine.cancel("a", at: at(0))
        _ = machine.fail("a", at: at(0))
        _ = machine.add("b", at: at(0))
        _ = machine.add("b", at: at(0))
        #expect(machine.counts.cancelled == 1)
        #expect(machine.counts.waiting == 1)
        #expect(machine.counts.total == 2)
        #expect(machine.advance(to: at(9)) == [])
    }

    @Test func `Negative times count as zero`() {
        let machine = Machine(limit: 1, graceTime: .seconds(-1), minimumShowTime: .seconds(-1))
        #expect(machine.graceTime == .zero)
        #expect(machine.minimumShowTime == .zero)
    }

    @Test func `A row's time ends with its task, and is never negative`() {
        var machine = machine()
        _ = machine.start("a", at: at(0))
        _ = machine.advance(to: at(0.5))
        _ = machine.finish("a", at: at(0.6))
        let row = machine.rows.first ?? nil
        #expect(row?.elapsed(at: at(0.7)) == .milliseconds(600))
        _ = machine.start("b", at: at(0.7))
        _ = machine.advance(to: at(1.2))
        let other = machine.rows.compactMap { $0 }.first { $0.task == "b" }
        #expect(other?.elapsed(at: at(0)) == .zero)
        #expect(other?.elapsed(at: at(2)) == .milliseconds(1300))
    }

    @Test func `A call before the last reading counts as made at that`() {
        var machine = machine()
        _ = machine.advance(to: at(5))
        _ = machine.start("a", at: at(1))
        #expect(machine.nextDeadline == at(5.5))
    }

    @Test(arguments: [(1000, "0"), (1001, "1")])
    func `A thousand failures without a row are remembered`(count: Int, first: String) {
        var machine = machine(0)
        for number in 0..<count {
            _ = machine.start("\(number)", at: at(Double(number)))
            _ = machine.fail("\(number)", at: at(Double(number)))
        }
        _ = machine.setLimit(1, at: at(2000))
        _ = machine.advance(to: at(2001))
        #expect(names(machine) == [first])
    }
}
