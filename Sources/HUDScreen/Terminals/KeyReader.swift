/// The keys of the bytes that a terminal sends for them.
package struct KeyReader: Sendable {
    /// A key.
    package enum Key: Sendable, Hashable {
        /// A key that sends one byte.
        case byte(UInt8)
        case up
        case down
        case left
        case right
        case pageUp
        case pageDown
        case home
        case end
    }

    private enum State: Sendable {
        /// Can transition to: escape.
        case idle
        /// After Esc. Can transition to: idle, sequence, string.
        case escape
        /// In a control sequence, until its last byte, with its first parameter so far, and whether that is complete.
        ///
        /// Can transition to: idle, skipped.
        case sequence(parameter: Int, isComplete: Bool)
        /// Before bytes that are no keys: the letter of a function key of the Linux console, such as CSI [ A for F1, or the three bytes of a mouse report.
        /// Can transition to: idle.
        case skipped(count: Int)
        /// In the answer of a terminal to a question that a program has asked, such as for its colors, until its end or a control character, with its length
        /// so far.
        ///
        /// Can transition to: idle, escape.
        case string(length: Int)
    }

    /// The longest answer: behind it are keys.
    private static let longestString = 1_024

    private var state = State.idle
    /// Whether the last Esc came with the bytes that are taken now.
    private var isEscapeNew = false

    package init() {}

    /// The keys of bytes that may begin or end in the middle of a sequence.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        isEscapeNew = false
        let keys = bytes.compactMap { take($0) }
        // The two bytes alone are a key with Alt: no answer follows, and the next byte is a key.
        if case .string(length: 0) = state { state = .idle }
        return keys
    }

    private mutating func take(_ byte: UInt8) -> Key? {
        switch state {
        case .idle:
            if byte != 0x1B { return .byte(byte) }
            (state, isEscapeNew) = (.escape, true)
            return nil
        case .escape:
            switch byte {
            // Arrow keys are CSI A or SS3 A. SS3 has no parameters.
            case UInt8(ascii: "["), UInt8(ascii: "O"):
                state = .sequence(parameter: 0, isComplete: byte == UInt8(ascii: "O"))
                return nil
            case 0x1B: return nil
            // The beginnings of DCS, SOS, OSC, PM and APC. Their end is ST, which is Esc \, or BEL. After the Esc key, these are keys.
            case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "_"):
                state = isEscapeNew ? .string(length: 0) : .idle
                return isEscapeNew ? nil : .byte(byte)
            case UInt8(ascii: "\\"):
                state = .idle
                return nil
            default:
                state = .idle
                return .byte(byte)
            }
        case .skipped(let count):
            state = count > 1 ? .skipped(count: count - 1) : .idle
            return nil
        case .string(let length):
            if byte == 0x1B {
                (state, isEscapeNew) = (.escape, true)
            } else {
                // A control character, or the ST of eight bits.
                let isOver = byte < 0x20 || byte == 0x9C || length >= Self.longestString
                state = isOver ? .idle : .string(length: length + 1)
            }
            return nil
        case .sequence(let parameter, let isComplete):
            switch byte {
            case UInt8(ascii: "[") where parameter == 0 && !isComplete:
                state = .skipped(count: 1)
                return nil
            case UInt8(ascii: "M") where parameter == 0 && !isComplete:
                state = .skipped(count: 3)
                return nil
            case 0x30...0x39:
                let next = isComplete ? parameter : min(parameter, 1000) * 10 + Int(byte - 0x30)
                state = .sequence(parameter: next, isComplete: isComplete)
                return nil
            // Other parameters and intermediate bytes.
            case 0x20...0x3F:
                state = .sequence(parameter: parameter, isComplete: true)
                return nil
            default:
                state = .idle
                return Self.key(byte, parameter)
            }
        }
    }

    /// The key of a sequence, as in xterm, rxvt, the Linux console and tmux.
    private static func key(_ last: UInt8, _ parameter: Int) -> Key? {
        switch last {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "~"):
            switch parameter {
            case 1, 7: return .home
            case 4, 8: return .end
            case 5: return .pageUp
            case 6: return .pageDown
            default: return nil
            }
        default: return nil
        }
    }
}
