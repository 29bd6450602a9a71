import CTerminalSupport

/// Output of the program that can't be written yet: in an unnamed file, and in memory if the file system is full.
struct HeldPrints: ~Copyable {
    private var file = HeldOutput()
    private var overflow: [UInt8] = []
    /// Whether it is held behind a bezel, so that a signal handler prints it if the process ends.
    var isBehindBezel = false

    /// The maximum number of bytes in memory. If the file system is full and the terminal accepts nothing, output beyond that is lost.
    private static var mostInMemory: Int { 16 << 20 }

    /// The file; -1 if there is none, so that everything is in memory. Mutating, because the compiler would move a file out of an optional that is only borrowed.
    var descriptor: Int32 {
        mutating get { file?.descriptor ?? -1 }
    }

    /// How many bytes of the file are taken out.
    var taken: off_t { mutating get { file?.taken ?? 0 } }

    /// Whether the file is full, so that new output goes to memory.
    var isFull: Bool { !overflow.isEmpty }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if !isFull, file?.append(bytes) == true { return }
        overflow += bytes.prefix(max(0, Self.mostInMemory - overflow.count))
    }

    /// Takes out the next piece, in order; nil if nothing is held.
    @inline(never)
    mutating func next() -> [UInt8]? {
        if let piece = file?.next() { return piece }
        guard isFull else { return nil }
        defer { overflow = [] }
        return overflow
    }
}
