@testable import HUDCore

/// A tree of progress as lists of entries, from which each sum is made from nothing: the second model of ``ProgressTally``.
struct ProgressTreeModel: Equatable {
    /// How a node counts a part.
    enum Entry: Equatable {
        case live
        case done
        /// What it had completed, in units of the node.
        case failed(Double)
        /// It had ended before the node's count was replaced.
        case replaced(hasFailed: Bool)
    }

    struct Node: Equatable {
        var parent: Int?
        var assigned: Int
        var total: Int
        var state = TaskState.running
        /// Its own units.
        var own = 0
        /// The parts that have begun since the node did.
        var entries: [Int: Entry] = [:]
        /// What the parts had completed that were running when the node was broken off, in its units.
        var frozen = 0.0
        /// Whether the program still has it.
        var isHeld = true
        /// What it may count itself, so that it stays within its total.
        var room: Int
    }

    enum Call: CaseIterable {
        case begin, advance, replace, fail, finish, cancel, restart, release
    }

    var nodes: [Node]

    // MARK: Sums

    func completed(_ index: Int) -> Int {
        let node = nodes[index]
        if node.state == .finished { return node.total }
        return node.own + node.entries.reduce(0) { $0 + (isWhole($1.key, $1.value) ? nodes[$1.key].assigned : 0) }
    }

    func fraction(_ index: Int) -> Double {
        let node = nodes[index]
        if node.state == .finished { return 1 }
        var units = Double(completed(index)) + node.frozen
        for (part, entry) in node.entries where !isWhole(part, entry) {
            switch entry {
            case .live: units += Double(nodes[part].assigned) * fraction(part)
            case .failed(let kept): units += kept
            case .done, .replaced: break
            }
        }
        return min(1, units / Double(node.total))
    }

    func failedCount(_ index: Int) -> Int {
        nodes[index].entries.values.count { entry in
            switch entry {
            case .live, .done, .replaced(hasFailed: false): false
            case .failed, .replaced(hasFailed: true): true
            }
        }
    }

    func children(_ index: Int) -> Set<Int> { Set(nodes[index].entries.filter { $0.value == .live }.keys) }

    private func isWhole(_ part: Int, _ entry: Entry) -> Bool {
        switch entry {
        case .live, .replaced: false
        case .done: true
        case .failed(let units): units > Double(nodes[part].assigned) - 1e-9
        }
    }

    // MARK: Calls

    /// Returns whether the call can be made.
    mutating func receive(_ call: Call, of index: Int) -> Bool {
        guard nodes[index].isHeld else { return false }
        switch call {
        case .begin: if nodes[index].state == .waiting { nodes[index].state = .running }
        case .advance:
            guard nodes[index].own < nodes[index].room else { return false }
            nodes[index].own += 1
        case .replace: replace(index)
        case .fail: end(index, .failed(reason: "no"))
        case .finish: end(index, .finished)
        case .cancel: end(index, .cancelled)
        case .restart: restart(index)
        case .release:
            nodes[index].isHeld = false
            end(index, .finished)
        }
        return true
    }

    private mutating func end(_ index: Int, _ state: TaskState) {
        if nodes[index].state.hasEnded { return }
        let live = children(index)
        let frozen = live.reduce(0) { $0 + Double(nodes[$1].assigned) * fraction($1) }
        nodes[index].state = state
        nodes[index].frozen = frozen
        for part in live { nodes[index].entries[part] = nil }
        if let parent = nodes[index].parent, nodes[parent].entries[index] == .live {
            let kept = Double(nodes[index].assigned) * fraction(index)
            nodes[parent].entries[index] = state == .failed(reason: "no") ? .failed(kept) : .done
        }
        if state == .cancelled { for part in live { end(part, .cancelled) } }
    }

    /// Sets the count to zero.
    private mutating func replace(_ index: Int) {
        nodes[index].own = 0
        nodes[index].frozen = 0
        nodes[index].entries = nodes[index].entries.mapValues { entry in
            switch entry {
            case .live, .replaced: entry
            case .done: .replaced(hasFailed: false)
            case .failed: .replaced(hasFailed: true)
            }
        }
    }

    private mutating func restart(_ index: Int) {
        guard nodes[index].state == .failed(reason: "no") || nodes[index].state == .cancelled else { return }
        nodes[index].state = .running
        nodes[index].own = 0
        nodes[index].frozen = 0
        nodes[index].entries = [:]
        if let parent = nodes[index].parent, !nodes[parent].state.hasEnded { nodes[parent].entries[index] = .live }
    }
}
