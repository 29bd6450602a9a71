import HUDCore

/// Options of a wrapped job.
struct WrapOptions: Equatable {
    var graceTime = Duration.milliseconds(500)
    var minimumShowTime = Duration.milliseconds(300)
    /// How long the outcome stays on screen after the job has ended.
    var hideDelay = Duration.zero
    /// Nil: what suits the style.
    var animationDuration: Duration?
    /// Nil: the command line.
    var label: String?
    var details = ""
    /// Nil: what suits the job.
    var mode: HUDMode?
    var style = DisplayStyle.auto
    /// Whether a line stays when the HUD goes.
    var leavesSummary = true
    var output = OutputPolicy.show
    /// Nil: as long as it likes.
    var timeout: Duration?
    var usesHistory = true
    var look = LookOptions()

    static let known: [OptionReader.Option] =
        [
            .init("grace", short: "g", takesValue: true), .init("min-show", short: "m", takesValue: true),
            .init("hide-after", takesValue: true), .init("animation", takesValue: true),
            .init("label", short: "l", takesValue: true), .init("details", short: "d", takesValue: true),
            .init("mode", takesValue: true), .init("style", takesValue: true),
            .init("leave", takesValue: true), .init("output", takesValue: true), .init("timeout", takesValue: true),
            .init("no-history"), .init("help", short: "h"), .init("version", short: "V")
        ] + LookOptions.known

    /// Reads options up to the first other word.
    ///
    /// - Returns: A text to print instead of running anything; nil where there is none.
    mutating func read(from reader: inout OptionReader) throws(UsageError) -> String? {
        var style: DisplayStyle?
        while let option = try reader.next() {
            switch option.name {
            case "grace": graceTime = try option.duration()
            case "min-show": minimumShowTime = try option.duration()
            case "hide-after": hideDelay = try option.duration()
            case "animation": animationDuration = try option.duration()
            case "label": label = option.value
            case "details": details = option.value
            case "mode": mode = try option.choice(of: HUDMode.named)
            case "style": style = try option.choice(of: DisplayStyle.named)
            case "leave": leavesSummary = try option.choice(of: [("summary", true), ("nothing", false)])
            case "output": output = try option.outputPolicy()
            case "timeout": timeout = try option.duration()
            case "no-history": usesHistory = false
            case "version": return "hud-demo \(HUDDemo.version)\n"
            case "help": return Usage.wrap
            default: try look.take(option)
            }
        }
        if let style { self.style = style } else { self.style = try DisplayStyle.ofEnvironment() }
        try look.resolve()
        return nil
    }
}

extension HUDMode {
    /// The modes by their names on the command line.
    static let named: [(name: String, value: HUDMode)] = [
        ("indeterminate", .indeterminate), ("determinate", .determinate), ("bar", .bar), ("annular", .annular),
        ("custom", .custom), ("text", .text)
    ]
}
