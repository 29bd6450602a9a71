import HUDTesting

/// The colors of a picture.
struct Palette {
    var name: String
    var background: Int
    var foreground: Int
    /// The frame of the window.
    var border: Int
    /// The terminal's sixteen colors.
    var colors: [Int]

    static let dark = Palette(
        name: "dark", background: 0x0d1117, foreground: 0xe6edf3, border: 0x30363d,
        colors: [
            0x484f58, 0xff7b72, 0x3fb950, 0xd29922, 0x58a6ff, 0xbc8cff, 0x39c5cf, 0xb1bac4,
            0x6e7681, 0xffa198, 0x56d364, 0xe3b341, 0x79c0ff, 0xd2a8ff, 0x56d4dd, 0xffffff
        ])

    static let light = Palette(
        name: "light", background: 0xffffff, foreground: 0x1f2328, border: 0xd1d9e0,
        colors: [
            0x24292f, 0xcf222e, 0x116329, 0x7d4e00, 0x0969da, 0x8250df, 0x1b7c83, 0x6e7781,
            0x57606a, 0xa40e26, 0x1a7f37, 0x633c01, 0x218bff, 0xa475f9, 0x3192aa, 0x8c959f
        ])

    static let all = [dark, light]

    /// The colors of a character in this palette; `nil`: no background of its own.
    func colors(of style: InMemoryTerminal.Style) -> (foreground: Int, background: Int?) {
        var foreground = color(style.foreground) ?? foreground
        var background = color(style.background)
        if style.attributes.contains(.reverse) { (foreground, background) = (background ?? self.background, foreground) }
        if style.attributes.contains(.dim) { foreground = Self.mix(foreground, background ?? self.background) }
        return (foreground, background)
    }

    private func color(_ color: InMemoryTerminal.Color) -> Int? {
        switch color {
        case .default: return nil
        case .rgb(let red, let green, let blue): return Int(red) << 16 | Int(green) << 8 | Int(blue)
        case .indexed(let index) where index < 16: return colors[Int(index)]
        case .indexed(let index) where index >= 232: return (Int(index) - 232) * 0x0a0a0a + 0x080808
        case .indexed(let index):
            // xterm's cube of 6×6×6 colors.
            let steps = [0, 95, 135, 175, 215, 255]
            let place = Int(index) - 16
            return steps[place / 36] << 16 | steps[place / 6 % 6] << 8 | steps[place % 6]
        }
    }

    /// Two thirds of a color and one of another, as VTE draws dim text.
    private static func mix(_ color: Int, _ other: Int) -> Int {
        [16, 8, 0].reduce(0) { $0 | ((2 * (color >> $1 & 0xff) + (other >> $1 & 0xff)) / 3) << $1 }
    }
}
