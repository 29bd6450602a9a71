/// How a terminal shows a notification.
enum NotificationChannel: Sendable, Equatable {
    /// kitty's protocol (sw.kovidgoyal.net/kitty/desktop-notifications): title and body, shown only while the window has no focus.
    case kitty
    /// OSC 777, which began as an extension of urxvt: title and body.
    case titled
    /// OSC 777 and the bell, for a terminal of which only some versions know OSC 777. The others ignore it.
    case titledWithBell
    /// OSC 9, which began in iTerm2: one line.
    case line
    case bell

    /// Whether the channel is known to reach the user with a text.
    var isCertain: Bool {
        switch self {
        case .kitty, .titled, .line: true
        case .titledWithBell, .bell: false
        }
    }

    /// The channel of the terminal that `environment` describes. The variables do not describe it inside a multiplexer.
    init(_ environment: TerminalEnvironment) {
        // TERM is set by the terminal itself. Other variables may be those of a terminal from which this one was started.
        self =
            Self.named(environment["TERM"] ?? "")
            ?? Self.program(environment)
            // iTerm2 sets it because ssh passes on variables that begin with LC_.
            ?? (environment["LC_TERMINAL"] == "iTerm2" ? .line : nil)
            ?? (environment.isSet("KITTY_WINDOW_ID") ? .kitty : nil)
            // Windows Terminal: since 1.25 (microsoft/terminal#20012). Konsole: since 2023. VTE: with a patch that Fedora and others have.
            ?? (["WT_SESSION", "KONSOLE_VERSION", "VTE_VERSION"].contains { environment.isSet($0) } ? .titledWithBell : nil)
            // ConEmu's OSC 9;2 opens a dialog that has to be closed.
            ?? .bell
    }

    /// The channel of the terminal behind tmux, by its TERM and by the name and version with which it has answered tmux.
    init(_ tmux: NotificationFacts.Tmux) {
        self = Self.named(tmux.terminal) ?? Self.named(tmux.product) ?? .bell
    }

    private static func program(_ environment: TerminalEnvironment) -> NotificationChannel? {
        guard let program = environment["TERM_PROGRAM"] else { return nil }
        guard program == "vscode" else { return named(program) }
        // microsoft/vscode#294247
        return environment.version("TERM_PROGRAM_VERSION").lexicographicallyPrecedes([1, 110]) ? .bell : .kitty
    }

    /// Terminals whose name begins so, in TERM, in TERM_PROGRAM, or in the answer to XTVERSION.
    ///
    /// Sources: kitty's page on the protocol, foot-ctlseqs(7), ghostty.org/docs/vt, wezterm.org/escape-sequences, urxvt(7), contour's list of sequences,
    /// docs.warp.dev (notifications), iterm2.com/documentation-escape-codes.
    private static let terminals: [(name: String, channel: NotificationChannel)] = [
        ("xterm-kitty", .kitty), ("kitty", .kitty), ("foot", .titled), ("xterm-ghostty", .titled), ("ghostty", .titled),
        ("wezterm", .titled), ("WezTerm", .titled), ("rxvt-unicode", .titled), ("contour", .titled), ("WarpTerminal", .titled),
        ("iTerm", .line)
    ]

    private static func named(_ name: String) -> NotificationChannel? {
        terminals.first { name.hasPrefix($0.name) }?.channel
    }
}
