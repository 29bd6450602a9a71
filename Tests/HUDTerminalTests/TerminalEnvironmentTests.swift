import Testing

@testable import HUDTerminal

@Suite struct TerminalEnvironmentTests {
    private func environment(_ variables: KeyValuePairs<String, String>) -> TerminalEnvironment {
        TerminalEnvironment(variables: Dictionary(uniqueKeysWithValues: variables.map { ($0.key, $0.value) }))
    }

    @Test func `A variable that is empty is not set`() {
        #expect(!environment([:]).isSet("NO_COLOR"))
        #expect(!environment(["NO_COLOR": ""]).isSet("NO_COLOR"))
        #expect(environment(["NO_COLOR": "0"]).isSet("NO_COLOR"))
    }

    @Test(arguments: [("truecolor", true), ("24bit", true), ("yes", false), ("", false)])
    func `COLORTERM has two values for 24-bit color`(value: String, isTrueColor: Bool) {
        #expect(environment(["COLORTERM": value]).saysTrueColor == isTrueColor)
    }

    @Test(arguments: [
        (nil, false), ("", false), ("0", false), ("false", false), ("no", false), ("False", false), ("NO", false),
        ("1", true), ("true", true), ("yes", true), ("anything", true), ("00", true)
    ])
    func `A variable that asks for something can be off`(value: String?, isOn: Bool) {
        for name in ["CI", "ACCESSIBLE", "CLICOLOR_FORCE", "HUD_METER"] {
            let variables = TerminalEnvironment(variables: value.map { [name: $0] } ?? [:])
            #expect(variables.prefersLines == (isOn && ["CI", "ACCESSIBLE"].contains(name)), "\(name)")
            #expect(variables.reducesMotion == (isOn && name == "ACCESSIBLE"), "\(name)")
            #expect(variables.forcesColor == (isOn && name == "CLICOLOR_FORCE"), "\(name)")
            #expect(variables.asksForFrameMeter == (isOn && name == "HUD_METER"), "\(name)")
        }
    }

    @Test(arguments: [
        ("TERM_PROGRAM", "WezTerm", true, true), ("TERM_PROGRAM", "ghostty", true, true),
        ("TERM_PROGRAM", "iTerm.app", true, false),
        ("TERM_PROGRAM", "vscode", true, false), ("TERM_PROGRAM", "contour", true, false),
        ("TERM_PROGRAM", "mintty", true, false),
        ("TERM_PROGRAM", "rio", true, false), ("TERM_PROGRAM", "WarpTerminal", true, false),
        ("TERM_PROGRAM", "Apple_Terminal", false, false), ("KITTY_WINDOW_ID", "1", true, false),
        ("KITTY_WINDOW_ID", "", false, false),
        ("WT_SESSION", "b3f4", true, true), ("WT_SESSION", "", false, false), ("ConEmuANSI", "ON", false, true),
        ("ConEmuANSI", "OFF", false, false), ("VTE_VERSION", "7999", false, false), ("VTE_VERSION", "8000", false, true),
        ("VTE_VERSION", "new", false, false), ("TERM_FEATURES", "P", false, false)
    ])
    func `A terminal is recognized by its variables, except through a multiplexer`(
        name: String, value: String, isSynchronized: Bool, hasTaskbar: Bool
    ) {
        let alone = environment([name: value])
        #expect(alone.hasSynchronizedUpdates == isSynchronized)
        #expect(alone.hasTaskbarProgress == hasTaskbar)
        for multiplexer in ["TMUX", "STY"] {
            let inside = environment([name: value, multiplexer: "1"])
            #expect(!inside.hasSynchronizedUpdates)
            #expect(!inside.hasTaskbarProgress)
        }
        let outside = environment([name: value, "TMUX": ""])
        #expect(outside.hasSynchronizedUpdates == isSynchronized)
    }

    @Test func `iTerm2 shows progress if its feature list says so`() {
        #expect(environment(["TERM_PROGRAM": "iTerm.app", "TERM_FEATURES": "T3LrMSc7UUw9Ts3BFGsSyHNoSxFP"]).hasTaskbarProgress)
        #expect(!environment(["TERM_PROGRAM": "iTerm.app", "TERM_FEATURES": "T3LrMSc7"]).hasTaskbarProgress)
    }

    @Test(arguments: [("0;15", true), ("0;default;7", true), ("15;0", false), ("15", true), ("15;default", false), ("", false)])
    func `The last number in COLORFGBG is the background`(value: String, isLight: Bool) {
        #expect(environment(["COLORFGBG": value]).hasLightBackground == isLight)
        #expect(!environment([:]).hasLightBackground)
    }
}
