/// The line that a job is writing, as one would read it: without control sequences, and bounded.
///
/// Takes bytes in pieces of any size. What a line says doesn't depend on how they were cut.
struct OutputLines {
    /// What became of a line.
    enum Ending: Equatable {
        /// It stays.
        case newline
        /// It is rewritten completely or in part, or the cursor has left it.
        case rewritten
    }

    /// What is found in the bytes.
    enum Event: Equatable {
        case line(Ending)
        /// OSC 9;4: a state, and a percent where there is one.
        case taskbar(state: Int, percent: Int?)
    }

    private enum State {
        case ground
        case escape
        case intermediate
        case sequence
        case command
        case string
        case commandEnd
        case stringEnd
    }

    /// What is kept of a line.
    static let limit = 4096
    private static let commandLimit = 32

    /// The line so far, without control sequences.
    private(set) var text: [UInt8] = []
    /// Whether there was more of it than is kept.
    private(set) var isCut = false
    /// Whether it has been returned from and nothing has been written since: it will not get longer.
    private(set) var isReturned = false
    private var state = State.ground
    private var isBacking = false
    /// The parameter of a control sequence, or the text of a command.
    private var parameters: [UInt8] = []

    init() {
        text.reserveCapacity(Self.limit)
    }

    /// Whether nothing is kept: the next byte begins a line.
    var isAtStart: Bool { state == .ground && text.isEmpty && !isCut && !isReturned && !isBacking }

    /// Takes bytes up to the next event.
    ///
    /// At `line` the line is still there; `next()` begins the one behind it.
    /// - Returns: The event, and `start` put behind what was taken; nil where all was taken.
    mutating func take(_ bytes: UnsafeRawBufferPointer, from start: inout Int) -> Event? {
        while start < bytes.count {
            let byte = bytes[start]
            if state == .ground, byte >= 0x20, byte != 0x7F {
                if isReturned { return .line(.rewritten) }
                isBacking = false
                let end = endOfText(bytes, from: start)
                let room = min(end - start, Self.limit - text.count)
                text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<start + room]))
                if room < end - start { isCut = true }
                start = end
                continue
            }
            if isReturned, byte != 0x0A, byte != 0x0D { return .line(.rewritten) }
            start += 1
            if let event = takeControl(byte) { return event }
        }
        return nil
    }

    /// Begins the next line, after a `line`.
    mutating func next() {
        if isBacking {
            removeLast()
        } else {
            text.removeAll(keepingCapacity: true)
            isCut = false
        }
        isReturned = false
    }

    private func endOfText(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] >= 0x20, bytes[end] != 0x7F { end += 1 }
        return end
    }

    private mutating func takeControl(_ byte: UInt8) -> Event? {
        switch state {
        case .command, .string: return continueString(byte)
        case .commandEnd, .stringEnd:
            let isCommand = state == .commandEnd
            state = .ground
            if byte == 0x5C { return isCommand ? command() : nil }
            // The escape began something else.
            state = .escape
            return continueEscape(byte)
        case .ground, .escape, .intermediate, .sequence: break
        }
        switch byte {
        case 0x1B: state = .escape
        case 0x18, 0x1A: state = .ground
        case 0x0A...0x0C: return .line(.newline)
        case 0x0D: isReturned = true
        case 0x08: return stepBack()
        case 0x09: if state == .ground { append(0x20) }
        case 0x00...0x1F, 0x7F: break
        default: return continueSequence(byte)
        }
        return nil
    }

    private mutating func continueSequence(_ byte: UInt8) -> Event? {
        switch state {
        case .escape: return continueEscape(byte)
        case .intermediate:
            if byte >= 0x30 { state = .ground }
        case .sequence:
            guard byte >= 0x40 else {
                if parameters.count < Self.commandLimit { parameters.append(byte) }
                return nil
            }
            state = .ground
            return endSequence(byte)
        case .ground, .command, .string, .commandEnd, .stringEnd: break
        }
        return nil
    }

    private mutating func continueEscape(_ byte: UInt8) -> Event? {
        parameters.removeAll(keepingCapacity: true)
        switch byte {
        case 0x5B: state = .sequence
        case 0x5D: state = .command
        case 0x50, 0x58, 0x5E, 0x5F: state = .string
        case 0x20...0x2F: state = .intermediate
        case 0x1B: state = .escape
        default:
            state = .ground
            // Cursor saved and restored, lines down and up, a reset.
            if [0x37, 0x38, 0x44, 0x45, 0x4D, 0x63].contains(byte) { return moved() }
        }
        return nil
    }

    private mutating func endSequence(_ final: UInt8) -> Event? {
        switch final {
        // The cursor goes elsewhere, or the screen is erased.
        case 0x41, 0x42, 0x45...0x48, 0x4A, 0x64, 0x66: return moved()
        case 0x43: append(0x20)
        // A line is erased but for what is right of the cursor.
        case 0x4B where parameters.first == 0x31 || parameters.first == 0x32: return moved()
        default: break
        }
        return nil
    }

    private mutating func continueString(_ byte: UInt8) -> Event? {
        let isCommand = state == .command
        switch byte {
        case 0x1B: state = isCommand ? .commandEnd : .stringEnd
        case 0x18, 0x1A: state = .ground
        case 0x07 where isCommand:
            state = .ground
            return command()
        default:
            if isCommand, parameters.count <= Self.commandLimit { parameters.append(byte) }
        }
        return nil
    }

    /// ConEmu's progress, which others have taken over: `9;4;state;percent`.
    private func command() -> Event? {
        guard parameters.count <= Self.commandLimit, parameters.starts(with: [0x39, 0x3B, 0x34, 0x3B]) else { return nil }
        let fields = String(decoding: parameters.dropFirst(4), as: UTF8.self).split(
            separator: ";", omittingEmptySubsequences: false)
        guard let state = fields.first.flatMap({ Int($0) }), (0...4).contains(state) else { return nil }
        return .taskbar(state: state, percent: fields.count > 1 ? Int(fields[1]).map { max(0, min($0, 100)) } : nil)
    }

    private mutating func append(_ byte: UInt8) {
        isBacking = false
        if text.count < Self.limit { text.append(byte) } else { isCut = true }
    }

    private func moved() -> Event? {
        text.isEmpty && !isCut ? nil : .line(.rewritten)
    }

    private mutating func stepBack() -> Event? {
        guard state == .ground, !text.isEmpty, !isCut else { return nil }
        if isBacking {
            removeLast()
            return nil
        }
        // The line was whole before the first step back.
        isBacking = true
        return .line(.rewritten)
    }

    private mutating func removeLast() {
        while let last = text.popLast(), last & 0xC0 == 0x80 {}
    }
}
