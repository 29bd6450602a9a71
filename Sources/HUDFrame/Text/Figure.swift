/// A number as text: ASCII in 64 bytes of its own.
///
/// Numbers change with every frame, and a string of them would be allocated, made harmless and measured each time.
package struct Figure: Sendable, Equatable {
    /// The characters, and zeros behind them.
    @usableFromInline private(set) var bytes = SIMD8<UInt64>()
    package private(set) var count = 0
    /// The place of a name, such as that of a unit, in the figure; nil if it has none. The name is not part of the figure, because it can be any text.
    package var namePlace: Int? { nameOffset < 0 ? nil : Int(nameOffset) }
    private var nameOffset: Int8 = -1

    static let capacity = 64

    /// An empty figure.
    package init() {}

    /// The figure as a string.
    package var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// The figure as a string with a name in its place.
    package func text(name: String) -> String {
        guard let namePlace else { return text }
        return withBytes { bytes in
            String(decoding: bytes[..<namePlace], as: UTF8.self) + name + String(decoding: bytes[namePlace...], as: UTF8.self)
        }
    }

    /// Calls `body` with the characters.
    @inlinable
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeBytes(of: bytes) { all in
            all.withMemoryRebound(to: UInt8.self) { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
        }
    }

    /// Appends an ASCII character. A full figure stays as it is.
    mutating func append(_ character: UInt8) {
        guard count < Self.capacity else { return }
        withUnsafeMutableBytes(of: &bytes) { $0[count] = character }
        count += 1
    }

    /// Appends ASCII text.
    mutating func append(_ text: StaticString) {
        for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
    }

    /// Appends the digits of a number that is not negative, with zeros before them if there are fewer than `least`.
    mutating func append(_ number: Int, least: Int = 1) {
        var digits = 1
        var rest = number.magnitude / 10
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        for _ in digits..<max(digits, least) { append("0") }
        guard count + digits <= Self.capacity else { return }
        rest = number.magnitude
        let end = count + digits
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for place in 1...digits {
                bytes[end - place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
        count = end
    }

    /// Makes the end of the figure the place of a name.
    mutating func appendName() { nameOffset = Int8(count) }

    /// Appends another figure.
    mutating func append(_ other: Figure) {
        if let place = other.namePlace { nameOffset = Int8(clamping: count + place) }
        other.withBytes { for byte in $0 { append(byte) } }
    }

    /// The characters before a place, and those from there on.
    package func split(at place: Int) -> (Figure, Figure) {
        var (before, after) = (Figure(), Figure())
        withBytes { bytes in
            for byte in bytes[..<place] { before.append(byte) }
            for byte in bytes[place...] { after.append(byte) }
        }
        return (before, after)
    }

    /// This figure with spaces before it, so that it takes `columns` at least.
    func padded(to columns: Int) -> Figure {
        guard count < columns else { return self }
        var padded = Figure()
        for _ in count..<columns { padded.append(" ") }
        padded.append(self)
        return padded
    }
}
