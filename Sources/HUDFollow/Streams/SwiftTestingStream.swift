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

        mutating func readPayload(_ cursor: inout JSONCursor) {
            cursor.readMembers { name, cursor in
                switch name {
                case "kind": payloadKind = cursor.string()
                case "id": id = cursor.string()
                case "testID": testID = cursor.string()
                case "name": self.name = cursor.string()
                case "displayName": displayName = cursor.string()
                case "instant":
                    cursor.readMembers { member, cursor in
                        if member == "absolute" { instant = cursor.number() } else { cursor.skip() }
                    }
                case "issue":
                    cursor.readMembers { member, cursor in
                        switch member {
                        case "isKnown": isKnownIssue = cursor.flag()
                        case "isFailure": isFailure = cursor.flag()
                        default: cursor.skip()
                        }
                    }
                case "messages": readMessages(&cursor)
                default: cursor.skip()
                }
            }
        }

        /// The first message, which says the most.
        private mutating func readMessages(_ cursor: inout JSONCursor) {
            cursor.readElements { cursor in
                guard cursor.kind() == .object else { return cursor.skip() }
                var symbol: JSONString?, text: JSONString?
                cursor.readMembers { member, cursor in
                    switch member {
                    case "symbol": symbol = cursor.string()
                    case "text": text = cursor.string()
                    default: cursor.skip()
                    }
                }
                if self.text == nil { (self.symbol, self.text) = (symbol, text) }
            }
        }
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
        cursor.readMembers { name, cursor in
            switch name {
            case "kind": record.kind = cursor.string()
            case "payload" where cursor.kind() == .object:
                hasPayload = true
                record.readPayload(&cursor)
            case "version":
                hasVersion = true
                cursor.skip()
            default: cursor.skip()
            }
        }
        guard cursor.isComplete(), hasPayload, hasVersion, let kind = record.kind else { return false }
        if kind == "test" { takeTest(record, &events) } else if kind == "event" { takeEvent(record, &events) }
        return true
    }

    // MARK: Events

    private mutating func begin(at time: Duration?, _ events: inout [StreamEvent]) {
        if isUnderWay { return }
        isUnderWay = true
        (tests, failures, reasons) = (0, 0, [:])
        var start = StreamEvent(.start(isTree: true, heartbeat: nil), at: time)
        start.label = "Tests"
        events.append(start)
    }

    private mutating func takeTest(_ record: Record, _ events: inout [StreamEvent]) {
        guard let kind = record.payloadKind, kind == "function", let id = record.id else { return }
        begin(at: nil, &events)
        tests += 1
        var event = StreamEvent(.taskAdded, of: id.key)
        event.label = (record.displayName ?? record.name)?.label
        events.append(event)
    }

    private mutating func takeEvent(_ record: Record, _ events: inout [StreamEvent]) {
        guard let kind = record.payloadKind else { return }
        let time = record.instant?.seconds
        begin(at: time, &events)
        let hasFailed = record.symbol.map { $0 == "fail" } ?? false
        switch kind {
        case "runStarted": events.append(StreamEvent(.report(promisesHeartbeat: false), at: time))
        case "runEnded":
            isUnderWay = false
            let reason = failures == 0 ? "issues were recorded" : "\(failures) of \(max(tests, failures)) failed"
            events.append(StreamEvent(.finish(hasFailed ? .failed(reason: reason) : .succeeded), at: time))
        default: if let test = record.testID { takeTestEvent(kind, of: test.key, hasFailed, record, at: time, &events) }
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
        case "testStarted" where !isSuite: events.append(StreamEvent(.taskStart, of: test, at: time))
        case "testEnded" where !isSuite:
            let reason = reasons.removeValue(forKey: test)
            if hasFailed { failures += 1 }
            let outcome: HUDOutcome = hasFailed ? .failed(reason: reason ?? "failed") : .succeeded
            events.append(StreamEvent(.taskEnd(outcome), of: test, at: time))
        case "testSkipped" where !isSuite: events.append(StreamEvent(.taskEnd(.succeeded), of: test, at: time))
        case "testCancelled" where !isSuite: events.append(StreamEvent(.taskEnd(.cancelled), of: test, at: time))
        case "issueRecorded" where record.isFailure ?? !(record.isKnownIssue ?? false):
            if reasons[test] == nil, reasons.count < Self.mostReasons { reasons[test] = text }
        default: break
        }
    }
}
