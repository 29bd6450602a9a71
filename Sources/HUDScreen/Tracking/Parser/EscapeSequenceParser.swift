import CTerminalSupport

/// Splits the output of a program into text, controls and escape sequences, as terminals do.
///
/// It follows ECMA-48, and where that leaves open what comes of an error, the state diagram of DEC's terminals (Paul Flo Williams, "A parser for
/// DEC's ANSI-compatible video terminals", vt100.net/emu/dec_ansi_parser):
///
///                               ┌────────┐ ◀── the end of any sequence, CAN, SUB
///          ┌──────── ESC ───────┤ ground │
///          │                    └────────┘
///          ▼                     text, controls
///     ┌────────┐   [    ┌───────┐ 0–9 ; : < = > ?  ┌────────────┐ space to / ┌───────────────┐
///     │ escape ├───────▶│ entry ├─────────────────▶│ parameters ├───────────▶│ intermediates │
///     └─┬───┬──┘        └───┬───┘                  └─────┬──────┘            └───────┬───────┘
///       │   │               └──── another byte ──────────┴───────────────────────────┤
///       │   │ ] P X ^ _                                                              ▼
///       │   ▼                                                                  ┌───────────┐
///       │ ┌────────┐   ESC    ┌──────────────┐                                 │ malformed │
///       │ │ string ├─────────▶│ string's end │                                 └───────────┘
///       │ └────────┘          └──────┬───────┘
///       ▼ the final byte             ▼ \ ends the string, any other byte interrupts it
///     ground                       ground, escape
///
/// An ESC within a sequence begins another one, from any state. Controls within a sequence are carried out, except in a string, where they are part
/// of the contents.
///
/// The parser takes the bytes in pieces of any size. Where they are cut does not change the elements, except that a run of text ends with its piece.
/// The parser allocates nothing: it reads numbers digit by digit, and of a string it keeps the beginning.
///
/// A caller must know how far to trust an element, so the parser distinguishes three kinds of errors:
///
/// - A *malformed* sequence contains bytes that cannot be there.
/// - Terminals disagree on where an *ambiguous* sequence begins or ends: it has interrupted another one, it contains a control, or it begins or ends
///   with a C1 control in UTF-8, which some terminals do not know.
/// - *Invalid* bytes are not UTF-8.
struct EscapeSequenceParser: Sendable {
    /// How the bytes from 0x80 on are read.
    enum Coding: Sendable {
        /// As UTF-8. U+0080 to U+009F are the C1 controls: the same as ESC and a letter.
        case utf8
        /// As text of any coding, with no controls among them.
        case bytes
    }

    enum State: Sendable {
        /// Between sequences. Can transition to: escape; by C1 controls, entry and string.
        case ground
        /// After ESC, or intermediates behind it. Can transition to: ground, entry, string.
        case escape
        /// After CSI. Can transition to: parameters, intermediates, malformed, ground, escape.
        case entry
        /// In the parameters. Can transition to: intermediates, malformed, ground, escape.
        case parameters
        /// In the intermediates of a control sequence. Can transition to: malformed, ground, escape.
        case intermediates
        /// In a control sequence that is not one, up to what would be its final byte. Can transition to: ground, escape.
        case malformed
        /// In a string. Can transition to: stringEnd, ground.
        case string
        /// After ESC in a string. Can transition to: ground, escape.
        case stringEnd
    }

    private let coding: Coding
    let family: TerminalFamily
    var state = State.ground
    private var decoder = ScalarDecoder()
    var isAmbiguous = false
    // In elements they would be copied several times.
    var escape = EscapeSequence()
    var sequence = ControlSequence()
    var string = ControlString()

    init(_ coding: Coding, _ family: TerminalFamily = .other) {
        self.coding = coding
        self.family = family
    }

    /// Whether the bytes so far end within a sequence or a character.
    var isInSequence: Bool { state != .ground || !decoder.isComplete }

    /// Whether the bytes so far end within a string, such as a title.
    var isInString: Bool { state == .string || state == .stringEnd }

    /// Takes bytes up to the end of the next element.
    ///
    /// - Parameter index: The first byte to take; the one behind the last that was taken, on return.
    /// - Returns: Nil if the bytes end before the element does. All are taken then.
    mutating func next(in bytes: UnsafeRawBufferPointer, from index: inout Int) -> Element? {
        while index < bytes.count {
            let byte = bytes[index]
            guard decoder.isComplete else {
                if let element = takeRest(byte, at: &index) { return element }
                continue
            }
            switch state {
            case .ground:
                if byte < 0x20 {
                    index += 1
                    if byte != 0x1B { return .control(byte) }
                    begin()
                    continue
                }
                let start = index
                index = endOfText(bytes, from: index)
                if index > start { return .text(start..<index) }
            case .string where family == .linux && string.isEndless(with: byte):
                index += 1
                string.start.append(byte)
                // Controls are carried out, and a character is text.
                if byte < 0x20 || byte > 0x7E { isAmbiguous = true }
                if string.isEndlessComplete { return endString(.terminated) }
                continue
            case .string:
                let end = endOfText(bytes, from: index)
                for byte in bytes[index..<end].prefix(string.start.room) { string.start.append(byte) }
                index = end
            case .entry, .parameters: index = takeParameters(bytes, from: index)
            case .stringEnd: if byte != 0x5C { return interruptString() }
            case .escape, .intermediates, .malformed: break
            }
            if index < bytes.count, let element = take(bytes, at: &index) { return element }
        }
        return nil
    }

    private func endOfText(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        switch coding {
        case .utf8: hud_end_of_ascii(bytes.baseAddress, start, bytes.count)
        case .bytes: Self.endOfText(in: bytes, from: start)
        }
    }

    // MARK: Bytes

    /// Takes what ends a run, or is no part of one.
    private mutating func take(_ bytes: UnsafeRawBufferPointer, at index: inout Int) -> Element? {
        let byte = bytes[index]
        if byte >= 0x80, coding == .utf8, let (scalar, length) = ScalarDecoder.scalar(in: bytes, at: index) {
            index += length
            return takeCharacter(scalar)
        }
        index += 1
        if byte >= 0x80 { return takeOther(byte) }
        switch state {
        // DEL: the others have been taken before.
        case .ground: return .control(byte)
        case .string: return continueString(byte)
        case .stringEnd: return endString(.terminated)
        case .escape, .entry, .parameters, .intermediates, .malformed:
            return byte < 0x20 || byte == 0x7F ? takeControl(byte) : continueSequence(byte)
        }
    }

    /// A byte from 0x80 on that is no whole character.
    private mutating func takeOther(_ byte: UInt8) -> Element? {
        switch coding {
        case .bytes: return continueMalformed()
        case .utf8:
            switch decoder.decode(byte) {
            case .incomplete: return nil
            case .invalid: return takeInvalid(byte < 0xA0 ? .eightBitControls : .invalid)
            case .scalar(let scalar): return takeCharacter(scalar)
            }
        }
    }

    /// A byte behind the beginning of a character. If it does not continue that, it is left.
    private mutating func takeRest(_ byte: UInt8, at index: inout Int) -> Element? {
        if decoder.isCutShort(by: byte) { return takeInvalid(.invalid) }
        index += 1
        return takeOther(byte)
    }

    private mutating func takeCharacter(_ scalar: UInt32) -> Element? {
        if scalar < 0xA0, state != .string || scalar == 0x9C { return takeC1(UInt8(scalar)) }
        switch state {
        case .ground: return .character(scalar)
        case .string:
            string.append(scalar)
            return nil
        case .escape, .entry, .parameters, .intermediates, .malformed, .stringEnd: return continueMalformed()
        }
    }

    /// A C1 control in UTF-8: ESC and a letter for some terminals, nothing for others.
    private mutating func takeC1(_ control: UInt8) -> Element? {
        isAmbiguous = true
        if state == .string { return endString(.terminated) }
        begin()
        isAmbiguous = true
        return continueSequence(control - 0x40)
    }

    private mutating func takeInvalid(_ alphabet: ControlString.Alphabet) -> Element? {
        switch state {
        case .ground: return alphabet == .eightBitControls ? .eightBitControl : .invalid
        case .string:
            string.alphabet = max(string.alphabet, alphabet)
            return nil
        case .escape, .entry, .parameters, .intermediates, .malformed, .stringEnd: return continueMalformed()
        }
    }
}
