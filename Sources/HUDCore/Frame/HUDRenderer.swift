/// Draws a HUD. A ``HUD`` gets its renderer when it is created.
///
/// A HUD calls its renderer outside its lock, in order and never concurrently, but from different threads.
public protocol HUDRenderer: AnyObject, Sendable {
    /// The animation duration of a HUD that has none of its own. 0.3 s by default, as in MBProgressHUD.
    var preferredAnimationDuration: Duration { get }

    /// Whether what it draws disappears with the HUD. A scope whose renderer prints lines, which stay, keeps no minimum show time, so that nothing
    /// delays its end. The HUD asks once, when it is asked to disappear and its grace time is over.
    var isTransient: Bool { get }

    /// The height of the window that it draws on, in rows; nil if that is not known, and 0 if it does not draw the rows of parts. See ``HUD/rows``.
    var windowRows: Int? { get }

    /// Draws one frame.
    func render(_ snapshot: HUDSnapshot)

    /// How long a rendered frame stays the same, as long as nothing is called or set on the HUD.
    ///
    /// The HUD asks after each ``render(_:)``. It leaves out the frames before that instant, and does not wake up for them. A new label or
    /// mode, a call such as `hide`, or a deadline brings the next frame of the grid back; while the HUD fades, every frame is
    /// drawn. A change of progress does not, because it is an atomic store that notifies nothing: a renderer that shows progress needs every frame.
    ///
    /// - Returns: `distantPast`, the default: the next frame is needed. `distantFuture`: no frame is needed.
    func nextChange(after snapshot: HUDSnapshot) -> HUDInstant

    /// Removes the HUD from the screen. `snapshot` has the last progress.
    func remove(_ snapshot: HUDSnapshot)

    /// Prints lines of the program without overwriting the HUD. Called from any thread, also concurrently.
    func log(_ text: String)

    /// Removes the HUD from the terminal until ``resume()``, for example before the program is stopped.
    func suspend()

    /// Draws the HUD again with its next frame.
    func resume()

    /// Draws the HUD again with its next frame, after another program or the user has written to the terminal: the cursor is at the start of a line.
    func resumeOnNewLine()
}

extension HUDRenderer {
    /// 0.3 s, as in MBProgressHUD.
    public var preferredAnimationDuration: Duration { .milliseconds(300) }

    /// True.
    public var isTransient: Bool { true }

    /// Nil.
    public var windowRows: Int? { nil }

    /// Does nothing.
    public func suspend() {}

    /// Does nothing.
    public func resume() {}

    /// Calls ``resume()``.
    public func resumeOnNewLine() { resume() }

    /// Every frame is needed.
    public func nextChange(after snapshot: HUDSnapshot) -> HUDInstant { .distantPast }

    /// Prints to standard output.
    public func log(_ text: String) { print(text) }
}
