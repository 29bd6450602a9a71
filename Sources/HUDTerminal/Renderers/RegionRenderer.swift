/// A renderer that draws in a terminal's region: what it does for a program or a job that prints is the region's work.
protocol RegionRenderer: TerminalRenderer, InterruptedRenderer {
    /// The region of the terminal.
    var terminalRegion: any TerminalRegion { get }
    /// The theme; nil for ``Theme/appearance``.
    var theme: Theme? { get }
}

extension RegionRenderer {
    /// Whether a descriptor is the terminal that is drawn on.
    public func isShown(_ fileDescriptor: Int32) -> Bool { terminalRegion.isShown(fileDescriptor) }

    /// Whether the terminal takes text beyond ASCII.
    public var isUTF8: Bool { terminalRegion.capabilities?.isUTF8 ?? TextWidth.isUTF8 }

    /// The cross of the theme, or `x` on a terminal without UTF-8.
    public var failureMark: String { (theme ?? .appearance).glyphs(isUTF8: isUTF8).cross }

    /// Calls `body`, which must not call the renderer, once the terminal has taken everything that is pending for it: now, or on the clock's thread.
    public func whenWritten(_ body: @escaping @Sendable () -> Void) { terminalRegion.whenWritten(body) }

    /// Resets the modes that the printed output has left set, and its style if `andStyle`.
    public func resetModes(andStyle: Bool) { terminalRegion.resetModes(andStyle: andStyle) }

    /// Takes the HUDs off the terminal and holds what is printed; false if there is no file for it, or output ends in the middle of an escape sequence.
    public func lendTerminal() -> Bool { terminalRegion.lend(by: self) }

    /// Prints what was held, and lets the HUDs come back.
    public func takeTerminalBack() { terminalRegion.takeBack(for: self) }

    /// Whether no more output can be held while the terminal is lent.
    public var canHoldNoMore: Bool { terminalRegion.isHoldFull }

    /// Captures the process's output.
    public func beginCapture() -> ScopeCapture? { terminalRegion.beginCapture() }
}
