import CTerminalSupport
import Dispatch
import HUDCore
import HUDLibc
import HUDTesting
import SeededRandom
import Synchronization

@testable import HUDScreen
@testable import HUDTerminal

/// A pseudo-terminal that receives what is written to `descriptor`, as a program writes to its terminal.
final class PseudoTerminal: Sendable {
    let descriptor: Int32
    private let master: Int32
    private let received = Mutex<[UInt8]>([])
    private let marks = DispatchSemaphore(value: 0)
    /// A byte that no test prints.
    private static let mark: UInt8 = 0x06

    init(columns: Int, rows: Int) {
        var ends: (Int32, Int32) = (-1, -1)
        // Close-on-exec from its birth: other tests start programs meanwhile.
        precondition(hud_open_pseudo_terminal(-1, &ends.0, &ends.1) == 0)
        _ = fcntl(ends.0, F_SETFL, 0)
        (master, descriptor) = ends
        resize(columns: columns, rows: rows)
        // A terminal that is not read accepts only a few thousand bytes.
        DispatchQueue(label: "terminal").async { [self] in
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = read(master, &buffer, buffer.count)
                if count <= 0 { break }
                received.withLock { $0 += buffer[..<count] }
                for byte in buffer[..<count] where byte == Self.mark { marks.signal() }
            }
            close(master)
        }
    }

    /// Closes the terminal; nothing can be written afterwards.
    func close() {
        close(descriptor)
    }

    func resize(columns: Int, rows: Int) {
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = UInt16(rows)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// The bytes that were written since the last call.
    func newBytes() -> [UInt8] {
        _ = write(descriptor, [Self.mark], 1)
        marks.wait()
        return received.withLock { bytes in
            defer { bytes = [] }
            return bytes.filter { $0 != Self.mark }
        }
    }

    /// Writes to the terminal as another program would.
    func print(_ text: String) {
        _ = write(descriptor, text, text.utf8.count)
    }

    /// Types `keys`.
    func type(_ keys: String) {
        _ = write(master, keys, keys.utf8.count)
    }

    /// Turns echo on or off, as a program does.
    func setsEcho(_ echoes: Bool) {
        var settings = termios()
        tcgetattr(descriptor, &settings)
        if echoes { settings.c_lflag |= tcflag_t(ECHO) } else { settings.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(descriptor, TCSANOW, &settings)
    }

    private func close(_ descriptor: Int32) {
        _ = HUDLibc.close(descriptor)
    }

    /// The capabilities of the terminals with these names, without those that have no terminfo entry.
    static func capabilities(of names: [String], _ variables: [String: String] = [:]) -> [(name: String, TerminalCapabilities)] {
        let terminal = PseudoTerminal(columns: 80, rows: 24)
        defer { terminal.close() }
        return names.compactMap { name in
            let environment = TerminalEnvironment(variables: variables.merging(["TERM": name]) { $1 })
            let capabilities = TerminalCapabilities(descriptor: terminal.descriptor, environment: environment)
            // Independent of the locale of the tests.
            return capabilities.map {
                var capabilities = $0
                capabilities.isUTF8 = true
                return (name, capabilities)
            }
        }
    }

    /// Sets the process's own terminal type to xterm.
    static let isXterm: Void = {
        if getenv("TERM").map({ String(cString: $0) }) != "xterm-256color" { setenv("TERM", "xterm-256color", 1) }
    }()
}

extension InMemoryTerminal {
    /// How many columns emoji of several scalars take: as the renderers measure them, two, or the columns of each scalar.
    enum Emoji: CaseIterable { case asMeasured, wide, apart }

    /// Makes a terminal that measures characters as the renderers do.
    init(agreeingColumns columns: Int, rows: Int, emoji: Emoji = .asMeasured) {
        self.init(columns: columns, rows: rows) { character in
            let scalars = character.unicodeScalars
            switch emoji {
            case .asMeasured: return TextWidth.of(character)
            case .wide: return scalars.contains { $0.value == 0xFE0F || $0.value == 0x200D } ? 2 : TextWidth.of(character)
            case .apart: return scalars.reduce(0) { $0 + (TextWidth.of($1) ?? 0) }
            }
        }
    }

    /// The rows of scrollback and screen, up to the last one with text.
    var allRows: [String] {
        var rows = scrollback + screen
        while rows.last == "" { rows.removeLast() }
        return rows
    }

    /// The first difference between `grid` and the screen from row `top` on; nil if there is none.
    func complaint(about grid: CellGrid, at top: Int, _ capabilities: TerminalCapabilities) -> String? {
        for row in 0..<grid.rows {
            for column in 0..<columns {
                let wanted = grid[row, column]
                let found = cell(row: top + row, column: column)
                let style = Style(wanted.style, capabilities)
                if found != Cell(wanted.text, width: wanted.width, style: style) {
                    return "row \(row) column \(column): \(wanted.text.debugDescription) \(style), but \(found)"
                }
            }
        }
        return nil
    }
}

extension InMemoryTerminal.Style {
    /// The style that a terminal shows for a cell's style.
    init(_ style: CellStyle, _ capabilities: TerminalCapabilities) {
        self.init()
        guard !capabilities.styles.reset.isEmpty else { return }
        let pairs: [(CellStyle.Attributes, InMemoryTerminal.Attributes, [UInt8])] = [
            (.bold, .bold, capabilities.styles.bold), (.dim, .dim, capabilities.styles.dim),
            (.underline, .underline, capabilities.styles.underline), (.reverse, .reverse, capabilities.styles.reverse)
        ]
        for (old, new, bytes) in pairs where style.attributes.contains(old) && !bytes.isEmpty { attributes.insert(new) }
        foreground = Self.color(style.foreground, capabilities)
        background = Self.color(style.background, capabilities)
    }

    private static func color(_ color: TerminalColor, _ capabilities: TerminalCapabilities) -> InMemoryTerminal.Color {
        guard capabilities.colors.depth > .none else { return .default }
        if let index = capabilities.colors.paletteIndex(of: color) { return .indexed(UInt8(index)) }
        guard case .rgb(let red, let green, let blue) = color.kind else { return .default }
        return .rgb(UInt8(red), UInt8(green), UInt8(blue))
    }
}

extension CellStyle {
    static func random(using random: inout SeededGenerator) -> CellStyle {
        func color() -> TerminalColor {
            switch random.int(0..<5) {
            case 0: .ansi(random.int(0..<16))
            case 1: .rgb(.random(in: 0...255, using: &random), .random(in: 0...255, using: &random), 99)
            default: .default
            }
        }
        let attributes = Attributes(rawValue: .random(in: 0..<16, using: &random) & .random(in: 0..<16, using: &random))
        return CellStyle(foreground: color(), background: color(), attributes: attributes)
    }
}

extension CellGrid {
    /// A grid with texts at random positions.
    static func random(columns: Int, rows: Int, using random: inout SeededGenerator) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows)
        for row in 0..<rows {
            for _ in 0..<random.int(0...4) { grid.scribble(row: row, using: &random) }
        }
        return grid
    }

    /// Writes a random text at a random position of a row.
    mutating func scribble(row: Int, using random: inout SeededGenerator) {
        let column = random.int(-2...max(0, columns))
        let text = random.pick(["a", "界", "界a界b", "word word", "   ", HUDSnapshot.text(using: &random)])
        let style = random.bool() ? .plain : CellStyle.random(using: &random)
        write(text, row: row, column: column, style: style)
    }
}

extension StackedLayout.Entry {
    static func random(using random: inout SeededGenerator) -> Self {
        var snapshot = HUDSnapshot.random(using: &random)
        snapshot.opacity = random.pick([1, 1, 0.7, 0.3])
        snapshot.elapsed = .milliseconds(random.int(0...100_000))
        snapshot.timeOnScreen = .milliseconds(random.int(0...10_000))
        snapshot.outcome = random.pick([nil, nil, .succeeded, .failed(reason: "x"), .cancelled])
        var look = InlineLook()
        look.theme = random.pick(Theme.builtIn)
        if random.once(in: 4) {
            let text = HUDSnapshot.text(using: &random)
            let own: [LinePart] = [.bar(width: random.int(0...50)), .text(text), .message]
            let parts = (.all + own).shuffled(using: &random)
            look.theme.parts = Array(parts.prefix(random.int(0...parts.count)))
        }
        return Self(snapshot: snapshot, look: look)
    }
}
