import HUDCore
import HUDJob
import HUDReports

/// What a line of an event stream says, in the terms of every format: the job or the tree of jobs that the stream stands for, and the tasks in it.
struct StreamEvent: Sendable, Equatable {
    /// What has happened.
    enum Kind: Sendable, Equatable {
        /// The work has begun, and consists of tasks if it is a tree. Whatever the stream said before was about other work. The heartbeat is the longest silence
        /// that the sender promises; nil if it does not say.
        case start(isTree: Bool, heartbeat: Duration?)
        /// The stream can't be read, for a reason in words.
        case refused(reason: String)
        /// The work goes on, with the labels and the progress of the event. The sender may promise a sign of life while nothing happens.
        case report(promisesHeartbeat: Bool)
        /// The work is over.
        case finish(HUDOutcome)
        /// The sender has printed a text.
        case print(String)
        /// There is a task, which has not begun.
        case taskAdded
        /// A task has begun.
        case taskStart
        /// The progress of a task.
        case taskReport(isPaused: Bool)
        /// A run of a task is over, and the task will run again.
        case taskRetry(HUDOutcome)
        /// A task is over.
        case taskEnd(HUDOutcome)
        /// A task is not run.
        case taskSkip(reason: String)
    }

    /// Progress, as far as the sender counts.
    struct Progress: Sendable, Equatable {
        var fraction: Double?
        /// At least 0, as the total is.
        var completed: Int?
        var total: Int?
        var unit = ProgressUnit.items
    }

    var kind: Kind
    /// Which task.
    var task: UInt64
    /// The task that it is a part of; nil if the line does not say, or it is a part of the whole work.
    var parent: UInt64?
    /// When it happened, by the sender's clock. The origin is the format's business.
    var time: Duration?
    /// The name of the work, or of the task; nil if the line does not say.
    var label: String?
    var details: String?
    var progress: Progress?
    /// A number that is greater each time that the task begins; nil: that of its last beginning.
    var attempt: Int?
    /// How long the task has been running, without pauses.
    var elapsed: Duration?
    /// The exit status of the task, and the number of its slot, counted from 1; nil if the line does not say.
    var status: Int32?
    var slot: Int?

    init(_ kind: Kind, of task: UInt64 = 0, at time: Duration? = nil) {
        self.kind = kind
        self.task = task
        self.time = time
    }

    /// The most bytes of a label that are kept.
    static let longestLabel = 1000
    /// The most bytes of a line of a text that are kept.
    static let longestText = 4096

    static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    /// A text whose lines are cut, each for itself, if they are too long.
    ///
    /// - Parameter mark: What stands for the rest of a line.
    static func text<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes, mark: String = "\u{2026}") -> String
    where Bytes.Index == Int {
        guard bytes.count > longestText else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let line = rest.prefix { !endsLine($0) }
            let kept = line.textPrefix(longestText)
            text += kept
            if kept.count < line.count { text += mark.utf8 }
            rest = rest[line.endIndex...]
            if let end = rest.popFirst() { text.append(end) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

// What the lines of all formats contain.

extension JSONString {
    /// The text as a label, cut if it is too long.
    var label: String { text(atMost: StreamEvent.longestLabel) }

    /// The text as lines, each cut if it is too long.
    var lines: String { bytes.count > StreamEvent.longestText ? StreamEvent.text(unescaped()) : text() }

    /// A number for a key by which a stream names a task: a hash that is never 0.
    var key: UInt64 { max(FNV1a.hash(of: bytes), 1) }
}

extension JSONCursor {
    /// Calls `take` with the name of each member of the next value, which it reads or skips. A value that is no object is skipped.
    mutating func readMembers(_ take: (_ name: JSONString, inout JSONCursor) -> Void) {
        guard beginObject() else { return }
        while let name = nextName() { take(name, &self) }
    }

    /// Calls `take` for each element of the next value, which it reads or skips. A value that is no array is skipped.
    mutating func readElements(_ take: (inout JSONCursor) -> Void) {
        guard beginArray() else { return }
        while nextElement() { take(&self) }
    }

    mutating func label() -> String { string()?.label ?? "" }

    mutating func key() -> UInt64? { string()?.key }

    mutating func instant() -> Duration? { string().flatMap { Timestamp.seconds($0.bytes) } }
}
