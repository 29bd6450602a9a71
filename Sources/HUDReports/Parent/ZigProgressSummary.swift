import HUDCore

/// What a tree of zig's progress protocol says about a job, in a few words.
package struct ZigProgressSummary: Sendable, Equatable {
    /// The progress; nil if it is not known.
    package var sample: ProgressSample?
    /// The name of the node that stands for the whole job; empty if it has none.
    package var label = ""
    /// The names of nodes that are under way, each once.
    var running: [String] = []
    /// The number of such nodes. Those with a name in ``running`` count once.
    package var runningCount = 0

    /// `AST Lowering, Linking, 3 more`
    package var details: String {
        running.joined(separator: ", ") + (runningCount > running.count ? ", \(runningCount - running.count) more" : "")
    }

    /// Sums a message up.
    ///
    /// The whole job is the root. A root without a name is a wrapper: while it has no total and only one child, that child is the whole job.
    /// A node that ends adds one to its parent's completed count. So a child that is under way counts as the fraction of a unit that it has completed itself.
    /// Totals further down say nothing about the job: below "Compile Build Script" zig's linker is at 99 % for a minute while LLVM works. A node that has lost its
    /// parent belongs to nothing.
    ///
    /// - Parameter most: The most names in ``running``.
    package init(_ message: ZigProgressMessage, names most: Int = 3) {
        let tree = ZigTree(message)
        var top = 0
        while !message.hasName(top), message.total(of: top) == 0, let child = tree.onlyChild(of: top) { top = child }
        label = message.name(of: top)
        let total = message.total(of: top)
        if total > 0 {
            let completed = message.completed(of: top)
            var partial = 0.0
            for child in tree.children(of: top) where message.total(of: child) > 0 {
                partial += min(1, Double(message.completed(of: child)) / Double(message.total(of: child)))
            }
            sample =
                partial == 0
                ? message.sample(of: top)
                : ProgressSample(fraction: (Double(completed) + partial) / Double(total))
        }
        // A node without children is what is under way; one without a name says nothing.
        var stack = Array(tree.children(of: top).reversed())
        while let index = stack.popLast() {
            if tree.firstChild[index] != nil {
                stack += tree.children(of: index).reversed()
            } else if message.hasName(index) {
                let name = message.name(of: index)
                if running.contains(name) { continue }
                runningCount += 1
                if running.count < most { running.append(name) }
            }
        }
    }
}
