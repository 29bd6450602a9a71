@testable import HUDCore

/// Tasks with names of up to seven bytes.
extension RowTask: ExpressibleByStringLiteral, CustomStringConvertible {
    /// A task with a name.
    public init(stringLiteral name: String) {
        self.init(name.utf8.reduce(0) { $0 << 8 | Int($1) })
    }

    /// The name.
    public var description: String {
        let bytes = stride(from: 48, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
    }
}
