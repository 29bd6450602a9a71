extension Double {
    /// The shortest decimal digits that read back as this number: `0`, `0.25`, `0.00001`, `1e+16`; without an exponent below 2^54. A JSON
    /// number. The number must be finite and not negative.
    var shortestDecimal: String {
        let text = description
        if text.hasSuffix(".0") { return String(text.dropLast(2)) }
        guard let mark = text.firstIndex(of: "e"), let exponent = Int(String(text[text.index(after: mark)...])), exponent < 0
        else { return text }
        // "1.25e-05": the point moves five places to the left of where it is after the first digit.
        let digits = text[..<mark].filter { $0 != "." }
        let zeros = String(repeating: "0", count: -exponent - 1)
        return "0." + zeros + (digits.hasSuffix("0") && digits.count > 1 ? String(digits.dropLast()) : digits)
    }
}
