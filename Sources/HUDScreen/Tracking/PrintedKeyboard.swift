/// What a job has asked of the keyboard by sequences other than modes: xterm's modified keys, and the flags of kitty's protocol, of which each screen has a
/// stack. And the cursor's shape, which an editor changes with what its keys do.
struct PrintedKeyboard: Sendable {
    /// The flags of one screen.
    private struct Flags: Sendable {
        /// How many entries the job has pushed, and not popped.
        var pushed = 0
        /// Whether it has set flags below these.
        var isSet = false

        /// The sequences that take them back.
        var reset: String {
            (pushed > 0 ? "\u{1B}[<\(pushed)u" : "") + (isSet ? "\u{1B}[=0u" : "")
        }

        mutating func change(_ marker: UInt8, _ parameters: EscapeSequenceParser.Parameters) {
            switch Unicode.Scalar(marker) {
            // A terminal's stack has a limit as well.
            case ">": pushed = min(pushed + 1, 99)
            case "<": pushed = max(0, pushed - max(1, parameters.number()))
            default:
                guard pushed == 0 else { return }
                // All flags are set, some are added, or some are removed.
                switch parameters.number(1) {
                case 2: isSet = isSet || parameters.number() > 0
                case 3: break
                default: isSet = parameters.number() > 0
                }
            }
        }
    }

    private var main = Flags()
    private var alternate = Flags()
    private var modifiesOtherKeys = false
    /// Whether the cursor has another shape than usually (DECSCUSR).
    var hasCursorShape = false

    /// Performs a control sequence that is marked with `<`, `=` or `>`, if it is of the keyboard.
    mutating func perform(_ marker: UInt8, _ final: UInt8, _ parameters: EscapeSequenceParser.Parameters, onAlternateScreen: Bool)
    {
        switch (Unicode.Scalar(marker), Unicode.Scalar(final)) {
        case (">", "m"):
            if parameters.number() == 4 || parameters.count == 0 { modifiesOtherKeys = parameters.number(1) > 0 }
        case (">", "n"):
            if parameters.number() == 4 { modifiesOtherKeys = false }
        case (_, "u"):
            if onAlternateScreen { alternate.change(marker, parameters) } else { main.change(marker, parameters) }
        default: break
        }
    }

    /// The sequences that take back what is of the alternate screen, while it is shown.
    var resetOfAlternateScreen: String { alternate.reset }

    /// The sequences that take back the rest.
    var reset: String {
        main.reset + (modifiesOtherKeys ? "\u{1B}[>4m" : "") + (hasCursorShape ? "\u{1B}[0 q" : "")
    }

    /// The alternate screen is shown or left. What was pushed to its stack can't be taken back from the main screen.
    mutating func forgetAlternateScreen() { alternate = Flags() }
}
