extension Theme {
    /// The terminal's own sixteen colors, which fit any background that the user has chosen.
    public static let terminal = Theme(name: "terminal")

    /// For a dark background: soft colors, and a bar from blue to green.
    public static let dark: Theme = {
        var theme = Theme(name: "dark")
        theme.bar = Gradient(.rgb(88, 166, 255), .rgb(63, 185, 80))
        theme.barRunning = CellStyle(foreground: .rgb(56, 88, 130))
        theme.barRest = CellStyle(foreground: .rgb(72, 79, 88))
        theme.label = CellStyle(foreground: .rgb(230, 237, 243))
        theme.details = CellStyle(foreground: .rgb(139, 148, 158))
        theme.numbers = CellStyle(foreground: .rgb(139, 148, 158))
        theme.percent = CellStyle(foreground: .rgb(230, 237, 243), attributes: .bold)
        theme.success = CellStyle(foreground: .rgb(63, 185, 80))
        theme.failure = CellStyle(foreground: .rgb(248, 81, 73))
        theme.warning = CellStyle(foreground: .rgb(210, 153, 34))
        theme.bezel = CellStyle(foreground: .rgb(230, 237, 243), background: .rgb(33, 38, 45))
        theme.bezelBorder = CellStyle(foreground: .rgb(110, 118, 129))
        theme.backdrop = .rgb(13, 17, 23)
        return theme
    }()

    /// For a light background.
    public static let light: Theme = {
        var theme = Theme(name: "light")
        theme.indicator = CellStyle(foreground: .ansi(4))
        theme.bar = Gradient(.rgb(9, 105, 218), .rgb(26, 127, 55))
        theme.barRunning = CellStyle(foreground: .rgb(155, 193, 236))
        theme.barRest = CellStyle(foreground: .rgb(175, 184, 193))
        theme.label = CellStyle(foreground: .rgb(31, 35, 40))
        theme.details = CellStyle(foreground: .rgb(101, 109, 118))
        theme.numbers = CellStyle(foreground: .rgb(101, 109, 118))
        theme.percent = CellStyle(foreground: .rgb(31, 35, 40), attributes: .bold)
        theme.success = CellStyle(foreground: .rgb(26, 127, 55))
        theme.failure = CellStyle(foreground: .rgb(207, 34, 46))
        theme.warning = CellStyle(foreground: .rgb(154, 103, 0))
        theme.bezel = CellStyle(foreground: .rgb(31, 35, 40), background: .rgb(234, 238, 242))
        theme.bezelBorder = CellStyle(foreground: .rgb(140, 149, 159))
        theme.backdrop = .rgb(255, 255, 255)
        return theme
    }()

    /// No colors: bold and dim, if the terminal has them.
    public static let mono: Theme = {
        var theme = Theme(name: "mono")
        theme.indicator = .plain
        theme.bar = Gradient(.default)
        theme.barRunning = CellStyle(attributes: .dim)
        theme.success = CellStyle(attributes: .bold)
        theme.failure = CellStyle(attributes: .bold)
        theme.warning = CellStyle(attributes: .bold)
        return theme
    }()

    /// Thin lines, and a bar from magenta to cyan.
    public static let neon: Theme = {
        var theme = dark
        theme.name = "neon"
        theme.glyphs = .lines
        theme.spinner = Spinner.named("arc") ?? .dots
        theme.indicator = CellStyle(foreground: .ansi(13))
        theme.bar = Gradient(.rgb(255, 0, 170), .rgb(140, 90, 255), .rgb(0, 220, 255))
        return theme
    }()

    /// Green, yellow, red: for a value that should stay low.
    public static let heat: Theme = {
        var theme = dark
        theme.name = "heat"
        theme.bar = Gradient(.rgb(63, 185, 80), .rgb(227, 179, 65), .rgb(248, 81, 73))
        theme.indicator = CellStyle(foreground: .ansi(3))
        return theme
    }()

    /// All built-in themes.
    public static let builtIn = [terminal, dark, light, mono, neon, heat]

    /// The built-in theme with that name; nil if there is none.
    public static func named(_ name: String) -> Theme? {
        builtIn.first { $0.name == name }
    }
}
