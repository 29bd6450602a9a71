// What stands between the introducer of a sequence and its final byte.
extension EscapeSequenceParser {
    /// The bytes 0x20 to 0x2F between a sequence's parameters and its final byte.
    struct Intermediates: Sendable {
        /// The first four, each in a byte, the last one in the lowest.
        private(set) var packed: UInt32 = 0

        var isEmpty: Bool { packed == 0 }

        /// The intermediate if there is only one.
        var only: UInt8? { UInt8(exactly: packed).flatMap { $0 == 0 ? nil : $0 } }

        /// - Returns: Whether there was room for it.
        mutating func append(_ byte: UInt8) -> Bool {
            guard packed >> 24 == 0 else { return false }
            packed = packed << 8 | UInt32(byte)
            return true
        }
    }

    /// The numbers in a control sequence, separated by semicolons, and each one's subparameters, separated by colons (ISO 8613-6).
    struct Parameters: Sendable {
        private var values = InlineBuffer<UInt16>()
        /// One bit for each value that a colon separates from the one before.
        private var divisions: UInt32 = 0
        /// Whether there are more than there is room for, or bytes that are no digits.
        private(set) var isIncomplete = false
        /// Whether what comes up to the next separator, or to the end if there is no room, is left out.
        private var isSkipping = false

        /// How many values there are, with subparameters.
        var count: Int { values.count }

        /// A value; 0 if it is omitted, and at most 65,535.
        subscript(index: Int) -> Int { Int(values[index]) }

        /// Whether any value is a subparameter.
        var areDivided: Bool { divisions != 0 }

        /// Whether a value is a subparameter.
        func isDivided(_ index: Int) -> Bool { divisions >> index & 1 == 1 }

        /// The index of the first value of the parameter behind the one at `index`.
        func next(after index: Int) -> Int {
            var next = index + 1
            while next < count, isDivided(next) { next += 1 }
            return next
        }

        /// A parameter without its subparameters; 0 if there are fewer.
        func number(_ place: Int = 0) -> Int {
            var index = 0
            if divisions == 0 {
                index = place
            } else {
                for _ in 0..<place where index < count { index = next(after: index) }
            }
            return index < count ? self[index] : 0
        }

        /// Whether one of the parameters matches, without subparameters.
        func contains(where matches: (Int) -> Bool) -> Bool {
            (0..<count).contains { !isDivided($0) && matches(self[$0]) }
        }

        /// Passes on each parameter, without subparameters.
        func forEach(_ body: (Int) -> Void) {
            for index in 0..<count where !isDivided(index) { body(self[index]) }
        }

        mutating func removeAll() {
            values.removeAll()
            divisions = 0
            (isIncomplete, isSkipping) = (false, false)
        }

        /// Takes the bytes from 0x30 to 0x3F from `start` on.
        ///
        /// - Returns: Where they end.
        mutating func append(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
            var index = start
            while index < bytes.count {
                let byte = bytes[index]
                guard byte & 0xF0 == 0x30 else { break }
                if values.isEmpty { values.append(0) }
                if byte > 0x39 {
                    separate(byte)
                    index += 1
                } else {
                    index = appendDigits(bytes, from: index)
                }
            }
            return index
        }

        private mutating func appendDigits(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
            var index = start
            var number = Int(values.last)
            while index < bytes.count, bytes[index] &- 0x30 < 10 {
                number = min(65_535, number * 10 + Int(bytes[index] &- 0x30))
                index += 1
            }
            if !isSkipping { values.last = UInt16(number) }
            return index
        }

        /// Takes a byte that is no digit.
        private mutating func separate(_ byte: UInt8) {
            guard byte == 0x3A || byte == 0x3B else {
                // Some terminals take such a number for 0.
                if !isSkipping { values.last = 0 }
                (isSkipping, isIncomplete) = (true, true)
                return
            }
            isSkipping = values.room == 0
            if isSkipping { return isIncomplete = true }
            if byte == 0x3A { divisions |= 1 << UInt32(values.count) }
            values.append(0)
        }
    }
}
