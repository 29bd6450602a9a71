extension UInt8 {
    /// A line feed, which ends a line.
    static var newline: UInt8 { 0x0A }

    package var isDigit: Bool { self &- 0x30 < 10 }

    /// Whether it is a letter of ASCII.
    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// Whether it is a space, a tab or a line end.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}

extension BidirectionalCollection<UInt8> {
    /// Where the last line begins: at the end if that is one.
    var startOfLastLine: Index { lastIndex(of: .newline).map { index(after: $0) } ?? startIndex }

    /// The bytes between the blank ones at both ends.
    var trimmed: SubSequence {
        var rest = drop(while: \.isBlank)
        while let last = rest.last, last.isBlank { rest.removeLast() }
        return rest
    }
}
