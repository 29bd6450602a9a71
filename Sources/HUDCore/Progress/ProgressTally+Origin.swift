import Synchronization

// Work that was partly done before it began, such as a download that is resumed.
//
// What was done before counts as complete, but not as progress that was made: an estimate subtracts it. A part adds its share of it to the nodes that it is
// in when it begins, and it stays there when the part has ended, because what the part had completed stays there as well.
extension ProgressTally {
    /// Units that were complete before their work began, with those of the parts.
    var originUnits: Double { Double(bitPattern: origin.load(ordering: .relaxed)) }

    /// Begins the work with `position` units complete.
    func begin(at position: Int) {
        let position = max(0, position)
        var old = 0
        changeExtras { extras in
            old = extras.position
            extras.position = position
        }
        // The origin first: the estimate of a frame in between waits for the count. If it saw the count first, it would take it for progress.
        addToOrigin(Double(position) - Double(old))
        atomicMemoryFence(ordering: .releasing)
        replaceCompleted(with: position)
        countInSums()
        begin()
    }

    /// Adds units of this node to its origin, and what they are in the nodes that it is in.
    ///
    /// - Parameter newTotal: A total that the node will have; nil: it stays.
    func addToOrigin(_ units: Double, newTotal: Int? = nil) {
        var units = changeOrigin(by: units, total: newTotal)
        var node = parent
        while let next = node, units != 0 {
            units = next.changeOrigin(by: units)
            node = next.parent
        }
    }

    /// Takes the origin of a node back that begins again from nothing.
    func clearOrigin() {
        guard originUnits != 0 else { return }
        changeExtras { $0.position = 0 }
        let units = changeOrigin(by: -.infinity)
        if units != 0 { parent?.addToOrigin(units) }
    }

    /// - Returns: The change in units of the parent.
    private func changeOrigin(by difference: Double, total newTotal: Int? = nil) -> Double {
        parts.withLock { parts in
            let units = max(0, originUnits + difference)
            origin.store(units.bitPattern, ordering: .relaxed)
            let total = newTotal ?? self.total.load(ordering: .relaxed)
            let share = total > 0 ? Double(assigned) * min(1, units / Double(total)) : 0
            let change = share - parts.extras.originInParent
            parts.extras.originInParent = share
            return change
        }
    }
}
