import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// The options of a HUD.
struct HUDOptions: Sendable {
    var graceTime = Duration.milliseconds(500)
    var minimumShowTime = Duration.milliseconds(300)
    /// How long the outcome stays on screen after the job has ended.
    var hideDelay = Duration.zero
    /// Nil: the default of the style.
    var animationDuration: Duration?
    /// Nil: the command line.
    var label: String?
    var details = ""
    /// Nil: depends on the job's progress.
    var mode: HUDMode?
    /// Nil: as suits the place where hud-demo runs.
    var style: AutomaticRenderer.Style?
    static let styles = [(name: "auto", value: nil)] + AutomaticRenderer.Style.allCases.map { (name: $0.rawValue, value: $0) }
    /// Whether a summary line stays when the HUD disappears.
    var leavesSummary = true
    var usesHistory = true
    /// How long a job takes at least for a notification at its end; nil: none is sent.
    var notificationTime: Duration?
    /// Whether it is said in the end what the job has cost.
    var showsUsage = false
    var hooks = Hooks()
    /// The name of the spinner; nil: that of the theme, or the first of the user's file.
    var spinnerName: String?
    /// Nil: the theme's.
    var spinner: Spinner?
    /// The spinners of the user's file; empty without one.
    var ownSpinners: [Spinner] = []
    /// Nil: the process-wide theme.
    var theme: Theme?
    var framesPerSecond = 30
    /// Whether a bezel reads the keyboard, because no job does.
    var takesKeyboard = false
    var terminal = TerminalOptions()

    init() {
        // hud-demo catches signals itself and removes the HUD for them.
        terminal.chainsHostHandlers = false
        terminal.cursorMayFollowText = true
    }

    /// Whether text may be more than ASCII.
    var isUTF8: Bool { TerminalWindow.isUTF8 && !terminal.usesASCII }

    /// Takes the style of the environment variable `HUD_STYLE` if no option has set one, and looks up the spinner, whose file can come after it on the command line.
    mutating func resolve(_ arguments: Arguments) throws(UsageError) {
        if !arguments.given.contains("style"), let value = Self.styleVariable, value != "" {
            style = try OptionValue(origin: "HUD_STYLE", word: value).choice(of: Self.styles)
        }
        try resolveSpinner()
    }

    /// Removes `HUD_STYLE=json` from the environment if this process writes events: a HUD in a command that inherits the variable would write its own start and
    /// finish into the same stream, which has one of each. Called before a command starts, and before there are threads.
    func keepEventsFromCommands() {
        if style == .json, Self.styleVariable == "json" { unsetenv("HUD_STYLE") }
    }

    private static var styleVariable: CommandArgument? { getenv("HUD_STYLE").map { CommandArgument($0) } }

    /// Without a name it is the first spinner of the file.
    mutating func resolveSpinner() throws(UsageError) {
        spinner = ownSpinners.first
        if let spinnerName { spinner = try Spinner.find(spinnerName, in: ownSpinners, option: "spinner") }
    }
}

extension Option {
    /// The options of a HUD for one job or many.
    static let hud = [
        Option(
            "grace", short: "g", .seconds, "how long the HUD waits before it appears", default: "0.5",
            manual: "How long the command runs before the HUD appears."
        ) { $0.hud.graceTime = $1 },
        Option(
            "min-show", short: "m", .seconds, "how long the HUD stays at least once it is shown", default: "0.3",
            manual: "How long the HUD stays on screen at least once it has appeared."
        ) { $0.hud.minimumShowTime = $1 },
        Option(
            "hide-after", .seconds, "how long the outcome stays on screen", default: "0",
            manual: "How long the outcome stays on screen after the command has ended."
        ) { $0.hud.hideDelay = $1 },
        Option(
            "leave", .choice("what", [("summary", true), ("nothing", false)]), "what stays when the HUD disappears",
            default: "summary",
            manual: """
                What stays on the screen when the HUD disappears: a summary, which is one line with a mark, the label, the time and the outcome, or nothing.
                If the HUD never appeared, nothing is left in either case.
                """
        ) { $0.hud.leavesSummary = $1 },
        Option(
            "label", short: "l", .text(), "the label", usage: "the label (the command line)",
            manual: """
                The label.
                The default is the command line.
                """
        ) { $0.hud.label = $1 },
        Option(
            "details", short: "d", .text(), "the details in smaller print",
            manual: """
                A second text, shown in smaller print.
                There is none by default.
                """
        ) { $0.hud.details = $1 },
        Option(
            "style", .choice("name", HUDOptions.styles), "how the HUD is drawn",
            usage: "how the HUD is drawn: auto, inline, bezel, plain, brief, json, off ($HUD_STYLE, or auto)",
            manual: """
                How the HUD is drawn; see
                .Sx STYLES .
                """
        ) { $0.hud.style = $1 },
        Option(
            "notify", .seconds(or: .seconds(30)), "a desktop notification at the end if it took this time",
            usage: "a desktop notification at the end, if it took S or longer (30)",
            manual: """
                Notify the user at the end of a command that took this time (30) or longer, with the label, the outcome and the time.
                A command that is interrupted by ^C needs no notification.
                Nothing is sent where
                .Nm
                prints lines or JSON, or nothing at all.
                See
                .Sx NOTIFICATIONS .
                """
        ) { $0.hud.notificationTime = $1 },
        Option(
            "title", .flag, "show the progress in the title of the window",
            manual: """
                Show the label and the percentage in the title of the window while the HUD is on the screen.
                The title that the window had comes back; on terminals that are known not to keep it (GNU screen, Windows Terminal, macOS's Terminal) the title
                is erased.
                """
        ) { $0.hud.terminal.setsWindowTitle = $1 }
    ]

    static let noHistory = Option(
        "no-history", .flag, "neither use nor record how long runs take",
        manual: "Neither use nor record how long the command took in earlier runs."
    ) { $0.hud.usesHistory = !$1 }
}
