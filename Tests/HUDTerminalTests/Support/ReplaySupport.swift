import Dispatch
import HUDCore
import HUDTesting
import SeededRandom
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@testable import HUDTerminal

/// A pseudo-terminal: what is written to `descriptor`, as a program writes to its terminal, arrives here.
final class PseudoTerminal: Sendable {
    let descriptor: Int32
    private let master: Int32
    private let received = Mutex<[UInt8]>([])
    private let marks = DispatchSemaphore(value: 0)
    /// Nobody prints it.
    private static let mark: UInt8 = 0x06

    init(columns: Int, rows: Int) {
        var ends: (Int32, Int32) = (-1, -1)
        openpty(&ends.0, &ends.1, nil, nil, nil)
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

    /// Ends it; nothing may be written any more.
    func close() {
        close(descriptor)
    }

    func resize(columns: Int, rows: Int) {
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = UInt16(rows)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// What was written since it was asked last.
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

    /// Types.
    func type(_ keys: String) {
        _ = write(master, keys, keys.utf8.count)
    }

    /// Whether what is typed is echoed, as the program sets it.
    func setsEcho(_ echoes: Bool) {
        var settings = termios()
        tcgetattr(descriptor, &settings)
        if echoes { settings.c_lflag |= tcflag_t(ECHO) } else { settings.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(descriptor, TCSANOW, &settings)
    }

    private func close(_ descriptor: Int32) {
        #if canImport(Darwin)
        _ = Darwin.close(descriptor)
        #elseif canImport(Musl)
        _ = Musl.close(descriptor)
        #else
        _ = Glibc.close(descriptor)
        #endif
    }

    /// The capabilities of the terminals that their names say; of those that there are.
    static func capabilities(of names: [String], _ variables: [String: String] = [:]) -> [(name: String, TerminalCapabilities)] {
        let terminal = PseudoTerminal(columns: 80, rows: 24)
        defer { terminal.close() }
        return names.compactMap { name in
            let environment = TerminalEnvironment(variables: variables.merging(["TERM": name]) { $1 })
            let capabilities = TerminalCapabilities(descriptor: terminal.descriptor, environment: environment)
            // Whatever the locale of the tests is.
            return capabilities.map {
                var capabilities = $0
                capabilities.isUTF8 = true
                return (name, capabilities)
            }
        }
    }

    /// The process's own terminal is xterm from here on.
    static let isXterm: Void = {
        if getenv("TERM").map({ String(cString: $0) }) != "xterm-256color" { setenv("TERM", "xterm-256color", 1) }
    }()
}

extension InMemoryTerminal {
    /// A terminal that finds characters as wide as the renderers do.
    init(agreeingColumns columns: Int, rows: Int) {
        self.init(columns: columns, rows: rows) { TextWidth.of($0) }
    }

    /// All rows, those that have left over the top too, up to the last that has text.
    var allRows: [String] {
        var rows = scrollback + screen
        while rows.last == "" { rows.removeLast() }
        return rows
    }

    /// What is different from `grid` where that should stand; nil where nothing is.
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
    /// What a terminal makes of a style.
    init(_ style: CellStyle, _ capabilities: TerminalCapabilities) {
        self.init()
        guard !capabilities.resetStyle.isEmpty else { return }
        let pairs: [(CellStyle.Attributes, InMemoryTerminal.Attributes, [UInt8])] = [
            (.bold, .bold, capabilities.bold), (.dim, .dim, capabilities.dim),
            (.underline, .underline, capabilities.underline), (.reverse, .reverse, capabilities.reverse)
        ]
        for (old, new, bytes) in pairs where style.attributes.contains(old) && !bytes.isEmpty { attributes.insert(new) }
        foreground = Self.color(style.foreground, capabilities)
        background = Self.color(style.background, capabilities)
    }

    private static func color(_ color: TerminalColor, _ capabilities: TerminalCapabilities) -> InMemoryTerminal.Color {
        guard capabilities.colorDepth > .none else { return .default }
        if let index = capabilities.paletteIndex(of: color) { return .indexed(UInt8(index)) }
        guard case .rgb(let red, let green, let blue) = color.kind else { return .default }
        return .rgb(UInt8(red), UInt8(green), UInt8(blue))
    }
}

extension CellStyle {
    static func random(using random: inout SeededGenerator) -> CellStyle {
        func color() -> TerminalColor {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: .ansi(.random(in: 0..<16, using: &random))
            case 1: .rgb(.random(in: 0...255, using: &random), .random(in: 0...255, using: &random), 99)
            default: .default
            }
        }
        let attributes = Attributes(rawValue: .random(in: 0..<16, using: &random) & .random(in: 0..<16, using: &random))
        return CellStyle(foreground: color(), background: color(), attributes: attributes)
    }
}

extension CellGrid {
    /// A grid with texts here and there.
    static func random(columns: Int, rows: Int, using random: inout SeededGenerator) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows)
        for row in 0..<rows {
            for _ in 0..<Int.random(in: 0...4, using: &random) { grid.scribble(row: row, using: &random) }
        }
        return grid
    }

    /// Changes a little of a row.
    mutating func scribble(row: Int, using random: inout SeededGenerator) {
        let column = Int.random(in: -2...max(0, columns), using: &random)
        let text = ["a", "界", "界a界b", "word word", "   ", HUDSnapshot.text(using: &random)].randomElement(using: &random) ?? ""
        let style = Bool.random(using: &random) ? .plain : CellStyle.random(using: &random)
        write(text, row: row, column: column, style: style)
    }
}

extension StackedLayout.Entry {
    static func random(using random: inout SeededGenerator) -> Self {
        var snapshot = HUDSnapshot.random(using: &random)
        snapshot.opacity = [1, 1, 0.7, 0.3].randomElement(using: &random) ?? 1
        snapshot.elapsed = .milliseconds(.random(in: 0...100_000, using: &random))
        snapshot.timeOnScreen = .milliseconds(.random(in: 0...10_000, using: &random))
        snapshot.outcome = [nil, nil, .succeeded, .failed(reason: "x"), .cancelled].randomElement(using: &random) ?? nil
        var look = InlineLook()
        look.theme = Theme.builtIn.randomElement(using: &random) ?? .terminal
        return Self(snapshot: snapshot, look: look)
    }
}
