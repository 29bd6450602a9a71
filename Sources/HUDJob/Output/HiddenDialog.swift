import HUDCore
import HUDTerminal

/// What is shown of output that is hidden, because the job waits for a person. Without it a job would wait for the answer to a question that the user has not seen.
///
/// - A question is the end of the output when the job is silent and reads the terminal: echo or line editing is off, or a process waits in `read`
///   behind an unfinished line or one that looks like a question, or the last line is both. It is shown with the lines that came with it, and what
///   follows until it is answered: up to the end of the line, or while the job reads keys. What does not look like a question is none if output
///   follows before a key was typed.
/// - A full-screen program, such as a pager, is shown from the alternate screen's beginning to its end.
struct HiddenDialog: Sendable {
    /// How long the job must be silent: if it is known to read and the line looks like a prompt, and otherwise. After that it is looked at again
    /// each time the silence has doubled.
    static let delays = (prompt: Duration.milliseconds(100), other: Duration.seconds(1))
    /// Lines without a pause of this length between them belong together.
    static let pause = Duration.milliseconds(100)
    /// The most lines and bytes of a question, and the most bytes that are shown if the job reads keys, as a menu does, or a pager on the main screen.
    static let most = (lines: 10, bytes: 4096, keyBytes: 16384)
    /// More than the bytes of a sequence that changes the screen.
    private static let mostOfSequence = 64

    /// How the job's terminal is read.
    struct InputMode: Equatable, Sendable {
        /// Whether the job gets complete lines, and not each key.
        var isByLine = true
        var echoes = true
        /// Whether all bytes are passed on as they are, to a terminal elsewhere that has a mode of its own.
        var isRelayed = false
    }

    private enum State: Equatable {
        /// Nothing is shown. Can transition to: question, fullScreen.
        case hidden
        /// A question that was asked in this mode is shown. `keys`: how many had been typed then, if it may be none. Can transition to: hidden, ending, fullScreen.
        case question(InputMode, keys: Int?)
        /// Can transition to: ending.
        case fullScreen
        /// Sequences are shown up to the next text, because they restore what the dialog has changed. Can transition to: hidden, fullScreen.
        case ending
    }

    private var state = State.hidden
    /// What all output does to a screen, and what the part does that is shown.
    private var (screen, shownScreen) = (OutputTracker(window: .unknown), OutputTracker(window: .unknown))
    /// What resets the modes that the shown part has set.
    private var owedReset: [UInt8] = []
    /// The hidden output since the last pause, or the end of it.
    private var recent: [UInt8] = []
    /// An escape sequence whose end has not come.
    private var unfinished: [UInt8] = []
    private var lastOutput = HUDInstant.distantPast
    /// When the job must be looked at next; nil: not before more output has come.
    private(set) var nextLook: HUDInstant?
    /// Whether what is shown ends in an unfinished line.
    private(set) var isLineOpen = false

    /// Whether a question is shown, or a full screen.
    var isShown: Bool { state != .hidden }

    /// Whether a full screen is shown.
    var isFullScreen: Bool { state == .fullScreen }

    // MARK: Output

    /// Takes output of the job.
    ///
    /// - Parameters:
    ///   - mode: How the terminal is read now.
    ///   - keys: How many keys have been typed.
    /// - Returns: What of it is shown.
    mutating func see(
        _ bytes: UnsafeRawBufferPointer, in mode: @autoclosure () -> InputMode, keys: @autoclosure () -> Int, at now: HUDInstant
    ) -> [UInt8] {
        if case .question(let asked, let keysThen) = state {
            // The end of the line was echoed before the mode was changed.
            let isAnswered = asked.isByLine && asked.echoes && bytes.contains(.newline)
            if !isAnswered, asked != mode() || keysThen.map({ $0 == keys() }) == true { state = .ending }
        }
        if lastOutput.advanced(by: Self.pause) <= now { recent.removeFirst(recent.startOfLastLine) }
        lastOutput = now
        guard !unfinished.isEmpty else { return see(bytes, at: now) }
        let whole = unfinished + bytes
        return whole.withUnsafeBytes { see($0, at: now) }
    }

    private mutating func see(_ bytes: UnsafeRawBufferPointer, at now: HUDInstant) -> [UInt8] {
        unfinished = []
        var shown: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            // A piece begins with an escape sequence, but the first one may not.
            let next = rest.startIndex + 1
            let end = UnsafeRawBufferPointer(rebasing: rest[next...]).place(of: 0x1B).map { next + $0 } ?? rest.endIndex
            let piece = rest[..<end]
            rest = rest[end...]
            if rest.isEmpty, piece.count < Self.mostOfSequence, Self.endOfSequence(in: piece) == nil {
                unfinished = Array(piece)
            } else {
                see(piece, &shown)
            }
        }
        nextLook = isShown || recent.isEmpty ? nil : now.advanced(by: Self.delays.prompt)
        note(shown)
        return isShown ? shown : shown + resetOfModes()
    }

    private mutating func note(_ shown: [UInt8]) {
        if shown.isEmpty { return }
        shown.withUnsafeBytes { shownScreen.feed($0) }
        owedReset = shownScreen.resetOfModes(andStyle: true)
    }

    /// What resets the modes that a dialog has set, if the job has reset them in output that is hidden.
    private mutating func resetOfModes() -> [UInt8] {
        // One with a line feed goes to the last row, which is not known here.
        guard !owedReset.isEmpty, screen.resetOfModes(andStyle: true).isEmpty, !owedReset.contains(.newline) else {
            return []
        }
        defer { note(owedReset) }
        return owedReset
    }

    private mutating func see(_ piece: Slice<UnsafeRawBufferPointer>, _ shown: inout [UInt8]) {
        screen.feed(UnsafeRawBufferPointer(rebasing: piece.prefix(Self.mostOfSequence)))
        if screen.isAlternateScreen {
            if state == .hidden { beginFullScreen(&shown) }
            state = .fullScreen
        } else if state == .fullScreen {
            state = .ending
        }
        switch state {
        case .fullScreen: shown += piece
        case .hidden: hide(piece)
        case .ending: seeEnd(piece, &shown)
        case .question(let mode, _):
            let end = mode.isByLine ? piece.firstIndex(of: .newline).map { $0 + 1 } : nil
            shown += piece[..<(end ?? piece.endIndex)]
            isLineOpen = shown.last != .newline
            guard let end else { return }
            state = .hidden
            hide(piece[end...])
        }
    }

    /// Shows the last line of the hidden output, which may have sequences that belong to the screen.
    private mutating func beginFullScreen(_ shown: inout [UInt8]) {
        let line = recent[recent.startOfLastLine...]
        shown += line
        isLineOpen = !text(of: line).isEmpty
        recent = []
    }

    /// Takes output behind a dialog. A line that is still open is ended, by the job or here.
    private mutating func seeEnd(_ piece: Slice<UnsafeRawBufferPointer>, _ shown: inout [UInt8]) {
        var rest = piece[(Self.endOfSequence(in: piece) ?? piece.endIndex)...]
        while rest.first == UInt8(ascii: "\r") { rest.removeFirst() }
        shown += piece[..<rest.startIndex]
        guard let first = rest.first else { return }
        state = .hidden
        if isLineOpen {
            if first == .newline { rest.removeFirst() }
            shown += Array("\r\n".utf8)
            isLineOpen = false
        }
        hide(rest)
    }

    private mutating func hide(_ piece: Slice<UnsafeRawBufferPointer>) {
        let most = 2 * Self.most.keyBytes
        // By the rebased buffer, which is copied at once.
        recent += UnsafeRawBufferPointer(rebasing: piece[max(piece.startIndex, piece.endIndex - most)...])
        if recent.count > 2 * most { recent.removeFirst(recent.count - most) }
    }

    // MARK: Silence

    /// Looks at the end of the output, if it is time.
    ///
    /// - Parameters:
    ///   - mode: How the terminal is read.
    ///   - keys: How many keys have been typed.
    ///   - isRead: Whether a process waits for input from it.
    /// - Returns: The question that must be printed; nil: there is none.
    mutating func look(
        in mode: @autoclosure () -> InputMode, keys: @autoclosure () -> Int, isRead: @autoclosure () -> Bool, at now: HUDInstant
    ) -> [UInt8]? {
        guard let next = nextLook, next <= now else { return nil }
        let silence = lastOutput.duration(to: now)
        let isLong = silence >= Self.delays.other
        nextLook = lastOutput.advanced(by: isLong ? min(silence * 2, silence + .seconds(60)) : Self.delays.other)
        let mode = mode()
        let readsUnseen = !mode.isRelayed && !(mode.isByLine && mode.echoes)
        guard isLong || !mode.isRelayed, let question = end(in: mode) else { return nil }
        let isUnfinished = !text(of: question[question.startOfLastLine...]).isEmpty
        let prompt = Prompt(text(of: question).last ?? "")
        // Some programs pass on all input to another one, and print whole lines meanwhile.
        let isQuestion =
            isLong
            ? readsUnseen || isUnfinished && prompt.asks
                || !mode.isRelayed && (isUnfinished || prompt.endsInSign || prompt.asks) && isRead()
            : isUnfinished && (readsUnseen ? prompt.endsLikeOne : (prompt.endsInSign || prompt.asks) && isRead())
        guard isQuestion else { return nil }
        let isSure = mode.isByLine || isUnfinished && (prompt.endsLikeOne || prompt.asks)
        state = .question(mode, keys: isSure ? nil : keys())
        recent = []
        nextLook = nil
        isLineOpen = question.last != .newline
        note(Array(question))
        return Array(question)
    }

    /// The last lines of the output; nil if they have no text, or are too long.
    private func end(in mode: InputMode) -> ArraySlice<UInt8>? {
        var end = recent[...]
        let start = end.startOfLastLine
        // A line that was rewritten is shown as it is now.
        if let last = end[start...].lastIndex(where: { $0 > UInt8(ascii: " ") }),
            let rewritten = end[start..<last].lastIndex(of: UInt8(ascii: "\r"))
        {
            end.replaceSubrange(start..<rewritten, with: [])
        }
        let mostBytes = mode.isByLine ? Self.most.bytes : Self.most.keyBytes
        if end.count > mostBytes {
            end = end.suffix(mostBytes + 1)
            guard let cut = end.firstIndex(of: .newline) else { return nil }
            end = end[(cut + 1)...]
        }
        let breaks = end.dropLast().indices.filter { end[$0] == .newline }
        if mode.isByLine, breaks.count >= Self.most.lines { end = end[(breaks[breaks.count - Self.most.lines] + 1)...] }
        return text(of: end).isEmpty ? nil : end
    }

    /// The lines that have text.
    private func text(of bytes: ArraySlice<UInt8>) -> [String] {
        var printed = PrintedLines()
        bytes.withUnsafeBytes { printed.append($0) }
        return printed.last(.max)
    }

    /// Where the escape sequence ends with which a piece begins: its beginning if it begins with text, and nil if the end has not come.
    private static func endOfSequence(in piece: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard piece.first == 0x1B else { return piece.startIndex }
        let rest = piece.dropFirst()
        let last: Int? =
            switch rest.first {
            case UInt8(ascii: "["): rest.dropFirst().firstIndex { (0x40...0x7E).contains($0) }
            case UInt8(ascii: "]"): rest.firstIndex(of: 0x07)
            // Strings, which only another sequence ends.
            case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): nil
            default: rest.firstIndex { !(0x20...0x2F).contains($0) }
            }
        return last.map { $0 + 1 }
    }
}
