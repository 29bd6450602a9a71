extension InMemoryTerminal.Style {
    /// SGR. Returns false if a parameter was not recognized; the others are applied.
    mutating func apply(_ parameters: [[Int?]]) -> Bool {
        var isKnown = true
        var rest = parameters[...]
        while let parameter = rest.popFirst() {
            let code = (parameter.first ?? nil) ?? 0
            if code == 38 || code == 48 {
                let color = parameter.count > 1 ? Self.color(parts: parameter.dropFirst()) : Self.color(&rest)
                guard let color else {
                    isKnown = false
                    continue
                }
                if code == 38 { foreground = color } else { background = color }
            } else if parameter.count > 1 {
                guard code == 4, parameter.count == 2 else {
                    isKnown = false
                    continue
                }
                set(.underline, parameter[1] != 0)
            } else if !apply(code) {
                isKnown = false
            }
        }
        return isKnown
    }

    private mutating func apply(_ code: Int) -> Bool {
        switch code {
        case 0: self = Self()
        case 1: set(.bold)
        case 2: set(.dim)
        case 3: set(.italic)
        case 4, 21: set(.underline)
        case 5, 6: set(.blink)
        case 7: set(.reverse)
        case 8: set(.hidden)
        case 9: set(.strikethrough)
        // The primary font, which is the only one.
        case 10: break
        case 22: set([.bold, .dim], false)
        case 23: set(.italic, false)
        case 24: set(.underline, false)
        case 25: set(.blink, false)
        case 27: set(.reverse, false)
        case 28: set(.hidden, false)
        case 29: set(.strikethrough, false)
        case 30...37: foreground = .indexed(UInt8(code - 30))
        case 39: foreground = .default
        case 40...47: background = .indexed(UInt8(code - 40))
        case 49: background = .default
        case 90...97: foreground = .indexed(UInt8(code - 90 + 8))
        case 100...107: background = .indexed(UInt8(code - 100 + 8))
        default: return false
        }
        return true
    }

    private mutating func set(_ attribute: InMemoryTerminal.Attributes, _ isSet: Bool = true) {
        if isSet { attributes.formUnion(attribute) } else { attributes.subtract(attribute) }
    }

    /// `5:n`, `2:r:g:b` and, with a color space, `2:s:r:g:b` (ISO 8613-6).
    private static func color(parts: ArraySlice<Int?>) -> InMemoryTerminal.Color? {
        let parts = Array(parts)
        switch parts[0] {
        case 5 where parts.count == 2: return byte(parts[1]).map { .indexed($0) }
        case 2 where parts.count == 4: return rgb(parts[1...])
        // A tolerance may follow.
        case 2 where parts.count >= 5: return rgb(parts[2...4])
        default: return nil
        }
    }

    /// `5;n` and `2;r;g;b` as separate parameters, which are consumed.
    private static func color(_ rest: inout ArraySlice<[Int?]>) -> InMemoryTerminal.Color? {
        let kind = rest.popFirst()?.first ?? nil
        let count = kind == 5 ? 1 : kind == 2 ? 3 : 0
        let values = rest.prefix(count).map { $0.first ?? nil }
        rest = rest.dropFirst(count)
        guard count > 0, values.count == count else { return nil }
        return count == 1 ? byte(values[0]).map { .indexed($0) } : rgb(values[...])
    }

    private static func rgb(_ values: ArraySlice<Int?>) -> InMemoryTerminal.Color? {
        let bytes = values.compactMap { byte($0) }
        return bytes.count == 3 ? .rgb(bytes[0], bytes[1], bytes[2]) : nil
    }

    private static func byte(_ value: Int?) -> UInt8? { UInt8(exactly: value ?? 0) }
}
