import HUDLibc

extension TerminalColor {
    /// The least contrast of bars, marks and spinners (WCAG 2.2, 1.4.11).
    static let leastContrast = 3.0

    /// The contrast ratio of two colors, 1 to 21 (WCAG 2.2); nil if either is the default color, which is not known.
    func contrast(with other: TerminalColor) -> Double? {
        guard let one = luminance, let other = other.luminance else { return nil }
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    /// Whether it is visible on all of these backgrounds.
    func isVisible(on backgrounds: [TerminalColor]) -> Bool {
        backgrounds.allSatisfy { (contrast(with: $0) ?? 0) >= Self.leastContrast }
    }

    /// Black or white, whichever is more readable on this color.
    var textColor: TerminalColor {
        let (black, white) = (TerminalColor.rgb(0, 0, 0), TerminalColor.rgb(255, 255, 255))
        return (contrast(with: black) ?? 1) >= (contrast(with: white) ?? 1) ? black : white
    }

    /// The relative luminance, 0 to 1.
    private var luminance: Double? {
        guard let parts else { return nil }
        func linear(_ part: Int) -> Double {
            let part = Double(part) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(parts.red) + 0.7152 * linear(parts.green) + 0.0722 * linear(parts.blue)
    }
}

extension TerminalCapabilities {
    /// The style of text that is out of focus. Dim has no effect on black text in some terminals (VTE), so text is gray where there is a gray
    /// that is visible on black and on white.
    package var dimmedText: CellStyle {
        let gray = TerminalColor.rgb(128, 128, 128)
        let isGray = colors.shown(gray).isVisible(on: Theme.unknownBackgrounds)
        return isGray ? CellStyle(foreground: gray) : CellStyle(attributes: .dim)
    }
}

extension Theme {
    /// What the background of a terminal can be. A color that is visible on both is visible on most others.
    static let unknownBackgrounds: [TerminalColor] = [.rgb(0, 0, 0), .rgb(255, 255, 255)]

    /// This theme on a terminal, which may have too few colors for it.
    ///
    /// - Parameter bezel: The background of the bezel, which also shows lists without it; nil for lines.
    package func fitting(_ capabilities: TerminalCapabilities, in bezel: TerminalColor? = nil) -> Theme {
        let colors = capabilities.colors
        guard colors.depth < .trueColor else { return self }
        let box = bezel.map { $0 == .default ? [] : [$0] } ?? []
        func fits(_ color: TerminalColor) -> Bool {
            [Self.unknownBackgrounds, box].allSatisfy { backgrounds in
                !color.isVisible(on: backgrounds) || colors.shown(color).isVisible(on: backgrounds.map(colors.shown))
            }
        }
        var theme = self
        for part in [\Theme.indicator, \.barRunning, \.barRest, \.success, \.failure, \.warning, \.bezelBorder]
        where !fits(self[keyPath: part].foreground) {
            theme[keyPath: part].foreground = .default
        }
        // All of a bar, because the colors of a gradient would take turns with another one.
        let steps = 64
        if !(0...steps).allSatisfy({ fits(bar.color(at: Double($0) / Double(steps))) }) { theme.bar = Gradient(.default) }
        return theme
    }
}
