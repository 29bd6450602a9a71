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
    /// - Returns: Whether the terminal has accepted everything and probably accepts more. False, the default: the caller should wait until it is ready.
    func offer(_ bytes: RawSpan) -> Bool

    /// Calls `body`, which must not call the renderer, once the terminal has taken everything that is owed to it. By default now.
    func whenWritten(_ body: @escaping @Sendable () -> Void)

    /// Lines below the HUD, such as the last lines of a job's output; empty for none.
    var pane: [String] { get set }

    /// What keys do that another reader of the keyboard handles; a list of rows shows it. By default it is not shown.
    var keyHints: [String] { get set }

    /// Whether a summary line stays when a HUD with an outcome disappears.
    var leavesSummary: Bool { get set }

    /// Whether text beyond ASCII is drawn. True by default.
    var isUTF8: Bool { get }

    /// The mark of a line about something that has failed. By default `✗`.
    var failureMark: String { get }

    /// Resets the modes that the output of a job has left set: a job that was killed can't, and a group's next job expects others. By default nothing.
    ///
    /// - Parameter andStyle: Whether colors and other attributes are reset as well.
    func resetModes(andStyle: Bool)

    /// Takes the HUDs off the terminal and holds what is printed, because another program uses the terminal until ``takeTerminalBack()``.
    ///
    /// - Returns: False, the default, if output can't be held now. Nothing has changed then.
    func lendTerminal() -> Bool

    /// Prints what was held, and lets the HUDs come back. The other program has left the cursor where it was, or at the start of a line.
    func takeTerminalBack()

    /// Whether no more output can be held while the terminal is lent, so that it has to be taken back.
    var canHoldNoMore: Bool { get }

    /// Sends what the process and its children write to the terminal through the renderer from now on.
    ///
    /// - Returns: Nil, the default, if that changes nothing, because the output goes elsewhere, or if it is impossible.
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

    /// Passes the bytes through.
    public func offer(_ bytes: RawSpan) -> Bool {
        passThrough(bytes)
        return false
    }

    /// Calls `body` now.
    public func whenWritten(_ body: @escaping @Sendable () -> Void) { body() }

    /// Empty.
    public var keyHints: [String] {
        get { [] }
        set {}
    }

    /// True.
    public var isUTF8: Bool { true }

    /// `✗`.
    public var failureMark: String { "✗" }

    /// Does nothing.
    public func resetModes(andStyle: Bool) {}

    /// Lends nothing.
    public func lendTerminal() -> Bool { false }

    /// Calls ``HUDRenderer/resume(isOnNewLine:)``.
    public func takeTerminalBack() { resume(isOnNewLine: true) }

    /// False.
    public var canHoldNoMore: Bool { false }

    /// Nil.
    public func beginCapture() -> ScopeCapture? { nil }
}
