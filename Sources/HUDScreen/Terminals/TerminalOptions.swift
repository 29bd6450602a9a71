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
