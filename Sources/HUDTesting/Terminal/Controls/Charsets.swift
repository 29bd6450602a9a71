/// The character sets G0 and G1, and which of them is in use (ISO 2022 as in VT100).
struct Charsets: Sendable {
    /// Whether G0 and G1 are DEC Special Graphics.
    private var areDrawing = [false, false]
    private var current = 0

    /// SI and SO.
    mutating func shift(to set: Int) { current = set }

    /// Designates a character set; returns false if it is unknown.
    mutating func designate(_ intermediates: String, _ final: Unicode.Scalar) -> Bool {
        guard let set = ["(": 0, ")": 1][intermediates], "0AB".unicodeScalars.contains(final) else { return false }
        areDrawing[set] = final == "0"
        return true
    }

    func translate(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard areDrawing[current], (0x5F...0x7E).contains(scalar.value) else { return scalar }
        return Self.drawing[Int(scalar.value - 0x5F)]
    }

    /// DEC Special Graphics, from `_` on.
    private static let drawing = Array(
        "\u{A0}◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)
}
