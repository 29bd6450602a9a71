/// hud-demo itself or a subcommand: what it is called, what it takes, what is said about it, and what it does.
struct Command: Sendable {
    /// The first word of the command line; empty for hud-demo itself.
    var name = ""
    /// A short description.
    var summary = ""
    /// What the help text says before the options.
    let usage: String
    /// Its options in the order of the help text and the manual page.
    var own: @Sendable () -> [Option] = { [] }
    /// Options that it shares with hud-demo itself.
    var shared: @Sendable () -> [Option] = { [] }
    /// What the help text says after the options.
    let notes: String
    /// Its arguments.
    var words = Argument(name: "command")
    /// Whether it takes more than one argument.
    var takesManyWords = false
    /// Whether a command line of its own follows '--'.
    var takesCommand = false
    let run: @Sendable (Arguments) throws -> Int32

    static let all: [Command] = [wrap] + subcommands
    static let subcommands: [Command] = [group, follow, simulate, gallery, spinners, completions, shellInit, notify]

    static var takingCommand: [Command] { all.filter(\.takesCommand) }

    /// The options that take the next word as their value, each after the command's own name: a completion looks for both together.
    var namesWithValue: [String] { options.filter(\.takesValue).flatMap(\.spellings).map { name + $0 } }

    var options: [Option] { own() + shared() + standard }

    /// The options that print a text.
    var standard: [Option] {
        let help = Option(
            "help", short: "h", .flag(help), "print the help text", manual: "Print a summary of the options."
        ) { $0.answer = $1 }
        let version = Option(
            "version", short: "V", .flag("hud-demo \(HUDDemo.version)\n"), "print the version", manual: "Print the version."
        ) { $0.answer = $1 }
        return name.isEmpty ? [help, version] : [help]
    }
}
