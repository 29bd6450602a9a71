import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// How a HUD is drawn, and on what kind of terminal.
struct Look: Sendable {
    /// Nil: as suits the place where hud-demo runs.
    var style: AutomaticRenderer.Style?
    static let styles = [(name: "auto", value: nil)] + AutomaticRenderer.Style.allCases.map { (name: $0.rawValue, value: $0) }
    /// Nil: the process-wide theme.
    var theme: Theme?
    var spinner = SpinnerChoice()
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
        try spinner.resolve()
    }

    /// Removes `HUD_STYLE=json` from the environment if this process writes events: a HUD in a command that inherits the variable would write its own start and
    /// finish into the same stream, which has one of each. Called before a command starts, and before there are threads.
    func keepEventsFromCommands() {
        if style == .json, Self.styleVariable == "json" { unsetenv("HUD_STYLE") }
    }

    private static var styleVariable: CommandArgument? { getenv("HUD_STYLE").map { CommandArgument($0) } }

    /// What shows a HUD in a style; lines go to standard error. Nil for `off`.
    func renderer(_ style: AutomaticRenderer.Style, on descriptor: Int32 = STDERR_FILENO) -> (any HUDRenderer)? {
        style.renderer(
            on: descriptor, linesOn: STDERR_FILENO, theme: theme, spinner: spinner.resolved, takesKeyboard: takesKeyboard,
            options: terminal)
    }

    /// A renderer of the gallery, on standard output.
    func inline() -> InlineRenderer {
        InlineRenderer(fileDescriptor: STDOUT_FILENO, theme: theme, spinner: spinner.resolved, options: terminal)
    }

    /// The same, in full screen.
    func bezel() -> BezelRenderer {
        BezelRenderer(
            fileDescriptor: STDOUT_FILENO, theme: theme, spinner: spinner.resolved, takesKeyboard: takesKeyboard,
            terminal: terminal)
    }
}

/// The spinner that the command line chooses.
struct SpinnerChoice: Sendable {
    /// Nil: that of the theme, or the first of the user's file.
    var name: String?
    /// The spinners of the user's file; empty without one.
    var own: [Spinner] = []
    /// Nil: the theme's.
    private(set) var resolved: Spinner?

    mutating func resolve() throws(UsageError) {
        resolved = own.first
        if let name { resolved = try Spinner.find(name, in: own, option: "spinner") }
    }
}
