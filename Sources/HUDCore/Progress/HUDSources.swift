/// What a HUD's progress comes from.
struct Sources {
    /// What is shown: the last one that was set.
    enum Shown {
        /// The tree of the HUD, or nothing while the program has not used it.
        case work
        /// The HUD's fraction.
        case fraction
        /// Another tree than the HUD's own.
        case tree(ProgressNode)
        /// Any other source.
        case source(any ProgressSource)

        var isFraction: Bool { if case .fraction = self { true } else { false } }

        /// What is shown when a source is set; nil: the tree of the HUD.
        init(_ source: (any ProgressSource)?) {
            guard let source else {
                self = .work
                return
            }
            // The type first: a cast of another one looks for a class that it is bridged to, which takes longer than the start of a HUD.
            let tree = type(of: source) == ProgressNode.self ? source as? ProgressNode : nil
            self = tree.map { .tree($0) } ?? .source(source)
        }
    }

    var shown = Shown.work
    /// The number of times that the source was replaced.
    var number = 0
    /// The tree of the HUD, which counts once the program uses it.
    var work: ProgressTally
    /// The rows of the running parts; nil for none.
    var workRows: WorkRows?

    /// The source that was set on the HUD; nil if its fraction or its tree is shown.
    var set: (any ProgressSource)? {
        switch shown {
        case .work, .fraction: nil
        case .tree(let node): node
        case .source(let source): source
        }
    }

    /// How many parts of the work there are and have been, and how many are to come; nil if they have no rows.
    var partCounts: RowTaskCounts? {
        guard var counts = workRows?.counts else { return nil }
        tree?.addPartsToCome(to: &counts)
        return counts
    }

    /// The tree whose parts can have rows.
    var rowTree: ProgressTally {
        if case .tree(let node) = shown { node.tally } else { work }
    }

    /// The tree to sample; nil if the progress comes from another source, or is a fraction.
    var tree: ProgressTally? {
        switch shown {
        case .work: work.isInUse ? work : nil
        case .tree(let node): node.tally
        case .fraction, .source: nil
        }
    }
}

/// What frames keep of the progress that they have shown.
struct ShownProgress {
    var estimate = JobEstimate()
    var labels = TreeLabels()
    /// Whether the last frame showed no progress, and no running part.
    var isNone = false
}

/// The labels of the running parts of a tree, in one line. It is made again only when the tree has changed.
struct TreeLabels {
    /// The number of the source, and of its changes.
    private var (source, changes) = (-1, 0)
    private var text = ""

    /// - Parameters:
    ///   - source: The number of the source that the tree is.
    ///   - most: The most labels in the line.
    mutating func update(_ tree: ProgressTally?, of source: Int, atMost most: Int) -> String {
        guard let tree else {
            if self.source >= 0 { self = TreeLabels() }
            return ""
        }
        let newChanges = tree.changeCount
        guard self.source != source || changes != newChanges else { return text }
        (self.source, changes) = (source, newChanges)
        text = tree.runningLabels(atMost: most)
        return text
    }
}
