import HUDCore
import HUDTerminal

/// A clock, a terminal in memory, and a renderer that draws on it: everything that a test of a HUD needs.
///
/// ```swift
/// let terminal = TestTerminal(columns: 40, rows: 10)
/// let hud = HUD(
///     label: "Compressing", timing: HUDTiming(graceTime: .milliseconds(500), minimumShowTime: .seconds(1)),
///     renderer: terminal.renderer, clock: terminal.clock)
/// hud.show()
/// terminal.clock.advance(by: .milliseconds(499))
/// #expect(terminal.bytesWritten == 0)
/// terminal.clock.advance(by: .milliseconds(1))
/// #expect(terminal.lines == ["⠋ Compressing 0:00"])
/// hud.hide()
/// terminal.clock.advance(by: .seconds(1))
/// #expect(terminal.lines == [] && terminal.isCursorVisible && !hud.isOnScreen)
/// ```
///
/// The renderer is an `InlineRenderer`: the layout, the bytes and the decisions are those of a real terminal. It draws for `xterm-256color`
/// with UTF-8 and the theme `Theme.terminal`, and nothing but the arguments of ``init(columns:rows:)`` has an influence: not the locale, not
/// `TERM`, `NO_COLOR`, `ACCESSIBLE` or other variables, and no descriptor. Two terminals know nothing of each other, so tests can run
/// in parallel.
///
/// ``clock`` moves only when the test advances it. When `advance(by:)` returns, every frame that was due has been drawn, so a test reads
/// the screen without a sleep. It works in Swift Testing, XCTest and any other framework, and from any thread.
///
/// A scope with `capturesOutput: true` prints on the terminal what the process and its children write to standard output, and they find a terminal of this
/// size there. A process has one standard output, so only one terminal can have it at a time: run such tests one after the other, in Swift Testing with the
/// trait `.capturesOutput` of `HUDTestingTrait`. Standard error is not captured, because test frameworks report there.
public final class TestTerminal: Sendable {
    /// The clock that drives the HUDs. It starts at zero. Pass it to each HUD that draws on this terminal.
    public let clock: ManualClock

    /// What draws on this terminal, with its settings: the theme, the summary line, the pane.
    public let inlineRenderer: InlineRenderer

    let window: MemoryWindow

    /// Makes an empty terminal.
    ///
    /// - Parameters:
    ///   - columns: The width of the window; at least 1.
    ///   - rows: The height of the window; at least 1.
    public init(columns: Int = 80, rows: Int = 24) {
        clock = ManualClock()
        window = MemoryWindow(columns: columns, rows: rows, clock: clock)
        inlineRenderer = InlineRenderer(terminal: window, theme: .terminal)
    }

    /// What draws on this terminal. Several HUDs can share it; they are drawn one below the other.
    public var renderer: any HUDRenderer { inlineRenderer }

    // MARK: The screen

    /// The text on the screen: one string per row, without trailing spaces. Empty rows at the end are left out, so an empty screen is `[]`.
    public var lines: [String] { screen.lines }

    /// The text of the rows that have scrolled off the screen, the oldest first, without trailing spaces. The last 10,000 rows are kept.
    public var scrollback: [String] { screen.scrollback }

    /// The position of the cursor, counted from 0.
    public var cursor: (row: Int, column: Int) { screen.cursor }

    /// Whether the cursor is visible. It is hidden while a HUD is on the screen.
    public var isCursorVisible: Bool { screen.isCursorVisible }

    /// The colors and attributes of the character at a position, counted from 0; the plain style outside the screen.
    public func style(row: Int, column: Int) -> InMemoryTerminal.Style { screen.cell(row: row, column: column).style }

    /// The terminal as it is now, with every detail: cells, modes, title, unknown sequences. A copy, which does not change any more.
    public var screen: InMemoryTerminal {
        inlineRenderer.catchUp()
        return window.screen
    }

    /// The width of the window.
    public var columns: Int { screen.columns }

    /// The height of the window.
    public var rows: Int { screen.rows }

    /// Changes the size of the window, as a user does by dragging its edge. The screen changes as in tmux. HUDs notice it with their next frame,
    /// 0.1 s later at most: a bezel is drawn for the new size then, and a HUD at the cursor leaves the screen until the window has kept its size for 0.5 s.
    ///
    /// - Parameters:
    ///   - columns: The new width; at least 1. Wrapped rows are wrapped again.
    ///   - rows: The new height; at least 1.
    public func resize(columns: Int, rows: Int) { window.resize(columns: columns, rows: rows) }

    // MARK: The bytes

    /// The number of bytes that were written so far, by HUDs and by ``print(_:terminator:)``.
    public var bytesWritten: Int {
        inlineRenderer.catchUp()
        return window.bytesWritten
    }

    /// The bytes that were written after the first `mark` bytes. The last 100,000 bytes are kept; older ones are missing.
    ///
    /// - Parameter mark: An earlier value of ``bytesWritten``; 0 for all bytes.
    public func bytes(after mark: Int = 0) -> [UInt8] {
        inlineRenderer.catchUp()
        return window.bytes(after: mark)
    }

    // MARK: The program's output

    /// Prints text above the HUDs, as the output of a program whose output goes through the renderer (`InlineRenderer.passThrough(_:)`).
    ///
    /// - Parameters:
    ///   - text: Any text; escape sequences in it take effect.
    ///   - terminator: What follows the text. While the last line is unfinished, HUDs that are about to appear wait for its end.
    public func print(_ text: String, terminator: String = "\n") {
        inlineRenderer.passThrough((text + terminator).utf8)
    }
}
