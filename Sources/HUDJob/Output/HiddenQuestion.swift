import HUDCore
import HUDTerminal

/// A question in output that is not shown. Without it a job would wait for an answer to a question that the user has not seen.
///
/// A question is an unfinished line after which the job is silent. While the job reads a password (echo is off), any text is one. Otherwise the line must
/// end in a question mark, or in choices such as `[Y/n]`. The line is printed, and what follows it up to its end.
struct HiddenQuestion: Sendable {
    /// How long the job must be silent while echo is off, and while it is on.
    static let delays = (unseen: Duration.milliseconds(100), seen: Duration.seconds(1))
    /// The most bytes of a question.
    static let mostBytes = 4096

    private enum State: Equatable {
        /// Nothing to look at.
        case none
        /// An unfinished line may be a question.
        case unfinished(since: HUDInstant, hasBeenLookedAt: Bool)
        /// The line is printed, and does not end yet.
        case shown
    }

    private var state = State.none
    /// The unfinished line.
    private var line: [UInt8] = []

    /// When it must be looked at next; nil: not before more output has come.
    var nextLook: HUDInstant? {
        guard case .unfinished(let begin, let hasBeenLookedAt) = state else { return nil }
        return begin.advanced(by: hasBeenLookedAt ? Self.delays.seen : Self.delays.unseen)
    }

    /// Takes output that is not shown.
    ///
    /// - Returns: How many of the first bytes belong to a question that is shown.
    mutating func see(_ bytes: UnsafeRawBufferPointer, at now: HUDInstant) -> Int {
        let feed = UInt8(ascii: "\n")
        var rest = bytes[...]
        if state == .shown {
            guard let end = rest.firstIndex(of: feed) else { return bytes.count }
            rest = rest[(end + 1)...]
        }
        let shown = rest.startIndex
        if let end = rest.lastIndex(of: feed) {
            rest = rest[(end + 1)...]
            line.removeAll(keepingCapacity: true)
        } else if state == .shown {
            line.removeAll(keepingCapacity: true)
        }
        // What is longer is no question; one more byte says that it is.
        line += rest.prefix(Self.mostBytes + 1 - line.count)
        state = line.isEmpty || line.count > Self.mostBytes ? .none : .unfinished(since: now, hasBeenLookedAt: false)
        return shown
    }

    /// Looks at the unfinished line, if it is time.
    ///
    /// - Parameter isUnseen: Whether echo is off on the job's terminal.
    /// - Returns: The line, if it is a question and must be printed.
    mutating func look(isUnseen: @autoclosure () -> Bool, at now: HUDInstant) -> [UInt8]? {
        guard let next = nextLook, next <= now, case .unfinished(let begin, _) = state else { return nil }
        let isLast = begin.advanced(by: Self.delays.seen) <= now
        state = isLast ? .none : .unfinished(since: begin, hasBeenLookedAt: true)
        var printed = PrintedLines()
        line.withUnsafeBytes { printed.append($0) }
        guard let text = printed.last(1).first, isUnseen() || isLast && Self.asks(text) else { return nil }
        state = .shown
        return line
    }

    /// Whether a line asks to be answered.
    private static func asks(_ line: String) -> Bool {
        var text = line[...]
        while let last = text.last, last == " " || last == ":" { text.removeLast() }
        switch text.last {
        case "?": return true
        case "]", ")":
            // Choices: `[Y/n]`, `(yes/no)`.
            guard let start = text.lastIndex(where: { $0 == "[" || $0 == "(" }) else { return false }
            let choices = text[start...].dropFirst().dropLast().split(separator: "/", omittingEmptySubsequences: false)
            return choices.count > 1 && choices.contains { ["y", "yes"].contains($0.lowercased()) }
        default: return false
        }
    }
}
