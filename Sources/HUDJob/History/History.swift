import HUDCore

/// How long commands took, as it is kept from run to run: a value that is read from bytes and written as bytes.
///
/// A line a command: a hash of command and directory, and the last few durations in milliseconds. The commands themselves are not kept, for
/// there may be secrets in them. The command that was run last stands last.
struct History: Equatable {
    /// What a file may be long, and hold.
    static let mostBytes = 65536
    static let mostEntries = 500
    static let mostDurations = 5
    /// In milliseconds: a year.
    private static let longest: Int64 = 365 * 86_400_000

    private static let header = "hud-demo history 1"

    private struct Entry: Equatable {
        var key: UInt64
        var milliseconds: [Int64]

        var median: Duration {
            let sorted = milliseconds.sorted()
            return .milliseconds((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2)
        }
    }

    private var entries: [Entry] = []

    /// Reads a file. What makes no sense is left out; where it is no history at all, that is all of it.
    init(_ bytes: [UInt8]) {
        guard bytes.count <= Self.mostBytes else { return }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = lines.first, first.elementsEqual(Self.header.utf8) else { return }
        // What stands behind the last line's end was not written whole.
        entries = lines.dropFirst().dropLast().suffix(Self.mostEntries).compactMap { Self.entry($0) }
    }

    /// The file.
    var bytes: [UInt8] {
        var text = Self.header + "\n"
        for entry in entries {
            text += Self.hexadecimal(entry.key)
            for duration in entry.milliseconds { text += " " + String(duration) }
            text += "\n"
        }
        return Array(text.utf8)
    }

    /// How long the command is expected to take, by a file: the median of its last durations; nil where none is known.
    ///
    /// Its line is looked for and no other is read: this is what every command waits for.
    static func expected(for key: UInt64, in bytes: [UInt8]) -> Duration? {
        guard bytes.count <= mostBytes, bytes.starts(with: (header + "\n").utf8) else { return nil }
        let wanted = Array((hexadecimal(key) + " ").utf8)
        let newline = UInt8(ascii: "\n")
        var rest = bytes[...]
        while let end = rest.firstIndex(of: newline) {
            if rest.starts(with: wanted) { return entry(rest[..<end])?.median }
            rest = rest[(end + 1)...]
        }
        return nil
    }

    /// Takes up that the command took so long.
    mutating func add(_ duration: Duration, for key: UInt64) {
        var entry = entries.last { $0.key == key } ?? Entry(key: key, milliseconds: [])
        entries.removeAll { $0.key == key }
        entry.milliseconds.append(min(max(1, duration.nanosecondsRoundedDown / 1_000_000), Self.longest))
        entry.milliseconds = entry.milliseconds.suffix(Self.mostDurations)
        entries.append(entry)
        entries = entries.suffix(Self.mostEntries)
    }

    private static func hexadecimal(_ key: UInt64) -> String {
        let digits = String(key, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func entry(_ line: ArraySlice<UInt8>) -> Entry? {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard let first = words.first, first.count == 16, let key = number(first, radix: 16) else { return nil }
        let durations = words.dropFirst().compactMap { number($0, radix: 10) }
        guard durations.count == words.count - 1, (1...mostDurations).contains(durations.count),
            durations.allSatisfy({ $0 > 0 && $0 <= UInt64(longest) })
        else { return nil }
        return Entry(key: key, milliseconds: durations.map { Int64($0) })
    }

    /// Digits alone: the library's own reading takes signs and capitals too.
    private static func number(_ digits: ArraySlice<UInt8>, radix: UInt64) -> UInt64? {
        guard !digits.isEmpty, digits.count <= 16 else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            let figure: UInt64
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): figure = UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f") where radix == 16: figure = UInt64(digit - UInt8(ascii: "a")) + 10
            default: return nil
            }
            value = value &* radix &+ figure
        }
        return value
    }
}

/// FNV-1a of 64 bits (Fowler, Noll, Vo): a hash that is the same on every machine and in every run.
struct FNV1a {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Takes up a word and its end.
    mutating func add(_ word: UnsafePointer<CChar>) {
        let bytes = UnsafeBufferPointer(start: word, count: strlen(word) + 1)
        for byte in bytes { value = (value ^ UInt64(UInt8(bitPattern: byte))) &* 0x100_0000_01B3 }
    }
}
