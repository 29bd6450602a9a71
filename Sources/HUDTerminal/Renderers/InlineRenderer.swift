import CTerminalSupport
import HUDCore
import Synchronization

/// Draws a HUD where the cursor is: a spinner or a bar, label, percent, count, rate and times on one line, and the details label under it.
///
/// An unchanged frame writes nothing, a spinner's tick its one cell. The cursor is hidden while the HUD is on screen and given
/// back when it goes, on `exit()`, and on a signal that ends the process. On what is no terminal, or one that can't erase a
/// line, nothing is drawn; nor is it while the program is in the background, or while a password is typed. Several HUDs on one
/// terminal stand one under the other.
///
/// ```swift
/// let hud = HUD(label: "Compressing", mode: .bar, renderer: InlineRenderer())
/// ```
///
/// What the program prints itself while a HUD is up goes through ``log(_:)`` or ``passThrough(_:)``, or it lands in the middle of the line.
///
/// Several HUDs may share a renderer, at once or one after the other; those on screen stand one under the other.
public final class InlineRenderer: HUDRenderer {
    private struct State {
        var theme: Theme?
        var spinner: Spinner?
        var customView: CustomView = .checkmark
        var pane: [String] = []
        var leavesSummary = false
        /// What the HUD on screen looks like; taken when it is shown.
        var look: InlineLook?
        /// What the region knows each HUD on screen by.
        var members: [Int: Member] = [:]
    }

    /// A HUD's entry in the region. A class, because its identity is all there is to it.
    private final class Member: Sendable {}

    /// The terminal's rows, which others may draw in as well.
    let region: InlineRegion
    private let reducesMotion: Bool
    private let state: Mutex<State>

    /// A renderer for the terminal on `fileDescriptor`; standard error if not told otherwise, so that a program's output stays apart.
    ///
    /// - Parameters:
    ///   - fileDescriptor: The terminal.
    ///   - theme: How it looks; nil: the process-wide ``Theme/appearance`` at the time when the HUD is shown.
    ///   - spinner: In place of the theme's.
    ///   - options: What the terminal and the environment don't say. Of several renderers on one terminal the first one's word counts.
    public init(
        fileDescriptor: Int32 = STDERR_FILENO, theme: Theme? = nil, spinner: Spinner? = nil, options: TerminalOptions = .init()
    ) {
        region = .region(for: fileDescriptor, options: options)
        reducesMotion = options.reducesMotion ?? TerminalEnvironment.current.isSet("ACCESSIBLE")
        state = Mutex(State(theme: theme, spinner: spinner))
    }

    /// What it still has on the terminal goes with it.
    deinit {
        for member in state.withLock({ $0.members.values }) { region.remove(ObjectIdentifier(member)) }
    }

    /// Whether there is a terminal that can be drawn on.
    public var canDraw: Bool { region.capabilities != nil }

    /// None: a line appears and goes at once.
    public var preferredAnimationDuration: Duration { .zero }

    /// How it looks; nil: as ``Theme/appearance`` has it. Counts at once.
    public var theme: Theme? {
        get { state.withLock { $0.theme } }
        set {
            state.withLock { state in
                state.theme = newValue
                state.look = nil
            }
        }
    }

    /// What is shown in mode `custom`. Counts at once.
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

    /// Lines that stand under the HUD and its details, such as the last ones that a job printed. Empty for none. Counts within 0.1 s.
    ///
    /// Any text; control characters in it do no harm. Where the window has no room for all of them, the last ones are seen.
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

    /// Whether a line stays where the HUD was when it goes: mark, label, time and how it ended. Only of a HUD that has an outcome.
    ///
    /// It is written together with what takes the HUD off, so nobody sees a moment between. Output that ends in the middle of a line is left
    /// whole, and the line begins below it.
    public var leavesSummary: Bool {
        get { state.withLock { $0.leavesSummary } }
        set { state.withLock { $0.leavesSummary = newValue } }
    }

    /// Looks that were made so far, in all renderers.
    private static let versions = Atomic<Int>(0)
    private static func nextVersion() -> Int { versions.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Draws one frame: what has changed since the last one, in one write.
    public func render(_ snapshot: HUDSnapshot) {
        let (look, member) = state.withLock { state in
            let member = state.members[snapshot.hudID] ?? Member()
            state.members[snapshot.hudID] = member
            let look =
                state.look
                ?? InlineLook(
                    theme: state.theme ?? .appearance, spinner: state.spinner, customView: state.customView,
                    reducesMotion: reducesMotion, pane: state.pane, version: Self.nextVersion())
            state.look = look
            return (look, member)
        }
        region.render(.init(snapshot: snapshot, look: look), of: ObjectIdentifier(member))
    }

    /// When a spinner's next frame or the next second falls due; 0.1 s later at most, for what the window does nobody says. At once where
    /// progress is shown, or a view of one's own.
    public func nextChange(after snapshot: HUDSnapshot) -> HUDInstant {
        guard let capabilities = region.capabilities else { return .distantFuture }
        let (look, member) = state.withLock { ($0.look, $0.members[snapshot.hudID]) }
        guard let look, let member, !region.owesFrame(to: ObjectIdentifier(member)),
            let time = look.timeUntilChange(of: snapshot, isUTF8: capabilities.isUTF8)
        else { return .distantPast }
        return snapshot.timestamp.advanced(by: min(time, .milliseconds(100)))
    }

    /// Takes the HUD off the terminal and gives the cursor back.
    public func remove(_ snapshot: HUDSnapshot) {
        let (theme, member) = state.withLock { state -> (Theme?, Member) in
            defer { state.look = nil }
            let theme = state.leavesSummary ? state.look?.theme ?? state.theme ?? .appearance : nil
            return (theme, state.members.removeValue(forKey: snapshot.hudID) ?? Member())
        }
        let isUTF8 = region.capabilities?.isUTF8 ?? true
        // The region must not meet the identity again, of another object, before it has removed this one.
        withExtendedLifetime(member) {
            region.remove(ObjectIdentifier(member)) { columns in
                theme.flatMap { SummaryView(columns: columns, isUTF8: isUTF8, theme: $0).grid(for: snapshot) }
            }
        }
    }

    /// Prints whole lines above the HUD, in the order of the calls. From any thread.
    public func log(_ text: String) {
        region.log(text)
    }

    /// Writes what a program or its job prints, above the HUD, byte for byte.
    ///
    /// While the last line of it is unfinished the HUD stays off: it is a prompt, or will be gone on with. Under a flood the HUD has the screen's last
    /// rows, which do not scroll meanwhile (terminfo `csr`); the last few bytes of that may come a tenth of a second later.
    public func passThrough(_ bytes: UnsafeRawBufferPointer) {
        region.passThrough(bytes)
    }

    /// Takes the HUD off the terminal until ``resume()``, before the program is stopped.
    public func suspend() {
        region.suspend()
    }

    /// Lets the HUD come back with its next frame.
    public func resume() {
        region.resume()
    }

    /// What gives the cursor back, and the screen's scrolling, in a process that finds this one killed.
    package var cursorBack: [UInt8] {
        guard let capabilities = region.capabilities else { return [] }
        return capabilities.scrollingAgain + capabilities.enableAutowrap + capabilities.showCursor
    }

    /// Lets the HUD come back with its next frame, where the cursor is now, at the start of a line.
    public func resumeOnNewLine() {
        region.resume(isOnNewLine: true)
    }
}
