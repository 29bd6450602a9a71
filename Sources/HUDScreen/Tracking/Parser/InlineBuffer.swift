/// A list of a few numbers in 64 bytes of its own.
///
/// An array would be allocated on the heap, and copied there with each copy of a parser that is fed afterwards.
struct InlineBuffer<Value: FixedWidthInteger & Sendable>: Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
    private(set) var count = 0

    static var capacity: Int { 64 / MemoryLayout<Value>.stride }

    var isEmpty: Bool { count == 0 }

    /// How many more values there is room for.
    var room: Int { Self.capacity - count }

    subscript(index: Int) -> Value {
        precondition(index >= 0 && index < count, "index out of range")
        return withUnsafeBytes(of: words) { $0.load(fromByteOffset: index * MemoryLayout<Value>.stride, as: Value.self) }
    }

    /// The last value of a list that is not empty.
    var last: Value {
        mutating get {
            precondition(count > 0, "the list is empty")
            let offset = (count - 1) * MemoryLayout<Value>.stride
            return withUnsafeMutableBytes(of: &words) {
                $0.load(fromByteOffset: offset, as: Value.self)
            }
        }
        set {
            precondition(count > 0, "the list is empty")
            let offset = (count - 1) * MemoryLayout<Value>.stride
            withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: newValue, toByteOffset: offset, as: Value.self) }
        }
    }

    /// Appends a value. A full list stays as it is.
    mutating func append(_ value: Value) {
        guard room > 0 else { return }
        count += 1
        last = value
    }

    mutating func removeAll() { count = 0 }

    /// Whether the first values are these ASCII characters.
    func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            text.count <= count && text.indices.allSatisfy { self[$0] == Value(truncatingIfNeeded: text[$0]) }
        }
    }

    var values: [Value] { (0..<count).map { self[$0] } }
}
