import HUDCore

/// A renderer that shares a terminal with the output of the program, and can give it up for a while.
///
/// `HUDJob` prints the output of its command through a renderer that conforms, so a program's own renderer can have it above its rows as well.
public protocol TerminalRenderer: HUDRenderer {
    /// Whether there is a terminal that can be drawn on.
    var canDraw: Bool { get }

    /// Writes output of the program or its job, byte for byte, without overwriting the HUD.
    func passThrough(_ bytes: UnsafeRawBufferPointer)

    /// Lines below the HUD, such as the last lines of a job's output; empty for none.
    var pane: [String] { get set }

    /// Whether a summary line stays when a HUD with an outcome disappears.
    var leavesSummary: Bool { get set }
}

extension InlineRenderer: TerminalRenderer {}
extension BezelRenderer: TerminalRenderer {}

extension TerminalRenderer {
    /// Calls `body` once the terminal has taken everything that is owed to it: now, or on the clock's thread.
    ///
    /// `body` must not call the renderer.
    package func whenWritten(_ body: @escaping @Sendable () -> Void) {
        let region: (any TerminalRegion)? = (self as? InlineRenderer)?.region ?? (self as? BezelRenderer)?.region
        if let region { region.whenWritten(body) } else { body() }
    }
}
