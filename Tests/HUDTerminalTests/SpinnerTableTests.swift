import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct SpinnerTableTests {
    @Test func `Each character of a list without semicolons is a frame`() {
        let spinners = SpinnerTable.spinners(in: "bounce 120 {⠁⠂ ⠂}")
        #expect(spinners == [Spinner(name: "bounce", interval: .milliseconds(120), frames: ["⠁", "⠂", " ", "⠂"])])
    }

    @Test func `A semicolon separates frames, which can begin and end with spaces`() {
        let spinners = SpinnerTable.spinners(in: "rain 110 {'. ; .';   }")
        #expect(spinners == [Spinner(name: "rain", interval: .milliseconds(110), frames: ["'. ", " .'", "   "])])
    }

    @Test func `A spinner can have frames for ASCII and for reduced motion`() {
        let text = """
            one 80 {⣾⣽} ascii {ab} every 250
              reduced {⠶;⣿} asciiReduced {x;y}
            two 90 {|/}
            """
        let one = Spinner(
            name: "one", interval: .milliseconds(80), frames: ["⣾", "⣽"], asciiInterval: .milliseconds(250),
            asciiFrames: ["a", "b"], reducedFrames: ["⠶", "⣿"], asciiReducedFrames: ["x", "y"])
        #expect(SpinnerTable.spinners(in: text) == [one, Spinner(name: "two", interval: .milliseconds(90), frames: ["|", "/"])])
    }

    @Test func `A backslash is a character like any other`() {
        #expect(SpinnerTable.spinners(in: #"x 80 {/\;\/}"#).map(\.frames) == [["/\\", "\\/"]])
    }

    @Test func `Every built-in spinner is in a table and has the frames of its row`() throws {
        #expect(BuiltInSpinners.all.count == 73)
        #expect(Spinner.named("pulse")?.reducedFrames == ["⠰⠆", "⢾⡷"])
        let pong = try #require(Spinner.named("pong"))
        #expect(pong.frames.count == 30)
        #expect(pong.frames.prefix(2) == ["▐⠂       ▌", "▐⠈       ▌"])
        #expect(pong.frames.last == "▐⠠       ▌")
        #expect(pong.asciiFrames == ["|.   |", "| '  |", "|  ' |", "|   .|", "|  ' |", "| '  |"])
        #expect(pong.asciiInterval == .milliseconds(160))
        #expect(pong.asciiReducedFrames == ["| .  |", "| o  |"])
    }
}

@Suite struct ThemeValueTests {
    @Test func `A changed copy of a theme leaves the original as it was`() {
        let original = Theme.dark
        var copy = original
        copy.glyphs.checkmark = "y"
        #expect(copy.glyphs.checkmark == "y")
        #expect(original.glyphs == .blocks)
        #expect(copy != original)
        copy.glyphs = original.glyphs
        #expect(copy == original)
    }
}
