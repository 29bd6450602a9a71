import HUDCore
import HUDJob
import HUDTerminal

/// Options for the look of a HUD, shared by everything that draws one.
struct LookOptions: Equatable {
    /// Nil: the theme's.
    var spinner: Spinner?
    /// The spinners of the user's file; empty without one.
    var ownSpinners: [Spinner] = []
    /// Nil: the process-wide theme.
    var theme: Theme?
    var color = ColorChoice.auto
    var usesASCII = false
    var framesPerSecond = 30
    /// Whether the window's title shows the progress.
    var setsTitle = false
    /// Whether a bezel reads the keyboard, because no job does.
    var takesKeyboard = false
    /// What a relayed job's terminal needs; nil without one.
    var relay: TerminalOptions?

    private var spinnerOption: OptionReader.Found?

    static let known: [OptionReader.Option] = [
        .init("spinner", "the spinner", .oneOf(spinnerNames)),
        .init("spinner-file", "a file with spinners of your own", .file),
        .init("theme", "the colors and characters", .oneOf(Theme.builtIn.map(\.name))),
        .init("color", "whether to use colors", .oneOf(colors.map(\.name))),
        .init("ascii", "draw with ASCII characters only"),
        .init("fps", "frames per second, 1 to 240", .any("FRAMES"))
    ]

    static let spinnerNames = Spinner.builtIn.map(\.name)

    private static let colors: [(name: String, value: ColorChoice)] = [("auto", .auto), ("always", .always), ("never", .never)]

    /// The options for the renderer.
    ///
    /// hud-demo catches signals itself and removes the HUD for them.
    var terminal: TerminalOptions {
        var options = relay ?? TerminalOptions()
        options.color = color
        options.usesASCII = usesASCII
        options.chainsHostHandlers = false
        options.cursorMayFollowText = true
        options.setsWindowTitle = setsTitle
        return options
    }

    /// Whether text may be more than ASCII.
    var isUTF8: Bool { TerminalWindow.isUTF8 && !usesASCII }

    /// Reads one of the options in ``known``.
    mutating func take(_ option: OptionReader.Found) throws(UsageError) {
        switch option.name {
        case "spinner": spinnerOption = option
        case "spinner-file": ownSpinners = try option.spinners()
        case "theme": theme = try option.choice(of: Theme.builtIn.map { ($0.name, $0) })
        case "color": color = try option.choice(of: Self.colors)
        case "ascii": usesASCII = true
        default: framesPerSecond = try option.number(in: 1...240)
        }
    }

    /// Looks up the spinner once the file is read, which can come later on the command line. Without a name it is the file's first.
    mutating func resolve() throws(UsageError) {
        if let spinnerOption {
            spinner = try SpinnerName.find(spinnerOption.value, in: ownSpinners, option: spinnerOption.name)
        } else {
            spinner = ownSpinners.first
        }
    }
}

/// Looks up spinners by name.
enum SpinnerName {
    /// The user's own spinner with that name, otherwise the built-in one.
    ///
    /// - Parameter option: The option that has the name as its value; nil if it is an argument.
    static func find(_ name: String, in own: [Spinner], option: String?) throws(UsageError) -> Spinner {
        if let spinner = own.last(where: { $0.name == name }) ?? Spinner.named(name) { return spinner }
        let near = NearestNames.of(name, in: (own + Spinner.builtIn).map(\.name)).map { ShellWord.quoted($0) }
        let advice = near.isEmpty ? "" : "did you mean \(near.joined(separator: " or "))? "
        let wrong =
            option.map { "bad value \(ShellWord.quoted(name)) for --\($0): no such spinner" }
            ?? "no spinner \(ShellWord.quoted(name))"
        throw UsageError(message: wrong + "; \(advice)'hud-demo spinners' lists them")
    }
}
