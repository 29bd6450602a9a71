/// Base64 (RFC 4648), as Go writes bytes in JSON.
enum Base64 {
    /// The value of each byte that is of the alphabet.
    private static let values: [UInt32?] = {
        var values = [UInt32?](repeating: nil, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, byte) in alphabet.utf8.enumerated() { values[Int(byte)] = UInt32(value) }
        return values
    }()

    /// The bytes; what is not of the alphabet is left out.
    static func bytes(_ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        let values = values
        for character in text {
            guard let value = values[Int(character)] else { continue }
            bits = bits << 6 | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return bytes
    }
}
