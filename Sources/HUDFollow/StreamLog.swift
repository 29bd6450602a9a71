/// The last lines that a stream has printed, for when it, or a task of it, fails.
struct StreamLog: Sendable {
    /// The most bytes that are kept, with a line feed for each line.
    static let most = 32 * 1024

    private var lines: [StreamMachine.Print] = []
    private var size = 0

    /// Adds a line. If there is no room, the older half of the lines goes.
    mutating func add(_ line: StreamMachine.Print) {
        lines.append(line)
        size += Self.size(of: line)
        guard size > Self.most else { return }
        var dropped = 0
        while size > Self.most / 2, dropped < lines.count - 1 {
            size -= Self.size(of: lines[dropped])
            dropped += 1
        }
        lines.removeFirst(dropped)
    }

    /// Takes the lines of a task, or of all.
    mutating func take(of task: UInt64?) -> [StreamMachine.Print] {
        let taken = task.map { task in lines.filter { $0.task == task } } ?? lines
        if taken.isEmpty { return [] }
        if let task { lines.removeAll { $0.task == task } } else { lines = [] }
        size = lines.reduce(0) { $0 + Self.size(of: $1) }
        return taken
    }

    private static func size(of line: StreamMachine.Print) -> Int { line.text.utf8.count + 1 }
}
