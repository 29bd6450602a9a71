/// A terminal that is recognized by its variables, and what it is known to support.
///
/// A program inherits the variables of every terminal around it, as of the one from which another was started. A multiplexer hides those around it.
struct KnownTerminal: Sendable {
    /// From which version on something is supported.
    enum Support: Sendable, Equatable {
        case never
        case always
        case since([Int])
        /// If `P` is in the terminal's list, `TERM_FEATURES` (https://iterm2.com/feature-reporting).
        case listed
    }

    /// The variable that names it.
    var variable = "TERM_PROGRAM"
    /// The value of that variable; nil: any that is not empty.
    var value: String?
    /// The variable that has the version: numbers with points or dashes between them.
    var version = "TERM_PROGRAM_VERSION"
    /// DEC private mode 2026.
    var synchronizedUpdates = Support.never
    /// OSC 9;4.
    var progress = Support.never

    // Each row is followed by its sources. A terminal that is not here gets neither.
    static let all = [
        // Progress is passed on since 3.7, and updates are served since then (CHANGES of tmux; issues 4744, 4954 and 4972). But until 3.8 the end of an
        // update draws the whole pane again: 9,800 bytes for a spinner's frame that has 49 (pull request 5612).
        KnownTerminal(value: "tmux", synchronizedUpdates: .since([3, 8]), progress: .since([3, 7])),
        // microsoft/terminal#8055 (progress, 1.6); #18826 (updates, 1.23)
        KnownTerminal(variable: "WT_SESSION", synchronizedUpdates: .always, progress: .always),
        // https://conemu.github.io/en/AnsiEscapeCodes.html#ConEmu_specific_OSC
        KnownTerminal(variable: "ConEmuANSI", value: "ON", progress: .always),
        // https://ghostty.org/docs/vt/osc/conemu; 1.0 and 1.1 ignore progress
        KnownTerminal(value: "ghostty", synchronizedUpdates: .always, progress: .always),
        // wezterm/wezterm#6581: after the release of 2024-02-03, which shows OSC 9;4 as a notification
        KnownTerminal(value: "WezTerm", synchronizedUpdates: .always, progress: .since([20_250_301])),
        // https://iterm2.com/feature-reporting; progress since 3.6.6
        KnownTerminal(value: "iTerm.app", synchronizedUpdates: .always, progress: .listed),
        // https://code.visualstudio.com/updates/v1_97#_support-for-conemus-progress-escape-sequences
        KnownTerminal(value: "vscode", synchronizedUpdates: .always, progress: .since([1, 97])),
        // raphamorim/rio#1397, in its sources since 0.3.0
        KnownTerminal(value: "rio", synchronizedUpdates: .always, progress: .since([0, 3])),
        // https://invent.kde.org/utilities/konsole/-/merge_requests/1054: 26.04.0, which is 260400
        KnownTerminal(variable: "KONSOLE_VERSION", version: "KONSOLE_VERSION", progress: .since([260_400])),
        // https://gitlab.gnome.org/chergert/ptyxis/-/issues/305
        KnownTerminal(variable: "PTYXIS_VERSION", version: "PTYXIS_VERSION", progress: .since([48])),
        // https://gitlab.gnome.org/GNOME/vte/-/issues/2845: 0.80, which is 8000. What shows no progress ignores it.
        KnownTerminal(variable: "VTE_VERSION", version: "VTE_VERSION", progress: .since([8000])),
        // https://sw.kovidgoyal.net/kitty/changelog: since 0.38.0 OSC 9;4 is no notification, but no variable has the version
        KnownTerminal(variable: "KITTY_WINDOW_ID", synchronizedUpdates: .always),
        // https://github.com/contour-terminal/vt-extensions/blob/master/synchronized-output.md
        KnownTerminal(value: "contour", synchronizedUpdates: .always),
        KnownTerminal(value: "mintty", synchronizedUpdates: .always),
        KnownTerminal(value: "WarpTerminal", synchronizedUpdates: .always)
    ]

    /// The terminals that the variables name.
    static func matches(_ environment: TerminalEnvironment) -> [KnownTerminal] {
        let isInTmux = environment.isSet("TMUX") && environment["TERM_PROGRAM"] == "tmux" && !environment.isSet("ZELLIJ")
        if environment.isMultiplexed, !isInTmux { return [] }
        return all.filter { terminal in
            if isInTmux != (terminal.value == "tmux") { return false }
            guard let value = terminal.value else { return environment.isSet(terminal.variable) }
            return environment[terminal.variable] == value
        }
    }

    /// Whether the environment's version of this terminal has what is supported so.
    func supports(_ support: Support, _ environment: TerminalEnvironment) -> Bool {
        switch support {
        case .never: return false
        case .always: return true
        case .since(let first): return !environment.version(version).lexicographicallyPrecedes(first)
        case .listed: return Self.features(environment["TERM_FEATURES"] ?? "").contains("P")
        }
    }

    /// The features of a list such as `T3LrMSc7P`: each begins with an uppercase letter.
    private static func features(_ list: String) -> [String] {
        var features: [String] = []
        for character in list.prefix(while: { $0.isASCII && ($0.isLetter || $0.isNumber) }) {
            if character.isUppercase || features.isEmpty { features.append("") }
            features[features.count - 1].append(character)
        }
        return features
    }
}
