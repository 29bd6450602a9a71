/// The keys of the bytes that a terminal sends for them.
package struct KeyReader: Sendable {
    /// A key.
    package enum Key: Sendable, Hashable {
        /// A key that sends one byte, of ASCII.
        case byte(UInt8)
        /// A character beyond ASCII.
        case character(Unicode.Scalar)
        case up
        case down
        case left
        case right
        case pageUp
        case pageDown
        case home
        case end

        /// The character that the key sends; nil for a sequence.
        package var character: Unicode.Scalar? {
            switch self {
            case .byte(let byte): Unicode.Scalar(byte)
            case .character(let character): character
            default: nil
            }
        }
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
    /// The bytes of a character that is not complete.
    private var decoder = ScalarDecoder()
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
        let character = Unicode.Scalar(byte)
        switch state {
        case .idle:
            _ = decoder.isCutShort(by: byte)
            if byte != 0x1B { return key(of: byte) }
            (state, isEscapeNew) = (.escape, true)
        case .escape:
            switch character {
            // Arrow keys are CSI A or SS3 A. SS3 has no parameters.
            case "[", "O": state = .sequence(parameter: 0, isComplete: character == "O")
            case "\u{1B}": break
            // The beginnings of DCS, SOS, OSC, PM and APC. Their end is ST, which is Esc \, or BEL. After the Esc key, these are keys.
            case "P", "X", "]", "^", "_":
                state = isEscapeNew ? .string(length: 0) : .idle
                return isEscapeNew ? nil : .byte(byte)
            case "\\": state = .idle
            default:
                state = .idle
                return key(of: byte)
            }
        case .skipped(let count): state = count > 1 ? .skipped(count: count - 1) : .idle
        case .string(let length):
            if byte == 0x1B {
                (state, isEscapeNew) = (.escape, true)
            } else {
                // A control character, or the ST of eight bits.
                let isOver = byte < 0x20 || byte == 0x9C || length >= Self.longestString
                state = isOver ? .idle : .string(length: length + 1)
            }
        case .sequence(let parameter, let isComplete):
            switch character {
            case "[" where parameter == 0 && !isComplete: state = .skipped(count: 1)
            case "M" where parameter == 0 && !isComplete: state = .skipped(count: 3)
            case "0"..."9":
                let next = isComplete ? parameter : min(parameter, 1000) * 10 + Int(byte - 0x30)
                state = .sequence(parameter: next, isComplete: isComplete)
            // Other parameters and intermediate bytes.
            case " "..."?": state = .sequence(parameter: parameter, isComplete: true)
            default:
                state = .idle
                return Self.key(character, parameter)
            }
        }
        return nil
    }

    /// The key that is complete with a byte outside of sequences. Invalid UTF-8 is none.
    private mutating func key(of byte: UInt8) -> Key? {
        if byte < 0x80 { return .byte(byte) }
        guard case .scalar(let value) = decoder.decode(byte) else { return nil }
        return Unicode.Scalar(value).map { .character($0) }
    }

    /// The key of a sequence, as in xterm, rxvt, the Linux console and tmux.
    private static func key(_ last: Unicode.Scalar, _ parameter: Int) -> Key? {
        switch (last, parameter) {
        case ("A", _): .up
        case ("B", _): .down
        case ("C", _): .right
        case ("D", _): .left
        case ("H", _), ("~", 1), ("~", 7): .home
        case ("F", _), ("~", 4), ("~", 8): .end
        case ("~", 5): .pageUp
        case ("~", 6): .pageDown
        default: nil
        }
    }
}
