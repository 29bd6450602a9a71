/// The line that a job is writing, as one would read it: without control sequences, and bounded.
///
/// Takes bytes in pieces of any size. What a line says doesn't depend on how they were cut.
package struct OutputLines {
    /// What became of a line.
    package enum Ending: Equatable {
        /// It stays.
        case newline
        /// It is rewritten completely or in part, or the cursor has left it.
        case rewritten
    }

    /// What is found in the bytes.
    package enum Event: Equatable {
        case line(Ending)
        /// OSC 9;4: a state, and a percent where there is one.
        case taskbar(state: Int, percent: Int?)
    }

    /// What is kept of a line.
    static let limit = 4096
    private static let commandLimit = 32

    /// The line so far, without control sequences.
    package private(set) var text: [UInt8] = []
    /// Whether there was more of it than is kept.
    package private(set) var isCut = false
    /// Whether it has been returned from and nothing has been written since: it will not get longer.
    package private(set) var isReturned = false
    private var parser = EscapeSequenceParser(.bytes)
    private var isBacking = false

    package init() {
        text.reserveCapacity(Self.limit)
    }

    /// Whether nothing is kept: the next byte begins a line.
    package var isAtStart: Bool { !parser.isInSequence && text.isEmpty && !isCut && !isReturned && !isBacking }

    /// Takes bytes up to the next event.
    ///
    /// At `line` the line is still there; `next()` begins the one behind it.
    /// - Returns: The event, and `start` put behind what was taken; nil where all was taken.
    package mutating func take(_ bytes: UnsafeRawBufferPointer, from start: inout Int) -> Event? {
        while start < bytes.count {
            // Only a line end leaves the line as it is.
            if isReturned, bytes[start] != 0x0A, bytes[start] != 0x0D { return .line(.rewritten) }
            guard let element = parser.next(in: bytes, from: &start) else { return nil }
            switch element {
            case .text(let range): append(bytes, range)
            case .control(let control): if let event = take(control) { return event }
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
        if isBacking {
            text.removeLastCharacter()
        } else {
            text.removeAll(keepingCapacity: true)
            isCut = false
        }
        isReturned = false
    }

    private mutating func take(_ control: UInt8) -> Event? {
        switch control {
        case 0x0A...0x0C: return .line(.newline)
        case 0x0D: isReturned = true
        case 0x08: return parser.isInSequence ? nil : stepBack()
        case 0x09: if !parser.isInSequence { append(0x20) }
        default: break
        }
        return nil
    }

    private func take(_ sequence: EscapeSequenceParser.EscapeSequence) -> Event? {
        // Cursor saved and restored, lines down and up, a reset.
        sequence.intermediates.isEmpty && [0x37, 0x38, 0x44, 0x45, 0x4D, 0x63].contains(sequence.final) ? moved() : nil
    }

    private mutating func take(_ sequence: EscapeSequenceParser.ControlSequence) -> Event? {
        switch sequence.final {
        // The cursor goes elsewhere, or the screen is erased.
        case 0x41, 0x42, 0x45...0x48, 0x4A, 0x64, 0x66: return moved()
        case 0x43: append(0x20)
        // A line is erased, except what is right of the cursor.
        case 0x4B where sequence.marker == nil && (1...2).contains(sequence.parameters.number()): return moved()
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

    private mutating func append(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        isBacking = false
        let room = min(range.count, Self.limit - text.count)
        text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[range.lowerBound..<range.lowerBound + room]))
        if room < range.count { isCut = true }
    }

    private mutating func append(_ byte: UInt8) {
        isBacking = false
        if text.count < Self.limit { text.append(byte) } else { isCut = true }
    }

    private func moved() -> Event? {
        text.isEmpty && !isCut ? nil : .line(.rewritten)
    }

    private mutating func stepBack() -> Event? {
        guard !text.isEmpty, !isCut else { return nil }
        if isBacking {
            text.removeLastCharacter()
            return nil
        }
        // The line was whole before the first step back.
        isBacking = true
        return .line(.rewritten)
    }
}
