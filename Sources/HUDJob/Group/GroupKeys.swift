import HUDTerminal

/// The keys of a group, from the bytes that a terminal sends for them.
struct GroupKeys: Sendable {
    /// What a key means.
    enum Key: Sendable, Equatable {
        /// Up or down: another row.
        case move(by: Int)
        /// So many windows of rows up or down.
        case page(by: Int)
        /// Left: folds the parts of the selected row. Right: shows them again.
        case fold
        case unfold
        case toStart
        case toEnd
        /// Shows the output of the job in the selected row.
        case show
        case cancel
        case retry
        case pause
        case cancelAll
        case pauseAll
        /// No more jobs, and the running ones end.
        case quit
    }

    private var reader = KeyReader()

    /// The keys of bytes that may begin or end in the middle of a sequence.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] { reader.take(bytes).compactMap { Self.meaning(of: $0) } }

    private static func meaning(of key: KeyReader.Key) -> Key? {
        switch key {
        case .up: .move(by: -1)
        case .down: .move(by: 1)
        case .left: .fold
        case .right: .unfold
        case .pageUp: .page(by: -1)
        case .pageDown: .page(by: 1)
        case .home: .toStart
        case .end: .toEnd
        case .byte(let byte): bytes[byte]
        }
    }

    private static let bytes: [UInt8: Key] = [
        UInt8(ascii: "\n"): .show, UInt8(ascii: "\r"): .show, UInt8(ascii: "k"): .move(by: -1), UInt8(ascii: "j"): .move(by: 1),
        UInt8(ascii: "h"): .fold, UInt8(ascii: "l"): .unfold,
        UInt8(ascii: "g"): .toStart, UInt8(ascii: "G"): .toEnd,
        UInt8(ascii: "c"): .cancel, UInt8(ascii: "r"): .retry, UInt8(ascii: "p"): .pause, UInt8(ascii: "C"): .cancelAll,
        UInt8(ascii: "P"): .pauseAll, UInt8(ascii: "q"): .quit
    ]

    /// What the keys do, for a row of hints, the most useful first.
    static let hints = ["Enter output", "c cancel", "p pause", "r retry", "q end", "C cancel all", "P pause all"]
}
