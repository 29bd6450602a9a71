/// FNV-1a with 64 bits (Fowler, Noll, Vo): a hash that is the same on every machine and in every run.
package struct FNV1a {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of bytes.
    package static func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = FNV1a()
        for byte in bytes { hash.add(byte) }
        return hash.value
    }

    /// Adds a byte.
    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    /// Adds the words of a command, each with a separator behind it.
    mutating func add(_ command: [CommandArgument]) {
        for word in command {
            for byte in word.utf8 { add(byte) }
            add(0)
        }
    }
}
