// Characters: those that are drawn, those that control, and those that begin a sequence.
extension OutputTracker {
    mutating func consume(_ scalar: UInt32) {
        switch state {
        case .text:
            if scalar >= 0x20, scalar != 0x7F, scalar < 0x80 || scalar >= 0xA0 { return print(scalar) }
        case .command, .string: return continueString(scalar)
        case .commandEnd, .stringEnd:
            if scalar == 0x5C { return endString() }
            // A string that is broken off: some terminals go on skipping.
            beginEscape()
            isDoubtful = true
        case .escape, .sequence, .brokenSequence: break
        }
        switch scalar {
        case 0x1B: beginEscape()
        case 0x18, 0x1A:
            // Some draw a sign for it.
            if state != .text || scalar == 0x1A { lose() }
            state = .text
            isDoubtful = false
        case 0x00..<0x20:
            control(scalar)
            if state != .text { isDoubtful = true }
        case 0x7F: break
        case 0x80..<0xA0:
            // Some terminals don't know these as UTF-8.
            beginEscape()
            isDoubtful = true
            continueEscape(scalar - 0x40)
        default: continueSequence(scalar)
        }
    }

    private mutating func print(_ scalar: UInt32) {
        if scalar < 0x80 { return print(columns: 1) }
        guard let character = Unicode.Scalar(scalar), !Self.joins(scalar), let width = TextWidth.of(character) else {
            return loseColumn()
        }
        switch width {
        case 0: isFresh = false
        case 1: print(columns: 1)
        default: printWide()
        }
    }

    /// What terminals that know grapheme clusters draw in other columns than those that don't: joiners, selectors, Hangul's vowels, flags,
    /// shades of skin, tags.
    private static func joins(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x200C...0x200D, 0x1160...0x11FF, 0xD7B0...0xD7FB, 0xFE00...0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF,
            0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    // MARK: C0

    private mutating func control(_ scalar: UInt32) {
        columnsRight = nil
        switch scalar {
        case 0x0A:
            lineFeed()
            if position != 0, beginsLines { position = 0 }
        case 0x0D: position = 0
        case 0x08:
            isFresh = false
            // tmux goes back to the end of the row above, if the line has wrapped there.
            if position ?? 0 == 0, columnsAbove != 0 {
                goUp(1)
                position = nil
            }
            position = position.flatMap { $0 == columns ? nil : max(0, $0 - 1) }
        case 0x09:
            isFresh = false
            guard hasUsualTabs, let start = position, start < columns else { return loseColumn() }
            position = min((start / 8 + 1) * 8, columns - 1)
        // VT and FF: a line feed to most.
        case 0x0B, 0x0C: loseColumn()
        case 0x0E: charsets.shift(to: 1)
        case 0x0F: charsets.shift(to: 0)
        default: break
        }
    }

    /// Whether a line feed goes to the start of the next row.
    var beginsLines: Bool { isNewLineMode || newlineReturns }

    // MARK: Sequences

    private mutating func beginEscape() {
        // One that is broken off was none of anybody's.
        if state != .escape { isDoubtful = isDoubtful || state != .text }
        state = .escape
        parameters.removeAll(keepingCapacity: true)
        intermediates.removeAll(keepingCapacity: true)
    }

    /// The longest sequence that is looked at.
    private static var longest: Int { 256 }

    private mutating func continueSequence(_ scalar: UInt32) {
        switch state {
        case .escape: continueEscape(scalar)
        case .sequence:
            switch scalar {
            case 0x30...0x3F where intermediates.isEmpty && parameters.count < Self.longest: parameters.append(UInt8(scalar))
            case 0x20...0x2F where intermediates.count < Self.longest: intermediates.append(UInt8(scalar))
            case 0x40...0x7E: end { $0.perform(UInt8(scalar)) }
            default:
                isDoubtful = true
                state = .brokenSequence
            }
        case .brokenSequence:
            if scalar >= 0x40 { end { $0.lose() } }
        case .text, .command, .commandEnd, .string, .stringEnd: break
        }
    }

    private mutating func continueEscape(_ scalar: UInt32) {
        if (0x20...0x2F).contains(scalar) {
            if intermediates.count < Self.longest { intermediates.append(UInt8(scalar)) }
            return
        }
        guard intermediates.isEmpty else { return end { $0.performEscape(scalar) } }
        switch scalar {
        case 0x5B: state = .sequence
        case 0x5D: state = .command
        case 0x50, 0x58, 0x5E, 0x5F:
            state = .string
            // DCS and APC may be pictures, which move the cursor.
            intermediates = scalar == 0x50 || scalar == 0x5F ? [UInt8(scalar)] : []
        default: end { $0.performEscape(scalar) }
        }
    }

    private mutating func end(_ perform: (inout OutputTracker) -> Void) {
        state = .text
        columnsRight = nil
        perform(&self)
        if isDoubtful { lose() }
        isDoubtful = false
    }

    private mutating func continueString(_ scalar: UInt32) {
        switch scalar {
        case 0x1B: state = state == .command ? .commandEnd : .stringEnd
        case 0x18, 0x1A: end { $0.lose() }
        case 0x07 where state == .command: endString()
        case 0x9C:
            isDoubtful = true
            endString()
        default:
            if state == .command, parameters.count < 5 { parameters.append(UInt8(truncatingIfNeeded: scalar)) }
        }
    }

    private mutating func endString() {
        // iTerm2's pictures are commands.
        let isPicture = !intermediates.isEmpty || parameters.starts(with: Array("1337;".utf8))
        end { if isPicture { $0.lose() } }
    }
}
