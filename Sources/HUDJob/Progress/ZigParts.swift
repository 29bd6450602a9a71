import HUDCore
import HUDReports
import HUDTerminal

/// The nodes of a job's tree of zig's protocol, as parts of a tree of work: for rows, and for a zig around this program.
///
/// The protocol gives nodes no identity. A node of a message is the node of the message before that has the same name and belongs to the same node; of several, the
/// first one that is left. A node without a name is not shown, and its own nodes take its place, as zig shows them.
///
/// The parts count nothing in the work that they belong to, because the progress of the job is what ``ZigProgressSummary`` says.
struct ZigParts {
    private struct Part {
        let name: String
        let node: ProgressNode
        /// Its progress, once that has been a percentage: a node can't count one.
        var percentage: FoundProgress?
        var parts: [Part] = []
    }

    /// Returns what the parts belong to.
    private let makeWork: () -> ProgressNode
    private lazy var work = makeWork()
    private var parts: [Part] = []

    /// - Parameter work: What the parts belong to, evaluated with the first message.
    init(of work: @autoclosure @escaping () -> ProgressNode) {
        makeWork = work
    }

    /// Brings the parts up to date.
    ///
    /// - Parameter isRootKnown: Whether the work itself shows what the root is.
    mutating func update(_ message: ZigProgressMessage, isRootKnown: Bool = false) {
        let tree = ZigTree(message)
        let top = isRootKnown ? tree.children(of: 0) : [0]
        let work = work
        Self.update(&parts, of: work, Self.named(top, message, tree), message, tree)
    }

    /// Ends all parts.
    mutating func end() {
        for part in parts { part.node.finish() }
        parts = []
    }

    private static func update(
        _ parts: inout [Part], of work: ProgressNode, _ nodes: [Int], _ message: ZigProgressMessage, _ tree: ZigTree
    ) {
        // Most messages have the nodes of the one before, in the same order.
        var same = 0
        while same < parts.count, same < nodes.count, parts[same].name == message.name(of: nodes[same]) {
            update(&parts[same], from: nodes[same], message, tree)
            same += 1
        }
        var left = Array(parts[same...])
        parts.removeLast(left.count)
        for index in nodes[same...] {
            let name = message.name(of: index)
            let known = left.firstIndex { $0.name == name }
            var part =
                known.map { left.remove(at: $0) }
                ?? Part(name: name, node: work.subprogress(assigningCount: 0, label: name).start())
            update(&part, from: index, message, tree)
            parts.append(part)
        }
        for part in left { part.node.finish() }
    }

    /// Brings a part and its own parts up to date.
    private static func update(_ part: inout Part, from index: Int, _ message: ZigProgressMessage, _ tree: ZigTree) {
        show(message.sample(of: index), of: &part)
        update(&part.parts, of: part.node, named(tree.children(of: index), message, tree), message, tree)
    }

    private static func show(_ sample: ProgressSample, of part: inout Part) {
        if let completed = sample.completedUnitCount, part.percentage == nil {
            part.node.totalCount = sample.totalUnitCount
            return part.node.complete(count: completed - part.node.completedCount)
        }
        if let shown = part.percentage { return shown.set(sample) }
        let shown = FoundProgress(sample)
        part.percentage = shown
        part.node.completedCount = 0
        part.node.takeProgress(from: shown)
    }

    /// The nodes, each without a name replaced by its own nodes.
    private static func named(_ nodes: [Int], _ message: ZigProgressMessage, _ tree: ZigTree) -> [Int] {
        nodes.flatMap { message.hasName($0) ? [$0] : named(tree.children(of: $0), message, tree) }
    }
}
