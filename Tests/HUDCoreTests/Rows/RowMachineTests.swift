import Testing

@testable import HUDCore

/// Which tasks have a row, from when to when, and where. Times are in seconds; the grace time is 0.5, the minimum show time 0.3.
@Suite struct RowMachineTests {
    private var machine = RowMachine(limit: 8)

    /// The rows, each behind a dot for each level, with its mark if it has ended; empty places are empty.
    private var rows: [String] {
        let rows = machine.rows.map { row in
            let mark = row.state.isFailure ? "!" : row.state.hasEnded ? "." : ""
            return String(repeating: " ", count: row.depth) + row.task.description + mark
        }
        return rows + Array(repeating: "", count: machine.placeCount - rows.count)
    }

    private mutating func limit(_ rows: Int) { _ = machine.resize(to: rows, at: at(0)) }

    @discardableResult
    private mutating func start(_ tasks: RowTask..., in parent: RowTask? = nil, at time: Double) -> [RowEvent<RowTask>] {
        tasks.flatMap { machine.update($0, to: .running, in: parent, at: at(time)) }
    }

    @discardableResult
    private mutating func end(_ task: RowTask, _ state: TaskState = .finished, at time: Double) -> [RowEvent<RowTask>] {
        machine.update(task, to: state, at: at(time))
    }

    @discardableResult
    private mutating func go(to time: Double) -> [RowEvent<RowTask>] { machine.advance(to: at(time)) }

    private let failed = TaskState.failed(reason: "")

    // MARK: Time

    @Test mutating func `A task has a row when it has run for the grace time`() {
        #expect(start("a", at: 0) == [])
        #expect(machine.nextDeadline == at(0.5))
        #expect(go(to: 0.499) == [])
        #expect(machine.rest.running == 1)
        #expect(go(to: 0.5) == [RowEvent(kind: .appear, task: "a", place: 0, time: at(0.5))])
        #expect(rows == ["a"])
        #expect(machine.rest == RowTaskCounts())
    }

    @Test mutating func `A task that ends before that never has one, also if it fails`() {
        start("a", "b", at: 0)
        end("a", at: 0.5)
        end("b", failed, at: 0.5)
        #expect(go(to: 9) == [])
        #expect(machine.rest == RowTaskCounts(finished: 1, failed: 1))
        #expect(machine.nextDeadline == nil)
    }

    @Test mutating func `A task that has run for a time when it is known has its row at once`() {
        _ = machine.update("a", to: .running, ago: .seconds(60), at: at(1))
        #expect(rows == ["a"])
        #expect(machine.rows.first?.time.elapsed(at: at(2)) == .seconds(61))
    }

    @Test mutating func `The row of a task that is said to have run for a time says that time`() {
        start("a", at: 0)
        _ = go(to: 1)
        _ = machine.update("a", to: .paused, at: at(1))
        _ = machine.update("a", to: .finished, ago: .seconds(7), at: at(3))
        #expect(machine.rows.first?.time.elapsed(at: at(3.5)) == .seconds(7))
        #expect(go(to: 3.999) == [])
        #expect(go(to: 4) == [RowEvent(kind: .disappear, task: "a", place: 0, time: at(4))])
    }

    @Test mutating func `An ended row stays for one second, and its place after that`() {
        start("a", at: 0)
        #expect(end("a", at: 0.6) == [RowEvent(kind: .appear, task: "a", place: 0, time: at(0.5))])
        #expect(rows == ["a."])
        #expect(machine.rows.first?.time.elapsed(at: at(1)) == .milliseconds(600))
        #expect(go(to: 1.599) == [])
        #expect(go(to: 3) == [RowEvent(kind: .disappear, task: "a", place: 0, time: at(1.6))])
        #expect(rows == [""])
        #expect(machine.rest.finished == 1)
    }

    @Test mutating func `A chain of steps does not blink`() {
        start("1", at: 0)
        end("1", at: 0.9)
        start("2", at: 0.9)
        #expect(go(to: 1.39) == [])
        #expect(
            go(to: 1.4) == [
                RowEvent(kind: .disappear, task: "1", place: 0, time: at(1.4)),
                RowEvent(kind: .appear, task: "2", place: 0, time: at(1.4))
            ])
    }

    @Test mutating func `A row stays for its minimum show time from when it was presented, before another task takes its place`()
    {
        limit(1)
        start("a", "b", at: 0)
        go(to: 0.5)
        machine.presented(at: at(0.7))
        end("a", at: 0.8)
        #expect(rows == ["a."])
        #expect(machine.nextDeadline == at(1))
        go(to: 1)
        #expect(rows == ["b"])
    }

    @Test
    mutating func `A task that is paused when it has run for the grace time has a row, and one that is paused before has none`() {
        limit(1)
        start("a", at: 0)
        start("b", at: 0)
        start("c", at: 0)
        end("c", .paused, at: 0.4)
        go(to: 1)
        #expect(rows == ["a"])
        end("b", .paused, at: 2)
        end("a", at: 3)
        go(to: 3.1)
        #expect(rows == ["b"])
        limit(0)
        limit(1)
        #expect(rows == ["b"])
        limit(3)
        #expect(rows == ["b"])
        end("c", .running, at: 4)
        go(to: 4.1)
        #expect(rows == ["b", "c"])
    }

    @Test mutating func `A pause is left out of the running time`() throws {
        start("a", at: 0)
        end("a", .paused, at: 2)
        #expect(machine.rows.first?.time.elapsed(at: at(5)) == .seconds(2))
        end("a", .running, at: 5)
        #expect(machine.rows.first?.time.elapsed(at: at(6)) == .seconds(3))
        #expect(machine.rows.first?.time.elapsed(at: at(0)) == .zero)
    }

    // MARK: Places

    @Test mutating func `A new row takes the place of the row that ended first, then a new place at the end, then it waits`() {
        limit(3)
        start("a", "b", at: 0)
        go(to: 1)
        end("b", at: 1.1)
        end("a", at: 1.2)
        start("c", "d", "e", "f", at: 1.2)
        go(to: 1.7)
        #expect(rows == ["d", "c", "e"])
        start("g", at: 1.7)
        go(to: 3)
        #expect(machine.rest.running == 2)
        end("c", at: 3)
        #expect(rows == ["d", "f", "e"])
    }

    @Test mutating func `When a row leaves, those below it move up`() {
        start("a", "b", "c", at: 0)
        go(to: 1)
        end("b", at: 1)
        go(to: 2)
        #expect(rows == ["a", "c", ""])
        start("d", at: 2)
        go(to: 3)
        #expect(rows == ["a", "c", "d"])
    }

    @Test mutating func `A failed row stays until its place is needed, while at most a quarter of the places show failures`() {
        limit(4)
        start("a", "b", "c", at: 0)
        go(to: 1)
        end("a", failed, at: 1)
        go(to: 9)
        #expect(rows == ["a!", "b", "c"])
        // The first failure has had its second.
        end("b", failed, at: 9)
        #expect(rows == ["b!", "c", ""])
        start("d", "e", at: 9)
        go(to: 10)
        #expect(rows == ["b!", "c", "d", "e"])
        start("f", at: 10)
        go(to: 11)
        #expect(rows == ["f", "c", "d", "e"])
        #expect(machine.rest.failed == 2)
    }

    @Test mutating func `A task that is tried again keeps its row, and is counted once`() {
        start("a", at: 0)
        end("a", failed, at: 1)
        #expect(start("a", at: 2) == [])
        #expect(rows == ["a"])
        #expect(machine.rows.first?.time.start == at(2))
        #expect(machine.counts == RowTaskCounts(running: 1))
        end("a", at: 2.1)
        #expect(machine.nextDeadline == at(3.1))
        start("b", at: 4)
        end("b", failed, at: 4)
        start("b", at: 5)
        #expect(machine.counts == RowTaskCounts(running: 1, finished: 1))
    }

    @Test mutating func `The last thousand failed tasks are counted once if they are tried again`() {
        for task in 0..<1_002 {
            _ = machine.update(RowTask(task), to: .running, at: at(0))
            _ = machine.update(RowTask(task), to: failed, at: at(0))
        }
        _ = machine.update(RowTask(1_001), to: .running, at: at(1))
        _ = machine.update(RowTask(2), to: .running, at: at(1))
        #expect(machine.counts == RowTaskCounts(running: 2, failed: 1_000))
        _ = machine.update(RowTask(1), to: .running, at: at(1))
        #expect(machine.counts == RowTaskCounts(running: 3, failed: 1_000))
    }

    @Test mutating func `With fewer places, ended rows leave first, then the last ones`() {
        start("a", "b", "c", "d", at: 0)
        go(to: 1)
        end("a", at: 1)
        #expect(machine.resize(to: 2, at: at(1)).map(\.task) == ["a", "d"])
        #expect(rows == ["b", "c"])
        _ = machine.resize(to: 4, at: at(1))
        #expect(rows == ["b", "c", "d"])
        _ = machine.resize(to: 0, at: at(1))
        #expect(rows.isEmpty)
    }

    @Test mutating func `Rows that had no place come back in their order`() {
        start("a", "b", "c", "d", at: 0)
        go(to: 1)
        for places in [3, 2, 1, 3, 2] { _ = machine.resize(to: places, at: at(1)) }
        #expect(rows == ["a", "b"])
        _ = machine.resize(to: 4, at: at(2))
        #expect(rows == ["a", "b", "c", "d"])
    }

    @Test mutating func `Calls on unknown and ended tasks have no effect, and a call before the last reading is made at that`() {
        go(to: 5)
        end("a", at: 5)
        start("b1", in: "b", at: 5)
        start("c", at: 0)
        #expect(machine.nextDeadline == at(5.5))
        end("c", .cancelled, at: 5)
        end("c", failed, at: 5)
        start("c1", in: "c", at: 5)
        end("d", .waiting, at: 5)
        end("d", .waiting, at: 5)
        #expect(machine.counts == RowTaskCounts(waiting: 1, cancelled: 1))
        #expect(go(to: 9) == [])
    }

    // MARK: Parts

    @Test mutating func `The rows of parts are below the row of their task, and push down what is below`() {
        start("a", "b", at: 0)
        go(to: 1)
        start("a1", in: "a", at: 1)
        start("a2", in: "a", at: 1.1)
        start("a11", in: "a1", at: 1.2)
        #expect(go(to: 1.5) == [RowEvent(kind: .appear, task: "a1", place: 1, time: at(1.5))])
        go(to: 2)
        #expect(rows == ["a", " a1", "  a11", " a2", "b"])
        end("a1", at: 2)
        start("a3", in: "a", at: 2)
        go(to: 2.5)
        #expect(rows == ["a", " a3", " a2", "b", ""])
    }

    @Test mutating func `A part has no row without the row of its task`() {
        end("a", .waiting, at: 0)
        start("a1", in: "a", at: 0)
        #expect(go(to: 9) == [])
        #expect(machine.rest == RowTaskCounts(waiting: 1))
        start("a", at: 9)
        #expect(go(to: 10).map(\.task) == ["a", "a1"])
    }

    @Test mutating func `Parts have the places that the level above leaves, and give them back, the last of the deepest first`() {
        limit(4)
        start("a", at: 0)
        start("a1", in: "a", at: 0)
        start("a11", in: "a1", at: 0)
        start("a2", in: "a", at: 0)
        start("b", at: 0.1)
        go(to: 0.5)
        #expect(rows == ["a", " a1", " a2", "  a11"].sorted { $0 == "a" || $1 == " a2" && $0 != " a2" })
        // Not before it has been shown long enough.
        go(to: 0.79)
        #expect(machine.rest == RowTaskCounts(running: 1))
        go(to: 0.8)
        #expect(rows == ["a", " a1", " a2", "b"])
        start("c", "d", "e", at: 1)
        go(to: 2)
        #expect(rows == ["a", "b", "c", "d"])
        #expect(machine.rest == RowTaskCounts(running: 3))
        end("b", at: 2)
        end("c", at: 2)
        go(to: 3)
        #expect(rows == ["a", " a1", "e", "d"])
    }

    @Test mutating func `When a task ends, the rows of its parts go with it, after their minimum show time`() {
        start("a", at: 0)
        start("a1", in: "a", at: 0.1)
        start("a2", in: "a", at: 0.3)
        start("a3", in: "a", at: 0.7)
        go(to: 0.85)
        #expect(rows == ["a", " a1", " a2"])
        #expect(end("a", at: 0.95) == [RowEvent(kind: .disappear, task: "a1", place: 1, time: at(0.95))])
        #expect(rows == ["a.", " a2.", ""])
        #expect(machine.rest == RowTaskCounts())
        #expect(go(to: 1.1) == [RowEvent(kind: .disappear, task: "a2", place: 1, time: at(1.1))])
        #expect(go(to: 9) == [RowEvent(kind: .disappear, task: "a", place: 0, time: at(1.95))])
        #expect(machine.rest == RowTaskCounts(finished: 1))
        #expect(machine.tasks.known.isEmpty && machine.tasks.remembered.isEmpty)
    }

    @Test mutating func `When a task is tried again, new parts take the places of those that have ended`() {
        limit(2)
        start("a", at: 0)
        start("a1", in: "a", at: 0.5)
        end("a", failed, at: 1.1)
        start("a", at: 1.1)
        start("a2", in: "a", at: 1.1)
        go(to: 1.5)
        #expect(rows == ["a", " a1."])
        go(to: 1.6)
        #expect(rows == ["a", " a2"])
    }

    // MARK: A list

    @Test mutating func `A list has a place for each row; failed rows stay`() {
        machine = RowMachine(limit: 3, isList: true, graceTime: .zero, minimumShowTime: .zero)
        start("1", "2", "3", "4", "5", at: 0)
        #expect(rows == ["1", "2", "3"])
        end("1", failed, at: 0)
        end("2", at: 0)
        go(to: 9)
        #expect(rows == ["1!", "3", "4"])
        #expect(machine.listWindow == HUDRowWindow(first: 0, count: 4, failed: 1))
    }

    @Test mutating func `What the window shows stays where it is when rows enter above it`() {
        machine = RowMachine(limit: 2, isList: true, graceTime: .zero, minimumShowTime: .zero)
        start("a", "b", "c", at: 0)
        _ = machine.move(.toEnd, at: at(0))
        _ = machine.move(.rows(-1), at: at(0))
        #expect(rows == ["b", "c"])
        start("a1", "a2", in: "a", at: 0)
        start("a11", in: "a1", at: 0)
        #expect(rows == ["b", "c"])
        #expect(machine.window.offset == 4 && machine.selected == "b")
        _ = machine.move(.pages(-9), at: at(0))
        #expect(rows == ["a", " a1"])
    }

    @Test mutating func `Folded parts have no rows until they are unfolded`() {
        start("a", "b", at: 0)
        start("a1", "a2", in: "a", at: 0)
        go(to: 1)
        end("a2", failed, at: 1)
        _ = machine.move(.rows(1), at: at(1))
        _ = machine.move(.fold, at: at(1))
        #expect(rows == ["a", "b", "", ""])
        #expect(machine.rows.map(\.isFolded) == [true, false])
        _ = machine.move(.unfold, at: at(1))
        #expect(rows == ["a", " a1", " a2!", "b"])
        _ = machine.move(.unfold, at: at(1))
        #expect(machine.selected == "a1")
        _ = machine.move(.fold, at: at(1))
        #expect(machine.selected == "a")
    }

    @Test mutating func `The selection follows its task, and when its row is gone, the nearest one is selected`() {
        start("a", "b", "c", at: 0)
        _ = machine.move(.rows(-1), at: at(1))
        #expect(machine.selected == "c")
        end("a", at: 1)
        go(to: 2)
        #expect(machine.selected == "c")
        end("c", at: 2)
        go(to: 3)
        #expect(machine.selected == "b")
        _ = machine.move(.rows(9), at: at(3))
        #expect(machine.selected == "b")
        end("b", at: 3)
        go(to: 4)
        #expect(machine.selected == nil)
    }
}
