import CTerminalSupport

/// A string capability of terminfo, without its padding. ``bytes(_:_:)`` fills its parameters in.
///
/// A capability with parameters is a program for a stack of numbers (terminfo(5), *Parameterized Strings*). What it writes is what `tparm` of ncurses writes.
/// `tparm` keeps its result in state that all threads share, and would need a lock. The capabilities that are used here have two parameters at most, and none
/// that is a string: `%s` and `%l` write nothing. The only flag of a number is `0`.
package struct TerminfoString: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The capability without its padding (`$<5>`), which no terminal in use today needs.
    package let template: [UInt8]

    init(_ capability: some Sequence<UInt8>) {
        var template = Array(capability)
        while let start = template.start(of: "$<".utf8),
            let end = template[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            template.removeSubrange(start...end)
        }
        self.template = template
    }

    package init(stringLiteral capability: String) {
        self.init(capability.utf8)
    }

    package init(cString: UnsafePointer<CChar>) {
        self.init(UnsafeBufferPointer(start: cString, count: strlen(cString)).lazy.map { UInt8(bitPattern: $0) })
    }

    /// The capability with its parameters filled in.
    package func bytes(_ first: Int, _ second: Int = 0) -> [UInt8] {
        var expansion = Expansion(template: template, first: first, second: second)
        return expansion.result()
    }
}

/// One run of the program that a capability is.
private struct Expansion {
    let template: [UInt8]
    let first: Int
    let second: Int
    /// What `%i` adds to both, once.
    private var increment = 0
    private var index = 0
    private var stack: [Int] = []
    /// In the order in which they were set. Hardly any string has one.
    private var variables: [(name: UInt8, value: Int)] = []
    private var output: [UInt8] = []

    init(template: [UInt8], first: Int, second: Int) {
        (self.template, self.first, self.second) = (template, first, second)
        output.reserveCapacity(template.count)
    }

    mutating func result() -> [UInt8] {
        while let byte = next() {
            if byte == UInt8(ascii: "%") { carryOut() } else { output.append(byte) }
        }
        return output
    }

    private mutating func next() -> UInt8? {
        guard index < template.count else { return nil }
        defer { index += 1 }
        return template[index]
    }

    private mutating func pop() -> Int { stack.popLast() ?? 0 }

    /// Carries out what follows a `%`.
    private mutating func carryOut() {
        let isZeroFilled = index < template.count && template[index] == UInt8(ascii: "0")
        let width = readNumber()
        var least: Int?
        if index < template.count, template[index] == UInt8(ascii: ".") {
            index += 1
            least = readNumber()
        }
        guard let code = next().map({ Unicode.Scalar($0) }) else { return }
        switch code {
        case "%": output.append(UInt8(ascii: "%"))
        case "c":
            // `tparm` sets the bit that terminals with 7 bits ignore, because a C string can't contain a zero.
            let value = pop()
            output.append(value == 0 ? 0x80 : UInt8(truncatingIfNeeded: value))
        case "d", "o", "x", "X": write(pop(), code, width: width, least: least, isZeroFilled: isZeroFilled)
        case "s", "l": _ = pop()
        case "i": increment = 1
        case "p":
            let number = next()
            stack.append(number == UInt8(ascii: "1") ? first &+ increment : number == UInt8(ascii: "2") ? second &+ increment : 0)
        case "P": if let name = next() { variables.append((name, pop())) }
        case "g": if let name = next() { stack.append(variables.last { $0.name == name }?.value ?? 0) }
        case "'":
            stack.append(Int(next() ?? 0))
            _ = next()
        case "{":
            stack.append(readNumber())
            _ = next()
        case "t": if pop() == 0 { skip(stopsAtElse: true) }
        case "e": skip(stopsAtElse: false)
        case "!": stack.append(pop() == 0 ? 1 : 0)
        case "~": stack.append(~pop())
        case "+", "-", "*", "/", "m", "&", "|", "^", "=", "<", ">", "A", "O":
            let right = pop()
            stack.append(Self.value(of: pop(), code, right))
        default: break
        }
    }

    private static func value(of left: Int, _ operation: Unicode.Scalar, _ right: Int) -> Int {
        switch operation {
        case "+": left &+ right
        case "-": left &- right
        case "*": left &* right
        case "/": right == 0 ? 0 : left.dividedReportingOverflow(by: right).partialValue
        case "m": right == 0 ? 0 : left.remainderReportingOverflow(dividingBy: right).partialValue
        case "&": left & right
        case "|": left | right
        case "^": left ^ right
        case "=": left == right ? 1 : 0
        case "<": left < right ? 1 : 0
        case ">": left > right ? 1 : 0
        case "A": left != 0 && right != 0 ? 1 : 0
        default: left != 0 || right != 0 ? 1 : 0
        }
    }

    /// Skips to behind the `%;` that ends this condition, or behind its `%e`.
    private mutating func skip(stopsAtElse: Bool) {
        var depth = 0
        while let byte = next() {
            guard byte == UInt8(ascii: "%"), let code = next().map({ Unicode.Scalar($0) }) else { continue }
            switch code {
            case "?": depth += 1
            case ";" where depth == 0: return
            case ";": depth -= 1
            case "e" where stopsAtElse && depth == 0: return
            default: break
            }
        }
    }

    /// Reads digits; 0 without any.
    private mutating func readNumber() -> Int {
        var number = 0
        while index < template.count, case let digit = template[index] &- 0x30, digit < 10 {
            number = min(number * 10 + Int(digit), 100_000)
            index += 1
        }
        return number
    }

    /// Writes a number as `printf` does, with `width` columns and `least` digits at least.
    private mutating func write(_ number: Int, _ code: Unicode.Scalar, width: Int, least: Int?, isZeroFilled: Bool) {
        let magnitude = code == "d" ? number.magnitude : UInt(UInt32(truncatingIfNeeded: number))
        let digits = String(magnitude, radix: code == "d" ? 10 : code == "o" ? 8 : 16, uppercase: code == "X").utf8
        let sign = code == "d" && number < 0 ? 1 : 0
        let count = max(digits.count, least ?? (isZeroFilled ? width - sign : 0))
        for _ in sign + count..<max(sign + count, width) { output.append(UInt8(ascii: " ")) }
        if sign == 1 { output.append(UInt8(ascii: "-")) }
        for _ in digits.count..<count { output.append(UInt8(ascii: "0")) }
        for digit in digits { output.append(digit) }
    }
}
