import CTerminalSupport

/// What an inline renderer draws on: the region of a terminal that is behind a descriptor (``InlineRegion``), or of one in memory
/// (``MemoryRegion``).
///
/// Both are drivers of a ``RegionMachine``. They differ in where the facts come from and where the bytes go.
protocol TerminalRegion: AnyObject, Sendable {
    /// What the terminal can do; nil if nothing can be drawn there.
    var capabilities: TerminalCapabilities? { get }

    /// The height of the window, as of the last frame.
    var windowRows: Int { get }

    /// The HUDs of a renderer.
    func members(of renderer: AnyObject) -> [RegionMember]

    /// Shows what `id` has to show. Returns how long that stays the same, as ``HUDRenderer/draw(_:)`` does.
    @discardableResult
    func render(_ entry: StackedLayout.Entry, of id: RegionMember) -> HUDInstant

    /// Removes `id`'s rows. `line` makes what stays in their place, for so many columns.
    func remove(_ id: RegionMember, leaving line: ((_ columns: Int) -> CellGrid?)?)

    /// Writes whole lines above the HUDs.
    func log(_ text: String)

    /// Writes bytes of the program above the HUDs.
    func passThrough(_ bytes: UnsafeRawBufferPointer)

    /// Writes bytes as ``passThrough(_:)`` does, but need not wait for the terminal. Returns whether the terminal has accepted everything and
    /// probably accepts more.
    func offer(_ bytes: UnsafeRawBufferPointer) -> Bool

    /// Resets the modes that the printed output has left set, and its style if `andStyle`.
    func resetModes(andStyle: Bool)

    /// Removes the HUDs from the terminal until ``resume(isOnNewLine:)`` was called as often.
    func suspend()

    /// Ends a suspension. After the last one the HUDs come back with their next frames.
    func resume(isOnNewLine: Bool)

    /// Whether a descriptor is this terminal.
    func isShown(_ descriptor: Int32) -> Bool

    /// Calls `body` once no work is pending for the terminal.
    func whenWritten(_ body: @escaping @Sendable () -> Void)

    /// Takes the HUDs of `renderer` off the terminal and holds what is printed. Returns whether that is possible.
    func lend(by renderer: any HUDRenderer) -> Bool

    /// Prints what was held, and lets the HUDs of `renderer` come back.
    func takeBack(for renderer: any HUDRenderer)

    /// Whether no more output can be held.
    var isHoldFull: Bool { get }

    /// Captures the process's output; nil if that is impossible.
    func beginCapture() -> ScopeCapture?

    /// Whether the process's output is captured for this region.
    var isCaptured: Bool { get set }

    /// Writes a page of captured output as ``passThrough(_:)`` does, unless a signal handler writes it.
    func passCaptured(_ page: UnsafeRawBufferPointer)

    /// Waits until what the process has printed so far is written, if it is captured.
    func catchUp()
}

// A terminal in memory belongs to no other program.
extension TerminalRegion {
    /// What is printed in a program's tests is printed on their terminal.
    func isShown(_ descriptor: Int32) -> Bool { true }

    func lend(by renderer: any HUDRenderer) -> Bool { false }

    func takeBack(for renderer: any HUDRenderer) {}

    var isHoldFull: Bool { false }
}

extension InlineRegion {
    func isShown(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && TerminalIdentity(of: descriptor) == TerminalIdentity(of: writer.descriptor)
    }

    func lend(by renderer: any HUDRenderer) -> Bool {
        renderer.suspend()
        if beginFullScreen() == .begun { return true }
        renderer.resume(isOnNewLine: false)
        return false
    }

    /// The other program has left the cursor where it was, or at the start of a line.
    func takeBack(for renderer: any HUDRenderer) {
        if isAtLineStart { beginLine() }
        endFullScreen()
        renderer.resume(isOnNewLine: false)
    }
}

extension InlineRegion: TerminalRegion {}
