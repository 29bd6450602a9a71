import HUDLibc

// What processes print that jobs have left behind.
extension GroupRun {
    /// Reads from the outputs that a wait has found ready.
    func readLate(_ ready: [Bool]) {
        var open: [LateOutput] = []
        for (index, late) in late.enumerated() where !ready.indices.contains(index) || !ready[index] || read(late) {
            open.append(late)
        }
        late = open
    }

    /// Returns whether the output goes on.
    private func read(_ late: LateOutput) -> Bool {
        let goesOn = late.output.read { bytes in
            prints.late(bytes, from: late.output.stream, of: late.spool)
            if let message = late.results?.put(bytes, of: late.output.stream) { fail(message) }
        }
        if !goesOn { prints.endLines(late.spool) }
        return goesOn
    }

    /// Prints what has come by the end of the group. A signal ends the wait for it.
    func flushLate() {
        guard !late.isEmpty || prints.isBusy, !isInterrupted else { return }
        for late in late {
            _ = read(late)
            prints.endLines(late.spool)
        }
        prints.flush()
        while !hasFlushed { wait() }
    }

    /// Leaves output that goes on to processes of its own: at the end of the group, or because the system has no more descriptors.
    func handOverLate() {
        for late in late {
            let stream = late.output.stream
            late.output.handOver(to: [late.spool.descriptor(of: stream), late.results?.descriptor(of: stream) ?? -1])
        }
        late = []
    }
}
