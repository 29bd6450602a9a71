/// Finds the last whole message of zig's progress protocol in bytes that come in pieces of any size.
///
/// A message does not say which format it has, so the bytes are read as both formats until one reading fails. It soon does: a message of the one format, read as
/// the other, has letters of a name where the root's parent belongs, which is 255. While both are possible, the bytes are kept, 64 kB at most.
///
/// Bytes that are no messages are skipped to the end of their piece. A pipe gives whole messages, because each is one write.
package struct ZigProgressReader: Sendable {
    /// The bytes as messages of one format.
    private struct Reading {
        let format: ZigProgressMessage.Format
        /// Where the first message begins that is not whole yet.
        var position = 0
        /// The last whole message.
        var last: Range<Int>?
        /// Whether ``last`` was not taken yet.
        var isFresh = false
        /// Whether the message before ``position`` was not valid.
        var hasStumbled = false

        /// Whether the bytes end with a message.
        func isWhole(_ bytes: [UInt8]) -> Bool { last != nil && position == bytes.count }

        /// Reads on. Returns whether the bytes can be messages.
        ///
        /// - Parameter isForgiving: Whether one message may be wrong. If a pipe is full, zig writes a part of a message, and later the rest with other bytes.
        mutating func advance(through bytes: [UInt8], isForgiving: Bool) -> Bool {
            while position < bytes.count {
                let count = Int(bytes[position])
                guard (1...format.nodeLimit).contains(count) else { return false }
                let end = position + format.length(nodes: count)
                guard end <= bytes.count else { return true }
                let isValid = bytes.withUnsafeBytes {
                    ZigProgressMessage.isValid(UnsafeRawBufferPointer(rebasing: $0[position..<end]), format)
                }
                if isValid {
                    (last, isFresh) = (position..<end, true)
                } else if hasStumbled || !isForgiving {
                    return false
                }
                hasStumbled = !isValid
                position = end
            }
            return true
        }
    }

    private enum State {
        /// Each of the readings is possible.
        case undecided([Reading])
        case decided(Reading)

        static var start: State { .undecided(ZigProgressMessage.Format.allCases.map { Reading(format: $0) }) }
    }

    /// What is kept while the format is not known.
    private static let limit = 65536

    /// The latest message; nil if there was none.
    package private(set) var message: ZigProgressMessage?
    private var state = State.start
    private(set) var bytes: [UInt8] = []

    package init() {}

    /// Takes a piece. Returns whether it completed a message.
    @discardableResult
    package mutating func feed(_ piece: UnsafeRawBufferPointer) -> Bool {
        bytes.append(contentsOf: piece)
        switch state {
        case .undecided(let readings):
            return decide(
                readings.compactMap { reading in
                    var reading = reading
                    return reading.advance(through: bytes, isForgiving: false) ? reading : nil
                })
        case .decided(var reading):
            let isPossible = reading.advance(through: bytes, isForgiving: true)
            return isPossible ? settle(reading) : giveUp(after: reading)
        }
    }

    /// Chooses among the readings that are possible.
    private mutating func decide(_ readings: [Reading]) -> Bool {
        guard let first = readings.first else { return giveUp(after: nil) }
        // Messages in pieces of their own end where a piece does, if they are read as what they are.
        let best = readings.firstIndex { $0.isWhole(bytes) } ?? readings.firstIndex { $0.last != nil }
        guard let best else {
            state = .undecided(readings)
            return false
        }
        if readings.count == 1 { return settle(first) }
        if bytes.count > Self.limit { return settle(readings[best]) }
        var readings = readings
        let isNew = take(&readings[best])
        state = .undecided(readings)
        return isNew
    }

    /// Goes on with one format, and keeps what follows the last whole message.
    private mutating func settle(_ reading: Reading) -> Bool {
        var reading = reading
        let isNew = take(&reading)
        bytes.removeFirst(reading.position)
        (reading.position, reading.last) = (0, nil)
        state = .decided(reading)
        return isNew
    }

    /// Skips the bytes, and begins again with the next piece.
    private mutating func giveUp(after reading: Reading?) -> Bool {
        var isNew = false
        if var reading { isNew = take(&reading) }
        bytes.removeAll(keepingCapacity: true)
        state = .start
        return isNew
    }

    private mutating func take(_ reading: inout Reading) -> Bool {
        guard reading.isFresh, let range = reading.last else { return false }
        reading.isFresh = false
        guard let found = ZigProgressMessage(Array(bytes[range]), format: reading.format) else { return false }
        message = found
        return true
    }
}
