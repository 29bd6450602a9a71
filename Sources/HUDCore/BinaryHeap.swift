/// A priority queue: the smallest element is at the top.
package struct BinaryHeap<Element: Comparable & Sendable>: Sendable, Equatable {
    private var elements: [Element] = []

    package init() {}

    /// The number of elements.
    package var count: Int { elements.count }

    /// The smallest element.
    package var top: Element? { elements.first }

    package mutating func insert(_ element: Element) {
        elements.append(element)
        siftUp(from: elements.count - 1)
    }

    /// Removes the smallest element.
    @discardableResult
    package mutating func removeTop() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let top = elements.first else { return last }
        elements[0] = last
        siftDown(from: 0)
        return top
    }

    /// Removes void elements from the top, and all of them if there are more elements than `most`.
    mutating func drop(moreThan most: Int, where isVoid: (Element) -> Bool) {
        while let top, isVoid(top) { removeTop() }
        guard count > most else { return }
        elements.removeAll(where: isVoid)
        for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
    }

    /// - Parameter top: The element that it does not rise above.
    private mutating func siftUp(from start: Int, to top: Int = 0) {
        var index = start
        while index > top {
            let parent = (index - 1) / 2
            guard elements[index] < elements[parent] else { return }
            elements.swapAt(index, parent)
            index = parent
        }
    }

    /// Moves an element down to a leaf, and from there up to its place. What is moved was a leaf in most cases, so that is half the comparisons of a way down
    /// that ends at the place.
    private mutating func siftDown(from start: Int) {
        var index = start
        while case let left = 2 * index + 1, left < elements.count {
            let right = left + 1
            let least = right < elements.count && elements[right] < elements[left] ? right : left
            elements.swapAt(index, least)
            index = least
        }
        siftUp(from: index, to: start)
    }
}
