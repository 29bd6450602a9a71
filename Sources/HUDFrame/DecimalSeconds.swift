extension Duration {
    /// Attoseconds in a nanosecond.
    private static let attosecondsPerNanosecond: Int128 = 1_000_000_000

    /// The duration in whole nanoseconds, rounded down and clamped to an `Int64` (292 years).
    package var nanosecondsRoundedDown: Int64 {
        let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerNanosecond)
        return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
    }

    /// The duration in whole nanoseconds, rounded up, so that a timer never fires early.
    package var nanosecondsRoundedUp: Int64 {
        let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerNanosecond)
        return Int64(clamping: remainder > 0 ? quotient + 1 : quotient)
    }

    /// The seconds in their shortest decimal form, rounded down to the nanosecond: `0`, `1.5`, `0.333333333`.
    package var decimalSeconds: String {
        let nanoseconds = nanosecondsRoundedDown
        let (seconds, fraction) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        let sign = nanoseconds < 0 ? "-" : ""
        if fraction == 0 { return sign + String(seconds) }
        var digits = String(fraction)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return sign + String(seconds) + "." + digits
    }

    /// Parses decimal seconds: digits and, optionally, a decimal point with one to nine more digits.
    ///
    /// Signs, exponents and spaces are rejected. `.5` is read as `0.5`, as `sleep(1)` and most tools do.
    ///
    /// - Parameter roundsDown: Whether there can be more digits, which count for nothing. Otherwise anything finer than a nanosecond is rejected.
    /// - Returns: nil if `text` is not of that form, or does not fit an `Int64` of nanoseconds.
    package init?(decimalSeconds text: some StringProtocol, roundsDown: Bool = false) {
        var nanoseconds: Int64 = 0
        var digits = 0
        var places: Int?
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), places == nil {
                places = 0
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            if roundsDown, places == 9 { continue }
            guard places != 9, nanoseconds.append(digit: Int64(byte - UInt8(ascii: "0"))) else { return nil }
            digits += 1
            places = places.map { $0 + 1 }
        }
        guard digits > 0, places != 0 else { return nil }
        for _ in (places ?? 0)..<9 {
            guard nanoseconds.append(digit: 0) else { return nil }
        }
        self = .nanoseconds(nanoseconds)
    }
}

extension Int64 {
    /// Appends a decimal digit; returns false if the number would overflow.
    fileprivate mutating func append(digit: Int64) -> Bool {
        let (tens, overflow) = multipliedReportingOverflow(by: 10)
        let (sum, carry) = tens.addingReportingOverflow(digit)
        self = sum
        return !overflow && !carry
    }
}
