/// A command of hud-demo's own, called by its name in the first place.
enum Subcommand: String, CaseIterable {
    case simulate
    case gallery
    case spinners
    case completions

    /// What it does, in a few words.
    var summary: String {
        switch self {
        case .simulate: "play a timing scenario without waiting"
        case .gallery: "the HUD in every mode"
        case .spinners: "the spinners, turning"
        case .completions: "a completion script for a shell"
        }
    }

    var help: String {
        switch self {
        case .simulate: Usage.simulate
        case .gallery: Usage.gallery
        case .spinners: Usage.spinners
        case .completions: Usage.completions
        }
    }

    /// All that it knows.
    var options: [OptionReader.Option] {
        let own: [OptionReader.Option]
        switch self {
        case .simulate: own = [.init("json", "print the events, one a line")]
        case .gallery:
            own =
                [
                    .init("list", "the names, and what they are"),
                    .init("style", "what the HUD is drawn as", .oneOf(GalleryCommand.styles.map(\.name)))
                ] + LookOptions.known
        case .spinners:
            own = [.init("list", "as text, even on a terminal")] + LookOptions.known.filter { $0.name != "spinner" }
        case .completions: own = []
        }
        return own + [.help]
    }

    /// What its words are.
    var words: Argument {
        switch self {
        case .simulate: .file
        case .gallery: .oneOf(GalleryEntry.all.map(\.name))
        case .spinners: .oneOf(LookOptions.spinnerNames)
        case .completions: .oneOf(Shell.allCases.map(\.rawValue))
        }
    }

    /// Whether it takes more than one word.
    var takesManyWords: Bool { self == .spinners }
}
