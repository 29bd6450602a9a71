/// A renderer that shares a terminal with the output of the program, and can give it up for a while.
///
/// `HUDJob` prints the output of its command through ``HUDRenderer/terminal``, so a program's own renderer can have it above its rows as well.
///
/// A class conforms to it itself: one whose superclass conforms to ``HUDRenderer`` alone has that class's `terminal`, which is nil.
public protocol TerminalRenderer: HUDRenderer {
    /// Whether there is a terminal that can be drawn on.
    var canDraw: Bool { get }

    /// Whether what this process writes to a descriptor appears on the renderer's screen, so that it must be printed through the renderer. By default it
    /// does, as on a screen in memory.
    func isShown(_ fileDescriptor: Int32) -> Bool

    /// Writes output of the program or its job, byte for byte, without overwriting the HUD.
    func passThrough(_ bytes: RawSpan)

    /// Writes output as ``passThrough(_:)-(RawSpan)`` does, for a caller that can wait for the terminal together with other descriptors.
    ///
    /// - Returns: Whether the terminal has accepted everything and probably accepts more. If not, the caller should wait until the terminal is ready. By default the bytes are passed through,
    ///   and the caller waits.
    func offer(_ bytes: RawSpan) -> Bool

    /// Calls `body`, which must not call the renderer, once the terminal has taken everything that waits for it. By default it is called at
    /// once.
    func whenWritten(_ body: @escaping @Sendable () -> Void)

    /// Lines below the HUD, such as the last lines of a job's output; empty for none.
    var pane: [String] { get set }

    /// What keys do that another reader of the keyboard handles; a list of rows shows it. By default it is not shown.
    var keyHints: [String] { get set }

    /// Whether a summary line stays when a HUD with an outcome disappears.
    var leavesSummary: Bool { get set }

    /// Whether text beyond ASCII is drawn. By default it is.
    var isUTF8: Bool { get }

    /// Resets the modes that the output of a job has left set: a job that was killed can't, and a group's next job expects others. By default they
    /// stay set.
    ///
    /// - Parameter andStyle: Whether colors and other attributes are reset as well.
    func resetModes(andStyle: Bool)

    /// Takes the HUDs off the terminal and holds what is printed, because another program uses the terminal until ``takeTerminalBack()``.
    ///
    /// - Returns: False if output can't be held now, which is the default. Nothing has changed then.
    func lendTerminal() -> Bool

    /// Prints what was held, and lets the HUDs come back. The other program has left the cursor where it was, or at the start of a line.
    func takeTerminalBack()

    /// Whether no more output can be held while the terminal is lent, so that it has to be taken back.
    var canHoldNoMore: Bool { get }

    /// Sends what the process and its children write to the terminal through the renderer from now on.
    ///
    /// - Returns: Nil, which is the default, if that changes nothing, because the output goes elsewhere, or if it is impossible.
    func beginCapture() -> ScopeCapture?
}

extension TerminalRenderer {
    /// The renderer, if there is a terminal that can be drawn on.
    public var terminal: (any TerminalRenderer)? { canDraw ? self : nil }

    /// Whether what this process writes to a descriptor appears on the renderer's screen: by default it does.
    public func isShown(_ fileDescriptor: Int32) -> Bool { true }

    /// Writes output of the program or its job, byte for byte, without overwriting the HUD.
    ///
    /// ```swift
    /// renderer.passThrough("compiled main.swift\n".utf8)
    /// ```
    public func passThrough(_ bytes: some Sequence<UInt8>) {
        let isWritten: Void? = bytes.withContiguousStorageIfAvailable { passThrough(UnsafeRawBufferPointer($0).bytes) }
        if isWritten == nil { Array(bytes).withUnsafeBytes { passThrough($0.bytes) } }
    }

    /// Passes the bytes through, and has the caller wait for the terminal before it offers more.
    public func offer(_ bytes: RawSpan) -> Bool {
        passThrough(bytes)
        return false
    }

    /// Calls `body` at once, because nothing waits for the terminal.
    public func whenWritten(_ body: @escaping @Sendable () -> Void) { body() }

    /// No keys are shown: what is set is ignored.
    public var keyHints: [String] {
        get { [] }
        set {}
    }

    /// Text beyond ASCII is drawn.
    public var isUTF8: Bool { true }

    /// Leaves the modes as the job has set them.
    public func resetModes(andStyle: Bool) {}

    /// Does not lend the terminal, because the renderer can't hold output: false.
    public func lendTerminal() -> Bool { false }

    /// Draws the HUDs again, by ``HUDRenderer/resume(isOnNewLine:)``. Without ``lendTerminal()`` no output was held.
    public func takeTerminalBack() { resume(isOnNewLine: true) }

    /// The terminal never has to be taken back early: false.
    public var canHoldNoMore: Bool { false }

    /// Captures no output: nil.
    public func beginCapture() -> ScopeCapture? { nil }
}
