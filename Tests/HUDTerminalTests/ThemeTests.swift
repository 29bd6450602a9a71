import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

@Suite struct GlyphsTests {
    @Test(arguments: [
        (0, "○"), (0.24, "○"), (0.25, "◔"), (0.5, "◑"), (0.74, "◑"), (0.75, "◕"), (0.999, "◕"), (1, "●"), (7, "●"), (-1, "○"),
        (.nan, "○"),
        (.infinity, "●")
    ])
    func `The last step of a scale is reached only at the end`(fraction: Double, glyph: String) {
        #expect(Glyphs.step(Glyphs.blocks.pie, at: fraction) == glyph)
    }

    @Test func `A scale of one step is constant, and an empty one has no step`() {
        #expect(Glyphs.step(["x"], at: 0) == "x")
        #expect(Glyphs.step(["x"], at: 1) == "x")
        #expect(Glyphs.step([String](), at: 0.5) == nil)
    }

    @Test(arguments: [Glyphs.blocks, .lines, .ascii])
    func `Every glyph takes one column`(_ glyphs: Glyphs) {
        var all = glyphs.bar + glyphs.pie + glyphs.ring + glyphs.box + [glyphs.barStart, glyphs.barEnd].filter { !$0.isEmpty }
        all += [glyphs.barRunning, glyphs.barRest, glyphs.checkmark, glyphs.cross, glyphs.warning]
        for glyph in all { #expect(CellGrid.columns(of: glyph, isUTF8: true) == 1, "\(glyph)") }
        #expect(glyphs.box.count == 6)
    }

    @Test(arguments: [Glyphs.blocks, .lines, .ascii])
    func `Pie and ring are visible at zero`(_ glyphs: Glyphs) {
        for glyph in glyphs.pie + glyphs.ring { #expect(glyph != " " && glyph != "\u{2800}") }
    }

    @Test func `Without UTF-8 every glyph is ASCII`() {
        var glyphs = [Glyphs.ascii.barStart, Glyphs.ascii.barEnd, Glyphs.ascii.barRunning, Glyphs.ascii.barRest]
        glyphs += Glyphs.ascii.bar + Glyphs.ascii.pie + Glyphs.ascii.ring + Glyphs.ascii.box
        glyphs += HUDMark.allCases.map { $0.glyph(in: .ascii) }
        #expect(glyphs.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } })
    }
}

@Suite struct GradientTests {
    private let bar = Gradient(.rgb(0, 0, 0), .rgb(200, 100, 50))

    @Test func `Colors are mixed between two stops`() {
        #expect(bar.color(at: 0) == .rgb(0, 0, 0))
        #expect(bar.color(at: 0.25) == .rgb(50, 25, 13))
        #expect(bar.color(at: 0.5) == .rgb(100, 50, 25))
        #expect(bar.color(at: 1) == .rgb(200, 100, 50))
    }

    @Test func `Positions outside the range are clamped`() {
        #expect(bar.color(at: -1) == .rgb(0, 0, 0))
        #expect(bar.color(at: .nan) == .rgb(0, 0, 0))
        #expect(bar.color(at: .infinity) == .rgb(200, 100, 50))
    }

    @Test func `Three stops are evenly spaced`() {
        let gradient = Gradient(.rgb(0, 0, 0), .rgb(100, 0, 0), .rgb(100, 100, 0))
        #expect(gradient.color(at: 0.25) == .rgb(50, 0, 0))
        #expect(gradient.color(at: 0.5) == .rgb(100, 0, 0))
        #expect(gradient.color(at: 0.75) == .rgb(100, 50, 0))
    }

    @Test func `One stop is a constant color, and none is the default color`() {
        #expect(Gradient(.ansi(6)).color(at: 0.3) == .ansi(6))
        #expect(Gradient().color(at: 0.3) == .default)
        #expect(Gradient(.default, .ansi(1)).color(at: 0.49) == .default)
        #expect(Gradient(.default, .ansi(1)).color(at: 0.5) == .ansi(1))
    }
}
