import HUDTesting
import Synchronization
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// Which renderer is chosen, and that it draws as that one does.
@Suite struct AutomaticRendererTests {
    @Test(
        arguments: [
            ([:], .inline), (["CI": "true"], .plain), (["CI": "false"], .inline), (["CI": "0"], .inline), (["CI": ""], .inline),
            (["ACCESSIBLE": "1"], .plain), (["HUD_STYLE": "json", "CI": "true"], .json), (["HUD_STYLE": "off"], .off),
            (["HUD_STYLE": "inline", "CI": "1"], .inline), (["HUD_STYLE": "auto", "CI": "1"], .plain),
            (["HUD_STYLE": "unknown"], .inline), (["AI_AGENT": "1"], .brief), (["CLAUDECODE": "1", "CI": "1"], .brief),
            (["CURSOR_AGENT": "0"], .inline), (["CODEX_CI": "false", "CI": "1"], .plain), (["HUD_STYLE": "brief"], .brief),
            (["HUD_STYLE": "plain", "GEMINI_CLI": "1"], .plain), (["HUD_STYLE": "auto", "COPILOT_CLI": "1"], .brief)
        ] as [([String: String], AutomaticRenderer.Style)])
    func `The environment chooses the style`(variables: [String: String], expected: AutomaticRenderer.Style) {
        #expect(AutomaticRenderer.Style(TerminalEnvironment(variables: variables)) == expected)
    }

    private let output = WrittenLines()
    private let clock = ManualClock()
    private let timing = HUDTiming(graceTime: .milliseconds(500), minimumShowTime: .seconds(1))

    /// Runs `body` with a renderer on a pseudo-terminal, and with a screen for what it draws.
    private func onTerminal(
        _ body: (PseudoTerminal, inout InMemoryTerminal, ManualClock, AutomaticRenderer) -> Void
    ) {
        _ = PseudoTerminal.isXterm
        let terminal = PseudoTerminal(columns: 40, rows: 10)
        defer { terminal.close() }
        var screen = InMemoryTerminal(agreeingColumns: 40, rows: 10)
        body(terminal, &screen, ManualClock(), AutomaticRenderer(fileDescriptor: terminal.descriptor, style: .inline))
    }

    @Test func `On a terminal the HUD is drawn at the cursor and keeps its minimum show time`() {
        onTerminal { terminal, screen, clock, renderer in
            withHUD("Installing", timing: timing, renderer: renderer, clock: clock) { hud in
                clock.advance(by: 0.6)
                screen.feed(terminal.newBytes())
                #expect(screen.screen[0].contains("Installing"))
                hud.log("above")
            }
            screen.feed(terminal.newBytes())
            #expect(clock.now == .zero.advanced(by: .milliseconds(1500)))
            #expect(screen.allRows == ["above"])
            #expect(renderer.canDraw)
        }
    }

    @Test func `A scope and a loop take a renderer, an optional one, nil or none`() async throws {
        let (outer, own) = (AutomaticRenderer(style: .off), AutomaticRenderer(style: .off))
        let given: (any HUDRenderer)? = own
        try await withHUD("outer", renderer: outer, clock: ManualClock()) { hud in
            #expect(hud.renderer === outer)
            withHUD("none") { hud in #expect(hud.renderer === outer) }
            withHUD("nil", renderer: nil) { hud in #expect(hud.renderer === outer) }
            withHUD("optional", renderer: given) { hud in #expect(hud.renderer === own) }
            withHUD("concrete", renderer: own) { hud in #expect(hud.renderer === own) }
            try await withHUD("none") { hud async throws in #expect(hud.renderer === outer) }
            try await withHUD("nil", renderer: nil) { hud async throws in #expect(hud.renderer === outer) }
            try await withHUD("optional", renderer: given) { hud async throws in #expect(hud.renderer === own) }
            try await withHUD("concrete", renderer: own) { hud async throws in #expect(hud.renderer === own) }
            #expect([1].tracked("none").hud.renderer === outer)
            #expect([1].tracked("nil", renderer: nil).hud.renderer === outer)
            #expect([1].tracked("optional", renderer: given).hud.renderer === own)
            #expect([1].tracked("concrete", renderer: own).hud.renderer === own)
            #expect(try await [1].concurrentMap("none", atMost: 1) { element, _ in element } == [1])
            #expect(try await [1].concurrentMap("nil", atMost: 1, renderer: nil) { element, _ in element } == [1])
            #expect(try await [1].concurrentMap("concrete", atMost: 1, renderer: own) { element, _ in element } == [1])
        }
        withHUD("none", clock: ManualClock()) { hud in #expect(hud.renderer is AutomaticRenderer) }
        withHUD("nil", renderer: nil, clock: ManualClock()) { hud in #expect(hud.renderer is AutomaticRenderer) }
    }

    @Test func `Within the grace time nothing is asked of the terminal and nothing is written`() {
        let terminal = PseudoTerminal(columns: 40, rows: 10)
        defer { terminal.close() }
        withHUD("Installing", renderer: AutomaticRenderer(fileDescriptor: terminal.descriptor, style: .inline), clock: clock) {
            _ in
        }
        #expect(terminal.newBytes().isEmpty)
    }

    @Test func `In a pipe lines are plain, and the end of a scope waits for nothing`() {
        let renderer = AutomaticRenderer(fileDescriptor: output.descriptor, style: .inline)
        withHUD("Installing", timing: timing, renderer: renderer, clock: clock) { hud in
            clock.advance(by: 0.6)
            hud.log("above")
        }
        #expect(clock.now == .zero.advanced(by: .milliseconds(600)))
        #expect(output.newLines() == ["Installing...", "above", "Installing: done after 0:00"])
        #expect(!renderer.canDraw)
    }

    @Test func `Brief lines say how a HUD and its failed parts ended, and hidden output is cut`() {
        let renderer = AutomaticRenderer(fileDescriptor: output.descriptor, style: .brief)
        withHUD("outer", timing: timing, rows: .halfOfWindow(), renderer: renderer, clock: clock) { hud in
            clock.advance(by: 1)
            hud.work.subprogress(assigningCount: 1, label: "part").start().fail("disk full")
            hud.log("above")
            withHUD("inner", timing: timing) { _ in clock.advance(by: 1) }
            hud.outcome = .succeeded
        }
        #expect(output.newLines() == ["✗ part 0.0 s disk full", "above", "✓ inner 1.0 s", "✓ outer 2.0 s"])
        #expect(renderer.display.failureTail == 40)
        #expect(AutomaticRenderer(fileDescriptor: output.descriptor, style: .plain).display.failureTail == nil)
    }

    @Test func `Lines are ASCII if the options say so`() {
        var options = TerminalOptions()
        options.usesASCII = true
        let renderer = AutomaticRenderer(fileDescriptor: output.descriptor, style: .brief, options: options)
        withHUD("outer", timing: timing, renderer: renderer, clock: clock) { _ in clock.advance(by: 1) }
        #expect(output.newLines().allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } && $0.hasSuffix(" outer 1.0 s") })
    }

    @Test(arguments: [true, false]) func `Two HUDs in plain lines do not disturb each other`(isAutomatic: Bool) {
        let renderer: any HUDRenderer =
            isAutomatic
            ? AutomaticRenderer(fileDescriptor: output.descriptor, style: .plain)
            : PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true)
        withHUD("outer", timing: timing, renderer: renderer, clock: clock) { _ in
            clock.advance(by: 1)
            withHUD("inner", timing: timing) { _ in clock.advance(by: 1) }
        }
        #expect(
            output.newLines() == ["outer...", "inner...", "inner: done after 0:01", "outer: done after 0:02"])
    }

    @Test func `Rows are a list in a bezel, and below the line elsewhere`() {
        _ = PseudoTerminal.isXterm
        for (style, isList) in [(AutomaticRenderer.Style.bezel, true), (.inline, false)] {
            let terminal = PseudoTerminal(columns: 60, rows: 12)
            defer { terminal.close() }
            var screen = InMemoryTerminal(agreeingColumns: 60, rows: 12)
            let clock = ManualClock()
            let renderer = AutomaticRenderer(fileDescriptor: terminal.descriptor, style: style)
            withHUD("Installing", timing: timing, rows: .upTo(3, graceTime: .zero), renderer: renderer, clock: clock) { hud in
                let part = hud.work.subprogress(assigningCount: 1, label: "one part").start()
                clock.advance(by: 2)
                screen.feed(terminal.newBytes())
                #expect(screen.isAlternateScreen == isList)
                #expect(screen.screen.contains { $0.contains("one part") })
                part.finish()
            }
        }
    }

    @Test func `Style off shows nothing but what is logged`() {
        let renderer = AutomaticRenderer(fileDescriptor: output.descriptor, style: .off)
        withHUD("Installing", timing: timing, renderer: renderer, clock: clock) { hud in
            clock.advance(by: 60)
            hud.log("above")
        }
        #expect(output.newLines() == ["above"])
    }

    @Test func `A HUD steps aside while the program talks to the user`() {
        onTerminal { terminal, screen, clock, renderer in
            withHUD("Installing", timing: timing, renderer: renderer, clock: clock) { hud in
                clock.advance(by: 1)
                let answer = hud.suspended {
                    screen.feed(terminal.newBytes())
                    #expect(screen.allRows == [])
                    #expect(screen.isCursorVisible)
                    screen.feed(Array("Name? Bob\r\n".utf8))
                    return "Bob"
                }
                #expect(answer == "Bob")
                clock.advance(by: 1)
                screen.feed(terminal.newBytes())
                #expect(screen.screen[0] == "Name? Bob")
                #expect(screen.screen[1].contains("Installing"))
            }
            screen.feed(terminal.newBytes())
            #expect(screen.allRows == ["Name? Bob"])
        }
    }

    @Test func `A failure within the grace time leaves its line if the summary asks for it`() {
        onTerminal { terminal, screen, clock, renderer in
            let hud = HUD(label: "Uploading", timing: timing, renderer: renderer, clock: clock)
            hud.summary = .failures
            hud.show()
            clock.advance(by: 0.4)
            hud.finish(.failed(reason: "connection refused"))
            screen.feed(terminal.newBytes())
            #expect(screen.allRows == ["✗ Uploading 0.4 s connection refused"])
        }
    }
}
