import CTerminalSupport

/// What the environment says about the terminal and the user's preferences.
package struct TerminalEnvironment: Sendable {
    private let value: @Sendable (String) -> String?

    /// The process's environment.
    package static let current = TerminalEnvironment { name in getenv(name).map { String(cString: $0) } }

    private init(_ value: @escaping @Sendable (String) -> String?) {
        self.value = value
    }

    /// An environment with these variables.
    init(variables: [String: String]) {
        self.init { variables[$0] }
    }

    /// The value of a variable; nil if it is not set.
    @inline(never)
    package subscript(name: String) -> String? { value(name) }

    /// What programs set that run commands for a language model: `AI_AGENT` is the name that several share, the others are those of Claude Code, Gemini CLI,
    /// Cursor, Codex and GitHub Copilot CLI.
    private static let agents = ["AI_AGENT", "CLAUDECODE", "GEMINI_CLI", "CURSOR_AGENT", "CODEX_CI", "COPILOT_CLI"]

    /// Whether a variable is set to anything but the empty string: that of a terminal, and `NO_COLOR`, of which any value means that there are no
    /// colors (no-color.org).
    @inline(never)
    package func isSet(_ name: String) -> Bool { self[name]?.isEmpty == false }

    /// Whether a variable asks for something: the empty string, `0`, `false` and `no` mean off, in any case.
    @inline(never)
    package func isOn(_ name: String) -> Bool { isSet(name) && !["0", "false", "no"].contains(self[name]?.lowercased()) }

    /// The numbers of a version, between points and dashes: `3.7b` is 3 and 7. What begins with no digit is 0.
    package func version(_ name: String) -> [Int] {
        (self[name] ?? "").split { $0 == "." || $0 == "-" }.map { Int(String($0.prefix { $0.isASCII && $0.isNumber })) ?? 0 }
    }

    /// Whether a language model reads the output, byte by byte.
    package var isAgent: Bool { Self.agents.contains { isOn($0) } }

    /// Whether lines are better than a HUD even on a terminal: in continuous integration, with a screen reader, and for an agent.
    package var prefersLines: Bool { isOn("CI") || isOn("ACCESSIBLE") || isAgent }

    /// Whether a variable asks for less motion.
    package var reducesMotion: Bool { ["ACCESSIBLE", "NO_MOTION", "PREFERS_REDUCED_MOTION"].contains { isOn($0) } }

    /// Whether `HUD_METER` asks for a row that shows what the HUD costs.
    package var asksForFrameMeter: Bool { isOn("HUD_METER") }

    /// Whether `COLORTERM` says that the terminal has 24-bit colors. In screen it is about the terminal around that, and screen takes the numbers of such a color
    /// for attributes.
    var saysTrueColor: Bool {
        if isSet("STY"), !isSet("TMUX") { return false }
        return self["COLORTERM"] == "truecolor" || self["COLORTERM"] == "24bit"
    }

    /// Whether `CLICOLOR_FORCE` asks for colors even on a terminal that is not known to have them (bixense.com/clicolors).
    var forcesColor: Bool { isOn("CLICOLOR_FORCE") }

    /// Whether a terminal multiplexer is in between. It passes on the variables of the outer terminal, which do not describe it.
    package var isMultiplexed: Bool { isSet("TMUX") || isSet("STY") || isSet("ZELLIJ") }

    /// Whether the terminal is known, by its variables, to support synchronized updates (DEC private mode 2026).
    var hasSynchronizedUpdates: Bool { KnownTerminal.matches(self).contains { $0.supports($0.synchronizedUpdates, self) } }

    /// Whether the terminal is known to show progress in its taskbar or tab, and `HUD_TASKBAR` is not off. Some of the others show every OSC 9 as a
    /// notification, so each terminal that the variables name must show it.
    var hasTaskbarProgress: Bool {
        if isSet("HUD_TASKBAR"), !isOn("HUD_TASKBAR") { return false }
        let terminals = KnownTerminal.matches(self)
        return !terminals.isEmpty && terminals.allSatisfy { $0.supports($0.progress, self) }
    }

    /// Whether a row that a narrower window has cut comes back with a wider one: xterm keeps up to three cells of it, and all since version 410.
    /// What another terminal was started from inherits the variable.
    var keepsCutCells: Bool { isSet("XTERM_VERSION") && !isMultiplexed && !isSet("VTE_VERSION") && !isSet("KITTY_WINDOW_ID") }

    /// Whether the terminal is not known to lack xterm's stack of titles: GNU screen, Windows Terminal (microsoft/terminal#14575) and macOS's
    /// Terminal do.
    var hasTitleStack: Bool { !isSet("STY") && !isSet("WT_SESSION") && self["TERM_PROGRAM"] != "Apple_Terminal" }
}
