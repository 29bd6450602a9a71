import HUDCore
import HUDReports

/// The lines of Swift Testing's event stream, as `swift test --event-stream-output-path` writes them (swiftlang/swift-testing,
/// Documentation/ABI/JSON.md). What is read of versions 0 and 6.3 is the same.
///
/// A test function is a task. Tests are announced before the run, so their number is known.
struct SwiftTestingStream: Sendable {
    /// What a record contains, as far as it is used.
    private struct Record {
        var kind: JSONString?
        var payloadKind: JSONString?
        var id: JSONString?
        var testID: JSONString?
        var name: JSONString?
        var displayName: JSONString?
        var instant: JSONNumber?
        var symbol: JSONString?
        var text: JSONString?
        var isKnownIssue: Bool?
        var isFailure: Bool?
    }

    /// Whether the run has begun, and has not ended.
    private var isUnderWay = false
    private var tests = 0
    private var failures = 0
    /// Why tests that are running have failed.
    private var reasons: [UInt64: String] = [:]

    private static let mostReasons = 10_000

    /// Appends the events of a line. Returns false if the line is broken, or of another format.
    mutating func read(_ line: UnsafeRawBufferPointer, into events: inout [StreamEvent]) -> Bool {
        var cursor = JSONCursor(line)
        var record = Record()
        var hasPayload = false, hasVersion = false
        guard cursor.beginObject() else { return false }
        while let name = cursor.nextName() {
            if name == "kind" {
                record.kind = cursor.string()
            } else if name == "payload", cursor.kind() == .object {
                hasPayload = true
                Self.readPayload(&cursor, &record)
            } else {
                if name == "version" { hasVersion = true }
                cursor.skip()
            }
        }
        guard cursor.isComplete(), hasPayload, hasVersion, let kind = record.kind else { return false }
        if kind == "test" { takeTest(record, &events) } else if kind == "event" { takeEvent(record, &events) }
        return true
    }

    private static func readPayload(_ cursor: inout JSONCursor, _ record: inout Record) {
        guard cursor.beginObject() else { return }
        while let name = cursor.nextName() {
            switch name {
            case "kind": record.payloadKind = cursor.string()
            case "id": record.id = cursor.string()
            case "testID": record.testID = cursor.string()
            case "name": record.name = cursor.string()
            case "displayName": record.displayName = cursor.string()
            case "instant":
                guard cursor.beginObject() else { continue }
                while let member = cursor.nextName() {
                    if member == "absolute" { record.instant = cursor.number() } else { cursor.skip() }
                }
            case "issue":
                guard cursor.beginObject() else { continue }
                while let member = cursor.nextName() {
                    if member == "isKnown" {
                        record.isKnownIssue = cursor.flag()
                    } else if member == "isFailure" {
                        record.isFailure = cursor.flag()
                    } else {
                        cursor.skip()
                    }
                }
            case "messages": readMessages(&cursor, &record)
            default: cursor.skip()
            }
        }
    }

    /// The first message, which says the most.
    private static func readMessages(_ cursor: inout JSONCursor, _ record: inout Record) {
        guard cursor.beginArray() else { return }
        while cursor.nextElement() {
            guard cursor.beginObject() else { continue }
            var symbol: JSONString?, text: JSONString?
            while let member = cursor.nextName() {
                if member == "symbol" {
                    symbol = cursor.string()
                } else if member == "text" {
                    text = cursor.string()
                } else {
                    cursor.skip()
                }
            }
            if record.text == nil { (record.symbol, record.text) = (symbol, text) }
        }
    }

    // MARK: Events

    private mutating func begin(at time: Duration?, _ events: inout [StreamEvent]) {
        if isUnderWay { return }
        isUnderWay = true
        (tests, failures, reasons) = (0, 0, [:])
        var start = StreamEvent(.start, at: time)
        start.label = "Tests"
        start.isTree = true
        events.append(start)
    }

    private mutating func takeTest(_ record: Record, _ events: inout [StreamEvent]) {
        guard let kind = record.payloadKind, kind == "function", let id = record.id else { return }
        begin(at: nil, &events)
        tests += 1
        var event = StreamEvent(.taskAdded)
        event.task = id.key
        event.label = (record.displayName ?? record.name)?.label
        events.append(event)
    }

    private mutating func takeEvent(_ record: Record, _ events: inout [StreamEvent]) {
        guard let kind = record.payloadKind else { return }
        let time = record.instant?.seconds
        let isEnd = kind == "runEnded"
        if !isEnd || !isUnderWay { begin(at: time, &events) }
        let hasFailed = record.symbol.map { $0 == "fail" } ?? false
        if kind == "runStarted" {
            events.append(StreamEvent(.report, at: time))
        } else if isEnd {
            isUnderWay = false
            let reason = failures == 0 ? "issues were recorded" : "\(failures) of \(max(tests, failures)) failed"
            events.append(StreamEvent(.finish(hasFailed ? .failed(reason: reason) : .succeeded), at: time))
        } else if let test = record.testID {
            takeTestEvent(kind, of: test.key, hasFailed, record, at: time, &events)
        }
    }

    private mutating func takeTestEvent(
        _ kind: JSONString, of test: UInt64, _ hasFailed: Bool, _ record: Record, at time: Duration?,
        _ events: inout [StreamEvent]
    ) {
        let text = record.text?.label ?? ""
        // A suite ends after its tests, and is no task of its own.
        let isSuite = text.hasPrefix("Suite ")
        switch kind {
        case "testStarted" where !isSuite: append(.taskStart, of: test, at: time, &events)
        case "testEnded" where !isSuite:
            let reason = reasons.removeValue(forKey: test)
            if hasFailed { failures += 1 }
            append(.taskEnd(hasFailed ? .failed(reason: reason ?? "failed") : .succeeded), of: test, at: time, &events)
        case "testSkipped" where !isSuite: append(.taskEnd(.succeeded), of: test, at: time, &events)
        case "testCancelled" where !isSuite: append(.taskEnd(.cancelled), of: test, at: time, &events)
        case "issueRecorded" where record.isFailure ?? !(record.isKnownIssue ?? false):
            if reasons[test] == nil, reasons.count < Self.mostReasons { reasons[test] = text }
        default: break
        }
    }

    private func append(_ kind: StreamEvent.Kind, of test: UInt64, at time: Duration?, _ events: inout [StreamEvent]) {
        var event = StreamEvent(kind, at: time)
        event.task = test
        events.append(event)
    }
}
