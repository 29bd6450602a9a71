import Testing

@testable import HUDScreen
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
        // In screen it is about the terminal around that.
        #expect(!environment(["COLORTERM": value, "STY": "1.tty"]).saysTrueColor)
        #expect(environment(["COLORTERM": value, "STY": "1.tty", "TMUX": "/tmp/x"]).saysTrueColor == isTrueColor)
    }

    @Test(arguments: [
        (nil, false), ("", false), ("0", false), ("false", false), ("no", false), ("False", false), ("NO", false),
        ("1", true), ("true", true), ("yes", true), ("anything", true), ("00", true)
    ])
    func `A variable that asks for something can be off`(value: String?, isOn: Bool) {
        let agents = ["AI_AGENT", "CLAUDECODE", "GEMINI_CLI", "CURSOR_AGENT", "CODEX_CI", "COPILOT_CLI"]
        for name in ["CI", "ACCESSIBLE", "NO_MOTION", "PREFERS_REDUCED_MOTION", "CLICOLOR_FORCE", "HUD_METER"] + agents {
            let variables = TerminalEnvironment(variables: value.map { [name: $0] } ?? [:])
            #expect(variables.prefersLines == (isOn && (["CI", "ACCESSIBLE"] + agents).contains(name)), "\(name)")
            #expect(variables.isAgent == (isOn && agents.contains(name)), "\(name)")
            #expect(
                variables.reducesMotion == (isOn && ["ACCESSIBLE", "NO_MOTION", "PREFERS_REDUCED_MOTION"].contains(name)),
                "\(name)")
            #expect(variables.forcesColor == (isOn && name == "CLICOLOR_FORCE"), "\(name)")
            #expect(variables.asksForFrameMeter == (isOn && name == "HUD_METER"), "\(name)")
        }
    }

    @Test func `Colors that are asked for are ECMA-48's on a terminal that has none`() throws {
        func vt100(_ variables: [String: String]) throws -> TerminalCapabilities {
            try #require(PseudoTerminal.capabilities(of: ["vt100"], variables).first).1
        }
        #expect(try vt100([:]).colors.depth == .none && vt100(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]).colors.depth == .none)
        let forced = try vt100(["CLICOLOR_FORCE": "1"])
        #expect(forced.colors.depth == .sixteen)
        var encoder = CellEncoder(forced)
        var grid = CellGrid(columns: 2, rows: 1)
        grid.write("a", row: 0, column: 0, style: CellStyle(foreground: .ansi(2), background: .ansi(1)))
        encoder.begin()
        encoder.writeAll(grid)
        let drawn = String(decoding: encoder.finish(), as: UTF8.self)
        #expect(drawn.contains("\u{1B}[32m") && drawn.contains("\u{1B}[41m"), "\(drawn.debugDescription)")
    }

    /// The variables of a terminal as `NAME=VALUE`, and whether it has synchronized updates and progress.
    private static let terminals: [(variables: String, isSynchronized: Bool, hasProgress: Bool)] = [
        ("TERM_PROGRAM=WezTerm TERM_PROGRAM_VERSION=20240203-110809-5046fc22", true, false),
        ("TERM_PROGRAM=WezTerm TERM_PROGRAM_VERSION=20250707-123456-abcdef01", true, true),
        ("TERM_PROGRAM=WezTerm TERM_PROGRAM_VERSION=0-unstable-2025-02-23", true, false),
        ("TERM_PROGRAM=ghostty TERM_PROGRAM_VERSION=1.0.0", true, true),
        ("TERM_PROGRAM=iTerm.app", true, false),
        ("TERM_PROGRAM=iTerm.app TERM_FEATURES=T3LrMSc7UUw9Ts3BFGsSyHNoSxFP", true, true),
        ("TERM_PROGRAM=iTerm.app TERM_FEATURES=T3LrMSc7Px", true, false),
        ("TERM_PROGRAM=iTerm.app TERM_FEATURES=T3LrMSc7", true, false),
        ("TERM_FEATURES=P", false, false),
        ("TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.96.4", true, false),
        ("TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.97.0", true, true),
        ("TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.112.0-insider", true, true),
        ("TERM_PROGRAM=vscode", true, false),
        ("TERM_PROGRAM=rio TERM_PROGRAM_VERSION=0.2.37", true, false),
        ("TERM_PROGRAM=rio TERM_PROGRAM_VERSION=0.3.0", true, true),
        ("TERM_PROGRAM=contour", true, false), ("TERM_PROGRAM=mintty", true, false), ("TERM_PROGRAM=WarpTerminal", true, false),
        ("TERM_PROGRAM=Apple_Terminal", false, false), ("KITTY_WINDOW_ID=1", true, false), ("KITTY_WINDOW_ID=", false, false),
        ("WT_SESSION=b3f4", true, true), ("WT_SESSION=", false, false), ("ConEmuANSI=ON", false, true),
        ("ConEmuANSI=OFF", false, false), ("VTE_VERSION=7999", false, false), ("VTE_VERSION=8000", false, true),
        ("VTE_VERSION=new", false, false), ("PTYXIS_VERSION=47.6 VTE_VERSION=7800", false, false),
        ("PTYXIS_VERSION=48.1 VTE_VERSION=8001", false, true), ("KONSOLE_VERSION=251203", false, false),
        ("KONSOLE_VERSION=260400", false, true)
    ]

    private func environment(of words: String) -> TerminalEnvironment {
        let pairs = words.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        return TerminalEnvironment(variables: Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) }))
    }

    @Test(arguments: Self.terminals)
    func `A terminal is recognized by its variables, except through a multiplexer`(
        variables: String, isSynchronized: Bool, hasProgress: Bool
    ) {
        func expect(_ words: String, _ isSynchronized: Bool, _ hasProgress: Bool) {
            let environment = environment(of: words)
            #expect(environment.hasSynchronizedUpdates == isSynchronized, "\(words)")
            #expect(environment.hasTaskbarProgress == hasProgress, "\(words)")
        }
        expect(variables, isSynchronized, hasProgress)
        for multiplexer in ["TMUX=1", "STY=1", "ZELLIJ=0"] { expect(variables + " " + multiplexer, false, false) }
        expect(variables + " TMUX=", isSynchronized, hasProgress)
        expect(variables + " HUD_TASKBAR=0", isSynchronized, false)
        expect(variables + " HUD_TASKBAR=", isSynchronized, hasProgress)
        // From a terminal that shows each OSC 9 as a notification, or within one.
        if !variables.hasPrefix("KITTY") { expect(variables + " KITTY_WINDOW_ID=1", true, false) }
    }

    @Test func `Every known terminal is tested`() {
        let named = Set(Self.terminals.map { String($0.variables.prefix { $0 != " " }) })
        for terminal in KnownTerminal.all where terminal.value != "tmux" {
            #expect(named.contains { $0.hasPrefix("\(terminal.variable)=\(terminal.value ?? "")") }, "\(terminal)")
        }
    }

    @Test(arguments: [
        ("3.6b", false, false), ("3.7", false, true), ("3.7c", false, true), ("3.8", true, true), ("next-3.8", false, false)
    ])
    func `tmux passes progress on, and draws only what has changed in an update since 3.8`(
        version: String, isSynchronized: Bool, hasProgress: Bool
    ) {
        // The variables of the terminal around it stay.
        for other in ["", " VTE_VERSION=7000", " KITTY_WINDOW_ID=1", " WT_SESSION=1"] {
            let inside = environment(of: "TMUX=/tmp/tmux,1,0 TERM_PROGRAM=tmux TERM_PROGRAM_VERSION=\(version)\(other)")
            #expect(inside.hasSynchronizedUpdates == isSynchronized)
            #expect(inside.hasTaskbarProgress == hasProgress)
        }
    }
}
