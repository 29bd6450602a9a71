import CTerminalSupport
import Synchronization

/// Draws a HUD as suits the place where the program runs: at the cursor of a terminal, in plain lines elsewhere.
///
/// The rules are those of `hud-demo --style auto`, and the first one that applies decides:
///
/// 1. The environment variable `HUD_STYLE`, if it is `inline`, `bezel`, `plain`, `brief`, `json` or `off`.
/// 2. A program that has started this one and shows its progress, such as `hud-demo --progress auto` or `zig build`: the HUD is reported to that program,
///    and nothing is drawn.
/// 3. An agent, which runs the program for a language model (`AI_AGENT`, `CLAUDECODE`, `GEMINI_CLI`, `CURSOR_AGENT`, `CODEX_CI` or `COPILOT_CLI`): lines are brief.
/// 4. Continuous integration (`CI`) or a screen reader (`ACCESSIBLE`): lines are plain.
/// 5. A terminal: the HUD is drawn at the cursor.
/// 6. Anything else, such as a pipe, a file, or `TERM=dumb`: lines are plain.
///
/// The renderer decides when it is first used, which is when a HUD appears: one that stays within its grace time asks nothing of the terminal. With a
/// bezel it decides when the HUD is made, whose animation depends on that. Only the pipe of rule 2 is taken when the renderer is made, before the program
/// starts children that could take it. Several HUDs can share a renderer.
///
/// ```swift
/// let hud = HUD(label: "Compressing", timing: HUDTiming(), renderer: AutomaticRenderer())
/// ```
public final class AutomaticRenderer: InterruptedRenderer {
    /// A way to show a HUD.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        /// At the cursor, as by ``InlineRenderer``.
        case inline
        /// In a box in the middle of the screen, as by ``BezelRenderer``.
        case bezel
        /// In plain lines, as by ``PlainRenderer``.
        case plain
        /// In one line at the end, as by a ``PlainRenderer`` that is brief.
        case brief
        /// In JSON lines, as by ``JSONRenderer``.
        case json
        /// Not at all.
        case off

        /// The style that the environment asks for; `inline` if it asks for none.
        public static var ofEnvironment: Style { Style(TerminalEnvironment.current) }

        /// The style that suits the environment, whatever `HUD_STYLE` says: `brief` for an agent, `plain` in continuous integration and with a screen
        /// reader, otherwise `inline`.
        public static var preferred: Style { preferred(in: .current) }

        init(_ environment: TerminalEnvironment) {
            self = Self.named(in: environment) ?? Self.preferred(in: environment)
        }

        private static func preferred(in environment: TerminalEnvironment) -> Style {
            environment.isAgent ? .brief : environment.prefersLines ? .plain : .inline
        }

        /// The style that `HUD_STYLE` names.
        static func named(in environment: TerminalEnvironment) -> Style? {
            environment["HUD_STYLE"].flatMap(Style.init(rawValue:))
        }
    }

    private enum Choice {
        /// Nothing has been asked of the terminal yet.
        case open
        case made((any HUDRenderer)?)
    }

    private let descriptor: Int32
    private let theme: Theme?
    private let spinner: Spinner?
    private let options: TerminalOptions
    private let chosenStyle: Style?
    /// The program to report to; nil if there is none, or another rule decides.
    private let parent: ParentProgress?
    private let choice = Mutex(Choice.open)

    /// Makes a renderer for the terminal, pipe or file on `fileDescriptor`.
    ///
    /// - Parameters:
    ///   - fileDescriptor: Standard error by default, which keeps the HUD apart from the program's output.
    ///   - style: The style; nil: by the rules. Where it can't be drawn, lines are plain.
    ///   - theme: The theme; nil for the process-wide ``Theme/appearance`` at the time when the HUD is shown.
    ///   - spinner: A spinner that replaces the theme's.
    ///   - options: Settings that neither the terminal nor the environment determines.
    public init(
        fileDescriptor: Int32 = STDERR_FILENO, style: Style? = nil, theme: Theme? = nil, spinner: Spinner? = nil,
        options: TerminalOptions = .init()
    ) {
        descriptor = fileDescriptor
        chosenStyle = style
        parent = style == nil && Style.named(in: .current) == nil ? ParentProgress.shared : nil
        self.theme = theme
        self.spinner = spinner
        self.options = options
    }

    /// Whether the HUD is drawn on a terminal, rather than reported in lines or not shown.
    public var canDraw: Bool { terminal != nil }

    /// Zero for a line, 0.3 s for a bezel.
    public var preferredAnimationDuration: Duration {
        isBezel ? terminal?.preferredAnimationDuration ?? .zero : .zero
    }

    private var isBezel: Bool { (chosenStyle ?? .ofEnvironment) == .bezel }

    /// Whether rows are a list, as in a bezel. Only a bezel is asked for, because that makes its renderer.
    public var listsRows: Bool { isBezel && terminal?.listsRows == true }

    /// What the keys of a bezel's list have asked for.
    public func takeRowMoves() -> [RowMove] { terminal?.takeRowMoves() ?? [] }

    /// That of the renderer that draws or reports the HUD.
    public var display: HUDDisplay { renderer?.display ?? HUDDisplay(.none, parts: .none) }

    /// What reports to the HUD of the program that has started this one, as a renderer that is not named does; nil without such a HUD.
    package static func parentRenderer() -> (any HUDRenderer)? { ParentProgress.shared }

    // MARK: Choosing

    /// What draws or reports the HUDs; nil if nothing does.
    private var renderer: (any HUDRenderer)? {
        choice.withLock { choice in
            if case .made(let renderer) = choice { return renderer }
            let style = chosenStyle ?? .ofEnvironment
            let renderer =
                parent.map { $0 as any HUDRenderer }
                ?? style.renderer(on: descriptor, linesOn: descriptor, theme: theme, spinner: spinner, options: options)
            choice = .made(renderer)
            return renderer
        }
    }

    /// What draws the HUD on a terminal, for what a job prints; nil if nothing does.
    public var terminal: (any TerminalRenderer)? { renderer?.terminal }

    // MARK: Drawing

    /// Draws one frame, or prints a line if one is due.
    @discardableResult
    public func draw(_ snapshot: HUDSnapshot) -> HUDInstant { renderer?.draw(snapshot) ?? .distantFuture }

    /// Removes the HUD, or prints its last line.
    public func remove(_ snapshot: HUDSnapshot) { renderer?.remove(snapshot) }

    /// Reports how a part of the work stands.
    public func report(_ change: PartChange) { renderer?.report(change) }

    /// Whether changes of the parts of a HUD are reported: not while another one has the stream of events.
    public func takesReports(of hudID: Int) -> Bool { renderer?.takesReports(of: hudID) ?? false }

    /// Prints whole lines without overwriting the HUD.
    public func log(_ text: String) { printer.log(text) }

    /// The mark of that which prints these lines.
    public var failureMark: String { printer.failureMark }

    private var printer: any HUDRenderer { renderer ?? PlainRenderer(fileDescriptor: descriptor) }

    /// Takes the HUD off the terminal until ``resume(isOnNewLine:)``.
    public func suspend() { terminal?.suspend() }

    /// Draws the HUD again with its next frame; see ``InlineRenderer/resume(isOnNewLine:)``.
    public func resume(isOnNewLine: Bool) { terminal?.resume(isOnNewLine: isOnNewLine) }
}

extension AutomaticRenderer.Style {
    /// Makes what shows a HUD in this style; nil for `off`. Where the style can't be drawn, lines are plain.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal.
    ///   - lines: Where lines and JSON go.
    ///   - takesKeyboard: Whether a bezel reads the keyboard.
    package func renderer(
        on descriptor: Int32, linesOn lines: Int32, theme: Theme?, spinner: Spinner?, takesKeyboard: Bool = false,
        options: TerminalOptions
    ) -> (any HUDRenderer)? {
        let screen: any TerminalRenderer
        switch self {
        case .inline:
            screen = InlineRenderer(fileDescriptor: descriptor, theme: theme, spinner: spinner, options: options)
        case .bezel:
            screen = BezelRenderer(
                fileDescriptor: descriptor, theme: theme, spinner: spinner, takesKeyboard: takesKeyboard, terminal: options)
        case .plain, .brief:
            return PlainRenderer(fileDescriptor: lines, isUTF8: options.usesASCII ? false : nil, isBrief: self == .brief)
        case .json: return JSONRenderer(fileDescriptor: lines)
        case .off: return nil
        }
        return screen.terminal
            ?? Self.plain.renderer(on: descriptor, linesOn: lines, theme: theme, spinner: spinner, options: options)
    }
}

extension ParentProgress {
    /// That of this process, with lines of the program on standard error, in color if that is a terminal.
    fileprivate static let shared = taken {
        let terminal = InlineRenderer(fileDescriptor: STDERR_FILENO)
        return terminal.canDraw ? terminal : PlainRenderer(fileDescriptor: STDERR_FILENO)
    }
}
