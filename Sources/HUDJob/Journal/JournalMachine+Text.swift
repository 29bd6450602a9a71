// Lines of the group itself. They come behind the output that was there before them, and break no line that a job goes on with.
extension JournalMachine {
    /// What lines of the group wait for.
    enum Obstacle {
        /// Output that was there before.
        case output
        /// The end of a job's line. The number of bytes that wait for it.
        case line(Int)
    }

    /// Prints lines of the group itself.
    ///
    /// - Returns: False if the thread has been told to end.
    @discardableResult
    mutating func print(_ lines: [UInt8]) -> Bool {
        if isStopping || lines.isEmpty { return !isStopping }
        var behind: [Int: Int] = [:]
        for id in queue.lazy.compactMap(\.output) {
            if let output = outputs[id], output.owed > 0 { behind[id] = output.printed + output.owed }
        }
        queue.append(.text(lines, behind: behind))
        return true
    }

    /// Notes that a line of the group is printed beside the queue. An unfinished line that a job goes on with is broken.
    ///
    /// - Returns: Whether a line feed must come first.
    mutating func breakLine(at destination: JobStream) -> Bool { ends[destination.rawValue].line.take() != nil }

    /// The number of bytes of the group itself that wait.
    var waitingText: Int { queue.reduce(0) { if case .text(let lines, _) = $1 { $0 + lines.count } else { $0 } } }

    /// Notes that nothing was printed for a while. Lines of the group wait no longer for the end of a job's line, unless it is a question.
    mutating func noteQuiet() {
        if !isAsking { for index in ends.indices { ends[index].isQuiet = true } }
    }

    /// What lines of the group wait for; nil: for nothing.
    func obstacle(of task: Task) -> Obstacle? {
        guard case .text(let lines, let behind) = task else { return nil }
        let end = ends[destination(of: .errors).rawValue]
        if end.isQuiet { return nil }
        let isEarly = behind.contains { id, place in outputs[id].map { $0.owed > 0 && $0.printed < place } == true }
        if isEarly { return .output }
        return end.line?.goesOn == true && !isFlushing ? .line(lines.count) : nil
    }
}
