/// Tasks that have ended, the last ones of them.
struct EndedTasks: Sendable {
    private let most: Int
    private var known: [UInt64: (attempt: Int, hasFailed: Bool)] = [:]
    /// The keys in the order of their ends; the oldest is at `oldest` once there are as many as are kept.
    private var order: [UInt64] = []
    private var oldest = 0

    init(most: Int) {
        self.most = most
    }

    var count: Int { known.count }

    subscript(key: UInt64) -> (attempt: Int, hasFailed: Bool)? { known[key] }

    mutating func insert(_ key: UInt64, attempt: Int, hasFailed: Bool) {
        guard known.updateValue((attempt, hasFailed), forKey: key) == nil else { return }
        guard order.count == most else { return order.append(key) }
        known[order[oldest]] = nil
        order[oldest] = key
        oldest = (oldest + 1) % most
    }
}
