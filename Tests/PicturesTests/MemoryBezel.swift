import HUDCore
import HUDTesting
import Synchronization

@testable import HUDScreen
@testable import HUDTerminal

/// Draws what `BezelRenderer` draws on a window, without curses: the bezel in front of the last lines of the output.
final class MemoryBezel: HUDRenderer {
    private struct State {
        var snapshot: HUDSnapshot?
        var printed = PrintedLines()
    }

    private let terminal: TestTerminal
    private let state = Mutex(State())

    init(over terminal: TestTerminal) { self.terminal = terminal }

    func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        state.withLock { $0.snapshot = snapshot }
        return snapshot.timestamp
    }

    /// The line that stays is drawn at the cursor, as by each renderer.
    func remove(_ snapshot: HUDSnapshot) {
        state.withLock { $0.snapshot = nil }
        terminal.inlineRenderer.remove(snapshot)
    }

    func see(_ output: [UInt8]) { state.withLock { state in output.withUnsafeBytes { state.printed.append($0) } } }

    /// The window; nil if there is no bezel.
    var screen: Screen? {
        state.withLock { state in
            guard let snapshot = state.snapshot else { return nil }
            let look = InlineLook()
            var grid = BackdropView(options: look.options, isUTF8: true).grid(
                columns: terminal.columns, rows: terminal.rows, lines: state.printed.all, draw: nil, opacity: snapshot.opacity)
            let view = BezelView(columns: terminal.columns, rows: terminal.rows, isUTF8: true, look: look)
            var texts = BezelTexts()
            let bezel = view.frame(for: snapshot, with: &texts)
            grid.paste(bezel.grid, row: bezel.row, column: bezel.column)
            return Screen(grid)
        }
    }
}

extension Screen {
    init(_ grid: CellGrid) {
        rows = (0..<grid.rows).map { row in
            grid.withRow(row) { cells in cells.map { .init($0.text, width: $0.width, style: .init($0.style)) } }
        }
    }
}

extension InMemoryTerminal.Style {
    init(_ style: CellStyle) {
        self.init(foreground: .init(style.foreground), background: .init(style.background))
        let pairs: [(CellStyle.Attributes, InMemoryTerminal.Attributes)] = [
            (.bold, .bold), (.dim, .dim), (.underline, .underline), (.reverse, .reverse)
        ]
        for (attribute, same) in pairs where style.attributes.contains(attribute) { attributes.insert(same) }
    }
}

extension InMemoryTerminal.Color {
    init(_ color: TerminalColor) {
        self =
            switch color.kind {
            case .default: .default
            case .ansi(let index): .indexed(UInt8(index))
            case .rgb(let red, let green, let blue): .rgb(UInt8(red), UInt8(green), UInt8(blue))
            }
    }
}
