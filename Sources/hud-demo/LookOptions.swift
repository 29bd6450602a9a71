import HUDCore
import HUDTerminal

/// Options of how a HUD looks, the same for everything that draws one.
struct LookOptions: Equatable {
    /// Nil: the theme's.
    var spinner: Spinner?
    /// Those of the user's own file; empty without one.
    var ownSpinners: [Spinner] = []
    /// Nil: the terminal's own colours.
    var theme: Theme?
    var color = ColorChoice.auto
    var usesASCII = false
    var framesPerSecond = 30
    /// Nil: the terminal that is drawn on.
    var echoDescriptor: Int32?
    /// Whether others write to that terminal too.
    var sharesTerminal = false

    private var spinnerOption: OptionReader.Found?

    static let known: [OptionReader.Option] = [
        .init("spinner", "what turns", .oneOf(spinnerNames)),
        .init("spinner-file", "a file that holds spinners", .file),
        .init("theme", "colours and characters", .oneOf(Theme.builtIn.map(\.name))),
        .init("color", "whether there are colours", .oneOf(colors.map(\.name))),
        .init("ascii", "plain characters alone"),
        .init("fps", "frames a second, 1 to 240", .any("FRAMES"))
    ]

    static let spinnerNames = Spinner.builtIn.map(\.name)

    private static let colors: [(name: String, value: ColorChoice)] = [("auto", .auto), ("always", .always), ("never", .never)]

    /// What the drawing side is to know of the terminal.
    ///
    /// Signals are caught here, and the HUD taken off for them.
    var terminal: TerminalOptions {
        var options = TerminalOptions()
        options.color = color
        options.usesASCII = usesASCII
        options.chainsHostHandlers = false
        options.echoDescriptor = echoDescriptor
        options.sharesTerminal = sharesTerminal
        // What is typed comes through us then, with the job's output.
        options.drawsBelowUnfinishedLines = echoDescriptor != nil
        return options
    }

    /// Whether text may be more than ASCII.
    var isUTF8: Bool { TerminalWindow.isUTF8 && !usesASCII }

    /// Takes up one of ``known``.
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

    /// Finds the spinner, now that the file is read wherever it stood. Without a name it is the file's first.
    mutating func resolve() throws(UsageError) {
        if let spinnerOption {
            spinner = try SpinnerName.find(spinnerOption.value, in: ownSpinners, option: spinnerOption.name)
        } else {
            spinner = ownSpinners.first
        }
    }
}

/// Spinners by what a user calls them.
enum SpinnerName {
    /// The user's own spinner of that name, else the built-in one.
    ///
    /// - Parameter option: The option that named it; nil for a word of its own.
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
