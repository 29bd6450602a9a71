import CTerminalSupport
import HUDCore
import Synchronization

/// Draws a HUD as MBProgressHUD does: a rounded bezel in the middle of the screen, in front of what is there, dimmed.
///
/// It takes the terminal's alternate screen while the HUD is shown and gives it back as it was. What is printed meanwhile, through
/// ``log(_:)`` or ``passThrough(_:)``, is seen behind the bezel; it is held in a file without a name and written to the terminal
/// when the HUD has gone, whole and in order.
///
/// ```swift
/// let bezel = BezelRenderer()
/// bezel.options.button = "Cancel"
/// bezel.onCancel = { download.cancel() }
/// let hud = HUD(label: "Downloading", mode: .annular, minimumShowTime: .seconds(1), renderer: bezel)
/// ```
///
/// A terminal without an alternate screen, or one that another bezel has, gets a line instead (``InlineRenderer``).
public final class BezelRenderer: HUDRenderer {
    private struct State: ~Copyable {
        var theme: Theme?
        var spinner: Spinner?
        var customView: CustomView = .checkmark
        var options = BezelOptions()
        var onCancel: (@Sendable () -> Void)?
        var backdrop: (@Sendable (inout CellGrid) -> Void)?
        /// What the HUD on screen looks like; taken when it is shown.
        var look: BezelLook?
        var stage: BezelStage?
        var pane: [String] = []
        /// How often the pane was set.
        var paneVersion = 0
        var isSuspended = false
        /// Whether this appearance is drawn on a line.
        var isInline = false
    }

    private let descriptor: Int32
    private let terminalOptions: TerminalOptions
    private let capabilities: TerminalCapabilities?
    private let takesKeyboard: Bool
    private let reducesMotion: Bool
    /// What draws where there is no full screen, and prints when there is one no more.
    private let inline: InlineRenderer
    private let state: Mutex<State>

    /// A renderer for the terminal on `fileDescriptor`; standard error if not told otherwise.
    ///
    /// - Parameters:
    ///   - fileDescriptor: The terminal.
    ///   - theme: How it looks; nil: the process-wide ``Theme/appearance`` at the time when the HUD is shown.
    ///   - spinner: In place of the large activity indicator.
    ///   - takesKeyboard: Whether what is typed while the HUD is shown is not echoed, and a button can be pressed. A program whose child
    ///     reads the keyboard says false; the bezel then steps aside while that has turned echo off.
    ///   - terminal: What the terminal and the environment don't say.
    public init(
        fileDescriptor: Int32 = STDERR_FILENO, theme: Theme? = nil, spinner: Spinner? = nil, takesKeyboard: Bool = true,
        terminal: TerminalOptions = .init()
    ) {
        descriptor = fileDescriptor
        terminalOptions = terminal
        self.takesKeyboard = takesKeyboard
        capabilities = TerminalCapabilities(descriptor: fileDescriptor, options: terminal)
        reducesMotion = terminal.reducesMotion ?? TerminalEnvironment.current.isSet("ACCESSIBLE")
        inline = InlineRenderer(fileDescriptor: fileDescriptor, theme: theme, spinner: spinner, options: terminal)
        state = Mutex(State(theme: theme, spinner: spinner))
        inline.region.keepLines()
    }

    /// Whether there is a terminal that can be drawn on, if only on a line.
    public var canDraw: Bool { inline.canDraw }

    /// Whether there is a terminal with an alternate screen, where the bezel can be shown.
    public var canDrawFullScreen: Bool { capabilities?.fullScreen != nil }

    /// MBProgressHUD's 0.3 s; none where it is drawn on a line.
    public var preferredAnimationDuration: Duration { canDrawFullScreen ? .milliseconds(300) : .zero }

    // MARK: Looks

    /// How it looks; nil: as ``Theme/appearance`` has it. Counts at once.
    public var theme: Theme? {
        get { state.withLock { $0.theme } }
        set {
            inline.theme = newValue
            change { $0.theme = newValue }
        }
    }

    /// Place, size, colours, animation and button. Counts at once.
    public var options: BezelOptions {
        get { state.withLock { $0.options } }
        set { change { $0.options = newValue } }
    }

    /// What is shown in mode `custom`. Counts at once.
    public var customView: CustomView {
        get { state.withLock { $0.customView } }
        set {
            inline.customView = newValue
            change { $0.customView = newValue }
        }
    }

    /// Called when the button is pressed: by Enter, Escape or `q`. On the thread that draws, outside every lock; hiding the HUD is up to it.
    public var onCancel: (@Sendable () -> Void)? {
        get { state.withLock { $0.onCancel } }
        set { state.withLock { $0.onCancel = newValue } }
    }

    /// Draws what stands behind the bezel, into a grid of the window's size; nil: what was printed last.
    ///
    /// It is called with the renderer locked, and is not to call it or to log: that waits for ever.
    public var backdrop: (@Sendable (inout CellGrid) -> Void)? {
        get { state.withLock { $0.backdrop } }
        set { state.withLock { $0.backdrop = newValue } }
    }

    /// Lines that are seen behind the bezel in place of what was printed; empty for none. Counts at once.
    public var pane: [String] {
        get { state.withLock { $0.pane } }
        set {
            inline.pane = newValue
            state.withLock { state in
                state.pane = newValue
                state.paneVersion += 1
            }
        }
    }

    /// Whether a line stays when the bezel goes and the terminal has its own screen back: mark, label, time and how it ended. Only of a HUD
    /// that has an outcome.
    public var leavesSummary: Bool {
        get { inline.leavesSummary }
        set { inline.leavesSummary = newValue }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.look = nil
        }
    }

    // MARK: Drawing

    /// Draws one frame.
    public func render(_ snapshot: HUDSnapshot) {
        let isCancelled = state.withLock { draw(snapshot, &$0) }
        if isInline { inline.render(snapshot) }
        if isCancelled { onCancel?() }
    }

    /// The terminal's region, which is covered while the bezel is shown.
    var region: InlineRegion { inline.region }

    private var isInline: Bool { state.withLock { $0.isInline } }

    /// Draws, and looks at the keyboard.
    ///
    /// - Returns: Whether the button was pressed.
    private func draw(_ snapshot: HUDSnapshot, _ state: inout State) -> Bool {
        guard let capabilities, !state.isInline, !state.isSuspended else { return false }
        if hud_is_foreground(descriptor) == 0 {
            // The terminal is somebody else's now, and so is what stands on it.
            leave(&state, writesFarewell: false)
            return false
        }
        if state.stage == nil || !takesKeyboard, !terminalOptions.drawsWithoutEcho,
            hud_is_echoing(terminalOptions.echoDescriptor ?? descriptor) == 0
        {
            leave(&state)
            return false
        }
        if state.stage != nil, inline.region.isHoldFull {
            // There is no room for what is printed: the bezel makes way for it.
            leave(&state)
            state.isInline = true
            return false
        }
        if state.stage == nil {
            switch enter(&state, capabilities) {
            case .begun: break
            case .notNow: return false
            case .refused:
                state.isInline = true
                return false
            }
        }
        let look = look(&state)
        let size = WindowSize(of: descriptor)
        let frame = BezelView(columns: size.columns, rows: size.rows, isUTF8: capabilities.isUTF8, look: look).frame(
            for: snapshot)
        let (printed, pane, draw) = (inline.region.printedLines, state.pane, state.backdrop)
        let version =
            draw == nil
            ? BackdropVersion(
                printed: printed.version + state.paneVersion, background: look.options.background,
                isBehindHalf: snapshot.opacity >= 0.5)
            : nil
        let setsTitle = terminalOptions.setsWindowTitle
        state.stage?.show(
            frame,
            over: {
                BackdropView(options: look.options, isUTF8: capabilities.isUTF8).grid(
                    columns: size.columns, rows: size.rows, lines: pane.isEmpty ? printed.all : pane, draw: draw,
                    opacity: snapshot.opacity)
            }, version: version, size: size,
            announcing: { $0.bytes(for: snapshot, capabilities, setsTitle: setsTitle) })
        guard takesKeyboard, look.options.button?.isEmpty == false, let keys = state.stage?.readKeys() else { return false }
        return Self.presses(keys)
    }

    /// Whether keys press the button. What begins with Escape and goes on is another key's sequence.
    static func presses(_ keys: [UInt8]) -> Bool {
        if keys.first == 0x1B { return keys.count == 1 }
        return keys.contains { [UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "q"), UInt8(ascii: "Q")].contains($0) }
    }

    private func look(_ state: inout State) -> BezelLook {
        let look =
            state.look
            ?? BezelLook(
                theme: state.theme ?? .appearance, spinner: state.spinner, customView: state.customView,
                reducesMotion: reducesMotion,
                options: state.options)
        state.look = look
        return look
    }

    private func enter(_ state: inout State, _ capabilities: TerminalCapabilities) -> RegionMachine.FullScreen {
        guard canDrawFullScreen else { return .refused }
        // Lines that other HUDs have at the cursor go, and what anybody prints is kept: it is not to land on the other screen.
        let answer = inline.region.beginFullScreen()
        guard answer == .begun else { return answer }
        state.stage = BezelStage(
            descriptor: descriptor, writer: inline.region.writer, capabilities: capabilities, takesKeyboard: takesKeyboard,
            readsKeys: state.options.button?.isEmpty == false, options: terminalOptions)
        if state.stage == nil { inline.region.endFullScreen() }
        return state.stage == nil ? .refused : .begun
    }

    /// Gives the terminal back and prints what was held.
    private func leave(_ state: inout State, writesFarewell: Bool = true) {
        guard let stage = state.stage.take() else { return }
        stage.leave(writesFarewell: writesFarewell)
        inline.region.endFullScreen()
    }

    /// Takes the bezel off the terminal and prints what was held.
    public func remove(_ snapshot: HUDSnapshot) {
        state.withLock { state in
            leave(&state)
            state.look = nil
            state.isInline = false
        }
        // It takes off what it has drawn, if it was its turn, and leaves the line in either case.
        inline.remove(snapshot)
    }

    // MARK: The program's own output

    /// Prints whole lines: behind the bezel now, and on the terminal when it has gone. From any thread.
    public func log(_ text: String) {
        inline.log(text)
    }

    /// Writes what a program or its job prints: behind the bezel now, and to the terminal when it has gone, byte for byte.
    public func passThrough(_ bytes: UnsafeRawBufferPointer) {
        inline.passThrough(bytes)
    }

    /// Takes the bezel off the terminal until ``resume()``, before the program is stopped.
    public func suspend() {
        state.withLock { state in
            leave(&state)
            state.isSuspended = true
        }
        inline.suspend()
    }

    /// Lets the bezel come back with its next frame.
    public func resume() {
        state.withLock { $0.isSuspended = false }
        inline.resume()
    }

    /// What gives the cursor back, in a process that finds this one killed.
    package var cursorBack: [UInt8] { inline.cursorBack }

    /// Lets the bezel come back with its next frame; the cursor is at the start of a line now.
    public func resumeOnNewLine() {
        state.withLock { $0.isSuspended = false }
        inline.resumeOnNewLine()
    }
}
