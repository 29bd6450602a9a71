import HUDCore
import HUDLibc

/// How long commands took in earlier runs: a value that is parsed from and written to bytes.
///
/// One line per command: a hash of command and directory, and the last few durations in milliseconds. The commands themselves are not stored,
/// because they may contain secrets. The command that was run last is on the last line.
struct History: Equatable {
    /// The limits of a file.
    static let mostBytes = 65536
    static let mostEntries = 500
    static let mostDurations = 5
    /// The longest duration: a year in milliseconds.
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

    /// Parses a file. Invalid lines are left out; if it is not a history, all of them are.
    init(_ bytes: [UInt8]) {
        guard bytes.count <= Self.mostBytes else { return }
        let lines = bytes.split(separator: .newline, omittingEmptySubsequences: false)
        guard let first = lines.first, first.elementsEqual(Self.header.utf8) else { return }
        // Text after the last line end was not written completely.
        entries = lines.dropFirst().dropLast().suffix(Self.mostEntries).compactMap { Self.entry($0) }
    }

    /// The content of the file.
    var bytes: [UInt8] {
        var text = Self.header + "\n"
        for entry in entries {
            text += Self.hexadecimal(entry.key)
            for duration in entry.milliseconds { text += " " + String(duration) }
            text += "\n"
        }
        return Array(text.utf8)
    }

    /// The expected duration of a command: the median of its last durations; nil if there are none.
    ///
    /// Only its own line is parsed, because every command waits for this at its start.
    static func expected(for key: UInt64, in bytes: [UInt8]) -> Duration? {
        guard bytes.count <= mostBytes, bytes.starts(with: (header + "\n").utf8) else { return nil }
        let wanted = Array((hexadecimal(key) + " ").utf8)
        var rest = bytes[...]
        while let end = rest.firstIndex(of: .newline) {
            if rest.starts(with: wanted) { return entry(rest[..<end])?.median }
            rest = rest[(end + 1)...]
        }
        return nil
    }

    /// The expected durations of all commands, by their keys.
    var durations: [UInt64: Duration] {
        Dictionary(entries.map { ($0.key, $0.median) }, uniquingKeysWith: { _, last in last })
    }

    /// Adds a duration of the command.
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

    /// Digits only, whereas `UInt64(_:radix:)` also accepts signs and capital letters.
    private static func number(_ digits: ArraySlice<UInt8>, radix: Int) -> UInt64? {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
        guard digits.count <= 16, digits.allSatisfy({ $0.isDigit || radix == 16 && letters.contains($0) }) else { return nil }
        return UInt64(String(decoding: digits, as: UTF8.self), radix: radix)
    }
}
