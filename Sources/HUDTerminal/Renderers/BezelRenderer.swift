import CTerminalSupport
import Synchronization

/// Draws a HUD as MBProgressHUD does: a rounded bezel in the middle of the screen, in front of a dimmed background.
///
/// The bezel is on the terminal's alternate screen, which is left when the HUD disappears. Meanwhile, text that is printed through
/// ``log(_:)`` or ``passThrough(_:)`` is shown behind the bezel. It is also held in an unnamed file, and written to the terminal, whole and
/// in order, when the HUD has disappeared; what takes longer than a second follows meanwhile.
///
/// ```swift
/// let bezel = BezelRenderer()
/// bezel.options.button = "Cancel"
/// bezel.onCancel = { download.cancel() }
/// let hud = HUD(label: "Downloading", mode: .annular, timing: HUDTiming(minimumShowTime: .seconds(1)), renderer: bezel)
/// ```
///
/// If the HUD has rows (``HUDCore/HUD/rows``), the whole screen is a list of them: the HUD's line, the rows of all parts that run or have failed, as far as
/// they fit, and a last row with what is not shown. Up and down, page up and down, home and end select a row. Other keys go to ``onKey``.
///
/// If the terminal has no alternate screen, or if another bezel is on it, the HUD is drawn at the cursor instead, as by ``InlineRenderer``.
public final class BezelRenderer: RegionRenderer {
    private struct State: ~Copyable {
        var options = BezelOptions()
        var onCancel: (@Sendable () -> Void)?
        var onKey: (@Sendable (Character) -> Void)?
        var list = BezelList()
        var backdrop: (@Sendable (inout CellGrid) -> Void)?
        /// The appearance of the HUD on screen; made when it is shown.
        var look: InlineLook?
        var screen: BezelScreen?
        /// The texts of the HUD on screen.
        var texts = BezelTexts()
        /// The number of times that the pane was set.
        var paneVersion = 0
        /// The HUDs that are shown, the newest last: it is drawn, in front of the others.
        var shown: [Int] = []
    }

    private let descriptor: Int32
    private let terminalOptions: TerminalOptions
    private let capabilities: TerminalCapabilities?
    private let takesKeyboard: Bool
    /// Draws the HUD if there is no full screen, and prints the program's output. It has the theme, the spinner, the picture and the pane.
    private let inline: InlineRenderer
    /// The terminal's region, which is covered while the bezel is shown.
    let region: InlineRegion
    var terminalRegion: any TerminalRegion { region }
    private let state = Mutex(State())
    /// Whether the HUDs are drawn at the cursor instead. Outside the lock, because a custom view that is being drawn may hide a HUD.
    private let isInline = Atomic(false)

    /// Makes a renderer for the terminal on `fileDescriptor`.
    ///
    /// - Parameters:
    ///   - fileDescriptor: The terminal; standard error by default.
    ///   - theme: The theme; nil for the process-wide ``Theme/appearance`` at the time when the HUD is shown.
    ///   - spinner: A spinner that replaces the large activity indicator.
    ///   - takesKeyboard: Whether to turn echo off while the HUD is shown and read keys for its button, or for the list of rows. Pass false
    ///     if a child process reads the keyboard. Then the bezel disappears while the child has turned echo off.
    ///   - terminal: Settings that neither the terminal nor the environment determines.
    public init(
        fileDescriptor: Int32 = STDERR_FILENO, theme: Theme? = nil, spinner: Spinner? = nil, takesKeyboard: Bool = true,
        terminal: TerminalOptions = .init()
    ) {
        region = .region(for: fileDescriptor, options: terminal)
        // The region's own, because the program's can be captured.
        descriptor = region.writer.descriptor
        terminalOptions = terminal
        self.takesKeyboard = takesKeyboard
        // curses draws with the colors of the palette.
        capabilities = TerminalCapabilities(descriptor: descriptor, options: terminal)?.withPalette
        inline = InlineRenderer(
            region: region, theme: theme, spinner: spinner,
            reducesMotion: terminal.reducesMotion ?? TerminalEnvironment.current.reducesMotion)
        region.keepLines()
    }

    /// Gives the terminal back if a HUD is still shown.
    deinit { takeOff() }

    /// Whether there is a terminal that can be drawn on, at least at the cursor.
    public var canDraw: Bool { inline.canDraw }

    /// Whether there is a terminal with an alternate screen for the bezel.
    public var canDrawFullScreen: Bool { capabilities?.leaveFullScreen != nil }

    /// 0.3 s as in MBProgressHUD; zero if the HUD is drawn at the cursor.
    public var preferredAnimationDuration: Duration { canDrawFullScreen ? .milliseconds(300) : .zero }

    // MARK: Looks

    /// The theme; nil for ``Theme/appearance``. A change takes effect at once.
    public var theme: Theme? {
        get { inline.theme }
        set {
            inline.theme = newValue
            state.withLock { $0.look = nil }
        }
    }

    /// Place, size, colors, animation and button. A change takes effect at once.
    public var options: BezelOptions {
        get { state.withLock { $0.options } }
        set {
            state.withLock { state in
                state.options = newValue
                state.look = nil
            }
        }
    }

    /// The picture in mode `custom`. A change takes effect at once.
    public var customView: CustomView {
        get { inline.customView }
        set {
            inline.customView = newValue
            state.withLock { $0.look = nil }
        }
    }

    /// Called when the button is pressed, by Enter, Escape, `q` or `Q`; in a list of rows, by Escape or `q`. It is called on the
    /// thread that draws, outside all locks. It must hide the HUD itself.
    public var onCancel: (@Sendable () -> Void)? {
        get { state.withLock { $0.onCancel } }
        set { state.replace(with: newValue) { swap(&$0.onCancel, &$1) } }
    }

    /// Called with a key that is pressed while rows are shown and moves no selection, such as `c` or a line feed for Enter. It is called on the thread
    /// that draws, outside all locks.
    ///
    /// ```swift
    /// let bezel = BezelRenderer()
    /// bezel.onKey = { [weak hud] key in
    ///     if key == "c" { hud?.selectedPart?.cancel() }
    /// }
    /// ```
    public var onKey: (@Sendable (Character) -> Void)? {
        get { state.withLock { $0.onKey } }
        set { state.replace(with: newValue) { swap(&$0.onKey, &$1) } }
    }

    /// Draws the background of the bezel into a grid of the window's size; nil for the text that was printed last.
    ///
    /// It is called with the renderer locked. It must not call the renderer, which would trap.
    public var backdrop: (@Sendable (inout CellGrid) -> Void)? {
        get { state.withLock { $0.backdrop } }
        set { state.replace(with: newValue) { swap(&$0.backdrop, &$1) } }
    }

    /// Lines behind the bezel that replace the text that was printed; empty for none. A change takes effect at once.
    public var pane: [String] {
        get { inline.pane }
        set {
            inline.pane = newValue
            state.withLock { $0.paneVersion += 1 }
        }
    }

    /// Whether a summary line stays when a HUD with an outcome disappears: mark, label, time and outcome. It is on the main screen.
    public var leavesSummary: Bool {
        get { inline.leavesSummary }
        set { inline.leavesSummary = newValue }
    }

    // MARK: Drawing

    /// A screen, with a list of rows; with rows at the cursor while there is no full screen.
    public var display: HUDDisplay {
        isInline.load(ordering: .relaxed) || !canDrawFullScreen
            ? inline.display : HUDDisplay(.screen, parts: .list(screenHeight: WindowSize(of: descriptor).rows))
    }

    /// Whether there is a screen for a list.
    public var listsRows: Bool { canDrawFullScreen }

    /// What keys have asked of the selection since the last call.
    public func takeRowMoves() -> [RowMove] { state.withLock { $0.list.takeMoves() } }

    /// What keys do that another reader of the keyboard handles; a list shows it in its last row.
    public var keyHints: [String] {
        get { state.withLock { $0.list.hints } }
        set { state.withLock { $0.list.hints = newValue } }
    }

    /// Draws one frame. Every frame is needed, because keys are read with it, unless the HUD is drawn at the cursor.
    @discardableResult
    public func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        let (isCancelled, keys) = state.withLock { state in
            let isCancelled = draw(snapshot, &state)
            return (isCancelled, state.list.takeKeys())
        }
        let end = isInline.load(ordering: .relaxed) ? inline.draw(snapshot) : .distantPast
        if isCancelled { onCancel?() }
        if let onKey { for key in keys { onKey(key) } }
        return end
    }

    /// Draws a frame and reads the keyboard.
    ///
    /// - Returns: Whether the button was pressed.
    private func draw(_ snapshot: HUDSnapshot, _ state: inout State) -> Bool {
        if !state.shown.contains(snapshot.hudID) { state.shown.append(snapshot.hudID) }
        guard let capabilities, !isInline.load(ordering: .relaxed), state.shown.last == snapshot.hudID else { return false }
        if !hud_is_foreground(descriptor) {
            // Another process group uses the terminal now, and what is on the screen belongs to it.
            hud_sessions_give_back_late()
            leave(&state, writesFarewell: false)
            return false
        }
        if state.screen == nil || !takesKeyboard, !terminalOptions.drawsWithoutEcho,
            !hud_is_echoing(terminalOptions.echoDescriptor ?? descriptor)
        {
            leave(&state)
            return false
        }
        let size = WindowSize(of: descriptor)
        if !size.fitsCurses || state.screen != nil && region.isHoldFull {
            // If nothing more can be held, the bezel is removed and the output is written.
            leave(&state)
            isInline.store(true, ordering: .relaxed)
            return false
        }
        if state.screen == nil {
            switch enter(&state, capabilities, isList: snapshot.rowWindow != nil) {
            case .begun: break
            case .notNow: return false
            case .refused:
                isInline.store(true, ordering: .relaxed)
                return false
            }
        }
        let look = look(&state, capabilities)
        let (isList, hasButton) = (snapshot.rowWindow != nil, look.options.hasButton)
        if isList {
            showList(snapshot, look, size, capabilities, &state)
        } else {
            showBezel(snapshot, look, size, capabilities, &state)
        }
        guard takesKeyboard, isList || hasButton, let keys = state.screen?.readKeys() else { return false }
        return isList ? state.list.take(keys, hasButton: hasButton) : Self.presses(keys)
    }

    private func showBezel(
        _ snapshot: HUDSnapshot, _ look: InlineLook, _ size: WindowSize, _ capabilities: TerminalCapabilities,
        _ state: inout State
    ) {
        let view = BezelView(columns: size.columns, rows: size.rows, isUTF8: capabilities.isUTF8, look: look)
        let frame = view.frame(for: snapshot, with: &state.texts)
        let (printed, pane, draw) = (region.printedLines, inline.pane, state.backdrop)
        let version =
            draw == nil
            ? BackdropVersion(
                printed: printed.version + state.paneVersion, background: look.options.background,
                isBehindHalf: snapshot.opacity >= 0.5)
            : nil
        state.screen?.show(
            frame,
            over: {
                BackdropView(options: look.options, isUTF8: capabilities.isUTF8, dimmed: capabilities.dimmedText).grid(
                    columns: size.columns, rows: size.rows, lines: pane.isEmpty ? printed.all : pane, draw: draw,
                    opacity: snapshot.opacity)
            }, version: version, size: size, of: snapshot)
    }

    private func showList(
        _ snapshot: HUDSnapshot, _ look: InlineLook, _ size: WindowSize, _ capabilities: TerminalCapabilities,
        _ state: inout State
    ) {
        let frame = state.list.frame(for: snapshot, look, size, isUTF8: capabilities.isUTF8)
        state.screen?.show(
            frame, over: { CellGrid(columns: size.columns, rows: size.rows, isUTF8: capabilities.isUTF8) },
            version: BackdropVersion(printed: -1, background: look.options.background, isBehindHalf: false), size: size,
            of: snapshot)
    }

    /// Whether keys press the button. Escape followed by other bytes is the sequence of another key.
    static func presses(_ keys: [UInt8]) -> Bool {
        if keys.first == 0x1B { return keys.count == 1 }
        return keys.contains { "\r\nqQ".utf8.contains($0) }
    }

    private func look(_ state: inout State, _ capabilities: TerminalCapabilities) -> InlineLook {
        let theme = inline.theme ?? .appearance
        let look =
            state.look
            ?? InlineLook(
                theme: theme.fitting(capabilities, in: state.options.color ?? theme.bezel.background), spinner: inline.spinner,
                customView: inline.customView, reducesMotion: inline.reducesMotion, options: state.options,
                version: InlineRenderer.nextVersion())
        state.look = look
        return look
    }

    private func enter(_ state: inout State, _ capabilities: TerminalCapabilities, isList: Bool) -> RegionMachine.FullScreen {
        guard canDrawFullScreen else { return .refused }
        // The rows of other HUDs at the cursor are removed, and all output is held, because it must not be on the alternate screen.
        let answer = region.beginFullScreen { [weak self] in self?.takeOff() }
        guard answer == .begun else { return answer }
        state.screen = BezelScreen(
            writer: region.writer, capabilities: capabilities, takesKeyboard: takesKeyboard,
            readsKeys: isList || state.options.hasButton, options: terminalOptions)
        if state.screen == nil { region.endFullScreen() }
        return state.screen == nil ? .refused : .begun
    }

    /// Ends the session and prints the held output.
    private func leave(_ state: inout State, writesFarewell: Bool = true) {
        guard let screen = state.screen.take() else { return }
        screen.leave(writesFarewell: writesFarewell)
        region.endFullScreen()
    }

    private func takeOff() { state.withLock { leave(&$0) } }

    /// Removes a HUD; with the last one, removes the bezel from the terminal and prints the held output.
    public func remove(_ snapshot: HUDSnapshot) {
        state.withLock { state in
            if state.shown.last == snapshot.hudID {
                state.texts = BezelTexts()
                state.list.reset()
            }
            state.shown.removeAll { $0 == snapshot.hudID }
            guard state.shown.isEmpty else { return }
            state.look = nil
            leave(&state)
            isInline.store(false, ordering: .relaxed)
        }
        // This removes the rows at the cursor, if there are any, and prints the summary line in either case.
        inline.remove(snapshot)
    }

    // MARK: The program's own output

    /// Prints whole lines: behind the bezel now, and on the terminal when the bezel has disappeared. Can be called from any thread.
    public func log(_ text: String) {
        state.withLock { state in
            if state.screen != nil { state.list.note(text) }
        }
        inline.log(text)
    }

    /// Writes output of the program or its job, byte for byte: behind the bezel now, and to the terminal when the bezel has disappeared.
    public func passThrough(_ bytes: RawSpan) {
        inline.passThrough(bytes)
    }

    /// Removes the bezel from the terminal until ``resume(isOnNewLine:)`` was called as often, for example before the program is stopped.
    public func suspend() { inline.suspend() }

    /// Draws the bezel again with its next frame, if nothing else has suspended it as well.
    ///
    /// - Parameter isOnNewLine: Whether another program, such as a shell, has used the terminal meanwhile, so that the cursor is at the start of a line.
    public func resume(isOnNewLine: Bool = false) { inline.resume(isOnNewLine: isOnNewLine) }
}
