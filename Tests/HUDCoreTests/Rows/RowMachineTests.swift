import Testing

@testable import HUDCore

/// What ``RowLawTests`` do not check of the rows of tasks. Times are in seconds; the grace time is 0.5, the minimum show time 0.3.
@Suite struct RowMachineTests {
    private var machine = RowMachine(limit: 8)

    /// The rows, each behind a space for each level, with its mark if it has ended; empty places are empty.
    private var rows: [String] {
        let rows = machine.rows.map { row in
            let mark = row.state.isFailure ? "!" : row.state.hasEnded ? "." : ""
            return String(repeating: " ", count: row.depth) + row.task.description + mark
        }
        return rows + Array(repeating: "", count: machine.placeCount - rows.count)
    }

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

    @Test mutating func `A task has a row when it has run for the grace time`() {
        #expect(start("a", at: 0) == [])
        #expect(machine.nextDeadline == at(0.5))
        #expect(go(to: 0.499) == [])
        #expect(machine.rest.running == 1)
        #expect(go(to: 0.5) == [RowEvent(kind: .appear, task: "a", place: 0, time: at(0.5))])
        #expect(rows == ["a"])
        #expect(machine.rest == RowTaskCounts())
        #expect(machine.rows.first?.time.elapsed(at: at(-1)) == .zero)
        end("a", at: 1)
        go(to: 9)
        #expect(machine.nextDeadline == nil)
    }

    @Test mutating func `A row stays for its minimum show time from when it was presented, before another task takes its place`()
    {
        _ = machine.resize(to: 1, at: at(0))
        start("a", "b", at: 0)
        go(to: 0.5)
        machine.presented(at: at(0.7))
        end("a", at: 0.8)
        #expect(rows == ["a."])
        #expect(machine.nextDeadline == at(1))
        go(to: 1)
        #expect(rows == ["b"])
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

    @Test mutating func `Failed parts of parts are counted, whether their rows are folded or not`() {
        machine = RowMachine(limit: 5, isList: true, graceTime: .zero, minimumShowTime: .zero)
        start("a", at: 0)
        start("b", in: "a", at: 0)
        _ = machine.update("b", to: failed, in: "a", at: at(0))
        #expect(machine.listWindow.failed + machine.rest.failed == 1 && machine.listWindow.count == 2)
        _ = machine.move(.rows(1), at: at(0))
        _ = machine.move(.fold, at: at(0))
        #expect(machine.listWindow.failed + machine.rest.failed == 1 && machine.listWindow.count == 1)
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
