/// Reads one JSON text (RFC 8259) from beginning to end, without building a tree of it: strict, and without an allocation per value.
///
/// A reader takes what it wants and skips the rest, which is checked nevertheless. After a mistake every call returns nil or false, so a reader asks
/// once, at the end, whether the text was right (``isComplete()``), and what was wrong (``error``).
///
/// ```text
/// var cursor = JSONCursor(bytes)
/// guard cursor.beginObject() else { return nil }
/// while let name = cursor.nextName() {
///     if name == "event" { event = cursor.text() } else { cursor.skip() }
/// }
/// guard cursor.isComplete() else { return nil }
/// ```
package struct JSONCursor {
    /// The most levels of arrays and objects.
    static let mostLevels = 64

    let bytes: UnsafeRawBufferPointer
    /// Where the next byte is.
    var index: Int
    private(set) var hasFailed = false
    /// The first mistake, which makes no text before it is asked for.
    private var mistake = Mistake.value
    private var placeOfMistake = 0
    /// Whether half of a surrogate pair is a mistake. Some programs write it.
    let refusesHalfPairs: Bool
    /// The open arrays and objects; a set bit is an object.
    private var kinds: UInt64 = 0
    private var depth = 0
    /// Whether the innermost array or object has had no element yet.
    private var isFirst = false

    /// - Parameters:
    ///   - bytes: The text, which the caller keeps until it is done with the cursor.
    ///   - index: Where it begins; a value must be there.
    package init(_ bytes: UnsafeRawBufferPointer, at index: Int = 0, refusesHalfPairs: Bool = false) {
        (self.bytes, self.index, self.refusesHalfPairs) = (bytes, index, refusesHalfPairs)
    }

    /// A cursor at the beginning of a text that is right as a whole. A byte order mark is skipped, as section 8.1 allows.
    package init(checking bytes: UnsafeRawBufferPointer) throws(JSONError) {
        if let offset = Self.offsetOfBrokenUTF8(in: bytes) { throw JSONError(offset: offset, message: "not UTF-8") }
        self.init(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, refusesHalfPairs: true)
        var reader = self
        reader.skip()
        _ = reader.isComplete()
        if let error = reader.error { throw error }
    }

    // MARK: Structure

    /// Whether the whole text has been read, and was right.
    package mutating func isComplete() -> Bool {
        skipBlanks()
        if index < bytes.count { fail(.nothingMore) }
        return !hasFailed && depth == 0
    }

    /// The kind of the next value, by its first byte.
    package enum Kind {
        case object, array, string, number, word
    }

    /// What the next value is; nil if there is none.
    package mutating func kind() -> Kind? {
        skipBlanks()
        if hasFailed { return nil }
        switch next {
        case "{": return .object
        case "[": return .array
        case "\"": return .string
        case "-", "0"..."9": return .number
        case "t", "f", "n": return .word
        default: return nil
        }
    }

    /// Where the next value begins.
    package mutating func offsetOfValue() -> Int {
        skipBlanks()
        return index
    }

    /// Enters an object. If the next value is not one, it is skipped, and the result is false.
    package mutating func beginObject() -> Bool { begin("{", isObject: true) }

    /// Enters an array. If the next value is not one, it is skipped, and the result is false.
    package mutating func beginArray() -> Bool { begin("[", isObject: false) }

    private mutating func begin(_ bracket: Unicode.Scalar, isObject: Bool) -> Bool {
        skipBlanks()
        guard !hasFailed else { return false }
        guard next == bracket else {
            skip()
            return false
        }
        enter(isObject: isObject)
        return !hasFailed
    }

    private mutating func enter(isObject: Bool) {
        guard depth < Self.mostLevels else { return fail(.levels) }
        index += 1
        kinds = kinds << 1 | (isObject ? 1 : 0)
        depth += 1
        isFirst = true
    }

    private mutating func leave() {
        index += 1
        kinds >>= 1
        depth -= 1
        isFirst = false
    }

    /// The name of the next member of the innermost object, whose value must be read or skipped after that; nil at the object's end, which is left.
    package mutating func nextName() -> JSONString? {
        let canEnd = isFirst
        guard nextElement(until: "}", else: .commaInObject) else { return nil }
        guard next == "\"", let name = scanString() else {
            fail(canEnd ? .nameOrEnd : .name)
            return nil
        }
        skipBlanks()
        guard next == ":" else {
            fail(.colon)
            return nil
        }
        index += 1
        return name
    }

    /// Whether the innermost array has another element, which must be read or skipped after that. At the array's end, it is left.
    package mutating func nextElement() -> Bool { nextElement(until: "]", else: .commaInArray) }

    private mutating func nextElement(until bracket: Unicode.Scalar, else mistake: Mistake) -> Bool {
        skipBlanks()
        guard !hasFailed else { return false }
        if next == bracket {
            leave()
            return false
        }
        if !isFirst {
            guard next == "," else {
                fail(mistake)
                return false
            }
            index += 1
            skipBlanks()
        }
        isFirst = false
        return true
    }

    // MARK: Skipping

    /// Checks the next value and goes on behind it.
    package mutating func skip() {
        let outside = depth
        repeat {
            if depth > outside, !passSeparator() { continue }
            switch kind() {
            case .object: enter(isObject: true)
            case .array: enter(isObject: false)
            case .string: _ = scanString()
            case .number: _ = scanNumber()
            case .word: _ = scanWord()
            case nil: fail(.value)
            }
        } while depth > outside && !hasFailed
    }

    /// Goes to the next value in the innermost array or object. Returns false at its end.
    private mutating func passSeparator() -> Bool {
        if kinds & 1 == 1 { return nextName() != nil }
        return nextElement()
    }

    // MARK: Bytes

    /// The next byte; 0 at the end, where no value begins.
    var next: Unicode.Scalar { Unicode.Scalar(index < bytes.count ? bytes[index] : 0) }

    @inline(never)
    mutating func fail(_ mistake: Mistake, at place: Int? = nil) {
        if hasFailed { return }
        (hasFailed, self.mistake, placeOfMistake) = (true, mistake, place ?? index)
    }

    /// The first mistake; nil if there is none.
    var error: JSONError? {
        guard hasFailed else { return nil }
        var message = mistake.rawValue
        switch mistake {
        case .control:
            let byte = bytes[placeOfMistake]
            message = "expected \\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16) + message
        case .utf8, .levels, .halfPair, .word: break
        case .nothingMore, .commaInObject, .commaInArray, .nameOrEnd, .name, .colon, .value, .digit, .lineEnd, .quote, .escape,
            .digits:
            message = "expected " + message + (placeOfMistake < bytes.count ? "" : ", not the end")
        }
        return JSONError(offset: placeOfMistake, message: message)
    }

    /// What a text has instead of JSON.
    enum Mistake: String {
        case nothingMore = "nothing more"
        case commaInObject = "',' or '}'"
        case commaInArray = "',' or ']'"
        case nameOrEnd = "a name in double quotes or '}'"
        case name = "a name in double quotes"
        case colon = "':'"
        case value = "a value"
        case word = "expected a value"
        case digit = "a digit"
        case lineEnd = "'\"' before the end of the line"
        case quote = "'\"'"
        case control = ", not the control character itself"
        case escape = "one of \"\\/bfnrtu after the backslash"
        case digits = "four hexadecimal digits after \\u"
        case halfPair = "half of a surrogate pair: expected \\ud800 to \\udbff, then \\udc00 to \\udfff"
        case levels = "nested too deep"
        case utf8 = "not UTF-8"
    }

    mutating func skipBlanks() {
        while index < bytes.count, case let byte = bytes[index], byte == 0x20 || byte == 0x0D || byte == 0x0A || byte == 0x09 {
            index += 1
        }
    }
}

/// Why a text is not JSON.
package struct JSONError: Error, Equatable {
    /// The byte offset of the mistake.
    package var offset: Int
    /// What is wrong or what was expected; one line that is safe to print.
    package var message: String

    package init(offset: Int, message: String) {
        (self.offset, self.message) = (offset, message)
    }
}
