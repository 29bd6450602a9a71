@testable import HUDCore

/// A call on a machine of rows, as a random history has it.
enum RowCall {
    case add(Int), start(Int, expected: Int?), pause(Int), resume(Int), finish(Int), fail(Int), cancel(Int), limit(Int)
}

/// What takes such calls: ``RowMachine``, and the models that it is compared with. Times are in milliseconds.
protocol RowCallTarget {
    associatedtype Answer

    mutating func add(_ task: Int, in parent: Int?, at now: Int) -> Answer
    mutating func start(_ task: Int, in parent: Int?, expected: Int?, at now: Int) -> Answer
    mutating func pause(_ task: Int, at now: Int) -> Answer
    mutating func resume(_ task: Int, at now: Int) -> Answer
    mutating func end(_ task: Int, as state: RowTaskState, at now: Int) -> Answer
    mutating func setLimit(_ limit: Int, at now: Int) -> Answer
}

extension RowCallTarget {
    /// - Parameter parents: The task that each task is a part of; empty without a tree.
    mutating func carryOut(_ call: RowCall, of parents: [Int?] = [], at now: Int) -> Answer {
        func parent(_ task: Int) -> Int? { parents.isEmpty ? nil : parents[task] }
        switch call {
        case .add(let task): return add(task, in: parent(task), at: now)
        case .start(let task, let expected): return start(task, in: parent(task), expected: expected, at: now)
        case .pause(let task): return pause(task, at: now)
        case .resume(let task): return resume(task, at: now)
        case .finish(let task): return end(task, as: .finished, at: now)
        case .fail(let task): return end(task, as: .failed, at: now)
        case .cancel(let task): return end(task, as: .cancelled, at: now)
        case .limit(let limit): return setLimit(limit, at: now)
        }
    }
}

extension RowMachine<Int>: RowCallTarget {
    mutating func add(_ task: Int, in parent: Int?, at now: Int) -> [RowEvent<Int>] { add(task, in: parent, at: .at(now)) }
    mutating func start(_ task: Int, in parent: Int?, expected: Int?, at now: Int) -> [RowEvent<Int>] {
        start(task, in: parent, expected: expected.map { .milliseconds($0) }, at: .at(now))
    }
    mutating func pause(_ task: Int, at now: Int) -> [RowEvent<Int>] { pause(task, at: .at(now)) }
    mutating func resume(_ task: Int, at now: Int) -> [RowEvent<Int>] { resume(task, at: .at(now)) }
    mutating func end(_ task: Int, as state: RowTaskState, at now: Int) -> [RowEvent<Int>] {
        switch state {
        case .finished: finish(task, at: .at(now))
        case .failed: fail(task, at: .at(now))
        case .cancelled: cancel(task, at: .at(now))
        case .waiting, .running, .paused: preconditionFailure("A task can't end as \(state).")
        }
    }
    mutating func setLimit(_ limit: Int, at now: Int) -> [RowEvent<Int>] { setLimit(limit, at: .at(now)) }
}

extension RowModel: RowCallTarget {}
extension RowTreeModel: RowCallTarget {}

extension HUDInstant {
    static func at(_ milliseconds: Int) -> HUDInstant { zero.advanced(by: .milliseconds(milliseconds)) }
}
