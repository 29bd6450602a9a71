import HUDCore
import HUDJob

/// The options of a wrapped job.
struct WrapOptions: Equatable {
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
    var style = DisplayStyle.auto
    /// Whether a summary line stays when the HUD disappears.
    var leavesSummary = true
    var output = OutputPolicy.show
    var progress = ProgressPolicy.none
    /// Whether progress lines are read from standard input, without a job.
    var isGauge = false
    /// Nil: no limit.
    var timeout: Duration?
    var usesHistory = true
    /// How long a job takes at least for a notification at its end; nil: none is sent.
    var notificationTime: Duration?
    var look = LookOptions()
    /// The style on the command line.
    private var givenStyle: DisplayStyle?

    static let known: [OptionReader.Option] =
        [
            .init("grace", short: "g", "how long the command runs before the HUD appears", .seconds),
            .init("min-show", short: "m", "how long the HUD stays at least once it is shown", .seconds),
            .init("hide-after", "how long the outcome stays on screen", .seconds),
            .init("animation", "length of the appear and disappear animation", .seconds),
            .init("label", short: "l", "the label", .text),
            .init("details", short: "d", "the details in smaller print", .text),
            .init("mode", "how progress is shown", .oneOf(HUDMode.named.map(\.name))),
            .init("style", "how the HUD is drawn", .oneOf(DisplayStyle.named.map(\.name))),
            .init("leave", "what stays when the HUD disappears", .oneOf(leftovers.map(\.name))),
            .init("output", "what happens to the output of the command", .oneOf(OutputPolicy.names)),
            .init("progress", "where progress comes from", .oneOf(ProgressPolicy.names)),
            .init("gauge", "read progress lines from standard input"),
            .init("timeout", "end the command after this time", .seconds),
            .init("no-history", "neither use nor record how long runs take"),
            notify, title, .help, .init("version", short: "V", "print the version")
        ] + LookOptions.known

    static let notify = OptionReader.Option(
        "notify", "a desktop notification at the end if it took this time", .seconds, isOptional: true)
    static let title = OptionReader.Option("title", "show the progress in the title of the window")

    static let leftovers = [(name: "summary", value: true), (name: "nothing", value: false)]

    /// Reads the options up to the first argument.
    ///
    /// - Returns: A text to print instead of running anything; nil if there is none.
    mutating func read(from reader: inout OptionReader) throws(UsageError) -> String? {
        while let option = try reader.next() {
            switch option.name {
            case "version": return "hud-demo \(HUDDemo.version)\n"
            case "help": return Usage.wrap
            default: try take(option)
            }
        }
        try finish()
        return nil
    }

    /// Takes one of the options in ``known``, except those that print a text.
    mutating func take(_ option: OptionReader.Found) throws(UsageError) {
        switch option.name {
        case "grace": graceTime = try option.duration()
        case "min-show": minimumShowTime = try option.duration()
        case "hide-after": hideDelay = try option.duration()
        case "animation": animationDuration = try option.duration()
        case "label": label = option.value
        case "details": details = option.value
        case "mode": mode = try option.choice(of: HUDMode.named)
        case "style": givenStyle = try option.choice(of: DisplayStyle.named)
        case "leave": leavesSummary = try option.choice(of: Self.leftovers)
        case "output": output = try option.outputPolicy()
        case "progress": progress = try option.progressPolicy()
        case "gauge": isGauge = true
        case "timeout": timeout = try option.duration()
        case "no-history": usesHistory = false
        case "notify": notificationTime = try option.duration(or: .seconds(30))
        case "title": look.setsTitle = true
        default: try look.take(option)
        }
    }

    /// Completes the options by the environment, and by files that were named.
    mutating func finish() throws(UsageError) {
        if let givenStyle { style = givenStyle } else { style = try DisplayStyle.ofEnvironment() }
        try look.resolve()
    }
}

extension HUDMode {
    /// The modes by their names on the command line.
    static let named: [(name: String, value: HUDMode)] = [
        ("indeterminate", .indeterminate), ("determinate", .determinate), ("bar", .bar), ("annular", .annular),
        ("custom", .custom), ("text", .text)
    ]
}
