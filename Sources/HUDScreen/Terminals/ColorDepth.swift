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

/// Whether a HUD is drawn in color.
public enum ColorChoice: Sendable, Hashable, CaseIterable {
    /// If the terminal has colors and `NO_COLOR` is not set, or empty.
    case auto
    /// Always, even if `NO_COLOR` is set.
    case always
    /// Never.
    case never
}

/// What a program can set about its terminal that terminfo and the environment do not say.
public struct TerminalOptions: Sendable, Hashable {
    /// Whether the HUD is drawn in color.
    public var color = ColorChoice.auto
    /// Whether only ASCII is drawn, whatever the locale is.
    public var usesASCII = false
    /// Whether spinners use reduced motion; nil: if the environment variable `ACCESSIBLE`, `NO_MOTION` or `PREFERS_REDUCED_MOTION` is on.
    public var reducesMotion: Bool?
    /// Whether a row below the HUD shows what the HUD itself costs: frames a second now, the lowest rate so far and the average, and the bytes and the
    /// processor time of a frame; nil: if the environment variable `HUD_METER` is on.
    ///
    /// The row changes at most twice a second. A frame is what the first HUD on the terminal draws, whether or not the screen changes by it. The time
    /// is that of drawing and writing. Nothing is measured while the row is off.
    public var showsFrameMeter: Bool?
    /// Whether the window's title shows the progress and is restored afterwards (xterm and compatible terminals).
    public var setsWindowTitle = false
    /// Whether the HUD is drawn while the terminal's echo is off. Set it in a program that has turned echo off itself to read keys; in
    /// any other program, echo is off because a password is being read.
    public var drawsWithoutEcho = false
    /// The terminal whose settings say whether echo is off; nil: the terminal that is drawn on. A program that has set that one to raw mode and
    /// relays its input to a pseudo-terminal sets this to either end of the pseudo-terminal.
    public var echoDescriptor: Int32?
    /// Whether the HUD stays on screen, below the output, while the last printed line is unfinished. Everything that reaches the terminal, input
    /// echo included, must then go through `passThrough`, because the terminal's own echo would overwrite the HUD. Otherwise the HUD
    /// waits for the end of the line.
    public var drawsBelowUnfinishedLines = false
    /// Whether other programs write to this terminal too, without going through this renderer, such as the other programs of a pipeline. The HUD
    /// is then drawn on the last rows of the screen, outside the scroll region (terminfo `csr`), and the cursor is left to the others. On a
    /// terminal without scroll regions nothing is drawn.
    public var sharesTerminal = false
    /// Whether the cursor may stand behind unfinished text when the HUD first appears: the program has printed `Checking… ` without a newline, or
    /// the script that runs it has. The HUD then begins on the next row if it does, and the text stays whole. The terminal is not asked for the
    /// cursor's column; the first frame begins with blanks, which go to the next row from every column but the first.
    public var cursorMayFollowText = false
    /// Whether the terminal is also restored before signal handlers of the program are called. Set it to false in a program whose handlers
    /// remove the HUD themselves.
    public var chainsHostHandlers = true

    /// Makes the default options.
    public init() {}
}
