/// What the program has printed and the terminal does not have yet, and why it waits.
///
/// In the order in which the terminal gets it: the style and the cursor that a bezel has left behind, what is kept, what is held, and the log lines. The
/// outbox follows all of it, so that the region knows how the output goes on. The tracker that it takes knows what is on the terminal; the bytes that are
/// held are the driver's (``HeldPrints``).
struct Outbox: Sendable {
    /// How the output ends that was printed or held so far.
    enum End: Sendable {
        /// Nothing was printed or drawn yet. The cursor may be after text that another program has left unfinished.
        case untouched
        case newline
        case other
    }

    /// How many bytes of log lines wait for the end of a sequence. More than that break the sequence off.
    static let mostWaiting = 65536

    /// Whether the terminal was stuck when the region was asked last. It gets nothing then.
    var isStuck = false
    /// What restores the job's style and cursor after a bezel, if the terminal could not take that at once.
    var resumption: [UInt8] = []
    /// Whether a farewell has reset the style in which the job writes. The next output begins with it.
    var isStyleLost = false
    /// The last bytes that were printed while rows were pinned: an incomplete sequence, or the character that fills its row. The cursor can be
    /// saved and restored before them at any time, but not after them.
    var kept: [UInt8] = []
    /// Follows the output that is held; nil if none is.
    var held: OutputTracker?
    /// Log lines that wait for the end of the escape sequence or character that the output is in the middle of.
    private(set) var lines: [UInt8] = []
    var end = End.untouched

    /// Whether nothing waits. Inlined, because the compiler would copy the outbox for a call.
    @inline(__always)
    var isEmpty: Bool { resumption.isEmpty && kept.isEmpty && held == nil && lines.isEmpty }

    /// Follows everything that was printed so far.
    func stream(after output: OutputTracker) -> OutputTracker { held ?? followingKept(after: output) }

    /// Follows what is on the terminal, and what is kept.
    func followingKept(after output: OutputTracker) -> OutputTracker {
        guard !kept.isEmpty else { return output }
        var output = output
        kept.withUnsafeBytes { output.feed($0) }
        return output
    }

    /// Whether the next output begins a line. Sequences may follow the end of the last line.
    func isAtLineStart(after output: OutputTracker) -> Bool { end != .other || stream(after: output).isAtLineStart }

    // MARK: Output

    /// Takes note of the last byte that was printed or held.
    mutating func note(_ last: UInt8) { end = last == UInt8(ascii: "\n") ? .newline : .other }

    /// Takes note that the region was drawn, or that the cursor is known.
    mutating func touch() { if end == .untouched { end = .newline } }

    /// Takes note that an unfinished line was ended without the outbox.
    mutating func endLine() { if end == .other { end = .newline } }

    /// Follows output that has to be held.
    mutating func hold(_ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts, after output: OutputTracker) {
        var stream = stream(after: output)
        stream.follow(bytes, facts)
        held = stream
    }

    /// Takes what was kept out, because it is printed now.
    mutating func takeKept(into output: inout OutputTracker) -> [UInt8] {
        guard !kept.isEmpty else { return [] }
        defer { kept = [] }
        kept.withUnsafeBytes { output.feed($0) }
        return kept
    }

    /// What restores the style before the next output; nil if that is not due, or not possible in the middle of a sequence.
    mutating func takeStyle(of output: OutputTracker) -> [UInt8]? {
        guard isStyleLost, !output.isInSequence, kept.isEmpty else { return nil }
        isStyleLost = false
        return output.style.bytes
    }

    // MARK: Log lines

    /// Adds whole lines.
    ///
    /// - Returns: Whether all that wait can be printed now, or must be, because they are too many.
    @discardableResult
    mutating func add(_ new: [UInt8], after output: OutputTracker) -> Bool {
        lines += new
        return !stream(after: output).isInSequence || lines.count > Self.mostWaiting
    }

    /// Takes the lines out. A sequence that the output is still in the middle of is cancelled, and they begin below all rows of the output.
    mutating func takeLines(after output: OutputTracker, _ capabilities: TerminalCapabilities) -> [UInt8] {
        guard !lines.isEmpty else { return [] }
        defer { lines = [] }
        let stream = stream(after: output)
        let start = stream.goingBelow(isAtLineStart: isAtLineStart(after: output)) ?? stream.carriageReturn
        return stream.cancellation + start + stream.erasingDoubtfulRow(capabilities) + lines
    }

    /// The number of bytes after which the lines can be printed, because these bytes complete the sequence or character that they wait for; nil if
    /// none wait, or they have to wait on.
    func placeForLines(in bytes: UnsafeRawBufferPointer, after output: OutputTracker) -> Int? {
        guard !lines.isEmpty else { return nil }
        var stream = stream(after: output)
        for index in bytes.indices {
            stream.feed(UnsafeRawBufferPointer(rebasing: bytes[index...index]))
            if !stream.isInSequence { return index + 1 }
        }
        return nil
    }
}

extension OutputTracker {
    /// What goes to the row below those that the output certainly has below the cursor; nil if the cursor is in it.
    func goingBelow(isAtLineStart: Bool) -> [UInt8]? {
        let below = certainlyUsedBelow
        guard !isAtLineStart || below > 0 || isAtTakenRow else { return nil }
        return [UInt8(ascii: "\r")] + Array(repeating: UInt8(ascii: "\n"), count: below + 1)
    }

    /// What erases that row if it may be one of the output's, too.
    func erasingDoubtfulRow(_ capabilities: TerminalCapabilities) -> [UInt8] {
        usedBelow > certainlyUsedBelow ? capabilities.eraseToEndOfLine : []
    }

    /// What returns the carriage. A line feed has not done it where the driver adds no return.
    var carriageReturn: [UInt8] { (column ?? 0) > 0 ? [UInt8(ascii: "\r")] : [] }
}
