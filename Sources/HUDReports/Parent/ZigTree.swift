/// The children of each node of a message. A message has no cycles.
package struct ZigTree {
    private(set) var firstChild: [Int?]
    private var nextSibling: [Int?]

    package init(_ message: ZigProgressMessage) {
        firstChild = Array(repeating: nil, count: message.count)
        nextSibling = firstChild
        for index in (1..<max(1, message.count)).reversed() {
            guard let parent = message.parent(of: index) else { continue }
            nextSibling[index] = firstChild[parent]
            firstChild[parent] = index
        }
    }

    package func children(of index: Int) -> [Int] {
        var children: [Int] = []
        var next = firstChild[index]
        while let child = next {
            children.append(child)
            next = nextSibling[child]
        }
        return children
    }

    func onlyChild(of index: Int) -> Int? {
        guard let child = firstChild[index], nextSibling[child] == nil else { return nil }
        return child
    }
}
