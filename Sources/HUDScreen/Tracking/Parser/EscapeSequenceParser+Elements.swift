// What a stream for a terminal consists of.
extension EscapeSequenceParser {
    /// A piece of the stream. It has the bytes between the end of the piece before and its own end.
    enum Element: Sendable, Equatable {
        /// Graphic characters, at these positions of the input: printable ASCII, and with ``Coding/bytes`` all bytes from 0x80 on.
        case text(Range<Int>)
        /// A graphic character beyond ASCII, with ``Coding/utf8`` only.
        case character(UInt32)
        /// Bytes that are no character in UTF-8, with ``Coding/utf8`` only. Terminals draw one U+FFFD for them.
        case invalid
        /// An invalid byte that is a C1 control for terminals with 8-bit controls.
        case eightBitControl
        /// A C0 control or DEL. It may come within a sequence, and then the sequence goes on behind it.
        case control(UInt8)
        /// The end of an escape sequence, which is in ``EscapeSequenceParser/escape`` up to the next element.
        case escape
        /// The end of a control sequence, which is in ``EscapeSequenceParser/sequence`` up to the next element.
        case controlSequence
        /// The end of a string, which is in ``EscapeSequenceParser/string`` up to the next element.
        case string
        /// An escape or control sequence with bytes that cannot be there.
        case malformed
        /// CAN or SUB, and the escape or control sequence that it cancels.
        case canceled
    }

    /// `ESC I…I F` (ECMA-48, 5.5, and ECMA-35), or the C1 control that is the same.
    struct EscapeSequence: Sendable {
        var intermediates = Intermediates()
        /// 0x30 to 0x7E.
        var final: UInt8 = 0
        /// Whether terminals disagree on where the sequence begins or ends, or what is part of it.
        var isAmbiguous = false
    }

    /// `CSI P…P I…I F` (ECMA-48, 5.4).
    struct ControlSequence: Sendable {
        /// `<`, `=`, `>` or `?` before the parameters.
        var marker: UInt8?
        var parameters = Parameters()
        var intermediates = Intermediates()
        /// 0x40 to 0x7E.
        var final: UInt8 = 0
        /// Whether terminals disagree on where the sequence begins or ends, or what is part of it.
        var isAmbiguous = false

        mutating func begin() {
            marker = nil
            parameters.removeAll()
            intermediates = Intermediates()
        }

        /// Whether it is SGR, which sets colors and attributes.
        var isStyle: Bool { final == UInt8(ascii: "m") && marker == nil && intermediates.isEmpty }
    }

    /// A string, from its introducer to its end.
    struct ControlString: Sendable {
        enum Introducer: Sendable {
            /// OSC.
            case command
            /// DCS.
            case device
            /// APC.
            case application
            /// PM and SOS.
            case message
        }

        enum Ending: Sendable {
            /// By ST, or BEL for a command.
            case terminated
            /// By CAN or SUB.
            case canceled
            /// By an ESC that begins another sequence. That one is the next element.
            case interrupted
        }

        /// What the contents are made of, from the least trouble to the most.
        enum Alphabet: Sendable, Comparable {
            case ascii
            /// Characters beyond ASCII.
            case unicode
            /// Bytes that are no character in UTF-8.
            case invalid
            /// Among these, bytes that are C1 controls for terminals with 8-bit controls.
            case eightBitControls
        }

        var introducer = Introducer.command
        /// The first 64 bytes of the contents, without what is not UTF-8. A DCS has its parameters there.
        var start = InlineBuffer<UInt8>()
        var alphabet = Alphabet.ascii
        var ending = Ending.terminated
        /// Whether terminals disagree on where the string begins or ends.
        var isAmbiguous = false

        /// Whether a command about links (OSC 8) ends one: it has no address behind its parameters.
        var endsLink: Bool {
            start.room > 0 && start.values.count { $0 == UInt8(ascii: ";") } == 2 && start.values.last == UInt8(ascii: ";")
        }

        /// Whether a byte belongs to a command of Linux's console that has no end: `R`, or `P` and seven hexadecimal digits. BEL, CAN, SUB and ESC end any.
        func isEndless(with byte: UInt8) -> Bool {
            guard introducer == .command, ![0x07, 0x18, 0x1A, 0x1B].contains(byte) else { return false }
            return start.isEmpty
                ? byte == UInt8(ascii: "R") || byte == UInt8(ascii: "P") : start[0] == UInt8(ascii: "P") && start.count < 8
        }

        /// Whether such a command is complete. What is no digit ends it as well.
        var isEndlessComplete: Bool {
            let last = start.values.last.map { Unicode.Scalar($0) } ?? " "
            return start.count != 1 ? start.count == 8 || !last.properties.isASCIIHexDigit : last == "R"
        }

        mutating func begin(_ introducer: Introducer) {
            self.introducer = introducer
            start.removeAll()
            alphabet = .ascii
        }

        /// Appends a character beyond ASCII.
        mutating func append(_ scalar: UInt32) {
            alphabet = max(alphabet, .unicode)
            guard let character = Unicode.Scalar(scalar) else { return }
            for byte in UTF8.encode(character) ?? .init() { start.append(byte) }
        }
    }
}
