import CTerminalSupport

/// What the environment says about the terminal and the user's preferences.
struct TerminalEnvironment: Sendable, Equatable {
    var variables: [String: String]

    @inline(never)
    subscript(name: String) -> String? { variables[name] }

    /// The process's environment, limited to the variables that are used here.
    static var current: TerminalEnvironment {
        let names = [
            "TERM", "COLORTERM", "NO_COLOR", "CLICOLOR_FORCE", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "STY",
            "WT_SESSION", "ConEmuANSI",
            "VTE_VERSION", "XTERM_VERSION", "KITTY_WINDOW_ID", "COLORFGBG", "CI", "ACCESSIBLE", "TERM_FEATURES", "HUD_STYLE",
            "HUD_METER"
        ]
        return TerminalEnvironment(reading: names)
    }

    /// The variables of the process with these names.
    init(reading names: [String]) {
        var variables: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        self.init(variables: variables)
    }

    init(variables: [String: String]) {
        self.variables = variables
    }

    /// Whether a variable is set to anything but the empty string: that of a terminal, and `NO_COLOR`, of which any value means that there are no
    /// colors (no-color.org).
    @inline(never)
    func isSet(_ name: String) -> Bool { variables[name].map { !$0.isEmpty } ?? false }

    /// Whether a variable asks for something: the empty string, `0`, `false` and `no` mean off, in any case.
    @inline(never)
    func isOn(_ name: String) -> Bool { isSet(name) && !["0", "false", "no"].contains(self[name]?.lowercased()) }

    /// Whether plain lines are better than a HUD even on a terminal: in continuous integration, and with a screen reader.
    var prefersLines: Bool { isOn("CI") || reducesMotion }

    /// Whether `ACCESSIBLE` asks for less motion.
    var reducesMotion: Bool { isOn("ACCESSIBLE") }

    /// Whether `HUD_METER` asks for a row that shows what the HUD costs.
    var asksForFrameMeter: Bool { isOn("HUD_METER") }

    /// Whether `COLORTERM` says that the terminal has 24-bit colors.
    var saysTrueColor: Bool { self["COLORTERM"] == "truecolor" || self["COLORTERM"] == "24bit" }

    /// Whether `CLICOLOR_FORCE` asks for colors even on a terminal that is not known to have them (bixense.com/clicolors).
    var forcesColor: Bool { isOn("CLICOLOR_FORCE") }

    /// Whether a terminal multiplexer is in between. It passes on the variables of the outer terminal, which do not describe it.
    private var isMultiplexed: Bool { isSet("TMUX") || isSet("STY") }

    /// Whether the terminal is known, by its variables, to support synchronized updates (DEC private mode 2026).
    var hasSynchronizedUpdates: Bool {
        guard !isMultiplexed else { return false }
        if isSet("KITTY_WINDOW_ID") || isSet("WT_SESSION") { return true }
        return ["WezTerm", "iTerm.app", "ghostty", "vscode", "contour", "mintty", "rio", "WarpTerminal"].contains(
            self["TERM_PROGRAM"])
    }

    /// Whether the terminal is known to show progress in its taskbar or tab. Other terminals show every OSC 9 as a notification.
    var hasTaskbarProgress: Bool {
        guard !isMultiplexed else { return false }
        if isSet("WT_SESSION") || self["ConEmuANSI"] == "ON" { return true }
        // VTE 0.80 and later (`VTE_VERSION` is major × 10000 + minor × 100 + micro).
        if let version = self["VTE_VERSION"].flatMap({ Int($0) }), version >= 8000 { return true }
        // iTerm2 lists its features: `P` is progress (iTerm2 "feature reporting").
        if self["TERM_PROGRAM"] == "iTerm.app", let features = self["TERM_FEATURES"], features.contains("P") { return true }
        return ["ghostty", "WezTerm"].contains(self["TERM_PROGRAM"])
    }

    /// Whether a row that a narrower window has cut comes back with a wider one: xterm keeps up to three cells of it, and all since version 410.
    /// What another terminal was started from inherits the variable.
    var keepsCutCells: Bool { isSet("XTERM_VERSION") && !isMultiplexed && !isSet("VTE_VERSION") && !isSet("KITTY_WINDOW_ID") }

    /// Whether the terminal is not known to lack xterm's stack of titles: GNU screen, Windows Terminal (microsoft/terminal#14575) and macOS's
    /// Terminal do.
    var hasTitleStack: Bool { !isSet("STY") && !isSet("WT_SESSION") && self["TERM_PROGRAM"] != "Apple_Terminal" }

    /// Whether the background is light, according to `COLORFGBG` (`foreground;background`; set by rxvt and Konsole).
    var hasLightBackground: Bool {
        guard let last = self["COLORFGBG"]?.split(separator: ";").last, let index = Int(String(last)) else { return false }
        return index == 7 || index == 15
    }
}
