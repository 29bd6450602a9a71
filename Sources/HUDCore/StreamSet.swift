/// The event sequences of one kind that are being read. Lives under the lock of its owner; elements are sent outside that lock.
struct StreamSet<Element: Sendable> {
    typealias Continuation = AsyncStream<Element>.Continuation

    private var members: [(id: Int, continuation: Continuation)] = []
    private var lastID = 0

    var isEmpty: Bool { members.isEmpty }

    /// The streams, to send an element to or to end.
    var all: [Continuation] { members.map(\.continuation) }

    /// Adds a stream. Returns the number by which it is removed.
    mutating func insert(_ continuation: Continuation) -> Int {
        lastID += 1
        members.append((lastID, continuation))
        return lastID
    }

    /// Sends an element. Not inlined: the types of the concurrency library are made at run time, when a function that uses them is called for the first time.
    @inline(never)
    static func send(_ element: Element, to streams: [Continuation]) {
        for stream in streams { stream.yield(element) }
    }

    mutating func remove(_ id: Int) { members.removeAll { $0.id == id } }
}
