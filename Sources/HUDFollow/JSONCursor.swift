/// Reads one JSON text (RFC 8259) from beginning to end, without building a tree of it: strict, and without an allocation per value.
///
/// A reader takes what it wants and skips the rest, which is checked nevertheless. After a mistake every call returns nil or false, so a reader asks
/// once, at the end, whether the text was right (``isComplete()``).
///
/// ```text
/// var cursor = JSONCursor(bytes)
/// guard cursor.beginObject() else { return nil }
/// while let name = cursor.nextName() {
///     if name == "event" { event = cursor.text() } else { cursor.skip() }
/// }
/// guard cursor.isComplete() else { return nil }
/// ```
struct JSONCursor {
    /// The most levels of arrays and objects.
    static let mostLevels = 64

    let bytes: UnsafeRawBufferPointer
    var index = 0
    private(set) var hasFailed = false
    /// The open arrays and objects; a set bit is an object.
    private var kinds: UInt64 = 0
    private var depth = 0
    /// Whether the innermost array or object has had no element yet.
    private var isFirst = false

    /// - Parameter bytes: The text, which the caller keeps until it is done with the cursor.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    // MARK: Structure

    /// Whether the whole text has been read, and was right.
    mutating func isComplete() -> Bool {
        skipBlanks()
        return !hasFailed && depth == 0 && index == bytes.count
    }

    /// The kind of the next value, by its first byte.
    enum Kind {
        case object, array, string, number, word
    }

    /// What the next value is; nil if there is none.
    mutating func kind() -> Kind? {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .word
        default: return nil
        }
    }

    /// Enters an object. If the next value is not one, it is skipped, and the result is false.
    mutating func beginObject() -> Bool { begin(UInt8(ascii: "{"), isObject: true) }

    /// Enters an array. If the next value is not one, it is skipped, and the result is false.
    mutating func beginArray() -> Bool { begin(UInt8(ascii: "["), isObject: false) }

    private mutating func begin(_ bracket: UInt8, isObject: Bool) -> Bool {
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
        guard depth < Self.mostLevels else { return fail() }
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
    mutating func nextName() -> JSONString? {
        guard nextElement(until: UInt8(ascii: "}")) else { return nil }
        guard next == UInt8(ascii: "\""), let name = scanString() else {
            fail()
            return nil
        }
        skipBlanks()
        guard next == UInt8(ascii: ":") else {
            fail()
            return nil
        }
        index += 1
        return name
    }

    /// Whether the innermost array has another element, which must be read or skipped after that. At the array's end, it is left.
    mutating func nextElement() -> Bool { nextElement(until: UInt8(ascii: "]")) }

    private mutating func nextElement(until bracket: UInt8) -> Bool {
        skipBlanks()
        guard !hasFailed else { return false }
        if next == bracket {
            leave()
            return false
        }
        if !isFirst {
            guard next == UInt8(ascii: ",") else {
                fail()
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
    mutating func skip() {
        let outside = depth
        repeat {
            if depth > outside, !passSeparator() { continue }
            switch kind() {
            case .object: enter(isObject: true)
            case .array: enter(isObject: false)
            case .string: _ = scanString()
            case .number: _ = scanNumber()
            case .word: _ = scanWord()
            case nil: fail()
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
    var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

    @inline(never)
    mutating func fail() { hasFailed = true }

    mutating func skipBlanks() {
        while index < bytes.count, case let byte = bytes[index], byte == 0x20 || byte == 0x0D || byte == 0x0A || byte == 0x09 {
            index += 1
        }
    }
}
