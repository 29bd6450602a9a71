/// What is printed while a bezel has the screen: in a file, and where that takes no more, for a moment in memory.
struct HeldPrints: ~Copyable {
    private var file: HeldOutput
    private var overflow: [UInt8] = []

    /// Nothing held; nil where no file can be made.
    init?() {
        guard let file = HeldOutput() else { return nil }
        self.file = file
    }

    /// Whether the file takes no more, and memory has to.
    var isFull: Bool { !overflow.isEmpty }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if isFull || !file.append(bytes) { overflow += bytes }
    }

    /// Takes everything out, in order.
    mutating func drain(_ take: (UnsafeRawBufferPointer) -> Void) {
        file.drain(take)
        overflow.withUnsafeBytes { take($0) }
        overflow = []
    }
}
