import HUDCore
import HUDLibc

/// The bytes of a line, with functions that look for numbers in them. Positions beyond its ends read as spaces.
struct LineText {
    /// A number or a size.
    struct Number {
        var value: Double
        var start: Int
        var end: Int
        var unit = ProgressUnit.items
    }

    let bytes: UnsafeBufferPointer<UInt8>
    /// The position after the last byte that is not a space.
    let end: Int
    /// The position of the first byte that is not a space.
    let start: Int

    /// The end of the known bytes; one position further if the line is complete.
    let extent: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, isOver: Bool) {
        self.bytes = bytes
        extent = bytes.count + (isOver ? 1 : 0)
        var end = bytes.count
        while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
        var start = 0
        while start < end, bytes[start] == 0x20 { start += 1 }
        self.end = end
        self.start = start
    }

    subscript(place: Int) -> UInt8 { place >= 0 && place < bytes.count ? bytes[place] : 0x20 }

    func isDigit(_ place: Int) -> Bool { self[place].isDigit }

    func isLetter(_ place: Int) -> Bool { self[place].isLetter }

    func skipSpaces(_ place: Int) -> Int {
        var place = place
        while place < bytes.count, bytes[place] == 0x20 { place += 1 }
        return place
    }

    func skipLetters(_ place: Int) -> Int {
        var place = place
        while isLetter(place) { place += 1 }
        return place
    }

    /// The position after the last byte before `place` that is not a space.
    func skipSpacesBack(_ place: Int) -> Int {
        var place = place
        while place > 0, self[place - 1] == 0x20 { place -= 1 }
        return place
    }

    func has(_ word: StaticString, at place: Int) -> Bool {
        guard place >= 0, place + word.utf8CodeUnitCount <= bytes.count, let base = bytes.baseAddress else { return false }
        return memcmp(base + place, word.utf8Start, word.utf8CodeUnitCount) == 0
    }

    /// Digits with a decimal point and with commas between thousands; or the other way around, as in `1.234,5`. A comma before three digits is never a decimal
    /// one. Nil if there are none, more than fifteen, or if more can follow.
    func number(at start: Int) -> Number? {
        var place = start
        var value = 0.0
        var scale = 0.0
        while place - start < 16 {
            let byte = self[place]
            if byte.isDigit {
                if scale > 0 {
                    value += Double(byte &- 0x30) * scale
                    scale /= 10
                } else {
                    value = value * 10 + Double(byte &- 0x30)
                }
            } else if byte == 0x2E || byte == 0x2C, scale == 0, place > start {
                let digits = countOfDigits(place + 1)
                let next = place + 1 + digits
                let isGroup = digits == 3 && byte == 0x2E
                // More may follow.
                if next >= extent, digits == 0 || byte == 0x2C && digits < 4 || isGroup { return nil }
                if isGroup, self[next] == 0x2C, next + 1 >= extent { return nil }
                let isThousands = digits == 3 && (byte == 0x2C || self[next] == 0x2C && isDigit(next + 1))
                if !isThousands {
                    guard digits > 0, byte == 0x2E || digits < 3 else { return Number(value: value, start: start, end: place) }
                    scale = 0.1
                }
            } else {
                return place > start ? Number(value: value, start: start, end: place) : nil
            }
            place += 1
        }
        return nil
    }

    /// How many digits are at `start`, up to four.
    private func countOfDigits(_ start: Int) -> Int {
        var place = start
        while place < start + 4, isDigit(place) { place += 1 }
        return place - start
    }

    /// The number that ends before `end`. Nil if a letter, a sign or another part of a word is before it.
    func number(endingAt end: Int) -> Number? {
        var start = end
        while end - start < 16, isDigit(start - 1) || (self[start - 1] == 0x2E || self[start - 1] == 0x2C) && start < end {
            start -= 1
        }
        guard start < end, let number = number(at: start), number.end == end else { return nil }
        let before = self[start - 1]
        let isWord = isLetter(start - 1) || [0x2D, 0x2B, 0x2F, 0x5F, 0x24, 0x3A].contains(before) && start > 0
        return isWord ? nil : number
    }

    /// The two numbers of `12/345`.
    func count(at start: Int) -> (done: Number, total: Number)? {
        guard let done = number(at: start), self[done.end] == 0x2F, let total = number(at: done.end + 1) else { return nil }
        return (done, total)
    }

    /// The two numbers of `12 / 345` that end before `end`.
    func apartCount(endingAt end: Int) -> (done: Number, total: Number)? {
        guard let total = number(endingAt: end), has(" / ", at: total.start - 3),
            let done = number(endingAt: total.start - 3)
        else { return nil }
        return (done, total)
    }

    /// The two numbers of `12/345` that end before `end`.
    func count(endingAt end: Int) -> (done: Number, total: Number)? {
        var slash = end - 1
        while isDigit(slash) { slash -= 1 }
        guard self[slash] == 0x2F, slash < end - 1, let total = number(at: slash + 1), let done = number(endingAt: slash) else {
            return nil
        }
        return (done, total)
    }

    /// A number with its unit applied, as in `12.3MB`. The byte after it must be known.
    func size(at start: Int) -> Number? {
        guard var number = number(at: start), number.end < extent else { return nil }
        let unitStart = number.end
        guard isLetter(unitStart) else { return number }
        var end = unitStart
        while isLetter(end), end - unitStart < 6 { end += 1 }
        guard end < extent, let factor = byteFactor(unitStart, end) else { return nil }
        number.value *= factor
        number.end = end
        number.unit = .bytes
        return number
    }

    /// A number with the unit of bytes behind a space, as in `12.3 MB`.
    func sizeApart(at start: Int) -> Number? {
        guard var number = number(at: start), self[number.end] == 0x20 else { return nil }
        let end = skipLetters(number.end + 1)
        guard end < extent, let factor = byteFactor(number.end + 1, end) else { return nil }
        number.value *= factor
        number.end = end
        number.unit = .bytes
        return number
    }

    /// The factor of `B`, `kB`, `MiB` and the like; nil if `bytes[start..<end]` is none of them.
    func byteFactor(_ start: Int, _ end: Int) -> Double? {
        let count = end - start
        if count == 5, has("bytes", at: start) { return 1 }
        guard count >= 1, count <= 3, self[end - 1] == 0x42 else { return nil }
        if count == 1 { return 1 }
        let isBinary = count == 3
        if isBinary, self[start + 1] != 0x69 { return nil }
        let base = isBinary ? 1024.0 : 1000.0
        switch self[start] {
        case 0x6B, 0x4B: return base
        case 0x4D: return base * base
        case 0x47: return base * base * base
        case 0x54: return base * base * base * base
        default: return nil
        }
    }

    /// A hash of the words in `bytes[start..<end]`, without the figures that change from one line to the next.
    ///
    /// Numbers and sizes alone can be the names of rows, so they are left out only beside a word with letters, a time or a rate. A number behind a word is part
    /// of the name, as in `Worker 1`. A spinner never is.
    ///
    /// - Parameter hasValues: Whether the words are a description with values such as `loss=0.5`, so that no number alone is a name.
    func label(_ start: Int, _ end: Int, hasValues: Bool = false) -> UInt64 {
        var all = FNV1a()
        var named = FNV1a()
        var isNamed = false
        var isBehindWord = false
        var place = skipSpaces(start)
        while place < end {
            let word = place
            while place < end, self[place] != 0x20 { place += 1 }
            let next = skipSpaces(place)
            if isSpinner(word, place) {
                isBehindWord = false
                place = next
                continue
            }
            for place in word..<place { all.add(self[place]) }
            let isNumber = isBehindWord && (word..<place).allSatisfy(isDigit)
            isBehindWord = false
            switch isNumber ? nil : figure(word, place) {
            case nil:
                for place in word..<place {
                    isBehindWord = isBehindWord || isLetter(place) || self[place] >= 0x80
                    named.add(self[place])
                    if hasValues, self[place] == 0x3D, isDigit(place + 1) || self[place + 1] == 0x2D { break }
                }
                isNamed = isNamed || isBehindWord
            case true?: isNamed = true
            case false?: break
            }
            place = next
        }
        return isNamed || hasValues && named.value != FNV1a().value ? named.value : all.value
    }

    /// The label of the first word before `end` that is no spinner.
    func labelOfFirstWord(until end: Int) -> UInt64 {
        var place = start
        while place < end {
            let word = place
            while place < end, self[place] != 0x20 { place += 1 }
            if !isSpinner(word, place) { return label(word, place) }
            place = skipSpaces(place)
        }
        return label(start, start)
    }

    /// Whether the word `bytes[start..<end]` is one character that is no letter and no digit, or two of Braille.
    private func isSpinner(_ start: Int, _ end: Int) -> Bool {
        switch end - start {
        case 1: self[start] < 0x80 && !isLetter(start) && !isDigit(start)
        // U+2000 to U+2BFF
        case 3: self[start] == 0xE2 && self[start + 1] < 0xB0
        case 6: [start, start + 3].allSatisfy { self[$0] == 0xE2 && self[$0 + 1] & 0xFC == 0xA0 }
        // Emoji
        case 4: self[start] == 0xF0 && self[start + 1] == 0x9F
        default: false
        }
    }

    /// Whether the word `bytes[start..<end]`, without brackets, is a time or a rate; false for another figure and for brackets alone; nil if it is no figure.
    private func figure(_ start: Int, _ end: Int) -> Bool? {
        var (start, end) = (start, end)
        while start < end, self[start] == 0x5B || self[start] == 0x28 { start += 1 }
        while start < end, [0x5D, 0x29, 0x2C].contains(self[end - 1]) { end -= 1 }
        if start == end { return false }
        guard isDigit(start) else { return nil }
        var unit = start
        var isTime = false
        while unit < end, isDigit(unit) || [0x2E, 0x2C, 0x3A].contains(self[unit]) {
            isTime = isTime || self[unit] == 0x3A
            unit += 1
        }
        // `1:` is a name.
        guard self[unit - 1] != 0x3A else { return nil }
        let isRate = end - unit >= 3 && has("/s", at: end - 2)
        let unitEnd = isRate ? end - 2 : end
        let hasUnit = isRate && unitEnd - unit <= 5 && (unit..<unitEnd).allSatisfy(isLetter)
        let isPlain =
            unit == unitEnd || byteFactor(unit, unitEnd) != nil || unitEnd - unit == 1 && Self.units.contains(self[unit])
        return hasUnit || isPlain ? isTime || isRate : nil
    }

    /// `%`, and the letters that are units. Not those with which identifiers in hexadecimal digits can end.
    private static let units = Array("%kKMGTPsmh".utf8)

    /// The start of the bar that ends before `end`, ignoring spaces; nil if there is none.
    func bar(endingAt end: Int) -> Int? {
        var place = skipSpacesBack(end)
        guard place > 0 else { return nil }
        let close = self[place - 1]
        if close == 0x5D || close == 0x7C {
            let open: UInt8 = close == 0x5D ? 0x5B : 0x7C
            let inner = place - 1
            place = inner
            var least = 3
            var hasSpinner = false
            while place > 0, self[place - 1] != open {
                if !hasSpinner, isSpinnerInBar(place - 1) {
                    hasSpinner = true
                    least = 10
                } else if close == 0x7C, isDigit(place - 1), self[place - 2] == 0x23 {
                    // conda's bar, which is ten columns wide, ends with a digit, the tenths of a `#`.
                    least = 10
                } else if !isBarByte(self[place - 1]), self[place - 1] != 0x20 {
                    return nil
                }
                place -= 1
            }
            return place > 0 && inner - place >= least ? place - 1 : nil
        }
        if isSpinnerInBar(place - 1) || close == 0x2D && self[place - 2] == 0x20 {
            // e2fsck's bar, which a spinner closes.
            let inner = place - 1
            place = inner
            while place > 0, self[place - 1] == 0x3D || self[place - 1] == 0x20 { place -= 1 }
            return place > 0 && self[place - 1] == 0x7C && inner - place >= 10 ? place - 1 : nil
        }
        if close == 0x3E {
            let inner = place - 1
            place = inner
            while place > 0, self[place - 1] == 0x3D || self[place - 1] == 0x2D { place -= 1 }
            return place > 0 && self[place - 1] == 0x3C && inner - place >= 10 ? place - 1 : nil
        }
        // A bar without brackets: one character repeated, or box-drawing characters, but not the branches of a tree.
        let last = place
        if close >= 0x80 {
            while place >= 3, self[place - 3] == 0xE2, self[place - 2] &- 0x94 < 4 {
                place -= 3
                if has("├", at: place) || has("└", at: place) || has("╰", at: place) { return nil }
            }
            return last - place >= 12 ? place : nil
        }
        guard close == 0x23 || close == 0x3D || close == 0x2D else { return nil }
        while place > 0, self[place - 1] == close { place -= 1 }
        // One or two dashes are not a bar, and a `#` can be a heading. curl's begins with a few, in a field as wide as the whole line, before a number with a
        // decimal point.
        let next = skipSpaces(last)
        let isLong = last - place >= 10 || close == 0x23 && place == start && next >= last + 2 && hasPoint(next)
        return isLong && (place == start || self[place - 1] == 0x20) ? place : nil
    }

    /// Whether a number with a decimal point begins at `place`.
    private func hasPoint(_ place: Int) -> Bool {
        number(at: place).map { number in (number.start..<number.end).contains { self[$0] == 0x2E } } ?? false
    }

    private func isSpinnerInBar(_ place: Int) -> Bool { [0x2F, 0x5C, 0x7C].contains(self[place]) }

    func isBarByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || [0x3D, 0x23, 0x3E, 0x2D, 0x2E, 0x2A, 0x2B, 0x3A, 0x6F, 0x43, 0x63, 0x5F].contains(byte)
    }
}
