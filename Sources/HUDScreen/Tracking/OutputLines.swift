/// The line that a job is writing, as one would read it: without control sequences, and bounded.
///
/// Takes bytes in pieces of any size. What a line says doesn't depend on how they were cut.
package struct OutputLines {
    /// What became of a line.
    package enum Ending: Equatable {
        /// It stays.
        case newline
        /// It is rewritten completely or in part.
        case rewritten
        /// The cursor has left it, for another row or another column.
        case left
        /// The cursor has come back from it to the line in which it was saved, which ``OutputLines/restore()`` brings back.
        case restored
    }

    /// What is found in the bytes.
    package enum Event: Equatable {
        case line(Ending)
        /// OSC 9;4: a state, and a percent where there is one.
        case taskbar(state: Int, percent: Int?)
    }

    /// The most bytes that are kept of a line, unless it is told otherwise.
    package static let limit = 4096
    private static let commandLimit = 32

    private enum Position {
        case atEnd
        case atStart
        /// So many characters before the end.
        case back(Int)
    }

    private typealias Line = (text: [UInt8], isCut: Bool, position: Position)

    /// The line so far, without control sequences.
    package private(set) var text: [UInt8] = []
    /// Whether there was more of it than is kept.
    package private(set) var isCut = false
    /// Whether the cursor has gone to another row, which need not be one below, and nothing was written before that.
    package private(set) var hasMoved = false
    private var parser = EscapeSequenceParser(.bytes)
    private var position = Position.atEnd
    /// The line in which the cursor was saved; nil after its end.
    private var saved: Line?
    /// The line on the main screen and what was saved there, while the alternate one is shown; nil otherwise.
    private var main: (line: Line, saved: Line?)?
    private let limit: Int
    private let tab: UInt8

    /// - Parameters:
    ///   - limit: The most bytes that are kept of a line.
    ///   - tab: What stands for a tab.
    package init(limit: Int = Self.limit, tab: UInt8 = UInt8(ascii: " ")) {
        self.limit = limit
        self.tab = tab
    }

    /// Whether it has been returned from, completely or in part, and nothing has been written since: it will not get longer.
    package var isReturned: Bool { if case .atEnd = position { false } else { true } }

    /// Whether the alternate screen is shown, as full-screen programs do.
    package var isAlternate: Bool { main != nil }

    /// The line on the main screen.
    var mainText: [UInt8] { main?.line.text ?? text }

    /// Whether nothing is kept: the next byte begins a line.
    package var isAtStart: Bool { !parser.isInSequence && !hasText && !isReturned && !hasMoved }

    private var hasText: Bool { !text.isEmpty || isCut }

    /// Takes bytes up to the next event.
    ///
    /// At `line` the line is still there; `next()` begins the one behind it. Without `next()`, a line that was left goes on.
    /// - Returns: The event, and `start` put behind what was taken; nil where all was taken.
    package mutating func take(_ bytes: UnsafeRawBufferPointer, from start: inout Int) -> Event? {
        while let element = parser.next(in: bytes, from: &start) {
            switch element {
            case .text(let range):
                if isReturned {
                    start = range.lowerBound
                    return .line(.rewritten)
                }
                append(UnsafeRawBufferPointer(rebasing: bytes[range]))
            case .control(let control):
                if let event = take(control) {
                    // A tab is written to the next line.
                    if event == .line(.rewritten) { start -= 1 }
                    return event
                }
            case .escape: if let event = take(parser.escape) { return event }
            case .controlSequence: if let event = take(parser.sequence) { return event }
            case .string: if let event = take(parser.string) { return event }
            // Text is not decoded here, so there are no characters.
            case .character, .invalid, .eightBitControl: break
            case .malformed, .canceled: break
            }
        }
        return nil
    }

    /// Begins the next line, after a `line`.
    package mutating func next() {
        if case .back(let count) = position {
            for _ in 0..<count { text.removeLastCharacter() }
        } else {
            text.removeAll(keepingCapacity: true)
            isCut = false
        }
        position = .atEnd
        hasMoved = false
    }

    /// Goes on with the line in which the cursor was saved, after a `line` that ended so.
    mutating func restore() {
        if let saved { (text, isCut, position) = saved }
    }

    private mutating func take(_ control: UInt8) -> Event? {
        if parser.isInSequence, control == 0x08 || control == 0x09 { return nil }
        switch control {
        case 0x0A...0x0C:
            position = .atStart
            saved = nil
            return .line(.newline)
        case 0x0D: position = .atStart
        case 0x08: stepBack()
        case 0x09 where isReturned: return .line(.rewritten)
        case 0x09: append(tab)
        default: break
        }
        return nil
    }

    private mutating func take(_ sequence: EscapeSequenceParser.EscapeSequence) -> Event? {
        guard sequence.intermediates.isEmpty else { return nil }
        switch sequence.final {
        // The cursor is saved, and comes back.
        case 0x37:
            saved = (text, isCut, position)
            return left()
        case 0x38 where saved != nil: return .line(.restored)
        case 0x38: break
        // A reset, which also brings the main screen back.
        case 0x63:
            changeScreen(toAlternate: false)
            saved = nil
        // A line up.
        case 0x4D: break
        // Lines down.
        case 0x44, 0x45: return left()
        default: return nil
        }
        return moved()
    }

    private mutating func take(_ sequence: EscapeSequenceParser.ControlSequence) -> Event? {
        switch sequence.final {
        // The first column.
        case 0x47 where sequence.parameters.number() <= 1: position = .atStart
        // The cursor goes down or to another column, or the screen is erased.
        case 0x42, 0x45, 0x47, 0x4A: return left()
        // The cursor goes up, or to any row.
        case 0x41, 0x46, 0x48, 0x64, 0x66: return moved()
        case 0x43 where !isReturned: append(0x20)
        case 0x4B where sequence.marker == nil: return erased(sequence.parameters.number())
        case 0x68, 0x6C:
            let isAboutScreens =
                sequence.marker == UInt8(ascii: "?") && sequence.parameters.contains { [47, 1047, 1049].contains($0) }
            if isAboutScreens { changeScreen(toAlternate: sequence.final == 0x68) }
        default: break
        }
        return nil
    }

    /// ConEmu's progress, which other terminals have too: `9;4;state;percent`.
    private func take(_ string: EscapeSequenceParser.ControlString) -> Event? {
        guard string.introducer == .command, string.ending == .terminated, string.start.count <= Self.commandLimit,
            string.start.starts(with: "9;4;")
        else { return nil }
        let fields = String(decoding: string.start.values.dropFirst(4), as: UTF8.self).split(
            separator: ";", omittingEmptySubsequences: false)
        guard let state = fields.first.flatMap({ Int(String($0)) }), (0...4).contains(state) else { return nil }
        return .taskbar(state: state, percent: fields.count > 1 ? Int(String(fields[1])).map { max(0, min($0, 100)) } : nil)
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        // A character that does not fit leaves some room, and nothing comes after it.
        if isCut { return }
        let room = min(bytes.count, limit - text.count)
        text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<room]))
        guard room < bytes.count else { return }
        isCut = true
        if bytes[room].isContinuation { text.removeLastCharacter() }
    }

    private mutating func append(_ byte: UInt8) {
        withUnsafeBytes(of: byte) { append($0) }
    }

    private mutating func changeScreen(toAlternate: Bool) {
        guard toAlternate != isAlternate else { return }
        hasMoved = false
        if let main {
            (text, isCut, position) = main.line
            (saved, self.main) = (main.saved, nil)
        } else {
            main = ((text, isCut, position), saved)
            (text, isCut, position, saved) = ([], false, .atEnd, nil)
        }
    }

    private func left() -> Event? { hasText ? .line(.left) : nil }

    private mutating func moved() -> Event? {
        hasMoved = !hasText
        return left()
    }

    /// A part of the line is erased: what is right of the cursor (0), what is left of it, or everything.
    private mutating func erased(_ part: Int) -> Event? {
        switch (part, position) {
        case (0, .atStart) where hasText, (1...2, _) where hasText:
            position = .atStart
            return .line(.rewritten)
        default: return nil
        }
    }

    private mutating func stepBack() {
        guard !isCut else { return }
        switch position {
        case .atEnd where !text.isEmpty: position = .back(1)
        case .back(let count) where count < text.count: position = .back(count + 1)
        case .atEnd, .atStart, .back: break
        }
    }
}

extension [UInt8] {
    /// Removes the last character of UTF-8, or what there is of it.
    fileprivate mutating func removeLastCharacter() {
        while let last = popLast(), last.isContinuation {}
    }
}

extension UInt8 {
    /// Whether it goes on with a character of UTF-8.
    fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}
