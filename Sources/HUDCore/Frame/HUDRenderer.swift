/// Draws a HUD. Given to a ``HUD`` at its making.
///
/// A HUD calls it outside its lock, in order, and never from two threads at once; which thread it is differs from call to call.
public protocol HUDRenderer: AnyObject, Sendable {
    /// The animation that suits it; what a HUD takes where none is asked for. 0.3 s unless it says otherwise, as in MBProgressHUD.
    var preferredAnimationDuration: Duration { get }

    /// Draws one frame.
    func render(_ snapshot: HUDSnapshot)

    /// Until when a frame that was rendered stays as it is, as long as nothing is called or set on the HUD.
    ///
    /// Asked after each ``render(_:)``. Frames before that instant are left out, and nothing wakes for them. A label, the mode, a call
    /// such as `hide`, or whatever happens on a deadline brings the next frame of the grid back; while the HUD fades, every frame is
    /// drawn. Progress does not: it is set without a word to anybody, so a renderer that shows it needs every frame.
    ///
    /// - Returns: `distantPast`, as it is where a renderer does not say: the next frame is needed. `distantFuture`: none is.
    func nextChange(after snapshot: HUDSnapshot) -> HUDInstant

    /// Takes the HUD off the screen. `snapshot` has the last progress.
    func remove(_ snapshot: HUDSnapshot)

    /// Prints lines of the program's where the HUD is not in their way. Called from any thread, several at once too.
    func log(_ text: String)
}

extension HUDRenderer {
    /// MBProgressHUD's 0.3 s.
    public var preferredAnimationDuration: Duration { .milliseconds(300) }

    /// Every frame is needed.
    public func nextChange(after snapshot: HUDSnapshot) -> HUDInstant { .distantPast }

    /// To standard output.
    public func log(_ text: String) { print(text) }
}
