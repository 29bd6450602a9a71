/// The keys of a group, from the bytes that a terminal sends for them.
struct GroupKeys: Sendable {
    /// What a key means.
    enum Key: Sendable, Equatable {
        /// Up or down: another row.
        case move(by: Int)
        /// Shows the output of the job in the selected row.
        case show
        case cancel
        case retry
        case pause
        case cancelAll
        case pauseAll
        /// No more jobs, and the running ones end.
        case quit
    }

    private enum State: Sendable {
        /// Can transition to: escape.
        case idle
        /// After Esc. Can transition to: idle, sequence.
        case escape
        /// In a control sequence, until its last byte. Can transition to: idle.
        case sequence
    }

    private var state = State.idle

    /// The keys of bytes that may begin or end in the middle of a sequence.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        bytes.compactMap { take($0) }
    }

    private mutating func take(_ byte: UInt8) -> Key? {
        switch state {
        case .idle:
            if byte == 0x1B { state = .escape }
            return Self.keys[byte]
        case .escape:
            switch byte {
            // Arrow keys are CSI A or SS3 A.
            case UInt8(ascii: "["), UInt8(ascii: "O"):
                state = .sequence
                return nil
            case 0x1B: return nil
            default:
                state = .idle
                return Self.keys[byte]
            }
        case .sequence:
            // Parameters and intermediate bytes.
            if (0x20...0x3F).contains(byte) { return nil }
            state = .idle
            switch byte {
            case UInt8(ascii: "A"): return .move(by: -1)
            case UInt8(ascii: "B"): return .move(by: 1)
            default: return nil
            }
        }
    }

    private static let keys: [UInt8: Key] = [
        UInt8(ascii: "\n"): .show, UInt8(ascii: "\r"): .show, UInt8(ascii: "k"): .move(by: -1), UInt8(ascii: "j"): .move(by: 1),
        UInt8(ascii: "c"): .cancel, UInt8(ascii: "r"): .retry, UInt8(ascii: "p"): .pause, UInt8(ascii: "C"): .cancelAll,
        UInt8(ascii: "P"): .pauseAll, UInt8(ascii: "q"): .quit
    ]
}
