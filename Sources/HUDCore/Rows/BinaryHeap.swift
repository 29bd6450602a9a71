/// A priority queue: the smallest element is at the top.
struct BinaryHeap<Element: Comparable & Sendable>: Sendable {
    private var elements: [Element] = []

    /// The number of elements.
    var count: Int { elements.count }

    /// The smallest element.
    var top: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        siftUp(from: elements.count - 1)
    }

    /// Removes the smallest element.
    @discardableResult
    mutating func removeTop() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let top = elements.first else { return last }
        elements[0] = last
        siftDown(from: 0)
        return top
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        elements.removeAll(where: isUnwanted)
        for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard elements[index] < elements[parent] else { return }
            elements.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var index = start
        while true {
            let (left, right) = (2 * index + 1, 2 * index + 2)
            var least = index
            if left < elements.count, elements[left] < elements[least] { least = left }
            if right < elements.count, elements[right] < elements[least] { least = right }
            if least == index { return }
            elements.swapAt(index, least)
            index = least
        }
    }
}
