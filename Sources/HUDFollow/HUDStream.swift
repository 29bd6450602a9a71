import HUDCore
import HUDReports

/// The lines of ``HUDTerminal/JSONRenderer``. Members and events that are not known have no effect.
enum HUDStream {
    /// The version of the protocol that is read, see `Schemas/events.schema.json`. A reader would misunderstand another one.
    static let version = 1

    /// What a line contains, as far as it is used.
    private struct Members {
        var event: JSONString?
        var time: JSONNumber?
        var label: JSONString?
        var details: JSONString?
        var text: JSONString?
        var outcome: JSONString?
        var reason: JSONString?
        var name: JSONString?
        var unit: JSONString?
        var stream: JSONString?
        var state: JSONString?
        var status: JSONNumber?
        var slot: JSONNumber?
        var heartbeat: JSONNumber?
        var version: JSONNumber?
        var elapsed: JSONNumber?
        var fraction: JSONNumber?
        var completed: JSONNumber?
        var total: JSONNumber?
        var job: JSONNumber?
        var parent: JSONNumber?
        var attempt: JSONNumber?
        var isRetried: Bool?
    }

    /// Appends the event of a line. Returns false if the line is broken, or is not an event.
    static func read(_ line: UnsafeRawBufferPointer, into events: inout [StreamEvent]) -> Bool {
        var cursor = JSONCursor(line)
        var members = Members()
        guard cursor.beginObject() else { return false }
        while let name = cursor.nextName() { take(name, &cursor, &members) }
        guard cursor.isComplete(), let name = members.event else { return false }
        if let event = event(name, members) { events.append(event) }
        return true
    }

    /// Whether a line, whole or broken, is meant as an event: others may be JSON as well.
    static func isOwn(_ line: UnsafeRawBufferPointer) -> Bool {
        line.starts(with: beginning) || line.starts(with: beginningWithoutTime)
    }

    /// Where the first event in a line begins. A string can't contain what is looked for, because its quotes are escaped.
    static func startOfEvent(in line: UnsafeRawBufferPointer) -> Int? {
        line.indices.first { line[$0] == UInt8(ascii: "{") && line[$0...].starts(with: beginning) }
    }

    private static let beginning = Array("{\"t\":".utf8)
    private static let beginningWithoutTime = Array("{\"event\":".utf8)

    private static func take(_ name: JSONString, _ cursor: inout JSONCursor, _ members: inout Members) {
        // Ordered by how often they occur.
        switch name {
        case "t": members.time = cursor.number()
        case "event": members.event = cursor.string()
        case "label": members.label = cursor.string()
        case "fraction": members.fraction = cursor.number()
        case "completed": members.completed = cursor.number()
        case "total": members.total = cursor.number()
        case "unit": members.unit = cursor.string()
        case "details": members.details = cursor.string()
        case "job": members.job = cursor.number()
        case "parent": members.parent = cursor.number()
        case "name": members.name = cursor.string()
        case "attempt": members.attempt = cursor.number()
        case "outcome": members.outcome = cursor.string()
        case "reason": members.reason = cursor.string()
        case "text": members.text = cursor.string()
        case "retried": members.isRetried = cursor.flag()
        case "elapsed": members.elapsed = cursor.number()
        case "state": members.state = cursor.string()
        case "status": members.status = cursor.number()
        case "slot": members.slot = cursor.number()
        case "stream": members.stream = cursor.string()
        case "heartbeat": members.heartbeat = cursor.number()
        case "version": members.version = cursor.number()
        default: cursor.skip()
        }
    }

    private static func event(_ name: JSONString, _ members: Members) -> StreamEvent? {
        let time = members.time?.seconds
        switch name {
        case "progress", "heartbeat", "appear": return report(.report, members, at: time)
        case "start":
            if let version = members.version, version.integer != Self.version {
                let words = "version \(version.integer) of the event stream, expected \(Self.version)"
                return StreamEvent(.refused(reason: words), at: time)
            }
            var event = report(.start, members, at: time)
            event.isTree = members.stream.map { $0 == "tree" } ?? false
            event.heartbeat = members.heartbeat?.seconds
            return event
        case "finish": return report(.finish(outcome(members)), members, at: time)
        case "log":
            var event = StreamEvent(.print, at: time)
            event.text = members.text?.lines ?? ""
            return event
        case "job-start": return task(.taskStart, members, at: time)
        case "job-progress", "job-appear", "job-heartbeat": return task(.taskReport, members, at: time)
        case "job-end":
            // A job that runs again has not ended.
            if members.isRetried == true { return task(.taskRetry(outcome(members)), members, at: time) }
            return task(.taskEnd(outcome(members)), members, at: time)
        case "job-skip": return task(.taskSkip(reason: members.reason?.label ?? ""), members, at: time)
        default: return nil
        }
    }

    private static func report(_ kind: StreamEvent.Kind, _ members: Members, at time: Duration?) -> StreamEvent {
        var event = event(kind, members.label, members, at: time)
        event.details = event.details ?? ""
        event.promisesHeartbeat = kind == .report
        return event
    }

    /// An event with what the work and a task have in common.
    private static func event(
        _ kind: StreamEvent.Kind, _ label: JSONString?, _ members: Members, at time: Duration?
    ) -> StreamEvent {
        var event = StreamEvent(kind, at: time)
        event.label = label?.label
        event.details = members.details?.label
        event.progress = progress(members)
        event.elapsed = members.elapsed?.seconds
        return event
    }

    private static func progress(_ members: Members) -> StreamEvent.Progress? {
        guard members.fraction != nil || members.completed != nil else { return nil }
        var progress = StreamEvent.Progress()
        progress.fraction = members.fraction?.double
        progress.completed = members.completed.map { max(0, $0.integer) }
        progress.total = members.total.map { max(0, $0.integer) }
        if let unit = members.unit {
            if unit == "bytes" {
                progress.unit = .bytes
            } else if !(unit == "items") {
                progress.unit = .named(unit.label)
            }
        }
        return progress
    }

    private static func task(_ kind: StreamEvent.Kind, _ members: Members, at time: Duration?) -> StreamEvent? {
        guard let job = members.job?.integer, job > 0 else { return nil }
        var event = event(kind, members.name, members, at: time)
        event.task = UInt64(job)
        if let parent = members.parent?.integer, parent > 0, parent != job { event.parent = UInt64(parent) }
        event.attempt = members.attempt?.integer
        event.isPaused = members.state.map { $0 == "paused" } ?? false
        event.status = members.status.map { Int32(clamping: $0.integer) }
        event.slot = members.slot?.integer
        return event
    }

    private static func outcome(_ members: Members) -> HUDOutcome {
        // A HUD to which its program has given no outcome finishes without one.
        guard let outcome = members.outcome, !(outcome == "succeeded") else { return .succeeded }
        if outcome == "cancelled" { return .cancelled }
        return .failed(reason: members.reason?.label ?? "")
    }
}
