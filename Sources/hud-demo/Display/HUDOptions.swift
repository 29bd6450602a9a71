import HUDCore
import HUDTerminal

/// The options of a HUD.
struct HUDOptions: Sendable {
    var timing = HUDTiming()
    /// Nil: the command line.
    var label: String?
    var details = ""
    /// Nil: depends on the job's progress.
    var mode: HUDMode?
    var usesHistory = true
    var look = Look()
    var end = JobEnd()
}

extension Option {
    /// The options of a HUD for one job or many.
    static let hud = [
        Option(
            "grace", short: "g", .seconds, "how long the HUD waits before it appears", default: "0.5",
            manual: "How long the command runs before the HUD appears."
        ) { $0.hud.timing.graceTime = $1 },
        Option(
            "min-show", short: "m", .seconds, "how long the HUD stays at least once it is shown", default: "0.3",
            manual: "How long the HUD stays on screen at least once it has appeared."
        ) { $0.hud.timing.minimumShowTime = $1 },
        Option(
            "hide-after", .seconds, "how long the outcome stays on screen", default: "0",
            manual: "How long the outcome stays on screen after the command has ended."
        ) { $0.hud.end.hideDelay = $1 },
        Option(
            "leave", .choice("what", [("summary", true), ("nothing", false)]), "what stays when the HUD disappears",
            default: "summary",
            manual: """
                What stays on the screen when the HUD disappears: a summary, which is one line with a mark, the label, the time and the outcome, or nothing.
                If the HUD never appeared, nothing is left in either case.
                Plain lines, the line of
                .Cm brief
                and JSON always stay.
                """
        ) { $0.hud.end.leavesSummary = $1 },
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
            "style", .choice("name", Look.styles), "how the HUD is drawn",
            usage: "how the HUD is drawn: auto, inline, bezel, plain, brief, json, off ($HUD_STYLE, or auto)",
            manual: """
                How the HUD is drawn; see
                .Sx STYLES .
                """
        ) { $0.hud.look.style = $1 },
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
        ) { $0.hud.end.notificationTime = $1 },
        Option(
            "title", .flag, "show the progress in the title of the window",
            manual: """
                Show the label and the percentage in the title of the window while the HUD is on the screen.
                The title that the window had comes back; on terminals that are known not to keep it (GNU screen, Windows Terminal, macOS's Terminal) the title
                is erased.
                """
        ) { $0.hud.look.terminal.setsWindowTitle = $1 }
    ]

    static let noHistory = Option(
        "no-history", .flag, "neither use nor record how long runs take",
        manual: "Neither use nor record how long the command took in earlier runs."
    ) { $0.hud.usesHistory = !$1 }
}
