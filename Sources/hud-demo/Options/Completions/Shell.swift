/// A shell for which there are completions.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// The completion script.
    var completions: String {
        switch self {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }
}

/// A place on the command line with options of its own: after the program's name, or after a subcommand.
struct CompletionPlace {
    /// The subcommand; empty if there is none.
    var name: String
    var options: [OptionReader.Option]

    static let all =
        [CompletionPlace(name: "", options: WrapOptions.known)]
        + Subcommand.allCases.map { CompletionPlace(name: $0.rawValue, options: $0.options) }
}

extension OptionReader.Option {
    /// How the option can be written: the letter first, if it has one.
    var spellings: [String] { (short.map { ["-" + String($0)] } ?? []) + ["--" + name] }
}
