import CNcurses

/// How many colours a terminal can show.
public enum ColorDepth: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// None: characters in bold, dim and reverse only, where it has those.
    case none
    /// The sixteen that the user has set; of terminals that have eight the darker ones.
    case sixteen
    /// xterm's palette.
    case palette
    /// Any.
    case trueColor

    /// Whether `one` is fewer than `other`.
    public static func < (one: ColorDepth, other: ColorDepth) -> Bool { one.rawValue < other.rawValue }

    /// The number of the nearest colour of xterm's palette: its cube of 6×6×6, or its 24 greys.
    static func paletteIndex(red: Int, green: Int, blue: Int) -> Int {
        func step(_ part: Int) -> Int { part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
        let levels = [0, 95, 135, 175, 215, 255]
        let (red6, green6, blue6) = (step(red), step(green), step(blue))
        let cube = 16 + 36 * red6 + 6 * green6 + blue6
        let grey = min(max((red + green + blue) / 3 - 3, 0) / 10, 23)
        func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
            (r - red) * (r - red) + (g - green) * (g - green) + (b - blue) * (b - blue)
        }
        let greyLevel = 8 + 10 * grey
        return distance(greyLevel, greyLevel, greyLevel) < distance(levels[red6], levels[green6], levels[blue6])
            ? 232 + grey : cube
    }

    /// The number of the nearest of xterm's first sixteen.
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

/// Whether a HUD is drawn in colour.
public enum ColorChoice: Sendable, Hashable, CaseIterable {
    /// Where the terminal has colours and `NO_COLOR` is not set.
    case auto
    /// Wherever the terminal can be told to, `NO_COLOR` or not.
    case always
    case never
}

/// What a program may say about its terminal that the terminal and the environment don't.
public struct TerminalOptions: Sendable, Hashable {
    /// Whether to draw in colour.
    public var color = ColorChoice.auto
    /// Whether to draw in ASCII whatever the locale says.
    public var usesASCII = false
    /// Whether spinners are to move slowly and rarely; nil: where the environment variable `ACCESSIBLE` is set.
    public var reducesMotion: Bool?
    /// Whether the window's title says how far it is, and is put back afterwards (xterm and its like).
    public var setsWindowTitle = false
    /// Whether the HUD is drawn while nothing that is typed is echoed. A program that has turned echo off itself, to read keys, says true;
    /// for any other it means that somebody asks for a password.
    public var drawsWithoutEcho = false
    /// The terminal whose settings say whether what is typed is echoed; nil: the one that is drawn on. A program that has made that one raw,
    /// and passes what is typed there to a pseudo-terminal of its child, names either end of it.
    public var echoDescriptor: Int32?
    /// Whether the HUD stays, below it, while the last line that was printed is unfinished. That needs all that reaches the terminal to go through
    /// `passThrough`, what is typed as well: the terminal's own echo would land in the HUD. Otherwise the HUD waits for the line's end.
    public var drawsBelowUnfinishedLines = false
    /// Whether others write to this terminal as well, whom nobody here can see: the other programs of a pipeline, say. The HUD then has the
    /// screen's last rows, which do not scroll meanwhile (terminfo `csr`), and the cursor stays theirs. Where a terminal can't do that
    /// nothing is drawn.
    public var sharesTerminal = false
    /// Whether signals that the program has handlers for give the terminal back before these are called. A program that takes the HUD
    /// off by itself then says false.
    public var chainsHostHandlers = true

    /// Nothing special.
    public init() {}
}
