/// A shell for which there are completions.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// A script that completes all that the command knows.
    var completions: String {
        switch self {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }
}

/// The places on the command line where other options are known: behind the command's name, and behind a subcommand's.
struct CompletionPlace {
    /// Empty where no subcommand was named.
    var name: String
    var options: [OptionReader.Option]

    static let all =
        [CompletionPlace(name: "", options: WrapOptions.known)]
        + Subcommand.allCases.map { CompletionPlace(name: $0.rawValue, options: $0.options) }
}

extension OptionReader.Option {
    /// How it may be written: the letter first, where it has one.
    var spellings: [String] { (short.map { ["-" + String($0)] } ?? []) + ["--" + name] }
}
