import HUDCore

/// A renderer that shares a terminal with what the program prints, and gives it up for a while when it is told to.
public protocol TerminalRenderer: HUDRenderer {
    /// Whether there is a terminal that can be drawn on.
    var canDraw: Bool { get }

    /// Writes what a program or its job prints, byte for byte, where the HUD is not in its way.
    func passThrough(_ bytes: UnsafeRawBufferPointer)

    /// Lines that a HUD shows beside what it says, such as the last ones that a job printed; empty for none.
    var pane: [String] { get set }

    /// Whether a line that says how it ended stays when a HUD goes that has an outcome.
    var leavesSummary: Bool { get set }

    /// Takes the HUD off the terminal until ``resume()``, before the program is stopped.
    func suspend()

    /// Lets the HUD come back with its next frame.
    func resume()

    /// Lets the HUD come back with its next frame, after a shell has had the terminal: what was unfinished there has been gone on from, and
    /// the cursor is at the start of a line.
    func resumeOnNewLine()
}

extension InlineRenderer: TerminalRenderer {}
extension BezelRenderer: TerminalRenderer {}
