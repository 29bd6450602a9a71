import HUDCore
import HUDLibc

// What processes print that jobs have left behind.
extension GroupRun {
    /// Watches the outputs that can be taken.
    func watchLate(in loop: inout EventLoop<Source>) {
        guard late.flush != .begun else { return }
        for late in late.outputs where late.entry.takesMore(wake: { [mailbox] in mailbox.post(.takesMore) }) {
            loop.watch(late.output.readEnd, as: .late(late.output.readEnd))
        }
    }

    /// Reads from the outputs that a wait has found ready, by their descriptors.
    func readLate(_ ready: Set<Int32>) {
        var (open, ended): ([GroupLate.Output], [GroupLate.Output]) = ([], [])
        for late in late.outputs {
            if !ready.contains(late.output.readEnd) || read(late) { open.append(late) } else { ended.append(late) }
        }
        late.outputs = open
        // The other output of the job may go on with a line.
        for ended in ended where !open.contains(where: { $0.entry === ended.entry }) { ended.entry.endLines() }
    }

    /// Returns whether the output goes on.
    private func read(_ late: GroupLate.Output) -> Bool {
        late.output.read { bytes in
            late.entry.append(bytes, from: late.output.stream)
            if let message = late.results?.put(bytes, of: late.output.stream) { fail(message) }
        }
    }

    /// Prints what has come by the end of the group. What comes meanwhile is left in the pipes, for ``handOverLate()``. A signal ends the wait.
    func flushLate() {
        guard !late.outputs.isEmpty || journal.isBusy, !end.isInterrupted else { return }
        let all = late.outputs
        late.outputs = all.filter(read)
        takeLines()
        for late in all { late.entry.endLines() }
        flush()
    }

    /// Takes the lines of outputs that go on, so that another process can print them whole.
    private func takeLines() {
        for index in late.outputs.indices where late.outputs[index].entry.isPassing {
            let stream = late.outputs[index].output.stream
            late.outputs[index].begun += late.outputs[index].entry.takeLine(from: stream)
        }
    }

    /// Waits until everything is printed. A signal that follows the end of the jobs ends the wait, and one that has ended the jobs limits it.
    func flush() {
        if late.flush == .givenUp || !journal.isBusy { return }
        late.flush = .begun
        journal.flush()
        let deadline = end.isInterrupted ? LiveClock.shared.now.advanced(by: JobDisplay.patience) : nil
        while late.flush == .begun, deadline.map({ LiveClock.shared.now < $0 }) != false { wait(until: deadline) }
    }

    /// Where late output goes; -1: it is dropped.
    private static let lateTargets = [STDOUT_FILENO, STDERR_FILENO, -1]

    /// Takes fewer descriptors for outputs that go on: lets other processes merge the lines of those with the same destination, with the names of their
    /// jobs. They go on with lines that have begun.
    ///
    /// - Returns: Whether there are fewer.
    func mergeLate() -> Bool {
        let before = late.outputs.count
        for target in Self.lateTargets {
            let outputs = Dictionary(grouping: late.outputs) { late in
                late.entry.isPassing && late.entry.descriptor(of: late.output.stream) == target
            }
            guard let parts = outputs[true], target < 0 || parts.count > 1, let merged = merge(parts, to: target) else {
                continue
            }
            for part in parts { part.entry.endLines() }
            late.outputs = outputs[false, default: []] + merged
        }
        return late.outputs.count < before
    }

    /// Returns nil if there is no process for it.
    private func merge(_ lates: [GroupLate.Output], to target: Int32) -> [GroupLate.Output]? {
        let parts = lates.map { late in
            part(late, isNamed: true, begun: late.entry.takeLine(from: late.output.stream))
        }
        if target < 0 { return OpenOutput.merge(parts, to: -1) ? [] : nil }
        guard let output = OpenOutput.merge(parts, as: target == STDOUT_FILENO ? .output : .errors) else {
            for (late, part) in zip(lates, parts) { late.entry.putBack(part.begun, from: part.output.stream) }
            return nil
        }
        // It is no job's own.
        let entry = journal.open(-1 - Int(target), name: "", .wholeLines)
        return [GroupLate.Output(output: output, entry: entry, isMerged: true)]
    }

    /// What another process makes lines of.
    private func part(_ late: GroupLate.Output, isNamed: Bool, begun: [UInt8]) -> OpenOutput.Part {
        OpenOutput.Part(
            output: late.output, name: late.isMerged || !isNamed ? [] : late.entry.name,
            copy: late.results?.descriptor(of: late.output.stream) ?? -1, begun: begun)
    }

    /// Leaves output that goes on to other processes, at the end of the group: to one for each destination, because lines of several jobs must stay whole.
    func handOverLate() {
        takeLines()
        for target in Self.lateTargets {
            let lates = late.outputs.filter { $0.entry.descriptor(of: $0.output.stream) == target }
            let parts = lates.map { late in
                let isNamed = late.entry.isNamed(late.output.stream) || lates.contains { $0.entry !== late.entry }
                var part = part(late, isNamed: isNamed, begun: late.begun)
                part.breaksLine = late.entry.breaksLine(late.output.stream, isNamed: isNamed)
                return part
            }
            if parts.isEmpty || OpenOutput.merge(parts, to: target) { continue }
            for late in lates { late.entry.putBack(late.begun, from: late.output.stream) }
            for late in lates { late.entry.endLines() }
            flush()
        }
        late.outputs = []
    }
}
