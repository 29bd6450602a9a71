import HUDTerminal
import HUDTesting
import Testing

/// A tree of three levels on the screen.
@Suite struct RowTreesTests {
    /// Two targets of a build, with files and steps, of which some take their time.
    private struct Build {
        let terminal: TestTerminal
        let hud: HUD
        let parts: [ProgressNode]

        init(columns: Int, rows: Int, renderer: (any HUDRenderer)? = nil) {
            terminal = TestTerminal(columns: columns, rows: rows)
            hud = HUD(label: "Building", renderer: renderer ?? terminal.renderer, clock: terminal.clock)
            hud.rows = .halfOfWindow()
            hud.work.totalCount = 4
            hud.show()
            func start(_ label: String, in parent: ProgressNode, total: Int? = nil) -> ProgressNode {
                parent.subprogress(assigningCount: 1, label: label).start(totalCount: total)
            }
            let core = start("Core", in: hud.work, total: 4)
            let net = start("Net", in: hud.work, total: 20)
            let parser = start("Parser", in: core, total: 40)
            let printer = start("Printer", in: core)
            let optimize = start("optimize", in: parser, total: 10)
            start("Lexer", in: core).finish()
            start("Tables", in: hud.work).finish()
            parser.complete(count: 20)
            optimize.complete(count: 4)
            net.complete()
            parts = [core, net, parser, printer, optimize]
            terminal.clock.advance(by: .milliseconds(600))
        }
    }

    @Test func `Three levels in a usual window`() {
        let build = Build(columns: 80, rows: 24)
        #expect(
            build.terminal.lines == [
                "⠧ Building     ▕█████████▎░░░░░░░░░░░░░░░░▏  35%   1/4 0:00",
                "• Core         ▕█████████▊░░░░░░░░░░░░░░░░▏  37%   1/4 0:00",
                "  • Parser     ▕█████████████▎░░░░░░░░░░░░▏  51% 20/40 0:00",
                "    • optimize ▕██████████▍░░░░░░░░░░░░░░░▏  40%  4/10 0:00",
                "  • Printer                                            0:00",
                "• Net          ▕█▎░░░░░░░░░░░░░░░░░░░░░░░░▏   5%  1/20 0:00",
                "… 2 more: 1 done, 1 waiting"
            ])
        withExtendedLifetime(build) {}
    }

    @Test func `Three levels in a small window`() {
        let build = Build(columns: 20, rows: 5)
        #expect(
            build.terminal.lines == [
                "⠧ Buildi…  35% 0:00",
                "• Core  …  37% 0:00",
                "• Net       5% 0:00",
                "… 4 more: 1 done"
            ])
        build.terminal.resize(columns: 20, rows: 12)
        build.terminal.clock.advance(by: .seconds(1))
        #expect(
            build.terminal.lines == [
                "⠋ Buildi…  35% 0:01",
                "• Core     37% 0:01",
                "  • Pars…  51% 0:01",
                "   • opt…  40% 0:01",
                "  • Printer    0:01",
                "• Net       5% 0:01",
                "… 2 more: 1 done"
            ])
        withExtendedLifetime(build) {}
    }
}
