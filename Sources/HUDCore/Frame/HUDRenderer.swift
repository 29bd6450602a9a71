/// Draws a HUD. A ``HUD`` gets its renderer when it is created.
///
/// A HUD calls its renderer outside its lock. It calls ``draw(_:)`` and ``remove(_:)`` in order and never concurrently, but from different threads. Any thread
/// can use the other members meanwhile. If several HUDs share a renderer, one calls it while another one does.
///
/// Only ``draw(_:)`` and ``remove(_:)`` are required. A renderer that can do more says so in ``display`` and ``terminal``.
public protocol HUDRenderer: AnyObject, Sendable {
    /// The animation duration of a HUD that has none of its own. 0.3 s by default, as in MBProgressHUD. Read when a HUD is made.
    var preferredAnimationDuration: Duration { get }

    /// Whether rows of parts are a list that scrolls. By default only those that have a place are shown. Read when a HUD gets rows.
    var listsRows: Bool { get }

    /// Where HUDs are shown, and what of the parts of their work. By default on a screen, with rows.
    var display: HUDDisplay { get }

    /// The renderer as one that shares a terminal with the program's output. Nil if it can't, which is the default, or if there is no terminal.
    var terminal: (any TerminalRenderer)? { get }

    /// Draws one frame.
    ///
    /// The HUD leaves out the frames before the instant that is returned, and does not wake up for them. A new label or mode, a call such as `hide`, or a
    /// deadline brings the next frame of the grid back; while the HUD fades, every frame is drawn. A change of progress does not, because it is an atomic
    /// store that notifies nothing: a renderer that shows progress needs every frame.
    ///
    /// - Returns: How long the frame stays the same, as long as nothing is called or set on the HUD. `distantPast`: the next frame is needed.
    ///   `distantFuture`: no frame is needed.
    @discardableResult
    func draw(_ snapshot: HUDSnapshot) -> HUDInstant

    /// Takes a change of the state of a part, if ``display`` asks for changes.
    ///
    /// Called once the HUD is on screen: for the parts that have begun and have not ended, for those that have failed, and then with each change, on the thread
    /// on which it happens.
    func report(_ change: PartChange)

    /// Whether changes of the parts of a HUD, which has been drawn, are reported from now on, by ``report(_:)``. By default they are. If not, the renderer is asked
    /// again with the next frame: another HUD has its lines until then.
    func takesReports(of hudID: Int) -> Bool

    /// What keys have asked of the selection in a list of rows since the last call.
    func takeRowMoves() -> [RowMove]

    /// Removes the HUD from the screen. `snapshot` has the last progress.
    func remove(_ snapshot: HUDSnapshot)

    /// The mark of a line about something that has failed, as ``log(_:)`` can print it. By default `✗`.
    var failureMark: String { get }

    /// Prints lines of the program without overwriting the HUD. Called from any thread, also concurrently.
    func log(_ text: String)

    /// Removes the HUD from the terminal until ``resume(isOnNewLine:)`` was called as often, for example before the program is stopped. Count the calls: suspensions
    /// nest, and several threads can suspend the HUD at the same time.
    func suspend()

    /// Draws the HUD again with its next frame, if nothing else has suspended it as well.
    ///
    /// - Parameter isOnNewLine: Whether another program or the user has written to the terminal meanwhile, so that the cursor is at the start of a line.
    ///   If not, it is where it was.
    func resume(isOnNewLine: Bool)

    /// Calls `cancel`, on any thread, when ^C is pressed.
    ///
    /// - Returns: A function that ends this; after an interrupt it ends the process by the signal. Nil if interrupts are ignored, or the renderer does not watch for them.
    func beginInterrupts(_ cancel: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)?
}

extension HUDRenderer {
    /// An animation takes 0.3 s, as in MBProgressHUD.
    public var preferredAnimationDuration: Duration { .milliseconds(300) }

    /// Rows are not a list that scrolls: only those that have a place are shown.
    public var listsRows: Bool { false }

    /// HUDs are shown on a screen, with rows of their parts, in a window whose height is not known.
    public var display: HUDDisplay { HUDDisplay() }

    /// The renderer does not share a terminal with the program's output: nil.
    public var terminal: (any TerminalRenderer)? { nil }

    /// Ignores changes of parts.
    public func report(_ change: PartChange) {}

    /// The renderer takes the changes of every HUD.
    public func takesReports(of hudID: Int) -> Bool { true }

    /// No keys have moved the selection, because the renderer reads none.
    public func takeRowMoves() -> [RowMove] { [] }

    /// The mark is `✗`.
    public var failureMark: String { "✗" }

    /// Prints the text to standard output.
    public func log(_ text: String) { print(text) }

    /// Does nothing: the HUD stays on the screen.
    public func suspend() {}

    /// Does nothing, because ``suspend()`` has not removed the HUD.
    public func resume(isOnNewLine: Bool) {}

    /// Does not watch for ^C, which keeps its usual effect: nil.
    public func beginInterrupts(_ cancel: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? { nil }
}
