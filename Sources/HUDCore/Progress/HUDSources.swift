/// What a HUD's progress comes from.
struct Sources {
    /// The source that was set on the HUD.
    var set: (any ProgressSource)? {
        didSet { setTree = (set as? ProgressNode)?.tally }
    }
    /// Whether a fraction was set after all others, so that it is shown.
    var isFraction = false
    /// The number of times that the source was replaced.
    var number = 0
    /// The tree of the HUD, which counts once the program uses it.
    var work: ProgressTally
    private var setTree: ProgressTally?
    /// The rows of the running parts; nil for none.
    var board: RowBoard?

    init(work: ProgressTally, number: Int = 0) {
        self.work = work
        self.number = number
    }

    /// The tree whose parts can have rows.
    var rowTree: ProgressTally { setTree ?? work }

    /// The tree to sample; nil if the progress comes from another source, or is a fraction.
    var tree: ProgressTally? {
        if isFraction { return nil }
        if set != nil { return setTree }
        return work.isInUse ? work : nil
    }
}

/// The labels of the running parts of a tree, in one line. It is made again only when the tree has changed.
struct TreeLabels {
    private var tree: ObjectIdentifier?
    private var changes = 0
    private var text = ""

    /// The number of labels in the line.
    private static let most = 8

    mutating func update(_ newTree: ProgressTally?) -> String {
        guard let newTree else {
            if tree != nil { self = TreeLabels() }
            return ""
        }
        let newChanges = newTree.changeCount
        guard tree != ObjectIdentifier(newTree) || changes != newChanges else { return text }
        tree = ObjectIdentifier(newTree)
        changes = newChanges
        text = newTree.runningLabels(atMost: Self.most)
        return text
    }
}
