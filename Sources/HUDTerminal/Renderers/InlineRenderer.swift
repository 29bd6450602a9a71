import CTerminalSupport
import Synchronization

/// Draws a HUD at the cursor: a spinner or a bar, the label, percent, count, rate and times on one line, and the details label below it.
///
/// An unchanged frame writes nothing, and a tick of the spinner writes one cell. The cursor is hidden while the HUD is on screen. It is
/// shown again when the HUD disappears, on `exit()`, and on a signal that ends the process. Nothing is drawn if the descriptor is not a
/// terminal, if the terminal can't erase a line, while the program is in the background, and while a password is typed.
///
/// ```swift
/// let hud = HUD(label: "Compressing", mode: .bar, renderer: InlineRenderer())
/// ```
///
/// While a HUD is on screen, the program must print through ``log(_:)`` or ``passThrough(_:)``. Otherwise its text overwrites the HUD.
///
/// Several HUDs can share a renderer, at the same time or one after the other. All HUDs on one terminal are drawn one below the other.
public final class InlineRenderer: RegionRenderer {
    private struct State {
        var theme: Theme?
        var customView: CustomView = .checkmark
        var pane: [String] = []
        var leavesSummary = false
        /// The appearance of the HUD on screen; made when it is shown.
        var look: InlineLook?
    }

    /// The region of the terminal, shared with its other renderers.
    let region: any TerminalRegion
    var terminalRegion: any TerminalRegion { region }
    let spinner: Spinner?
    let reducesMotion: Bool
    private let state: Mutex<State>

    /// Makes a renderer for the terminal on `fileDescriptor`.
    ///
    /// - Parameters:
    ///   - fileDescriptor: The terminal. Standard error by default, which keeps the HUD apart from the program's output.
    ///   - theme: The theme; nil for the process-wide ``Theme/appearance`` at the time when the HUD is shown.
    ///   - spinner: A spinner that replaces the theme's.
    ///   - options: Settings that neither the terminal nor the environment determines. If several renderers share a terminal, those of the
    ///     first one apply.
    public convenience init(
        fileDescriptor: Int32 = STDERR_FILENO, theme: Theme? = nil, spinner: Spinner? = nil, options: TerminalOptions = .init()
    ) {
        self.init(
            region: InlineRegion.region(for: fileDescriptor, options: options), theme: theme, spinner: spinner,
            reducesMotion: options.reducesMotion ?? TerminalEnvironment.current.reducesMotion)
    }

    /// Makes a renderer for a terminal in memory, on which neither the process nor its environment has an influence.
    package convenience init(terminal: any VirtualTerminal, theme: Theme) {
        self.init(region: MemoryRegion(terminal), theme: theme, spinner: nil, reducesMotion: false)
    }

    init(region: any TerminalRegion, theme: Theme?, spinner: Spinner?, reducesMotion: Bool) {
        self.region = region
        self.spinner = spinner
        self.reducesMotion = reducesMotion
        state = Mutex(State(theme: theme))
    }

    /// Removes what the renderer still has on the terminal.
    deinit {
        for member in region.members(of: self) { region.remove(member, leaving: nil) }
    }

    /// Whether there is a terminal that can be drawn on.
    public var canDraw: Bool { region.capabilities != nil }

    /// A screen, with rows in a window of the height that it had in the last frame.
    public var display: HUDDisplay { HUDDisplay(.screen, parts: .rows(windowHeight: region.windowRows)) }

    /// Zero, because a line appears and disappears at once.
    public var preferredAnimationDuration: Duration { .zero }

    /// The theme; nil for ``Theme/appearance``. A change takes effect within 0.1 s.
    public var theme: Theme? {
        get { state.withLock { $0.theme } }
        set {
            state.withLock { state in
                state.theme = newValue
                state.look = nil
            }
        }
    }

    /// The picture in mode `custom`. A change takes effect at once.
    public var customView: CustomView {
        get { state.withLock { $0.customView } }
        set {
            state.withLock { state in
                state.customView = newValue
                state.look?.customView = newValue
                state.look?.version = Self.nextVersion()
            }
        }
    }

    /// Lines below the HUD and its details, such as the last lines of a job's output; empty for none. A change takes effect within 0.1 s.
    ///
    /// The lines can contain any text; control characters in them are made harmless. If the window is too low, the last lines are shown.
    public var pane: [String] {
        get { state.withLock { $0.pane } }
        set {
            state.withLock { state in
                state.pane = newValue
                state.look?.pane = newValue
                state.look?.version = Self.nextVersion()
            }
        }
    }

    /// Whether a summary line stays when a HUD with an outcome disappears: mark, label, time and outcome.
    ///
    /// The line and the removal of the HUD are one write. If the program's output ends in the middle of a line, the summary is below that
    /// line.
    public var leavesSummary: Bool {
        get { state.withLock { $0.leavesSummary } }
        set { state.withLock { $0.leavesSummary = newValue } }
    }

    /// The number of looks that all renderers have made so far.
    private static let versions = Atomic<Int>(0)
    static func nextVersion() -> Int { versions.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Draws what has changed since the last frame, in one write.
    ///
    /// - Returns: The instant at which the spinner or the elapsed time changes, but at most 0.1 s after the snapshot, because a change of the window's
    ///   size is not reported. The distant past if progress or a custom animation is shown, which can change with every frame.
    @discardableResult
    public func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        let look = state.withLock { state in
            let look =
                state.look
                ?? InlineLook(
                    theme: shown(state.theme), spinner: spinner, customView: state.customView,
                    reducesMotion: reducesMotion, pane: state.pane, version: Self.nextVersion())
            state.look = look
            return look
        }
        return region.render(.init(snapshot: snapshot, look: look), of: RegionMember(self, hud: snapshot.hudID))
    }

    /// The theme that the terminal can show.
    private func shown(_ theme: Theme?) -> Theme {
        let theme = theme ?? .appearance
        return region.capabilities.map { theme.fitting($0) } ?? theme
    }

    /// Removes the HUD from the terminal and shows the cursor again.
    public func remove(_ snapshot: HUDSnapshot) {
        let theme = state.withLock { state -> Theme? in
            let leavesSummary = state.leavesSummary || snapshot.leavesSummary
            return leavesSummary ? state.look?.theme ?? shown(state.theme) : nil
        }
        let isUTF8 = region.capabilities?.isUTF8 ?? true
        region.remove(RegionMember(self, hud: snapshot.hudID)) { columns in
            theme.flatMap { SummaryView(columns: columns, isUTF8: isUTF8, theme: $0).grid(for: snapshot) }
        }
        // Those that are still shown keep the appearance with which they came.
        if region.members(of: self).isEmpty { state.withLock { $0.look = nil } }
    }

    /// Prints whole lines above the HUD, in the order of the calls. Can be called from any thread.
    public func log(_ text: String) {
        region.log(text)
    }

    /// Writes output of the program or its job above the HUD, byte for byte.
    ///
    /// While the last line of the output is unfinished, the HUD is off or, with ``TerminalOptions/drawsBelowUnfinishedLines``, below it. If output comes too fast to redraw the HUD after each piece, the
    /// HUD is pinned to the last rows of the screen, which are outside the scroll region (terminfo `csr`). Then an incomplete character or
    /// escape sequence at the end of the output can be delayed by 0.1 s.
    public func passThrough(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { region.passThrough($0) }
    }

    /// Writes output as ``passThrough(_:)`` does, for a caller that can wait for the terminal together with other descriptors.
    ///
    /// - Returns: Whether the terminal has accepted everything and probably accepts more. If not, the caller should wait until it is ready.
    public func offer(_ bytes: RawSpan) -> Bool {
        bytes.withUnsafeBytes { region.offer($0) }
    }

    /// Waits until what the process has printed so far is written, if a scope captures it.
    package func catchUp() { region.catchUp() }

    /// Removes the HUD from the terminal until ``resume(isOnNewLine:)`` was called as often, for example before the program is stopped.
    public func suspend() {
        region.suspend()
    }

    /// Draws the HUD again with its next frame, if nothing else has suspended it as well.
    ///
    /// - Parameter isOnNewLine: Whether another program, such as a shell, has used the terminal meanwhile, so that the cursor is at the start of a line.
    public func resume(isOnNewLine: Bool = false) {
        region.resume(isOnNewLine: isOnNewLine)
    }
}
