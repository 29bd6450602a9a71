/// Output of the program that cannot be written yet: in a file without a name, and in memory where that takes no more.
struct HeldPrints: ~Copyable {
    private var file = HeldOutput()
    private var overflow: [UInt8] = []

    /// The most that is kept in memory. What is printed beyond that is lost: the file system is full, and the terminal takes nothing.
    private static var mostInMemory: Int { 16 << 20 }

    /// Whether there is a file. Without one, memory takes everything.
    var hasFile: Bool { file != nil }

    /// Whether the file takes no more, and memory has to.
    var isFull: Bool { !overflow.isEmpty }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if !isFull, file?.append(bytes) == true { return }
        overflow += bytes.prefix(max(0, Self.mostInMemory - overflow.count))
    }

    /// Takes the next piece out, in order; nil if nothing is held any more.
    mutating func next() -> [UInt8]? {
        if let piece = file?.next() { return piece }
        guard isFull else { return nil }
        defer { overflow = [] }
        return overflow
    }
}
