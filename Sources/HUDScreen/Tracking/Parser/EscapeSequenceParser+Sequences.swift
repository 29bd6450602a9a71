// The states between ESC and the end of a sequence.
extension EscapeSequenceParser {
    /// A control within an escape or control sequence.
    mutating func takeControl(_ byte: UInt8) -> Element? {
        switch byte {
        case 0x1B:
            begin()
            return nil
        case 0x18, 0x1A:
            state = .ground
            return .canceled
        case 0x7F: return .control(byte)
        default:
            isAmbiguous = true
            return .control(byte)
        }
    }

    /// ESC, or a C1 control.
    mutating func begin() {
        switch state {
        case .ground: isAmbiguous = false
        case .escape: break
        case .entry, .parameters, .intermediates, .malformed, .string, .stringEnd: isAmbiguous = true
        }
        state = .escape
        escape.intermediates = Intermediates()
    }

    /// A byte from 0x20 to 0x7E. In entry and parameters, it is none of the parameters.
    mutating func continueSequence(_ byte: UInt8) -> Element? {
        switch state {
        case .escape: return continueEscape(byte)
        case .entry, .parameters, .intermediates:
            if byte >= 0x40 { return endSequence(byte) }
            state = byte < 0x30 ? .intermediates : .malformed
            if byte < 0x30, !sequence.intermediates.append(byte) { isAmbiguous = true }
        case .malformed: if byte >= 0x40 { return continueMalformed() }
        case .ground, .string, .stringEnd: break
        }
        return nil
    }

    /// Takes a marker and parameters, as far as there are any.
    mutating func takeParameters(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        if state == .entry, bytes[index] & 0xFC == 0x3C {
            sequence.marker = bytes[index]
            index += 1
        }
        index = sequence.parameters.append(bytes, from: index)
        if index > start { state = .parameters }
        return index
    }

    private mutating func endSequence(_ final: UInt8) -> Element? {
        state = .ground
        sequence.final = final
        sequence.isAmbiguous = isAmbiguous || sequence.parameters.isIncomplete
        return .controlSequence
    }

    private mutating func continueEscape(_ byte: UInt8) -> Element? {
        if byte < 0x30 {
            if !escape.intermediates.append(byte) { isAmbiguous = true }
            return nil
        }
        if escape.intermediates.isEmpty {
            switch byte {
            case 0x5B:
                sequence.begin()
                state = .entry
                return nil
            case 0x5D: return beginString(.command)
            case 0x50: return beginString(.device)
            case 0x5F: return beginString(.application)
            case 0x58, 0x5E: return beginString(.message)
            case 0x6B where family == .screen: return beginString(.message)
            default: break
            }
        }
        state = .ground
        escape.final = byte
        escape.isAmbiguous = isAmbiguous
        return .escape
    }

    /// A byte or a character that no sequence has.
    mutating func continueMalformed() -> Element? {
        switch state {
        case .entry, .parameters, .intermediates:
            state = .malformed
            return nil
        case .ground, .escape, .malformed, .string, .stringEnd:
            state = .ground
            return .malformed
        }
    }

    // MARK: Strings

    private mutating func beginString(_ introducer: ControlString.Introducer) -> Element? {
        string.begin(introducer)
        state = .string
        return nil
    }

    /// Another byte than `\` after ESC, which is taken later.
    mutating func interruptString() -> Element {
        string.ending = .interrupted
        string.isAmbiguous = false
        begin()
        return .string
    }

    mutating func continueString(_ byte: UInt8) -> Element? {
        switch byte {
        case 0x1B: state = .stringEnd
        case 0x18, 0x1A: return endString(.canceled)
        case 0x07 where string.introducer == .command: return endString(.terminated)
        default: string.start.append(byte)
        }
        return nil
    }

    mutating func endString(_ ending: ControlString.Ending) -> Element? {
        state = .ground
        string.ending = ending
        string.isAmbiguous = isAmbiguous
        return .string
    }
}
