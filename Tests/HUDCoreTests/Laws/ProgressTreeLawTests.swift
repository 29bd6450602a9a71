import Testing

@testable import HUDCore

/// Every short sequence of calls on a tree of three nodes, against ``ProgressTreeModel``.
///
/// A call that changes nothing in the model is made and checked, and no sequence goes on from there.
@Suite struct ProgressTreeLawTests {
    private typealias Call = ProgressTreeModel.Call

    /// A node and its parts, each with its parent.
    private final class Tree {
        var nodes: [ProgressNode?]
        let tallies: [ProgressTally]

        init(_ model: ProgressTreeModel) {
            var made: [ProgressNode] = []
            for node in model.nodes {
                guard let parent = node.parent else {
                    made.append(ProgressNode(totalCount: node.total))
                    continue
                }
                let share = made[parent].subprogress(assigningCount: node.assigned)
                made.append(node.state == .waiting ? share.enqueue(totalCount: node.total) : share.start(totalCount: node.total))
            }
            nodes = made
            tallies = made.map(\.tally)
        }

        func receive(_ call: Call, of index: Int) {
            switch call {
            case .begin: nodes[index]?.begin()
            case .advance: nodes[index]?.complete()
            case .replace: nodes[index]?.completedCount = 0
            case .fail: nodes[index]?.fail("no")
            case .finish: nodes[index]?.finish()
            case .cancel: nodes[index]?.cancel()
            case .restart: nodes[index]?.restart()
            case .release: nodes[index] = nil
            }
        }
    }

    private func model(_ nodes: [ProgressTreeModel.Node]) -> ProgressTreeModel {
        var model = ProgressTreeModel(nodes: nodes)
        for index in nodes.indices { if let parent = nodes[index].parent { model.nodes[parent].entries[index] = .live } }
        return model
    }

    private func difference(_ tree: Tree, _ model: ProgressTreeModel) -> String? {
        for (index, tally) in tree.tallies.enumerated() {
            let (count, sample) = (tally.completedCount, tally.sample())
            let parts = Set(tally.children.compactMap { child in tree.tallies.firstIndex { $0 === child } })
            if count < 0 || count > model.nodes[index].total { return "node \(index): \(count) of \(model.nodes[index].total)" }
            if count != model.completed(index) { return "node \(index): count \(count), not \(model.completed(index))" }
            if abs(sample.fraction - model.fraction(index)) > 1e-9 {
                return "node \(index): fraction \(sample.fraction), not \(model.fraction(index))"
            }
            if tally.sampleForFrame() != sample { return "node \(index): frame" }
            if tally.failures.failed != model.failedCount(index) { return "node \(index): \(tally.failures) failures" }
            if parts != model.children(index) { return "node \(index): parts \(parts)" }
            let (state, assigned) = (tally.state, tally.parts.withLock { $0.counts.assignedUnits })
            if state != model.nodes[index].state { return "node \(index): \(state)" }
            if assigned != parts.reduce(0, { $0 + model.nodes[$1].assigned }) { return "node \(index): \(assigned) assigned" }
        }
        return nil
    }

    private func search(_ start: ProgressTreeModel, depth: Int) -> (count: Int, fault: String?) {
        var count = 0
        var calls: [(Call, Int)] = []
        func visit(_ model: ProgressTreeModel) -> String? {
            for index in start.nodes.indices {
                for call in Call.allCases {
                    var next = model
                    guard next.receive(call, of: index) else { continue }
                    calls.append((call, index))
                    defer { calls.removeLast() }
                    let tree = Tree(start)
                    for (call, index) in calls { tree.receive(call, of: index) }
                    count += 1
                    if let difference = difference(tree, next) { return "\(calls): \(difference)" }
                    if next != model, calls.count < depth, let fault = visit(next) { return fault }
                }
            }
            return nil
        }
        let fault = visit(start)
        return (count, fault)
    }

    #if DEBUG
    private static let depth = 4
    #else
    private static let depth = 5
    #endif

    @Test(
        arguments: [
            (
                "a chain",
                [
                    .init(parent: nil, assigned: 0, total: 5, room: 1), .init(parent: 0, assigned: 3, total: 4, room: 1),
                    .init(parent: 1, assigned: 3, total: 2, room: 1)
                ]
            ),
            (
                "two parts of a whole",
                [
                    .init(parent: nil, assigned: 0, total: 2, room: 0), .init(parent: 0, assigned: 1, total: 2, room: 2),
                    .init(parent: 0, assigned: 1, total: 1, state: .waiting, room: 1)
                ]
            )
        ] as [(String, [ProgressTreeModel.Node])])
    func `Every sequence agrees with the model`(shape: String, nodes: [ProgressTreeModel.Node]) {
        let result = search(model(nodes), depth: Self.depth)
        #expect(result.fault == nil)
        #expect(result.count > 10_000)
    }
}
