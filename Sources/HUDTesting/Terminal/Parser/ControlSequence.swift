/// `CSI P…P I…I F` (ECMA-48, 5.4).
struct ControlSequence: Sendable {
    /// The private marker (`?`, `>`), the intermediate bytes and the final one: what tells one function from another.
    var function: String
    /// The parameters; each has subparameters where colons divide it. What is left out is nil.
    var parameters: [[Int?]]
    /// As it came.
    var source: String

    /// Takes apart what stood between CSI and the final byte.
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

    /// No terminal counts further.
    private static let limit = 65_535

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty else { return nil }
        // More digits than an Int holds, or a private marker amid them.
        return min(limit, Int(text) ?? (text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? limit : 0))
    }

    /// The numbers alone, 0 where one is left out.
    var numbers: [Int] { parameters.map { ($0.first ?? nil) ?? 0 } }

    /// How often, or where, counted from 1: 1 for what is left out or zero.
    func count(_ index: Int = 0) -> Int {
        max(1, number(index))
    }

    /// A selector: 0 for what is left out.
    func number(_ index: Int = 0) -> Int {
        let numbers = numbers
        return index < numbers.count ? numbers[index] : 0
    }
}
