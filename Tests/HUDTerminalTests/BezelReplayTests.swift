import HUDCore
import HUDLibc
import HUDTesting
import SeededRandom
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// The bezel on a pseudo-terminal, with curses' bytes. The tests are serialized, because curses does not support several screens at once.
@Suite(.serialized) final class BezelReplayTests {
    private let pseudoTerminal = PseudoTerminal(columns: 60, rows: 20)
    private let options: TerminalOptions = {
        var options = TerminalOptions()
        options.color = .always
        return options
    }()

    private var terminal = InMemoryTerminal(agreeingColumns: 60, rows: 20)
    private lazy var renderer = newRenderer()

    init() { _ = PseudoTerminal.isXterm }

    deinit { pseudoTerminal.close() }

    private func look() { terminal.feed(pseudoTerminal.newBytes()) }

    private func newRenderer() -> BezelRenderer {
        let renderer = BezelRenderer(fileDescriptor: pseudoTerminal.descriptor, theme: .dark, terminal: options)
        renderer.options.button = "Cancel"
        return renderer
    }

    private func snapshot(_ step: Int) -> HUDSnapshot {
        HUDSnapshot(
            mode: HUDMode.allCases[step % HUDMode.allCases.count], label: "Copying 界",
            detailsLabel: step % 3 == 0 ? "some\ndetails" : "",
            progress: ProgressSample(fraction: Double(step % 11) / 10), elapsed: .milliseconds(step * 100),
            timeOnScreen: .milliseconds(step * 100))
    }

    /// The texts of a bezel over the output.
    private func picture(_ snapshot: HUDSnapshot, _ renderer: BezelRenderer, columns: Int, rows: Int, lines: [String]) -> [String]
    {
        let look = InlineLook(
            theme: .dark, spinner: nil, customView: .checkmark, reducesMotion: TerminalEnvironment.current.reducesMotion,
            options: renderer.options)
        let frame = BezelView(columns: columns, rows: rows, isUTF8: TextWidth.isUTF8, look: look).frame(for: snapshot)
        var grid = BackdropView(options: look.options, isUTF8: TextWidth.isUTF8).grid(
            columns: columns, rows: rows, lines: lines, draw: nil, opacity: snapshot.opacity)
        grid.paste(frame.grid, row: frame.row, column: frame.column)
        return (0..<rows).map { row in
            var text = grid.text(ofRow: row)
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    @Test func `The screen is the view over the backdrop at any size, and the output is printed afterwards`() {
        var random = SeededGenerator(stream: 70)
        var lines: [String] = []
        renderer.log("before")
        lines.append("before")
        look()
        var (columns, rows) = (60, 20)
        for step in 0..<50 {
            if random.once(in: 4) {
                // In an ASCII locale, what is printed is made ASCII.
                let line =
                    random.pick([
                        "line \(step)", TextWidth.isUTF8 ? "界界 \(step)" : "ASCII \(step)", String(repeating: "long ", count: 30)
                    ])
                renderer.log(line)
                lines.append(line)
            }
            if random.once(in: 8) {
                (columns, rows) = (random.int(1...100), random.int(1...40))
                pseudoTerminal.resize(columns: columns, rows: rows)
                terminal.resize(columns: columns, rows: rows)
            }
            let snapshot = snapshot(step)
            renderer.draw(snapshot)
            look()
            let wanted = picture(snapshot, renderer, columns: columns, rows: rows, lines: lines)
            if terminal.screen != wanted || !terminal.isAlternateScreen || terminal.isCursorVisible {
                Issue.record("seed \(SeededGenerator.seed), step \(step), \(columns)×\(rows): \(terminal.screen)\nnot \(wanted)")
                break
            }
        }
        renderer.remove(HUDSnapshot())
        look()
        #expect(!terminal.isAlternateScreen)
        #expect(terminal.privateModes == [7, 25])
        #expect(terminal.currentStyle == InMemoryTerminal.Style())
        #expect(terminal.scrollRegion == 0...rows - 1)
        #expect(terminal.unknownSequences == [])
        // After a resize the terminal decides on the position of the main screen's cursor; the lines are complete and in order.
        let text = terminal.allRows.joined().filter { $0 != " " }
        if columns > 1 { #expect(text.hasSuffix(lines.dropFirst().joined().filter { $0 != " " })) }
    }

    @Test func `Of several HUDs the newest has the screen, and the last one gives it back`() {
        func shows(_ text: String) -> Bool {
            look()
            return terminal.isAlternateScreen && terminal.screen.contains { $0.contains(text) }
        }
        let (outer, inner) = (HUDSnapshot(label: "Outer", hudID: 1), HUDSnapshot(label: "Inner", hudID: 2))
        renderer.draw(outer)
        #expect(shows("Outer"))
        renderer.draw(inner)
        #expect(shows("Inner"))
        renderer.draw(outer)
        #expect(pseudoTerminal.newBytes() == [])
        renderer.remove(inner)
        renderer.draw(outer)
        #expect(shows("Outer"))
        renderer.draw(inner)
        renderer.remove(outer)
        #expect(shows("Inner"))
        renderer.remove(inner)
        #expect(!shows("Inner"))
        #expect(!terminal.isAlternateScreen)
    }

    @Test func `A frame that a stuck terminal has not taken is drawn when the terminal resumes`() {
        renderer.draw(snapshot(0))
        tcflow(pseudoTerminal.descriptor, TCOOFF)
        // The first of them waits for the terminal, in vain.
        for _ in 0..<2 { renderer.draw(snapshot(1)) }
        tcflow(pseudoTerminal.descriptor, TCOON)
        renderer.draw(snapshot(1))
        look()
        let expected = picture(snapshot(1), renderer, columns: 60, rows: 20, lines: [])
        #expect(terminal.screen == expected)
        renderer.remove(HUDSnapshot())
    }

    @Test func `A resize of another terminal does not change the size of this one's screen`() {
        let other = PseudoTerminal(columns: 60, rows: 20)
        defer { other.close() }
        var plain = options
        plain.color = .never
        // Of another kind, so that it is no screen that the first one has closed.
        let otherRenderer = BezelRenderer(fileDescriptor: other.descriptor, theme: .dark, terminal: plain)
        for (step, size) in [(60, 20), (300, 80), (30, 9), (60, 20)].enumerated() {
            renderer.draw(snapshot(step))
            other.resize(columns: size.0, rows: size.1)
            otherRenderer.draw(snapshot(step))
            renderer.draw(snapshot(step + 1))
            look()
            #expect(terminal.screen == picture(snapshot(step + 1), renderer, columns: 60, rows: 20, lines: []), "step \(step)")
        }
        for each in [renderer, otherRenderer] { each.remove(HUDSnapshot()) }
    }

    @Test("The bezel steps aside and comes back", arguments: ["itself", "another renderer"])
    func stepsAside(suspended: String) {
        let other = InlineRenderer(fileDescriptor: pseudoTerminal.descriptor)
        let suspending: any HUDRenderer = suspended == "itself" ? renderer : other
        for step in 0..<4 {
            renderer.draw(snapshot(step))
            renderer.log("line \(step)")
            look()
            #expect(terminal.isAlternateScreen)
            suspending.suspend()
            renderer.draw(snapshot(step))
            look()
            #expect(terminal.allRows == (0...step).map { "line \($0)" })
            #expect(!terminal.isAlternateScreen && terminal.privateModes == [7, 25])
            suspending.resume(isOnNewLine: false)
        }
        renderer.remove(HUDSnapshot())
        look()
        #expect(terminal.allRows == (0..<4).map { "line \($0)" })
        #expect(terminal.unknownSequences == [])
    }

    @Test func `The bezel comes back after the last of several suspensions`() {
        renderer.draw(snapshot(0))
        for step in 0..<2 { _ = (renderer.suspend(), renderer.draw(snapshot(step))) }
        func isShown() -> Bool {
            renderer.draw(snapshot(1))
            look()
            return terminal.isAlternateScreen
        }
        for expected in [false, true, true] {
            renderer.resume()
            #expect(isShown() == expected)
        }
        // A resumption too many does not count.
        renderer.suspend()
        #expect(!isShown())
        renderer.resume()
        #expect(isShown())
        renderer.remove(HUDSnapshot())
    }

    @Test(arguments: [
        ("a\u{1B}[3", "1mb\u{1B}[m"), (String(repeating: "x", count: 60), "y"), ("\u{1B}[?1049h\u{1B}[Hfull", "\u{1B}[?1049l"),
        ("\u{1B}[1;9r", "\u{1B}[r"), ("\u{1B}(0q", "\u{1B}(B"), ("a\u{1B}[4h", "\u{1B}[4l"), ("\u{1B}7abc", "\u{1B}8\u{1B}[2J")
    ])
    func `The bezel does not appear while the terminal's state can't be restored`(first: String, second: String) {
        var reference = terminal
        for (step, text) in [first, second].enumerated() {
            reference.feed(text)
            Array(text.utf8).withUnsafeBytes { renderer.passThrough($0.bytes) }
            renderer.draw(snapshot(step))
            look()
            #expect(terminal.screen.joined().contains("Copying") == (step == 1))
            if step == 0 { #expect(terminal.screen == reference.screen && terminal.cursor == reference.cursor) }
        }
        renderer.remove(snapshot(1))
        look()
        #expect(terminal.screen == reference.screen && terminal.cursor == reference.cursor)
    }

    @Test func `Colors continue after the bezel, and a hidden cursor stays hidden`() {
        Array("\u{1B}[?25l\u{1B}[31ma".utf8).withUnsafeBytes { renderer.passThrough($0.bytes) }
        renderer.draw(snapshot(0))
        Array("b".utf8).withUnsafeBytes { renderer.passThrough($0.bytes) }
        renderer.remove(snapshot(0))
        look()
        #expect(terminal.screen[0] == "ab")
        #expect(terminal.cell(row: 0, column: 1).style.foreground == .indexed(1))
        #expect(!terminal.isCursorVisible)
    }

    @Test func `A second bezel on the same terminal waits until the first has disappeared`() {
        let (first, second) = (newRenderer(), newRenderer())
        first.draw(snapshot(0))
        second.draw(snapshot(1))
        look()
        #expect(terminal.isAlternateScreen)
        let wanted = picture(snapshot(0), first, columns: 60, rows: 20, lines: [])
        #expect(terminal.screen == wanted)
        first.remove(snapshot(0))
        second.draw(snapshot(1))
        look()
        #expect(terminal.screen.joined().contains("Copying"))
        second.remove(snapshot(1))
        look()
        #expect(terminal.allRows == [])
        #expect(terminal.privateModes == [7, 25])
    }

    /// Takes a line for each press of the button.
    private func writtenPresses() -> WrittenLines {
        let presses = WrittenLines()
        let descriptor = presses.descriptor
        renderer.onCancel = { LinePrinters.write(line: "pressed", to: descriptor) }
        return presses
    }

    @Test func `A button that is set later gets its keys`() {
        renderer.options.button = nil
        let presses = writtenPresses()
        renderer.draw(snapshot(0))
        renderer.options.button = "Cancel"
        renderer.draw(snapshot(1))
        pseudoTerminal.type("q")
        _ = pseudoTerminal.newBytes()
        renderer.draw(snapshot(2))
        #expect(presses.newLines() == ["pressed"])
        renderer.remove(snapshot(2))
    }

    @Test(arguments: [
        ("\r", true), ("\n", true), ("\u{1B}", true), ("q", true), ("Q", true), ("\u{1B}[A", false), ("\u{1B}OB", false),
        ("x", false)
    ])
    func `Only certain keys press the button`(keys: String, isPressed: Bool) {
        let presses = writtenPresses()
        renderer.draw(snapshot(0))
        look()
        pseudoTerminal.type(keys)
        #expect(pseudoTerminal.newBytes() == [])
        renderer.draw(snapshot(1))
        #expect(presses.newLines() == (isPressed ? ["pressed"] : []))
        renderer.draw(snapshot(2))
        #expect(presses.newLines() == [])
        renderer.remove(snapshot(2))
        look()
        #expect(terminal.allRows == [])
    }
}
