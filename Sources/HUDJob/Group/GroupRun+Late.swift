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
        for late in all { late.entry.endLines() }
        flush()
    }

    /// Waits until everything is printed. A signal that follows the end of the jobs ends the wait, and one that has ended the jobs limits it.
    func flush() {
        if late.flush == .givenUp || !journal.isBusy { return }
        late.flush = .begun
        journal.flush()
        let deadline = end.isInterrupted ? LiveClock.shared.now.advanced(by: JobDisplay.patience) : nil
        while late.flush == .begun, deadline.map({ LiveClock.shared.now < $0 }) != false { wait(until: deadline) }
    }

    /// Takes fewer descriptors for outputs that go on: lets other processes merge the lines of those with the same destination, with the names of their
    /// jobs. They go on with lines that have begun.
    ///
    /// - Returns: Whether there are fewer.
    func mergeLate() -> Bool {
        let before = late.outputs.count
        for target in [STDOUT_FILENO, STDERR_FILENO, -1] {
            let (parts, others) = late.outputs.reduce(into: ([GroupLate.Output](), [GroupLate.Output]())) { lists, late in
                if late.entry.isPassing, late.entry.descriptor(of: late.output.stream) == target {
                    lists.0.append(late)
                } else {
                    lists.1.append(late)
                }
            }
            guard parts.count > (target < 0 ? 0 : 1), let merged = merge(parts, to: target) else { continue }
            for part in parts { part.entry.endLines() }
            late.outputs = others + merged
        }
        return late.outputs.count < before
    }

    /// Returns nil if there is no process for it.
    private func merge(_ lates: [GroupLate.Output], to target: Int32) -> [GroupLate.Output]? {
        let parts = lates.map { late in
            let copy = late.results?.descriptor(of: late.output.stream) ?? -1
            let begun = late.entry.takeLine(from: late.output.stream)
            return OpenOutput.Part(output: late.output, name: late.isMerged ? [] : late.entry.name, copy: copy, begun: begun)
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

    /// Leaves output that goes on to processes of its own, at the end of the group.
    func handOverLate() {
        for late in late.outputs {
            let stream = late.output.stream
            late.output.handOver(to: [late.entry.descriptor(of: stream), late.results?.descriptor(of: stream) ?? -1])
        }
        late.outputs = []
    }
}
