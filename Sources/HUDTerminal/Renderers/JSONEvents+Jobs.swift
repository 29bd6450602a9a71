import HUDCore

/// What the stream of a ``JSONRenderer`` is about.
package enum JSONStreamKind: String {
    /// One job.
    case job
    /// Jobs that have lines of their own.
    case tree
}

// Lines about the jobs of a tree, and about texts.
extension JSONEvents {
    /// A job of a group has started.
    mutating func start(of job: JSONRenderer.Job, at time: HUDInstant) -> [JSONLine] {
        guard var line = jobLine("job-start", job, at: time) else { return [] }
        line.add("slot", job.slot)
        return [line]
    }

    /// A job of a group is done, or runs again.
    mutating func end(
        of job: JSONRenderer.Job, _ outcome: HUDOutcome, status: Int, elapsed: Duration, willRetry: Bool, at time: HUDInstant
    )
        -> [JSONLine]
    {
        guard var line = jobLine("job-end", job, at: time) else { return [] }
        line.add("elapsed", elapsed)
        line.add("status", status)
        Self.add(outcome, to: &line)
        if willRetry { line.add("retried", true) }
        return [line]
    }

    private mutating func jobLine(_ event: String, _ job: JSONRenderer.Job, at time: HUDInstant) -> JSONLine? {
        guard let time = elapse(to: time) else { return nil }
        var line = JSONLine()
        line.add("t", time)
        line.add("event", event)
        line.add("job", job.number)
        line.add("name", Self.cut(job.name))
        line.add("attempt", job.attempt)
        return line
    }

    /// The program has printed a text.
    mutating func log(_ text: String, at time: @autoclosure () -> HUDInstant) -> [JSONLine] {
        var line = JSONLine()
        if let time = elapse(to: time()) { line.add("t", time) }
        line.add("event", "log")
        line.add("text", text)
        return [line]
    }
}
