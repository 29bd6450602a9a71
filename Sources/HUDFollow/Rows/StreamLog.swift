/// The last lines that a stream has printed, for when it, or a task of it, fails.
struct StreamLog: Sendable {
    /// The most bytes that are kept, with a line feed for each line.
    static let most = 32 * 1024

    private var lines: [StreamMachine.Print] = []
    private var size = 0

    /// Adds a line. If there is no room, half of the bytes go: those of the tasks that have printed most, the older lines first.
    mutating func add(_ line: StreamMachine.Print) {
        lines.append(line)
        size += Self.size(of: line)
        if size > Self.most { makeRoom() }
    }

    private mutating func makeRoom() {
        var held: [UInt64: Int] = [:]
        for line in lines.dropLast() { held[line.task, default: 0] += Self.size(of: line) }
        while size > Self.most / 2, let largest = held.values.max() {
            let before = lines.count
            let newest = lines.removeLast()
            lines.removeAll { line in
                guard size > Self.most / 2, case let rest = held[line.task] ?? 0, rest * 2 > largest else { return false }
                held[line.task] = rest - Self.size(of: line)
                size -= Self.size(of: line)
                return true
            }
            lines.append(newest)
            if lines.count == before { return }
        }
    }

    /// Takes the lines of a task, or of all.
    mutating func take(of task: UInt64?) -> [StreamMachine.Print] {
        let taken = lines.filter { task == nil || $0.task == task }
        if taken.isEmpty { return [] }
        lines.removeAll { task == nil || $0.task == task }
        size = lines.reduce(0) { $0 + Self.size(of: $1) }
        return taken
    }

    private static func size(of line: StreamMachine.Print) -> Int { line.text.utf8.count + 1 }
}
