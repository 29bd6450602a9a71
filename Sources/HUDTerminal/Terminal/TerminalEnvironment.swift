import CNcurses

/// What the environment says of the terminal and of its user's wishes.
struct TerminalEnvironment: Sendable, Equatable {
    var variables: [String: String]

    subscript(name: String) -> String? { variables[name] }

    /// The process's environment, as far as anybody here looks at it.
    static var current: TerminalEnvironment {
        let names = [
            "TERM", "COLORTERM", "NO_COLOR", "CLICOLOR_FORCE", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "STY",
            "WT_SESSION", "ConEmuANSI",
            "VTE_VERSION", "KITTY_WINDOW_ID", "COLORFGBG", "CI", "ACCESSIBLE", "TERM_FEATURES"
        ]
        var variables: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return TerminalEnvironment(variables: variables)
    }

    /// Whether it is set to anything at all but nothing. (no-color.org)
    func isSet(_ name: String) -> Bool { variables[name].map { !$0.isEmpty } ?? false }

    /// Whether `COLORTERM` says that the terminal takes colours by their parts.
    var saysTrueColor: Bool { self["COLORTERM"] == "truecolor" || self["COLORTERM"] == "24bit" }

    /// Whether `CLICOLOR_FORCE` asks for colour even where there seems to be none. (bixense.com/clicolors)
    var forcesColor: Bool { isSet("CLICOLOR_FORCE") && self["CLICOLOR_FORCE"] != "0" }

    /// Inside a multiplexer, which hands the variables of the terminal around it on to programs that don't draw on that.
    private var isMultiplexed: Bool { isSet("TMUX") || isSet("STY") }

    /// Terminals that are known to take synchronized updates (DEC private mode 2026), by what they say of themselves.
    var hasSynchronizedUpdates: Bool {
        guard !isMultiplexed else { return false }
        if isSet("KITTY_WINDOW_ID") || isSet("WT_SESSION") { return true }
        return ["WezTerm", "iTerm.app", "ghostty", "vscode", "contour", "mintty", "rio", "WarpTerminal"].contains(
            self["TERM_PROGRAM"])
    }

    /// Terminals that are known to show progress in their taskbar or tab. Others take OSC 9 for a notification, and would show thousands.
    var hasTaskbarProgress: Bool {
        guard !isMultiplexed else { return false }
        if isSet("WT_SESSION") || self["ConEmuANSI"] == "ON" { return true }
        // VTE from 0.80 on (`VTE_VERSION` is major × 10000 + minor × 100 + micro).
        if let version = self["VTE_VERSION"].flatMap({ Int($0) }), version >= 8000 { return true }
        // iTerm2 says what it has: `P` is progress (iTerm2 "feature reporting").
        if self["TERM_PROGRAM"] == "iTerm.app", let features = self["TERM_FEATURES"], features.contains("P") { return true }
        return ["ghostty", "WezTerm"].contains(self["TERM_PROGRAM"])
    }

    /// Whether the terminal's background is light, where `COLORFGBG` says so (`foreground;background`, rxvt's and Konsole's).
    var hasLightBackground: Bool {
        guard let last = self["COLORFGBG"]?.split(separator: ";").last, let index = Int(last) else { return false }
        return index == 7 || index == 15
    }
}
