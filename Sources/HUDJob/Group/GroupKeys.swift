import HUDCore
import HUDTerminal

/// The keys of a group, from the bytes that a terminal sends for them.
struct GroupKeys: Sendable {
    /// What a key means.
    enum Key: Sendable, Equatable {
        /// Another row, or the parts of the selected one.
        case select(RowMove)
        /// Shows the output of the job in the selected row.
        case show
        case cancel
        case retry
        case pause
        /// No more jobs, and the running ones end.
        case cancelAll
        case pauseAll
    }

    private var reader = KeyReader()

    /// The keys of bytes that may begin or end in the middle of a sequence.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] { reader.take(bytes).compactMap { Self.meaning(of: $0) } }

    private static func meaning(of key: KeyReader.Key) -> Key? {
        if case .byte(let byte) = key { bytes[byte] } else { RowMove(key).map { .select($0) } }
    }

    private static let bytes: [UInt8: Key] = [
        .newline: .show, UInt8(ascii: "\r"): .show, UInt8(ascii: "k"): .select(.rows(-1)),
        UInt8(ascii: "j"): .select(.rows(1)),
        UInt8(ascii: "h"): .select(.fold), UInt8(ascii: "l"): .select(.unfold),
        UInt8(ascii: "g"): .select(.toStart), UInt8(ascii: "G"): .select(.toEnd),
        UInt8(ascii: "c"): .cancel, UInt8(ascii: "r"): .retry, UInt8(ascii: "p"): .pause, UInt8(ascii: "C"): .cancelAll,
        UInt8(ascii: "P"): .pauseAll, UInt8(ascii: "q"): .cancelAll
    ]

    /// What the keys do, for a row of hints, the most useful first.
    static let hints = ["Enter output", "c cancel", "p pause", "r retry", "q end", "C cancel all", "P pause all"]
}
