import HUDCore

/// A renderer that shares a terminal with the output of the program, and can give it up for a while.
///
/// `HUDJob` prints the output of its command through a renderer that conforms, so a program's own renderer can have it above its rows as well.
public protocol TerminalRenderer: HUDRenderer {
    /// Whether there is a terminal that can be drawn on.
    var canDraw: Bool { get }

    /// Writes output of the program or its job, byte for byte, without overwriting the HUD.
    func passThrough(_ bytes: RawSpan)

    /// Lines below the HUD, such as the last lines of a job's output; empty for none.
    var pane: [String] { get set }

    /// Whether a summary line stays when a HUD with an outcome disappears.
    var leavesSummary: Bool { get set }
}

extension TerminalRenderer {
    /// Writes output of the program or its job, byte for byte, without overwriting the HUD.
    ///
    /// ```swift
    /// renderer.passThrough("compiled main.swift\n".utf8)
    /// ```
    public func passThrough(_ bytes: some Sequence<UInt8>) {
        let isWritten: Void? = bytes.withContiguousStorageIfAvailable { passThrough(UnsafeRawBufferPointer($0).bytes) }
        if isWritten == nil { Array(bytes).withUnsafeBytes { passThrough($0.bytes) } }
    }
}

extension InlineRenderer: TerminalRenderer {}
extension BezelRenderer: TerminalRenderer {}

extension TerminalRenderer {
    /// Calls `body` once the terminal has taken everything that is owed to it: now, or on the clock's thread.
    ///
    /// `body` must not call the renderer.
    package func whenWritten(_ body: @escaping @Sendable () -> Void) {
        if let terminalRegion { terminalRegion.whenWritten(body) } else { body() }
    }

    /// Resets the modes that the output of a job has left set: a job that was killed can't, and a group's next job expects others.
    ///
    /// - Parameter andStyle: Whether colors and other attributes are reset as well.
    package func resetModes(andStyle: Bool) { terminalRegion?.resetModes(andStyle: andStyle) }

    private var terminalRegion: (any TerminalRegion)? {
        (self as? InlineRenderer)?.region ?? (self as? BezelRenderer)?.region
    }

    private var inlineRegion: InlineRegion? {
        (self as? InlineRenderer)?.region as? InlineRegion ?? (self as? BezelRenderer)?.region
    }

    /// Takes the HUDs off the terminal and holds what is printed, because another program uses the terminal until ``takeTerminalBack()``.
    ///
    /// - Returns: False if output can't be held now: there is no file for it, or it ends in the middle of an escape sequence. Nothing has
    ///   changed then.
    package func lendTerminal() -> Bool {
        guard let region = inlineRegion else { return false }
        suspend()
        if region.beginFullScreen() == .begun { return true }
        resume()
        return false
    }

    /// Prints what was held, and lets the HUDs come back. The other program has left the cursor where it was, or at the start of a line.
    package func takeTerminalBack() {
        guard let region = inlineRegion else { return }
        region.resume(isOnNewLine: region.isAtLineStart)
        region.endFullScreen()
        resume()
    }

    /// Whether no more output can be held while the terminal is lent, so that it has to be taken back.
    package var canHoldNoMore: Bool { inlineRegion?.isHoldFull ?? false }
}
