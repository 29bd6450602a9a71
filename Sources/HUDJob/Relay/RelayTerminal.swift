import HUDCore
import HUDLibc
import HUDTerminal

extension HUDJob {
    /// The terminal on which the HUD of a relayed command is drawn, before the command starts.
    ///
    /// Not `Sendable`: it is valid during the call of ``HUDJob/relay(under:)``'s closure, on that thread.
    public final class RelayTerminal {
        /// Standard error if that is a terminal, otherwise standard output, which need not be one either.
        public let descriptor: Int32
        /// The options for a renderer on ``descriptor``. Change the look; the rest is what a relay needs.
        public let options: TerminalOptions
        /// Whether other programs write to the terminal too, such as those of a pipeline. A bezel on the alternate screen would hide their output.
        public var isShared: Bool { options.sharesTerminal }

        private let canBeClaimed: Bool
        /// The claim, once ``claim()`` was called, if there can be other HUDs on the terminal.
        private(set) var claimed: TerminalClaim?

        init(descriptor: Int32, of terminal: JobTerminal?) {
            self.descriptor = descriptor
            var options = TerminalOptions()
            // The relay itself catches signals and removes the HUD.
            options.chainsHostHandlers = false
            options.echoDescriptor = terminal?.echoDescriptor
            // Other programs of a pipeline write to the terminal too, and so does a command without a terminal of its own.
            options.sharesTerminal = terminal?.isShared ?? true
            options.cursorMayFollowText = true
            // The relay passes the input on, so its echo is part of the command's output.
            options.drawsBelowUnfinishedLines = options.echoDescriptor != nil
            self.options = options
            canBeClaimed = terminal != nil
        }

        /// Claims the terminal for the HUD.
        ///
        /// If another relay has claimed it, such as one of another recipe of `make -j`, this waits until that HUD is off the terminal, 250 ms
        /// at most. Print plain lines then. Otherwise the HUD steps aside for relays that come later.
        ///
        /// - Returns: Whether the HUD may be drawn.
        public func claim() -> Bool {
            if canBeClaimed, claimed == nil {
                claimed = TerminalClaim(on: descriptor, isInPipeline: TerminalClaim.mayBeOfPipeline)
            }
            return claimed?.canDraw != false
        }

        /// Makes a renderer: rows at the cursor if they can be drawn and the terminal can be claimed, otherwise plain lines on standard error.
        ///
        /// - Parameters:
        ///   - theme: The colors and characters; nil for the process-wide theme.
        ///   - spinner: The spinner; nil for the theme's.
        ///   - leavesSummary: Whether a line stays when the HUD disappears.
        public func makeRenderer(theme: Theme? = nil, spinner: Spinner? = nil, leavesSummary: Bool = true) -> any HUDRenderer {
            let renderer = InlineRenderer(fileDescriptor: descriptor, theme: theme, spinner: spinner, options: options)
            renderer.leavesSummary = leavesSummary
            guard renderer.canDraw, claim() else { return PlainRenderer(fileDescriptor: STDERR_FILENO) }
            return renderer
        }
    }
}
