import HUDLibc

// What processes print that jobs have left behind.
extension GroupRun {
    /// What to wait for: -1, which `poll` ignores, for an output that is not read now.
    var lateDescriptors: [pollfd] {
        late.map { late in
            let isRead = !isFlushing && late.spool.takesMore(mailbox) { [mailbox] in mailbox.post(.takesMore) }
            return pollfd(fd: isRead ? late.output.readEnd : -1, events: Int16(POLLIN), revents: 0)
        }
    }

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

    /// Prints what has come by the end of the group. What comes meanwhile is left in the pipes, for ``handOverLate()``. A signal ends the wait.
    func flushLate() {
        guard !late.isEmpty || prints.isBusy, !isInterrupted else { return }
        late = late.filter { late in
            let goesOn = read(late)
            if goesOn { prints.endLines(late.spool) }
            return goesOn
        }
        isFlushing = true
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
