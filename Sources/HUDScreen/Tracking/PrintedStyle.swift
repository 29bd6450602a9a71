/// The colors and attributes that a job has left on (SGR; ECMA-48, 8.3.117).
package struct PrintedStyle: Sendable, Equatable {
    /// Whether this type knows every code that was set.
    package private(set) var isKnown = true
    /// One bit for each of the codes 1 to 9, and 21 for a double underline.
    private var attributes: UInt32 = 0
    /// Whether a single underline was set after a double one. Some terminals keep both, and some the one that comes last.
    private var endsInSingleUnderline = false
    /// The subparameter of `4:n` (2 double, 3 curly, 4 dotted, 5 dashed); 0 if the underline was not set with one.
    private var underlineShape: UInt8 = 0
    private var foreground = Color.default
    private var background = Color.default
    private var underline = Color.default

    /// Whether nothing is on.
    package var isPlain: Bool { self == PrintedStyle() }
    package var mayHaveBackground: Bool { !isKnown || background != .default }
    var hasBackground: Bool { isKnown && background != .default }

    private enum Color: Sendable, Equatable {
        case `default`
        /// SGR's own code.
        case code(UInt8)
        case palette(UInt8)
        case rgb(UInt8, UInt8, UInt8)
    }

    /// An unknown style.
    static let unknown: PrintedStyle = {
        var style = PrintedStyle()
        style.isKnown = false
        return style
    }()

    /// Applies the parameters of an SGR sequence.
    mutating func apply(_ parameters: EscapeSequenceParser.Parameters) {
        if parameters.count == 0 { self = PrintedStyle() }
        var index = 0
        while index < parameters.count {
            let next = parameters.next(after: index)
            let code = parameters[index]
            if next > index + 1 {
                applyDivided(code, parameters, index..<next)
                index = next
            } else if code == 38 || code == 48 || code == 58 {
                index = applyColor(code, parameters, from: next)
            } else {
                apply(code)
                index = next
            }
        }
        if parameters.isIncomplete { isKnown = false }
    }

    /// Applies a color that semicolons divide: 5 and an index, or 2 and three parts.
    ///
    /// - Returns: Where the next code is.
    private mutating func applyColor(_ code: Int, _ parameters: EscapeSequenceParser.Parameters, from index: Int) -> Int {
        guard index < parameters.count else {
            isKnown = false
            return index
        }
        var next = parameters.next(after: index)
        let isDivided = next > index + 1
        let count = isDivided ? 0 : parameters[index] == 5 ? 1 : parameters[index] == 2 ? 3 : 0
        let start = next
        for _ in 0..<count where next < parameters.count { next = parameters.next(after: next) }
        if count > 0, next == start + count { set(code, parameters, start..<next) } else { isKnown = false }
        return next
    }

    private mutating func apply(_ code: Int) {
        switch code {
        case 0: self = PrintedStyle()
        case 1...9, 21:
            attributes |= 1 << code
            if code == 4 || code == 21 {
                underlineShape = 0
                endsInSingleUnderline = code == 4 && attributes >> 21 & 1 == 1
            }
        // The font that is the usual one.
        case 10: break
        case 22: attributes &= ~(1 << 1 | 1 << 2)
        case 23: attributes &= ~(1 << 3)
        case 24:
            attributes &= ~(1 << 4 | 1 << 21)
            underlineShape = 0
            endsInSingleUnderline = false
        case 25: attributes &= ~(1 << 5 | 1 << 6)
        case 27...29: attributes &= ~(1 << (code - 20))
        case 30...37, 90...97: foreground = .code(UInt8(code))
        case 39: foreground = .default
        case 40...47, 100...107: background = .code(UInt8(code))
        case 49: background = .default
        case 59: underline = .default
        default: isKnown = false
        }
    }

    /// Applies a code with subparameters, which colons separate (ISO 8613-6).
    private mutating func applyDivided(_ code: Int, _ parameters: EscapeSequenceParser.Parameters, _ range: Range<Int>) {
        let kind = parameters[range.lowerBound + 1]
        switch (code, kind, range.count) {
        case (4, 0...5, 2):
            apply(kind == 0 ? 24 : 4)
            // A terminal that knows no subparameters ignores the code. So it is repeated as it was written.
            underlineShape = UInt8(kind)
        case (38, 5, 3), (48, 5, 3), (58, 5, 3): set(code, parameters, range.suffix(1))
        // With an identifier of the color space before the parts, or without.
        case (38, 2, 5...6), (48, 2, 5...6), (58, 2, 5...6): set(code, parameters, range.suffix(3))
        default: isKnown = false
        }
    }

    /// Sets a color to an index of the palette, or to red, green and blue.
    private mutating func set(_ code: Int, _ parameters: EscapeSequenceParser.Parameters, _ range: Range<Int>) {
        guard range.allSatisfy({ parameters[$0] <= 255 }) else {
            isKnown = false
            return
        }
        let parts = range.lowerBound
        let color: Color =
            range.count == 1
            ? .palette(UInt8(parameters[parts]))
            : .rgb(UInt8(parameters[parts]), UInt8(parameters[parts + 1]), UInt8(parameters[parts + 2]))
        switch code {
        case 38: foreground = color
        case 48: background = color
        default: underline = color
        }
    }

    /// The sequence that sets this style in a terminal that has none set; empty for plain.
    package var bytes: [UInt8] {
        var codes: [String] = []
        let single = underlineShape > 0 ? "4:\(underlineShape)" : "4"
        for code in 1...21 where attributes >> code & 1 == 1 { codes.append(code == 4 ? single : String(code)) }
        if endsInSingleUnderline { codes.append(single) }
        for (color, code) in [(foreground, 38), (background, 48), (underline, 58)] {
            switch color {
            case .default: break
            case .code(let own): codes.append(String(own))
            case .palette(let index): codes.append("\(code);5;\(index)")
            case .rgb(let red, let green, let blue): codes.append("\(code);2;\(red);\(green);\(blue)")
            }
        }
        return codes.isEmpty ? [] : Array("\u{1B}[\(codes.joined(separator: ";"))m".utf8)
    }
}

/// The character sets G0 to G3 that a job has designated (ISO 2022), and the one that is shifted in.
struct PrintedCharsets: Sendable, Equatable {
    /// One bit for each of the four sets that is not ASCII.
    private var others: UInt8 = 0
    private var current: UInt8 = 0

    /// Whether the set in use is ASCII.
    var drawsLetters: Bool { others >> current & 1 == 0 }

    /// SI and SO, and the locking shifts.
    mutating func shift(to set: UInt8) { current = set }

    /// Handles `ESC ( B` and the like. Returns false for a sequence that designates no character set.
    mutating func designate(_ intermediate: UInt8, _ final: UInt8) -> Bool {
        guard (0x28...0x2B).contains(intermediate) else { return false }
        let bit: UInt8 = 1 << (intermediate - 0x28)
        others = final == 0x42 ? others & ~bit : others | bit
        return true
    }
}
