/// Where a job's progress comes from.
package enum ProgressPolicy: Equatable {
    case none
    /// It is recognised in what the job prints on the terminal.
    case auto
    /// A regular expression finds it there.
    case match(RawWord)
    /// The job writes progress lines to a descriptor.
    case descriptor

    /// As they are written; an expression follows the colon.
    package static let names = ["auto", "match:", "fd", "none"]

    /// Reads `auto`, `match:REGEX`, `fd` or `none`; nil where it is none of them.
    ///
    /// - Throws: ``ProgressPatternError`` if the pattern can't be used.
    package init?(_ word: RawWord) throws(ProgressPatternError) {
        if let pattern = word.dropping(prefix: "match:") {
            _ = try RegexProgress(pattern)
            self = .match(pattern)
            return
        }
        switch word.text {
        case "none": self = .none
        case "auto": self = .auto
        case "fd": self = .descriptor
        default: return nil
        }
    }

    /// Whether the job's output has to pass by us for it.
    package var readsOutput: Bool {
        switch self {
        case .auto, .match: true
        case .none, .descriptor: false
        }
    }
}
