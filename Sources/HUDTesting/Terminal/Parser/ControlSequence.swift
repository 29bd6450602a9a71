/// `CSI P…P I…I F` (ECMA-48, 5.4).
struct ControlSequence: Sendable {
    /// The private marker (`?`, `>`), the intermediate bytes and the final byte, which together select the function.
    var function: String
    /// The parameters, each with its subparameters (separated by colons). An omitted one is nil.
    var parameters: [[Int?]]
    /// The sequence as it was received.
    var source: String

    /// Parses what is between CSI and the final byte.
    init(parameters text: String, intermediates: String, final: Unicode.Scalar) {
        source = "\u{1B}[" + text + intermediates + String(final)
        var text = Substring(text)
        var marker = ""
        if let first = text.unicodeScalars.first, (0x3C...0x3F).contains(first.value) {
            marker = String(first)
            text.removeFirst()
        }
        function = marker + intermediates + String(final)
        parameters = text.split(separator: ";", omittingEmptySubsequences: false).map { parameter in
            parameter.split(separator: ":", omittingEmptySubsequences: false).map { Self.number($0) }
        }
    }

    /// The maximum value of a parameter.
    private static let limit = 65_535

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty else { return nil }
        // Digits beyond the range of `Int`, or a private marker among them.
        return min(limit, Int(text) ?? (text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? limit : 0))
    }

    /// The parameters without subparameters; 0 for an omitted one.
    var numbers: [Int] { parameters.map { ($0.first ?? nil) ?? 0 } }

    /// A count or a position counted from 1: 1 if the parameter is omitted or zero.
    func count(_ index: Int = 0) -> Int {
        max(1, number(index))
    }

    /// A selector: 0 if the parameter is omitted.
    func number(_ index: Int = 0) -> Int {
        let numbers = numbers
        return index < numbers.count ? numbers[index] : 0
    }
}
