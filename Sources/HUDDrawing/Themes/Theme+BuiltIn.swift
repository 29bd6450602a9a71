extension Theme {
    /// Follows the terminal: its own foreground, and colors that are visible on a dark and on a light background.
    public static let terminal = Theme(name: "terminal")

    /// Brighter colors, a bar from blue to green, and a dark bezel.
    public static let dark: Theme = {
        var theme = Theme(name: "dark")
        theme.indicator.foreground = .rgb(64, 140, 250)
        theme.bar = Gradient(.rgb(64, 140, 250), .rgb(40, 150, 70))
        theme.success.foreground = .rgb(40, 150, 70)
        theme.failure.foreground = .rgb(229, 83, 75)
        theme.warning.foreground = .rgb(187, 128, 9)
        theme.bezel = CellStyle(foreground: .rgb(230, 237, 243), background: .rgb(33, 38, 45))
        theme.bezelBorder = CellStyle(foreground: .rgb(125, 133, 144))
        theme.backdrop = .rgb(13, 17, 23)
        return theme
    }()

    /// Darker colors, a bar from blue to green, and a light bezel.
    public static let light: Theme = {
        var theme = Theme(name: "light")
        theme.indicator.foreground = .rgb(40, 118, 225)
        theme.bar = Gradient(.rgb(40, 118, 225), .rgb(40, 127, 55))
        theme.barRunning.foreground = .rgb(95, 95, 175)
        theme.success.foreground = .rgb(40, 127, 55)
        theme.failure.foreground = .rgb(207, 34, 46)
        theme.warning.foreground = .rgb(154, 103, 0)
        theme.bezel = CellStyle(foreground: .rgb(31, 35, 40), background: .rgb(234, 238, 242))
        theme.bezelBorder = CellStyle(foreground: .rgb(101, 109, 118))
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
        theme.indicator.foreground = .rgb(235, 0, 155)
        theme.bar = Gradient(.rgb(235, 0, 155), .rgb(135, 85, 255), .rgb(0, 145, 190))
        return theme
    }()

    /// Green, yellow, red: for a value that should stay low.
    public static let heat: Theme = {
        var theme = dark
        theme.name = "heat"
        theme.bar = Gradient(.rgb(50, 150, 70), .rgb(180, 130, 0), .rgb(229, 70, 60))
        theme.indicator.foreground = .rgb(180, 130, 0)
        return theme
    }()

    /// All built-in themes.
    public static let builtIn = [terminal, dark, light, mono, neon, heat]

    /// The built-in theme with that name; nil if there is none.
    public static func named(_ name: String) -> Theme? {
        builtIn.first { $0.name == name }
    }
}
