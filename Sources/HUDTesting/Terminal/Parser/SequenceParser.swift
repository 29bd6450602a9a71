/// Splits the input of a terminal into characters and control functions, following the state diagram of DEC's terminals
/// (vt100.net/emu/dec_ansi_parser) in the terms of ECMA-48.
struct SequenceParser: Sendable {
    /// What a character completes.
    enum Action: Sendable {
        /// A graphic character.
        case print(Unicode.Scalar)
        /// A C0 control.
        case control(Unicode.Scalar)
        /// `ESC I…I F`, also for C1 controls.
        case escape(intermediates: String, final: Unicode.Scalar)
        /// `CSI …`
        case controlSequence(ControlSequence)
        /// `OSC …`, without its terminator.
        case command(String)
        /// Input that is not a valid control function.
        case malformed(String)
    }

    private enum State: Sendable {
        case ground
        /// After ESC.
        case escape
        /// After CSI.
        case sequence
        /// In an invalid control sequence, up to its final byte.
        case brokenSequence
        /// In OSC.
        case command
        /// In DCS, SOS, PM or APC, whose content is skipped.
        case string
        /// After ESC in OSC: `\` terminates the command, any other character cancels it.
        case commandEnd
        /// After ESC in DCS, SOS, PM or APC.
        case stringEnd
    }

    /// The maximum length of a command; the rest is dropped.
    private static let longestCommand = 65_536
    /// The maximum length of a sequence; a longer one is invalid.
    private static let longestSequence = 1024

    private var state = State.ground
    private var text = ""
    private var parameters = ""
    private var intermediates = ""

    mutating func consume(_ scalar: Unicode.Scalar) -> Action? {
        switch state {
        case .command, .string:
            return continueString(scalar)
        case .commandEnd where scalar == "\\":
            state = .ground
            return .command(text)
        case .stringEnd where scalar == "\\":
            state = .ground
            return nil
        case .commandEnd, .stringEnd: beginEscape()
        case .ground, .escape, .sequence, .brokenSequence: break
        }
        switch scalar.value {
        case 0x1B: beginEscape()
        // CAN and SUB cancel any sequence.
        case 0x18, 0x1A: state = .ground
        // C0 controls are executed inside a sequence. DEL is always ignored.
        case 0x00...0x1F: return .control(scalar)
        case 0x7F: break
        // A C1 control is the same as ESC and a letter.
        case 0x80...0x9F:
            beginEscape()
            return Unicode.Scalar(scalar.value - 0x40).flatMap { continueEscape($0) }
        default: return continueText(scalar)
        }
        return nil
    }

    private mutating func continueText(_ scalar: Unicode.Scalar) -> Action? {
        switch state {
        case .escape: return continueEscape(scalar)
        case .sequence: return continueSequence(scalar)
        case .brokenSequence:
            if text.utf8.count < Self.longestSequence { text.unicodeScalars.append(scalar) }
            guard scalar.value >= 0x40 else { return nil }
            state = .ground
            return .malformed(text)
        case .ground, .command, .string, .commandEnd, .stringEnd: return .print(scalar)
        }
    }

    private mutating func beginEscape() {
        state = .escape
        intermediates = ""
    }

    private mutating func continueEscape(_ scalar: Unicode.Scalar) -> Action? {
        if (0x20...0x2F).contains(scalar.value) {
            if intermediates.utf8.count < Self.longestSequence { intermediates.unicodeScalars.append(scalar) }
            return nil
        }
        state = .ground
        guard intermediates.isEmpty else { return .escape(intermediates: intermediates, final: scalar) }
        text = ""
        parameters = ""
        switch scalar {
        case "[": state = .sequence
        case "]": state = .command
        case "P", "X", "^", "_": state = .string
        default: return .escape(intermediates: "", final: scalar)
        }
        return nil
    }

    private mutating func continueSequence(_ scalar: Unicode.Scalar) -> Action? {
        let isTooLong = parameters.utf8.count + intermediates.utf8.count >= Self.longestSequence
        switch scalar.value {
        case 0x30...0x3F where intermediates.isEmpty && !isTooLong:
            parameters.unicodeScalars.append(scalar)
        case 0x20...0x2F where !isTooLong:
            intermediates.unicodeScalars.append(scalar)
        case 0x40...0x7E:
            state = .ground
            return .controlSequence(ControlSequence(parameters: parameters, intermediates: intermediates, final: scalar))
        default:
            state = .brokenSequence
            text = "\u{1B}[" + parameters + intermediates + String(scalar)
        }
        return nil
    }

    private mutating func continueString(_ scalar: Unicode.Scalar) -> Action? {
        let isCommand = state == .command
        switch scalar.value {
        case 0x1B: state = isCommand ? .commandEnd : .stringEnd
        case 0x18, 0x1A: state = .ground
        // xterm accepts BEL as the terminator of a command.
        case 0x07 where isCommand, 0x9C:
            state = .ground
            return isCommand ? .command(text) : nil
        default:
            if isCommand && text.utf8.count < Self.longestCommand { text.unicodeScalars.append(scalar) }
        }
        return nil
    }
}
