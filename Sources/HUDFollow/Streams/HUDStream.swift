import HUDCore
import HUDReports

/// The lines of ``HUDTerminal/JSONRenderer``. Members and events that are not known have no effect.
enum HUDStream {
    /// The version of the protocol that is read, see `Schemas/events.schema.json`. A reader would misunderstand another one.
    static let version = 1

    /// Appends the event of a line. Returns false if the line is broken, or is not an event.
    static func read(_ line: UnsafeRawBufferPointer, into events: inout [StreamEvent]) -> Bool {
        var cursor = JSONCursor(line)
        var members = HUDStreamMembers()
        cursor.readMembers { members.take($0, &$1) }
        guard cursor.isComplete(), let kind = members.kind else { return false }
        if let event = members.event(kind) { events.append(event) }
        return true
    }

    /// Whether a line, whole or broken, is meant as an event: others may be JSON as well.
    static func isOwn(_ line: UnsafeRawBufferPointer) -> Bool {
        line.starts(with: beginning) || line.starts(with: beginningWithoutTime)
    }

    /// Where the first event in a line begins. No string in the line can contain the bytes that are searched for, because its quotation marks are escaped.
    static func startOfEvent(in line: UnsafeRawBufferPointer) -> Int? {
        line.indices.first { line[$0] == UInt8(ascii: "{") && line[$0...].starts(with: beginning) }
    }

    private static let beginning = Array("{\"t\":".utf8)
    private static let beginningWithoutTime = Array("{\"event\":".utf8)
}

/// What a line contains, as far as it is used.
private struct HUDStreamMembers {
    var kind: JSONString?
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

    mutating func take(_ member: JSONString, _ cursor: inout JSONCursor) {
        // Ordered by how often they occur.
        switch member {
        case "t": time = cursor.number()
        case "event": kind = cursor.string()
        case "label": label = cursor.string()
        case "fraction": fraction = cursor.number()
        case "completed": completed = cursor.number()
        case "total": total = cursor.number()
        case "unit": unit = cursor.string()
        case "details": details = cursor.string()
        case "job": job = cursor.number()
        case "parent": parent = cursor.number()
        case "name": name = cursor.string()
        case "attempt": attempt = cursor.number()
        case "outcome": outcome = cursor.string()
        case "reason": reason = cursor.string()
        case "text": text = cursor.string()
        case "retried": isRetried = cursor.flag()
        case "elapsed": elapsed = cursor.number()
        case "state": state = cursor.string()
        case "status": status = cursor.number()
        case "slot": slot = cursor.number()
        case "stream": stream = cursor.string()
        case "heartbeat": heartbeat = cursor.number()
        case "version": version = cursor.number()
        default: cursor.skip()
        }
    }

    /// The event of a line; nil if it is not known.
    func event(_ kind: JSONString) -> StreamEvent? {
        switch kind {
        case "progress", "heartbeat", "appear": return report(.report(promisesHeartbeat: true))
        case "start":
            if let version, version.integer != HUDStream.version {
                let words = "version \(version.integer) of the event stream, expected \(HUDStream.version)"
                return StreamEvent(.refused(reason: words), at: time?.seconds)
            }
            return report(.start(isTree: stream.map { $0 == "tree" } ?? false, heartbeat: heartbeat?.seconds))
        case "finish": return report(.finish(hudOutcome))
        case "log": return StreamEvent(.print(text?.lines ?? ""), at: time?.seconds)
        case "job-start": return task(.taskStart)
        case "job-progress", "job-appear", "job-heartbeat":
            return task(.taskReport(isPaused: state.map { $0 == "paused" } ?? false))
        case "job-end":
            // A job that runs again has not ended.
            if isRetried == true { return task(.taskRetry(hudOutcome)) }
            return task(.taskEnd(hudOutcome))
        case "job-skip": return task(.taskSkip(reason: reason?.label ?? ""))
        default: return nil
        }
    }

    private func report(_ kind: StreamEvent.Kind) -> StreamEvent {
        var event = event(kind, label)
        event.details = event.details ?? ""
        return event
    }

    /// An event with what the work and a task have in common.
    private func event(_ kind: StreamEvent.Kind, of task: UInt64 = 0, _ label: JSONString?) -> StreamEvent {
        var event = StreamEvent(kind, of: task, at: time?.seconds)
        event.label = label?.label
        event.details = details?.label
        event.progress = progress
        event.elapsed = elapsed?.seconds
        return event
    }

    private var progress: StreamEvent.Progress? {
        guard fraction != nil || completed != nil else { return nil }
        var progress = StreamEvent.Progress()
        progress.fraction = fraction?.double
        progress.completed = completed.map { max(0, $0.integer) }
        progress.total = total.map { max(0, $0.integer) }
        if let unit {
            if unit == "bytes" {
                progress.unit = .bytes
            } else if !(unit == "items") {
                progress.unit = .named(unit.label)
            }
        }
        return progress
    }

    private func task(_ kind: StreamEvent.Kind) -> StreamEvent? {
        guard let job = job?.integer, job > 0 else { return nil }
        var event = event(kind, of: UInt64(job), name)
        if let parent = parent?.integer, parent > 0, parent != job { event.parent = UInt64(parent) }
        event.attempt = attempt?.integer
        event.status = status.map { Int32(clamping: $0.integer) }
        event.slot = slot?.integer
        return event
    }

    private var hudOutcome: HUDOutcome {
        // A HUD to which its program has given no outcome finishes without one.
        guard let outcome, !(outcome == "succeeded") else { return .succeeded }
        if outcome == "cancelled" { return .cancelled }
        return .failed(reason: reason?.label ?? "")
    }
}
