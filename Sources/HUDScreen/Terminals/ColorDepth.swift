import CTerminalSupport

/// The number of colors that a terminal can show.
package enum ColorDepth: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// No colors: only bold, dim and reverse, if the terminal has them.
    case none
    /// The sixteen colors that the user has set; on terminals with eight, the darker ones.
    case sixteen
    /// xterm's palette of 256 colors.
    case palette
    /// 24-bit colors.
    case trueColor

    /// Whether `one` has fewer colors than `other`.
    package static func < (one: ColorDepth, other: ColorDepth) -> Bool { one.rawValue < other.rawValue }

    /// The index of the nearest color in xterm's palette: in its cube of 6×6×6 or among its 24 grays.
    static func paletteIndex(red: Int, green: Int, blue: Int) -> Int {
        func step(_ part: Int) -> Int { part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
        let levels = cubeLevels
        let (red6, green6, blue6) = (step(red), step(green), step(blue))
        let cube = 16 + 36 * red6 + 6 * green6 + blue6
        let gray = min(max((red + green + blue) / 3 - 3, 0) / 10, 23)
        func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
            (r - red) * (r - red) + (g - green) * (g - green) + (b - blue) * (b - blue)
        }
        let grayLevel = 8 + 10 * gray
        return distance(grayLevel, grayLevel, grayLevel) < distance(levels[red6], levels[green6], levels[blue6])
            ? 232 + gray : cube
    }

    /// The color with an index in xterm's palette.
    static func paletteColor(_ index: Int) -> TerminalColor {
        switch index {
        case ..<16: return .ansi(index)
        case 16..<232:
            func level(_ step: Int) -> UInt8 { UInt8(cubeLevels[step % 6]) }
            return .rgb(level((index - 16) / 36), level((index - 16) / 6), level(index - 16))
        default:
            let gray = UInt8(8 + 10 * (min(index, 255) - 232))
            return .rgb(gray, gray, gray)
        }
    }

    /// The levels of each component in xterm's cube.
    private static let cubeLevels = [0, 95, 135, 175, 215, 255]

    /// The index of the nearest of xterm's first sixteen colors.
    static func ansiIndex(red: Int, green: Int, blue: Int) -> Int {
        var best = (index: 0, distance: Int.max)
        for (index, color) in TerminalColor.xterm.enumerated() {
            let (r, g, b) = (color.red - red, color.green - green, color.blue - blue)
            let distance = r * r + g * g + b * b
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }
}
