extension UInt8 {
    var isDigit: Bool { self &- 0x30 < 10 }

    /// Whether it is a letter of ASCII.
    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// Whether it is a space, a tab or a line end.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes between the blank ones at both ends.
    var trimmed: SubSequence {
        var rest = drop(while: \.isBlank)
        while let last = rest.last, last.isBlank { rest.removeLast() }
        return rest
    }
}
