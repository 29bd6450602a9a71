import CTerminalSupport

/// What decides how a notification reaches the user. The driver reads it when there is something to say.
struct NotificationFacts: Sendable {
    /// What tmux says about itself and the terminal behind it.
    struct Tmux: Sendable, Equatable {
        /// Whether it passes sequences on: it is allowed to, and the pane is visible.
        var passesOn: Bool
        /// TERM of the terminal behind it.
        var terminal = ""
        /// The terminal's name and version, if it has told tmux (XTVERSION).
        var product = ""
    }

    var environment: TerminalEnvironment
    /// Whether text may be more than ASCII.
    var isUTF8 = true
    /// Nil: tmux is not in between, or does not answer.
    var tmux: Tmux?
    /// Whether `notify-send` is installed.
    var hasNotifier = false
    /// Names this notification for the terminal; a later one with another name does not replace it.
    var identifier = "hud"

    /// Whether the user sits in front of a desktop of this machine. A connection by ssh can have a DISPLAY too.
    var hasLocalDesktop: Bool {
        let isRemote = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].contains { environment.isSet($0) }
        return !isRemote && (environment.isSet("DISPLAY") || environment.isSet("WAYLAND_DISPLAY"))
    }

    /// Whether nothing may be sent, because lines are all that the terminal or the user takes.
    var forbidsSending: Bool {
        environment.prefersLines || !environment.isSet("TERM") || environment["TERM"] == "dumb"
    }
}

extension NotificationFacts {
    /// The facts of this process. tmux is asked by a command, which does not touch the terminal.
    static var current: NotificationFacts {
        var facts = NotificationFacts(environment: .current)
        facts.isUTF8 = TextWidth.isUTF8
        facts.identifier = "hud-\(getpid())"
        guard !facts.forbidsSending else { return facts }
        if facts.environment.isSet("TMUX") { facts.tmux = .current }
        facts.hasNotifier = facts.hasLocalDesktop && NotificationHelper.isInstalled("notify-send")
        return facts
    }
}

extension NotificationFacts.Tmux {
    /// What tmux prints about a pane, divided by tabs: see ``init(answer:)``.
    static let format = [
        "#{allow-passthrough}", "#{window_active_clients}", "#{&&:#{window_zoomed_flag},#{!=:#{pane_active},1}}",
        "#{client_termname}", "#{client_termtype}"
    ].joined(separator: "\t")

    /// The answer of the tmux in which this process runs; nil if there is none within half a second.
    static var current: Self? {
        var command = ["tmux", "display-message", "-p"]
        if let pane = getenv("TMUX_PANE") { command += ["-t", String(cString: pane)] }
        guard let answer = NotificationHelper.output(of: command + [format], milliseconds: 500) else { return nil }
        return Self(answer: answer)
    }

    /// Reads what tmux has printed for ``format``.
    ///
    /// The option is off by default since tmux 3.3. It has no value in earlier versions, which pass everything on. tmux before 3.1 does not
    /// know how many clients show the window. With the value `on`, tmux passes nothing on from a pane that is not visible.
    init?(answer: String) {
        let fields = answer.split(separator: "\n", omittingEmptySubsequences: false)[0]
            .split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
        guard fields.count == 5 else { return nil }
        let isAllowed = !["0", "off"].contains(fields[0])
        let isVisible = fields[1] != "0" && fields[2] != "1"
        let isEverywhere = ["2", "all"].contains(fields[0])
        self.init(passesOn: isAllowed && (isVisible || isEverywhere), terminal: fields[3], product: fields[4])
    }
}
