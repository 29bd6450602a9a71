/// A subcommand, given by its name as the first argument.
enum Subcommand: String, CaseIterable {
    case group
    case follow
    case simulate
    case gallery
    case spinners
    case completions
    case shellInit = "shell-init"
    case notify

    /// A short description.
    var summary: String {
        switch self {
        case .group: "run many jobs at once"
        case .follow: "show jobs that run elsewhere"
        case .simulate: "play a timing scenario without waiting"
        case .gallery: "show the HUD in every mode"
        case .spinners: "show the spinners turning"
        case .completions: "print a completion script for a shell"
        case .shellInit: "print a function, a key and notifications for a shell"
        case .notify: "send a desktop notification"
        }
    }

    var help: String {
        switch self {
        case .group: Usage.group
        case .follow: Usage.follow
        case .simulate: Usage.simulate
        case .gallery: Usage.gallery
        case .spinners: Usage.spinners
        case .completions: Usage.completions
        case .shellInit: Usage.shellInit
        case .notify: Usage.notify
        }
    }

    /// All of its options.
    var options: [OptionReader.Option] {
        let own: [OptionReader.Option]
        switch self {
        case .group: own = GroupOptions.known
        case .follow: own = FollowOptions.known
        case .simulate: own = [.init("json", "print the events as JSON, one per line")]
        case .gallery:
            own =
                [
                    .init("list", "list the names and descriptions"),
                    .init("style", "how the HUD is drawn", .oneOf(GalleryCommand.styles.map(\.name)))
                ] + LookOptions.known
        case .spinners:
            own = [.init("list", "list them as text, even on a terminal")] + LookOptions.known.filter { $0.name != "spinner" }
        case .completions, .shellInit: own = []
        case .notify: own = NotifyCommand.Options.known
        }
        return own + [.help]
    }

    /// Its arguments.
    var words: Argument {
        switch self {
        case .group: .oneOf(["-", "--"])
        case .follow, .simulate: .file
        case .gallery: .oneOf(GalleryEntry.all.map(\.name))
        case .spinners: .oneOf(LookOptions.spinnerNames)
        case .completions, .shellInit: .oneOf(Shell.allCases.map(\.rawValue))
        case .notify: .text
        }
    }

    /// Whether it takes more than one argument.
    var takesManyWords: Bool { self == .spinners || self == .notify || self == .follow }
}
