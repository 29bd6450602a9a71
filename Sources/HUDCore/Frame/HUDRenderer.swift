/// Draws a HUD. Given to a ``HUD`` at its making.
///
/// A HUD calls it outside its lock, in order, and never from two threads at once; which thread it is differs from call to call.
public protocol HUDRenderer: AnyObject, Sendable {
    /// The animation that suits it; what a HUD takes where none is asked for. 0.3 s unless it says otherwise, as in MBProgressHUD.
    var preferredAnimationDuration: Duration { get }

    /// Draws one frame.
    func render(_ snapshot: HUDSnapshot)

    /// Takes the HUD off the screen. `snapshot` has the last progress.
    func remove(_ snapshot: HUDSnapshot)

    /// Prints lines of the program's where the HUD is not in their way. Called from any thread, several at once too.
    func log(_ text: String)
}

extension HUDRenderer {
    /// MBProgressHUD's 0.3 s.
    public var preferredAnimationDuration: Duration { .milliseconds(300) }

    /// To standard output.
    public func log(_ text: String) { print(text) }
}
