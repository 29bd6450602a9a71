import HUDCore
import HUDReports

/// The lines of BuildKit's `rawjson`: a `SolveStatus` (moby/buildkit, client/graph.go) with the vertices, statuses and logs that have changed.
///
/// A vertex is a task. Vertices of one progress group are one task together. The statuses of a vertex, such as the layers that it downloads, add up to
/// its progress, in bytes. There is no line for the end of a build: the stream ends.
struct BuildKitStream: Sendable {
    /// A status of a vertex that is running.
    private struct Amount {
        var current = 0
        var total = 0
    }

    /// The statuses of a task. Those with a total are added up as they change, so a status costs the same however many there are.
    private struct Amounts {
        /// The most bytes of a status, half a petabyte. The sum of ``most`` of them is an `Int`.
        static let largest = 1 << 49

        private var known: [UInt64: Amount] = [:]
        private(set) var sum = Amount()

        mutating func set(_ new: Amount, of status: UInt64) {
            guard let old = known[status] ?? (known.count < most ? Amount() : nil) else { return }
            known[status] = new
            sum.current += min(new.current, new.total) - min(old.current, old.total)
            sum.total += new.total - old.total
        }
    }

    /// A vertex of a progress group.
    private struct Member {
        var group: UInt64
        /// When it began last, in nanoseconds; nil if it has not.
        var start: Int?
    }

    /// A progress group. It runs while one of its vertices does.
    private struct Group {
        var running: Set<UInt64> = []
        /// A number that is greater each time that it begins.
        var attempt = 0
        /// The first error of its vertices, as in BuildKit's own display; a cancellation only while there is no other one.
        var error = ""
        /// The vertex with that error.
        private var failed: UInt64?

        mutating func take(_ new: String, of vertex: UInt64) {
            if failed == vertex { (failed, error) = (nil, "") }
            guard !new.isEmpty, failed == nil || error.isCancellation && !new.isCancellation else { return }
            (failed, error) = (vertex, new)
        }
    }

    /// Where something is printed.
    private struct Output: Hashable {
        var vertex: UInt64
        /// Its number: 1 or 2, for errors.
        var stream: Int
    }

    /// The most outputs whose last lines have no end yet.
    private static let mostUnfinished = 1000
    /// The most groups, members and statuses that are remembered.
    private static let most = 10_000

    private var members: [UInt64: Member] = [:]
    private var groups: [UInt64: Group] = [:]
    private var amounts: [UInt64: Amounts] = [:]
    /// The beginnings of lines whose ends have not come.
    private var unfinished: [Output: [UInt8]] = [:]
    /// The vertices that have ended in the line that is read.
    private var ended: [UInt64] = []

    /// Appends the events of a line. Returns false if the line is broken, or of another format.
    ///
    /// - Parameter isKnown: Whether lines before were of this format, so that one without anything is, too.
    mutating func read(_ line: UnsafeRawBufferPointer, isKnown: Bool, into events: inout [StreamEvent]) -> Bool {
        // A line is checked as a whole before it changes what is remembered.
        guard Self.isStatus(line, isKnown: isKnown) else { return false }
        var cursor = JSONCursor(line)
        cursor.readMembers { name, cursor in
            switch name {
            case "vertexes": cursor.readElements { readVertex(&$0, &events) }
            case "statuses": cursor.readElements { readStatus(&$0, &events) }
            case "logs": cursor.readElements { readLog(&$0, &events) }
            default: cursor.skip()
            }
        }
        // Their last output may be in the same line, behind their ends.
        for vertex in ended { for stream in 1...2 { printRest(of: Output(vertex: vertex, stream: stream), &events) } }
        ended.removeAll(keepingCapacity: true)
        return true
    }

    /// Appends what was printed without an end of the line, because nothing more comes.
    mutating func finish(into events: inout [StreamEvent]) {
        let outputs = unfinished.keys.sorted { ($0.vertex, $0.stream) < ($1.vertex, $1.stream) }
        for output in outputs { printRest(of: output, &events) }
    }

    private static func isStatus(_ line: UnsafeRawBufferPointer, isKnown: Bool) -> Bool {
        var cursor = JSONCursor(line)
        var isStatus = isKnown
        guard cursor.beginObject() else { return false }
        while let name = cursor.nextName() {
            if name == "vertexes" || name == "statuses" || name == "logs" || name == "warnings" { isStatus = true }
            cursor.skip()
        }
        return cursor.isComplete() && isStatus
    }

    // MARK: Vertices

    private mutating func readVertex(_ cursor: inout JSONCursor, _ events: inout [StreamEvent]) {
        var key: UInt64?
        var name = "", error = "", groupName = ""
        var group: UInt64?
        var started: Duration?, completed: Duration?
        var isCached = false
        cursor.readMembers { member, cursor in
            switch member {
            case "digest": key = cursor.key()
            case "name": name = cursor.label()
            case "started": started = cursor.instant()
            case "completed": completed = cursor.instant()
            case "cached": isCached = cursor.flag() ?? false
            case "error": error = cursor.label()
            case "progressGroup" where cursor.kind() == .object: (group, groupName) = Self.readGroup(&cursor)
            default: cursor.skip()
            }
        }
        guard let vertex = key else { return }
        if completed != nil { ended.append(vertex) }
        let began = Int(clamping: (started ?? completed ?? .zero).nanosecondsRoundedDown)
        var (attempt, isOver) = (began, completed != nil)
        if let group {
            let whole = take(vertex, of: group, from: (started ?? completed).map { _ in began }, isOver: isOver, error)
            (attempt, error) = (whole.attempt, whole.error)
            isOver = isOver && whole.running.isEmpty
        }
        func event(_ kind: StreamEvent.Kind, at time: Duration?) -> StreamEvent {
            var event = StreamEvent(kind, of: group ?? vertex, at: time)
            event.label = group == nil || groupName.isEmpty ? name : groupName
            if isCached { event.details = "cached" }
            return event
        }
        guard started != nil || completed != nil else { return events.append(event(.taskAdded, at: nil)) }
        var start = event(.taskStart, at: started)
        start.attempt = attempt
        events.append(start)
        guard isOver else { return }
        amounts[group ?? vertex] = nil
        let outcome: HUDOutcome = error.isEmpty ? .succeeded : error.isCancellation ? .cancelled : .failed(reason: error)
        var end = event(.taskEnd(outcome), at: completed)
        end.attempt = attempt
        events.append(end)
    }

    private static func readGroup(_ cursor: inout JSONCursor) -> (UInt64?, String) {
        var key: UInt64?
        var name = ""
        cursor.readMembers { member, cursor in
            switch member {
            case "id": key = cursor.key()
            case "name": name = cursor.label()
            default: cursor.skip()
            }
        }
        return (key, name)
    }

    /// Takes how a vertex of a group stands. Returns how the group does.
    ///
    /// - Parameter start: When it began; nil if it has not.
    private mutating func take(
        _ vertex: UInt64, of key: UInt64, from start: Int?, isOver: Bool, _ error: String
    ) -> Group {
        if members.count >= Self.most || groups.count >= Self.most { (members, groups) = ([:], [:]) }
        let last = members[vertex]
        if let last, last.group != key { groups[last.group]?.running.remove(vertex) }
        var group = groups.removeValue(forKey: key) ?? Group()
        defer { groups[key] = group }
        let before = last?.group == key ? last?.start : nil
        members[vertex] = Member(group: key, start: start.map { max($0, before ?? $0) } ?? before)
        // A line may be repeated.
        guard let start, before.map({ start >= $0 }) ?? true else { return group }
        let begins = before.map { start > $0 } ?? true
        if begins, group.running.isEmpty { group.attempt = max(start, group.attempt.addingSaturating(1)) }
        if isOver { group.running.remove(vertex) } else if begins { group.running.insert(vertex) }
        if isOver || begins { group.take(error, of: vertex) }
        return group
    }

    // MARK: Statuses and logs

    private mutating func readStatus(_ cursor: inout JSONCursor, _ events: inout [StreamEvent]) {
        var vertex: UInt64?, status: UInt64?
        var id = ""
        var amount = Amount()
        var time: Duration?
        cursor.readMembers { member, cursor in
            switch member {
            case "vertex": vertex = cursor.key()
            case "id":
                let text = cursor.string()
                status = text?.key
                id = text?.label ?? ""
            case "current": amount.current = max(0, min(cursor.number()?.integer ?? 0, Amounts.largest))
            case "total": amount.total = max(0, min(cursor.number()?.integer ?? 0, Amounts.largest))
            case "timestamp": time = cursor.instant()
            default: cursor.skip()
            }
        }
        guard let vertex, let status else { return }
        let task = members[vertex]?.group ?? vertex
        if amounts.count >= Self.most, amounts[task] == nil { amounts = [:] }
        amounts[task, default: Amounts()].set(amount, of: status)
        let sum = amounts[task]?.sum ?? Amount()
        var event = StreamEvent(.taskReport(isPaused: false), of: task, at: time)
        event.details = id
        var progress = StreamEvent.Progress(unit: .bytes)
        progress.completed = sum.total == 0 ? amount.current : sum.current
        progress.total = sum.total == 0 ? nil : sum.total
        if amount.current > 0 || sum.total > 0 { event.progress = progress }
        events.append(event)
    }

    /// Reads what a vertex has printed: a piece of its output, which need not end where a line does.
    private mutating func readLog(_ cursor: inout JSONCursor, _ events: inout [StreamEvent]) {
        var output = Output(vertex: 0, stream: 1)
        var data: JSONString?
        cursor.readMembers { member, cursor in
            switch member {
            case "data": data = cursor.string()
            case "vertex": output.vertex = cursor.key() ?? 0
            case "stream": output.stream = cursor.number()?.integer == 2 ? 2 : 1
            default: cursor.skip()
            }
        }
        let text = (unfinished.removeValue(forKey: output) ?? []) + Base64.bytes(data?.unescaped() ?? [])
        // A carriage return at the end may belong to a line feed that follows.
        let last = text.dropLast(text.last == UInt8(ascii: "\r") ? 1 : 0).lastIndex { StreamEvent.endsLine($0) }
        let rest = text[(last.map { $0 + 1 } ?? 0)...]
        guard !rest.isEmpty, unfinished.count < Self.mostUnfinished else { return print(text[...], of: output, &events) }
        print(text[..<rest.startIndex], of: output, &events)
        // One byte more tells where a character ends.
        unfinished[output] = Array(rest.prefix(StreamEvent.longestText + 1))
    }

    private mutating func printRest(of output: Output, _ events: inout [StreamEvent]) {
        if let rest = unfinished.removeValue(forKey: output) { print(rest[...], of: output, &events) }
    }

    /// Appends one event for lines, each of which is cut if it is too long.
    private func print(_ lines: ArraySlice<UInt8>, of output: Output, _ events: inout [StreamEvent]) {
        guard !lines.isEmpty else { return }
        let task = members[output.vertex]?.group ?? output.vertex
        events.append(StreamEvent(.print(StreamEvent.text(lines, mark: "")), of: task))
    }
}

extension String {
    /// Whether it is the error of something that was cancelled, as BuildKit's own display tells.
    fileprivate var isCancellation: Bool { hasSuffix("context canceled") }
}
