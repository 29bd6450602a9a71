import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct StyleEncodingTests {
    private let bold = CellStyle(attributes: .bold)
    private let cyan = CellStyle(foreground: .ansi(6))
    private let sky = CellStyle(foreground: .rgb(88, 166, 255))

    private func bytes(
        _ old: CellStyle, _ new: CellStyle, _ depth: ColorDepth = .trueColor,
        _ change: (inout TerminalCapabilities) -> Void = { _ in }
    ) -> String {
        var terminal = GoldenLook(isUTF8: true, theme: .terminal, colors: depth).capabilities
        change(&terminal)
        var (bytes, colors) = ([UInt8](), ExpandedStrings())
        terminal.appendStyle(from: old, to: new, to: &bytes, by: &colors)
        return GoldenText.escaped(bytes)
    }

    @Test func `An unchanged style costs no bytes`() {
        #expect(bytes(.plain, .plain) == "")
        #expect(bytes(bold, bold) == "")
        #expect(bytes(sky, sky) == "")
    }

    @Test func `An added attribute leaves the others`() {
        #expect(bytes(.plain, bold) == "\\e[1m")
        #expect(bytes(.plain, CellStyle(attributes: [.bold, .dim, .underline, .reverse])) == "\\e[1m\\e[2m\\e[4m\\e[7m")
        #expect(bytes(bold, CellStyle(foreground: .ansi(6), attributes: .bold)) == "\\e[36m")
        #expect(bytes(bold, CellStyle(attributes: [.bold, .underline])) == "\\e[4m")
        #expect(bytes(cyan, CellStyle(foreground: .ansi(6), background: .ansi(4))) == "\\e[44m")
        #expect(bytes(.plain, CellStyle(foreground: .ansi(6), background: .ansi(4), attributes: .bold)) == "\\e[1m\\e[36m\\e[44m")
    }

    @Test func `One color follows another without a reset`() {
        #expect(bytes(cyan, CellStyle(foreground: .ansi(1))) == "\\e[31m")
        #expect(bytes(cyan, sky) == "\\e[38;2;88;166;255m")
        #expect(bytes(CellStyle(background: .ansi(1)), CellStyle(background: .rgb(1, 2, 3))) == "\\e[48;2;1;2;3m")
    }

    @Test func `Of direct colors, curses and the numbers of ANSI's colors get the eight that are no RGB values`() {
        var terminal = GoldenLook(isUTF8: true, theme: .terminal, colors: .trueColor).capabilities
        terminal.colors.count = 1 << 24
        #expect(terminal.withPalette.colors.depth == .sixteen)
        for color in [sky.foreground, .ansi(9), .rgb(38, 38, 38), .rgb(255, 255, 255)] {
            #expect(terminal.withPalette.colors.nearestIndex(of: color).map { (0..<8).contains($0) } == true)
        }
        #expect(bytes(.plain, CellStyle(foreground: .ansi(9))) { $0.colors.count = 1 << 24 } == "\\e[31m")
        #expect(bytes(.plain, sky) { $0.colors.count = 1 << 24 } == "\\e[38;2;88;166;255m")
    }

    @Test func `Removing an attribute resets all, and sets the rest again`() {
        #expect(bytes(bold, .plain) == "\\e[m")
        #expect(bytes(cyan, .plain) == "\\e[m")
        #expect(bytes(CellStyle(background: .ansi(4)), .plain) == "\\e[m")
        #expect(bytes(bold, CellStyle(attributes: .dim)) == "\\e[m\\e[2m")
        #expect(bytes(CellStyle(foreground: .ansi(6), attributes: .bold), bold) == "\\e[m\\e[1m")
        #expect(bytes(CellStyle(foreground: .ansi(6), attributes: .bold), cyan) == "\\e[m\\e[36m")
        #expect(bytes(CellStyle(foreground: .ansi(6), background: .ansi(4)), cyan) == "\\e[m\\e[36m")
    }

    @Test func `An RGB color becomes the nearest that the terminal has`() {
        #expect(bytes(.plain, sky, .trueColor) == "\\e[38;2;88;166;255m")
        #expect(bytes(.plain, sky, .palette) == "\\e[38;5;75m")
        #expect(bytes(.plain, sky, .sixteen) { $0.colors.count = 16 } == "\\e[94m")
        #expect(bytes(.plain, sky, .sixteen) { $0.colors.count = 8 } == "\\e[34m")
        #expect(bytes(.plain, sky, .none) == "")
    }

    @Test func `The sixteen colors are sent by number at every depth`() {
        for depth in [ColorDepth.sixteen, .palette, .trueColor] {
            #expect(bytes(.plain, cyan, depth) == "\\e[36m")
            #expect(bytes(.plain, CellStyle(foreground: .ansi(13)), depth) == "\\e[95m")
            #expect(bytes(.plain, CellStyle(background: .ansi(13)), depth) == "\\e[105m")
        }
        #expect(bytes(.plain, CellStyle(foreground: .ansi(13)), .sixteen) { $0.colors.count = 8 } == "\\e[35m")
    }

    @Test func `Without colors there are still attributes`() {
        let both = CellStyle(foreground: .ansi(6), background: .rgb(1, 2, 3), attributes: .bold)
        #expect(bytes(.plain, both, .none) == "\\e[1m")
        #expect(bytes(both, bold, .none) == "")
        #expect(bytes(both, .plain, .none) == "\\e[m")
    }

    @Test func `Missing capabilities are not used`() {
        #expect(bytes(.plain, CellStyle(attributes: .dim)) { $0.styles.dim = [] } == "")
        #expect(bytes(CellStyle(attributes: .dim), .plain) { $0.styles.dim = [] } == "")
        #expect(bytes(bold, CellStyle(attributes: [.bold, .reverse])) { $0.styles.reverse = [] } == "")
    }

    @Test func `An attribute that can't be reset is not set`() {
        let both = CellStyle(foreground: .ansi(6), attributes: .bold)
        #expect(bytes(.plain, both) { $0.styles.reset = [] } == "")
        #expect(bytes(both, .plain) { $0.styles.reset = [] } == "")
    }
}
