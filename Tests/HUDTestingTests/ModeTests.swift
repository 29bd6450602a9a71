import HUDTesting
import Testing

/// Modes, screens, titles, and unknown sequences.
@Suite struct ModeTests {
    private func terminal(_ text: String) -> InMemoryTerminal { ControlTests.terminal(text) }

    @Test func `Unrelated modes stay unset`() {
        let terminal = terminal("")
        #expect(terminal.privateModes == [7, 25])
        #expect(terminal.isCursorVisible && terminal.isAutowrapOn)
        #expect(!terminal.isAlternateScreen && !terminal.isSynchronized)
        #expect(terminal.scrollRegion == 0...3)
        #expect(terminal.taskbarProgress == nil)
        #expect(terminal.title == "")
    }

    @Test func `Modes are set and reset`() {
        #expect(!terminal("␛[?25l").isCursorVisible)
        #expect(terminal("␛[?25l␛[?25h").isCursorVisible)
        #expect(!terminal("␛[?7l").isAutowrapOn)
        #expect(terminal("␛[?2026h").isSynchronized)
        #expect(!terminal("␛[?2026h␛[?2026l").isSynchronized)
        #expect(terminal("␛[?1;12;1000;1006;2004h").privateModes == [1, 7, 12, 25, 1000, 1006, 2004])
        #expect(terminal("␛[?1;12;1000;1006;2004h␛[?1000;1006l").privateModes == [1, 7, 12, 25, 2004])
        #expect(terminal("␛[2;3r").scrollRegion == 1...2)
    }

    @Test(arguments: ["␛[?25l␛[2;3r␛[?7l␛[1m␛(0␛[?6h␛[4h␛[!p", "␛[?25l␛[2;3r␛[?7l␛[1m␛(0␛[?6h␛[4hx␛[?1049hy␛c"])
    func `A reset restores the initial state`(_ text: String) {
        var terminal = terminal(text)
        #expect(terminal.privateModes == [7, 25])
        #expect(terminal.scrollRegion == 0...3)
        #expect(terminal.currentStyle == InMemoryTerminal.Style())
        #expect(!terminal.isAlternateScreen)
        terminal.feed("\u{1B}[Hbq\u{1B}[Ha")
        #expect(terminal.screen == ["aq", "", "", ""])
    }

    @Test func `The alternate screen leaves the main one as it was`() {
        var terminal = terminal("ab␛[31m␛[?1049h")
        #expect(terminal.isAlternateScreen)
        #expect(terminal.screen == ["", "", "", ""])
        terminal.feed("\u{1B}[3;3Hxyz\u{1B}[m")
        #expect(terminal.screen == ["", "", "  xyz", ""])
        terminal.feed("\u{1B}[?1049l")
        #expect(!terminal.isAlternateScreen)
        #expect(terminal.screen == ["ab", "", "", ""])
        #expect(terminal.cursor == (0, 2))
        #expect(terminal.currentStyle.foreground == .indexed(1))
        terminal.feed("\u{1B}[?1049h")
        #expect(terminal.screen == ["", "", "", ""])
    }

    @Test func `47 keeps the alternate screen's text, 1047 does not`() {
        #expect(terminal("ab␛[?47hc␛[?47ld␛[?47h").screen == ["  c", "", "", ""])
        #expect(terminal("ab␛[?1047hc␛[?1047ld␛[?47h").screen == ["", "", "", ""])
        #expect(terminal("ab␛[?47hc␛[?47ld").screen == ["ab d", "", "", ""])
        #expect(terminal("ab␛[?1048h␛[3;1H␛[?1048lc").screen == ["abc", "", "", ""])
    }

    @Test func `Titles are set, pushed and popped`() {
        #expect(terminal("␛]0;a\u{07}").title == "a")
        #expect(terminal("␛]2;a;b␛\\c").title == "a;b")
        #expect(terminal("␛]2;a␛\\c").screen[0] == "c")
        #expect(terminal("␛]1;a\u{07}").title == "")
        #expect(terminal("␛]1;a\u{07}").iconTitle == "a")
        #expect(terminal("␛]2;a\u{07}␛[22;2t␛]2;b\u{07}␛[23;2t").title == "a")
        #expect(terminal("␛[23t").title == "")
    }

    @Test func `Questions about the window are not answered`() {
        #expect(terminal("␛[18t␛[1t␛[21t").unknownSequences == ["\u{1B}[18t", "\u{1B}[21t"])
    }

    @Test func `The taskbar's progress is followed`() {
        #expect(terminal("␛]9;4;1;42\u{07}").taskbarProgress == InMemoryTerminal.TaskbarProgress(.normal, value: 42))
        #expect(terminal("␛]9;4;1;420␛\\").taskbarProgress == InMemoryTerminal.TaskbarProgress(.normal, value: 100))
        #expect(terminal("␛]9;4;3\u{07}").taskbarProgress == InMemoryTerminal.TaskbarProgress(.indeterminate))
        #expect(terminal("␛]9;4;1;42\u{07}␛]9;4;2\u{07}").taskbarProgress?.value == 42)
        #expect(terminal("␛]9;4;4;7\u{07}").taskbarProgress?.state == .paused)
        #expect(terminal("␛]9;4;1;42\u{07}␛]9;4;0;0\u{07}").taskbarProgress == nil)
        #expect(terminal("␛]9;4;1;42\u{07}␛]9;4;0\u{07}").unknownSequences.isEmpty)
        #expect(terminal("␛]9;4;7\u{07}␛]9;4;x\u{07}").unknownSequences == ["\u{1B}]9;4;7", "\u{1B}]9;4;x"])
        #expect(terminal("␛]9;4;3\u{07}").bellCount == 0)
    }

    @Test func `Device control strings are skipped, and hyperlinks are text`() {
        let terminal = terminal("a␛Pq#1␛\\b␛_x\u{07}y␛\\c␛^z␛\\d␛Xz␛\\e␛]8;;http://x\u{07}f␛]8;;\u{07}g")
        #expect(terminal.screen[0] == "abcdefg")
        #expect(terminal.unknownSequences.isEmpty)
        #expect(terminal.bellCount == 0)
    }

    @Test func `An unterminated string swallows its input up to the next ESC`() {
        #expect(terminal("␛]2;abc␛[2Cd").screen[0] == "  d")
        #expect(terminal("␛]2;abc␛[2Cd").title == "")
        #expect(terminal("␛]2;abc\u{18}d").screen[0] == "d")
    }

    @Test func `Line drawing is drawn`() {
        #expect(terminal("␛(0lqkx␛(Bq").screen[0] == "┌─┐│q")
        #expect(terminal("␛)0l\u{0E}l\u{0F}l").screen[0] == "l┌l")
        #expect(terminal("␛(0q\u{1B}7␛(Bq\u{1B}8q").screen[0] == "──")
        #expect(terminal("␛(0q").unknownSequences.isEmpty)
    }

    @Test func `The bell is counted`() {
        #expect(terminal("a\u{07}b\u{07}").bellCount == 2)
    }

    @Test func `C0 controls act inside a sequence, and CAN and SUB cancel it`() {
        #expect(ControlTests.result("ab␛[2\r;3Hc") == "ab|  c|| @1,3")
        #expect(ControlTests.result("ab␛[2\u{18}c") == "abc||| @0,3")
        #expect(ControlTests.result("ab␛[2\u{1A}c") == "abc||| @0,3")
        #expect(ControlTests.result("ab␛[2␛[3;1Hc") == "ab||c| @2,1")
    }

    @Test func `C1 controls act like ESC and a letter, but not as single bytes`() {
        #expect(terminal("a\u{9B}3Cb").screen[0] == "a   b")
        #expect(terminal("\u{9D}2;t\u{9C}b").title == "t")
        var bytes = InMemoryTerminal(columns: 10, rows: 1)
        bytes.feed([0x9B, 0x33, 0x43])
        #expect(bytes.screen == ["\u{FFFD}3C"])
    }

    @Test(arguments: ["␛[3J", "␛[?1049h␛[3J", "␛[?1049h␛[3J␛[?1049l"])
    func `The lines that have left the main screen are erased from either screen`(text: String) {
        var terminal = InMemoryTerminal(columns: 10, rows: 2)
        terminal.feed("1\r\n2\r\n3")
        #expect(terminal.scrollback == ["1"])
        terminal.feed(text.replacing("␛", with: "\u{1B}"))
        #expect(terminal.scrollback.isEmpty)
    }

    @Test(arguments: [
        "␛[6n", "␛[c", "␛[>c", "␛[?u", "␛[>0q", "␛[?99h", "␛[?1049;99l", "␛[5J", "␛[9K", "␛[99h", "␛[1z", "␛[ @", "␛#3", "␛(Z",
        "␛N",
        "\u{05}", "␛[1<2~", "␛[1$?p"
    ])
    func `Unknown sequences are recorded`(_ text: String) {
        #expect(terminal(text + "x").unknownSequences == [text.replacing("␛", with: "\u{1B}")])
        #expect(terminal(text + "x").screen[0] == "x")
    }

    @Test func `Unknown commands are recorded`() {
        #expect(terminal("␛]11;?\u{07}␛]52;c;eA==␛\\x").unknownSequences == ["\u{1B}]11;?", "\u{1B}]52;c;eA=="])
    }
}
