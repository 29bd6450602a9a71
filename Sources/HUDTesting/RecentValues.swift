/// The last values of a sequence, up to a number of them, and how many there were in all.
struct RecentValues<Value: Sendable>: Sendable {
    private let capacity: Int
    /// A ring once it is full.
    private var values: [Value] = []
    /// The place of the oldest value in a full ring.
    private var oldest = 0
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    mutating func append(_ value: Value) {
        count += 1
        guard values.count == capacity else { return values.append(value) }
        values[oldest] = value
        oldest = (oldest + 1) % capacity
    }

    /// The values that are kept, the oldest first.
    var inOrder: [Value] { Array(values[oldest...] + values[..<oldest]) }
}
