/// The source of a job's progress.
public enum ProgressPolicy: Sendable, Hashable {
    /// None: the HUD does not know how far the job is.
    case none
    /// Progress lines that the job writes to a descriptor, or else the output on the terminal, by the patterns of known tools.
    case auto
    /// The output on the terminal, by a regular expression.
    case match(CommandArgument)
    /// Progress lines that the job writes to a descriptor.
    case descriptor

    /// Parses `auto`, `match:REGEX`, `fd` or `none`; nil for anything else.
    ///
    /// - Throws: ``ProgressPatternError`` if the pattern can't be used.
    package init?(_ word: CommandArgument) throws(ProgressPatternError) {
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

    /// Whether the job's output has to be read for it.
    var readsOutput: Bool {
        switch self {
        case .auto, .match: true
        case .none, .descriptor: false
        }
    }
}
