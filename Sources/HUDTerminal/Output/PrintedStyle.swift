/// The colors and attributes that a job has left on (SGR; ECMA-48, 8.3.117).
struct PrintedStyle: Sendable, Equatable {
    /// Whether this type knows every code that was set.
    private(set) var isKnown = true
    /// One bit for each of the codes 1 to 9, and 21 for a double underline.
    private var attributes: UInt32 = 0
    /// Whether a single underline was set after a double one. Some terminals keep both, and some the one that comes last.
    private var endsInSingleUnderline = false
    /// The subparameter of `4:n` (2 double, 3 curly, 4 dotted, 5 dashed); 0 if the underline was not set with one.
    private var underlineShape: UInt8 = 0
    private var foreground = Color.default
    private var background = Color.default
    private var underline = Color.default

    var mayHaveBackground: Bool { !isKnown || background != .default }

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
    mutating func apply(_ parameters: [UInt8]) {
        if !applySimple(parameters) { applyAny(parameters) }
    }

    /// Applies parameters that consist of one code each, as most do, without splitting them first. This is the fast path.
    ///
    /// - Returns: False, and the style is unchanged, if the parameters have another form.
    private mutating func applySimple(_ parameters: [UInt8]) -> Bool {
        var new = self
        var code = 0
        for byte in parameters {
            if byte == UInt8(ascii: ";") {
                if code == 38 || code == 48 || code == 58 { return false }
                new.apply(code)
                code = 0
            } else {
                guard (0x30...0x39).contains(byte), code < 1000 else { return false }
                code = code * 10 + Int(byte - 0x30)
            }
        }
        new.apply(code)
        self = new
        return true
    }

    private mutating func applyAny(_ parameters: [UInt8]) {
        var rest = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
        if rest.isEmpty { self = PrintedStyle() }
        while let parameter = rest.popFirst() {
            let parts = parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
            guard let code = parts.first ?? 0 else {
                isKnown = false
                continue
            }
            if parts.count > 1 {
                applyDivided(code, parts)
            } else if code == 38 || code == 48 || code == 58 {
                let kind = rest.popFirst().flatMap(Self.number)
                let values = rest.prefix(kind == 5 ? 1 : kind == 2 ? 3 : 0).map(Self.number)
                rest = rest.dropFirst(values.count)
                set(code, values)
            } else {
                apply(code)
            }
        }
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
    private mutating func applyDivided(_ code: Int, _ parts: [Int?]) {
        if code == 4, parts.count == 2, let shape = parts[1], shape <= 5 {
            apply(shape == 0 ? 24 : 4)
            // A terminal that knows no subparameters ignores the code. So it is repeated as it was written.
            underlineShape = UInt8(shape)
        } else if [38, 48, 58].contains(code), parts[1] == 5, parts.count == 3 {
            set(code, [parts[2]])
        } else if [38, 48, 58].contains(code), parts[1] == 2, parts.count == 5 || parts.count == 6 {
            set(code, Array(parts.suffix(3)))
        } else {
            isKnown = false
        }
    }

    private mutating func set(_ code: Int, _ values: [Int?]) {
        let bytes = values.compactMap { $0.flatMap { UInt8(exactly: $0) } }
        let color: Color
        switch (bytes.count == values.count, bytes.count) {
        case (true, 1): color = .palette(bytes[0])
        case (true, 3): color = .rgb(bytes[0], bytes[1], bytes[2])
        default: return isKnown = false
        }
        switch code {
        case 38: foreground = color
        case 48: background = color
        default: underline = color
        }
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
        text.isEmpty ? 0 : text.count < 6 ? Int(String(decoding: text, as: UTF8.self)) : nil
    }

    /// The sequence that sets this style in a terminal that has none set; empty for plain.
    var bytes: [UInt8] {
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
    mutating func designate(_ intermediate: UInt8, _ final: UInt32) -> Bool {
        guard (0x28...0x2B).contains(intermediate) else { return false }
        let bit: UInt8 = 1 << (intermediate - 0x28)
        others = final == 0x42 ? others & ~bit : others | bit
        return true
    }
}
