import HUDTesting

#if canImport(Testing)
import Testing

/// Expects that a terminal's screen has some text. If it differs, an issue at the caller's line shows both screens, one below the other, and marks the rows
/// and columns that differ.
///
/// ```swift
/// withHUD("Packing", total: 4, renderer: terminal.renderer, clock: terminal.clock) { hud in
///     hud.log("packed notes.txt")
///     hud.work.complete()
///     terminal.clock.advance(by: .seconds(1))
///     expectScreen(
///         terminal,
///         """
///         packed notes.txt
///         ⠦ Packing ▕████▎░░░░░░░░░░░░▏  25% 0:01
///         """)
/// }
/// ```
///
/// A caret stands below each column that differs. Columns are those of the terminal: a wide character takes two, and a mark belongs to the column of its
/// base character. Rows and columns are counted from 0, as in `TestTerminal.style(row:column:)`. A difference that cannot be seen, such as a no-break space in
/// place of a space, is named below the screens.
///
/// Spaces at the end of a row and empty rows at the end of the screen are ignored. Colors are not compared, and neither is what has scrolled away.
///
/// - Parameters:
///   - terminal: The terminal.
///   - expected: The text on the screen, one line a row.
///   - sourceLocation: Where the issue is recorded.
public func expectScreen(_ terminal: TestTerminal, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let difference = ScreenComparison.text(expected: ScreenComparison.rows(of: expected), found: terminal.lines)
    if let difference { Issue.record(Comment(rawValue: "The screen differs.\n" + difference), sourceLocation: sourceLocation) }
}
#endif
