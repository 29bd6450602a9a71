import HUDCore
import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct NotificationTests {
    private static let notification = TerminalNotification("make -j8", .failed(reason: "status 2"), after: .seconds(83))

    private func facts(_ variables: [String: String], _ change: (inout NotificationFacts) -> Void = { _ in }) -> NotificationFacts
    {
        let standard = ["TERM": "xterm-256color"]
        var facts = NotificationFacts(environment: TerminalEnvironment(variables: standard.merging(variables) { $1 }))
        change(&facts)
        return facts
    }

    /// The plan in one line.
    private func plan(
        _ variables: [String: String], _ notification: TerminalNotification = notification,
        _ change: (inout NotificationFacts) -> Void = { _ in }
    ) -> String {
        switch NotificationPlan(for: notification, facts(variables, change)) {
        case .nothing: "nothing"
        case .write(let bytes): GoldenText.escaped(bytes)
        case .run(let command, let bytes): command.joined(separator: "|") + " else " + GoldenText.escaped(bytes)
        }
    }

    private static let kitty =
        #"\e]99;i=hud:o=unfocused:d=0;make -j8\e\\\e]99;i=hud:o=unfocused:p=body;Failed after 1:23: status 2\e\\"#
    private static let titled = #"\e]777;notify;make -j8;Failed after 1:23: status 2\e\\"#
    private static let line = #"\e]9;make -j8: Failed after 1:23: status 2\e\\"#
    private static let bell = GoldenText.escaped([0x07])
    private static let command = "notify-send|--|make -j8|Failed after 1:23: status 2"

    // MARK: Terminals

    @Test(
        arguments: [
            (["TERM": "xterm-kitty"], kitty), (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], kitty),
            (["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.110.0"], kitty),
            (["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "2.0.0-insider"], kitty),
            (["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.109.5"], bell), (["TERM_PROGRAM": "vscode"], bell),
            (["TERM": "foot"], titled), (["TERM": "foot-extra"], titled), (["TERM": "xterm-ghostty"], titled),
            (["TERM_PROGRAM": "ghostty"], titled), (["TERM_PROGRAM": "WezTerm"], titled), (["TERM": "wezterm"], titled),
            (["TERM": "rxvt-unicode-256color"], titled), (["TERM": "contour"], titled),
            (["TERM_PROGRAM": "WarpTerminal"], titled),
            (["TERM_PROGRAM": "iTerm.app"], line), (["LC_TERMINAL": "iTerm2"], line),
            (["WT_SESSION": "b3f4"], titled + bell), (["VTE_VERSION": "7600"], titled + bell),
            (["KONSOLE_VERSION": "230800"], titled + bell),
            (["TERM_PROGRAM": "Apple_Terminal"], bell), (["ConEmuANSI": "ON"], bell), (["TERM": "xterm"], bell),
            (["TERM": "linux"], bell),
            (["TERM": "alacritty"], bell)
        ] as [([String: String], String)])
    func `Each terminal gets the sequence that it shows as a notification`(variables: [String: String], bytes: String) {
        #expect(plan(variables) == bytes)
        // Over ssh it is the same: a desktop of the other machine is not the user's.
        let remote = variables.merging(["SSH_CONNECTION": "::1 1 ::1 22", "DISPLAY": "localhost:10.0"]) { $1 }
        #expect(plan(remote) { $0.hasNotifier = true } == bytes)
    }

    @Test func `A terminal is named by TERM rather than by variables of the terminal that started it`() {
        #expect(plan(["TERM": "foot", "KITTY_WINDOW_ID": "1", "TERM_PROGRAM": "iTerm.app"]) == Self.titled)
        #expect(plan(["TERM_PROGRAM": "WezTerm", "KITTY_WINDOW_ID": "1"]) == Self.titled)
    }

    @Test(arguments: [["CI": "true"], ["ACCESSIBLE": "1"], ["TERM": "dumb"], ["TERM": ""]])
    func `Where lines are all that is wanted, nothing is sent`(variables: [String: String]) {
        let all = variables.merging(["DISPLAY": ":0", "KITTY_WINDOW_ID": "1"]) { $1 }
        #expect(plan(all) { $0.hasNotifier = true } == "nothing")
    }

    // MARK: The desktop

    @Test(arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
    func `A local desktop shows what the terminal may not, and the terminal gets it if that fails`(variable: String) {
        #expect(plan([variable: ":0"]) { $0.hasNotifier = true } == Self.command + " else " + Self.bell)
        #expect(
            plan([variable: ":0", "VTE_VERSION": "7600"]) { $0.hasNotifier = true } == Self.command + " else " + Self.titled
                + Self.bell)
        #expect(plan([variable: ":0", "TERM": "foot"]) { $0.hasNotifier = true } == Self.titled)
        #expect(plan([variable: ":0"]) == Self.bell)
        #expect(plan([variable: ""]) { $0.hasNotifier = true } == Self.bell)
        for remote in ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"] {
            #expect(plan([variable: ":0", remote: "x"]) { $0.hasNotifier = true } == Self.bell)
        }
    }

    @Test func `What notify-send and the desktop read as markup is escaped`() {
        let nasty = TerminalNotification(title: "<b>\\n&", body: "<b>\\n&'\"")
        #expect(
            plan(["DISPLAY": ":0"], nasty) { $0.hasNotifier = true }
                == "notify-send|--|<b>\\n&|&lt;b&gt;\\\\n&amp;'\" else " + Self.bell)
        #expect(
            plan(["DISPLAY": ":0"], TerminalNotification(title: "")) { $0.hasNotifier = true } == "notify-send|--| | else "
                + Self.bell)
    }

    // MARK: Multiplexers

    @Test func `In tmux the variables do not describe the terminal`() {
        for multiplexer in ["TMUX", "STY", "ZELLIJ"] {
            #expect(plan([multiplexer: "1", "KITTY_WINDOW_ID": "1", "TERM_PROGRAM": "WezTerm"]) == Self.bell)
            #expect(plan([multiplexer: "1", "DISPLAY": ":0"]) { $0.hasNotifier = true } == Self.command + " else " + Self.bell)
        }
    }

    @Test(arguments: [
        ("xterm-kitty", "", kitty), ("xterm-256color", "kitty(0.35.2)", kitty), ("xterm-256color", "WezTerm 20240203", titled),
        ("xterm-256color", "iTerm2 3.5.0", line), ("xterm-256color", "ghostty 1.0.1", titled), ("foot", "", titled),
        ("xterm-256color", "VTE(7600)", nil), ("xterm-256color", "", nil)
    ])
    func `tmux that passes sequences on gets them in its envelope`(terminal: String, product: String, sequence: String?) {
        let seen = plan(["TMUX": "/tmp/x,1,0"]) { $0.tmux = .init(passesOn: true, terminal: terminal, product: product) }
        let inner = sequence.map { $0.replacing("\\e", with: "\\e\\e") }
        #expect(seen == (inner.map { #"\ePtmux;"# + $0 + #"\e\\"# } ?? Self.bell))
        let kept = plan(["TMUX": "/tmp/x,1,0"]) { $0.tmux = .init(passesOn: false, terminal: terminal, product: product) }
        #expect(kept == Self.bell)
    }

    @Test(arguments: [
        // tmux before 3.3 has no such option and passes everything on.
        ("\t1\t0\txterm-kitty\t", true), ("0\t1\t0\txterm-kitty\t", false), ("off\t1\t0\txterm-kitty\t", false),
        ("1\t1\t0\txterm-kitty\t", true), ("on\t1\t0\txterm-kitty\t", true), ("on\t0\t0\txterm-kitty\t", false),
        ("on\t1\t1\txterm-kitty\t", false), ("all\t0\t0\txterm-kitty\t", true), ("2\t1\t1\txterm-kitty\t", true)
    ])
    func `tmux passes on from a visible pane, if it may`(answer: String, passesOn: Bool) {
        #expect(NotificationFacts.Tmux(answer: answer + "\n") == .init(passesOn: passesOn, terminal: "xterm-kitty"))
    }

    @Test(arguments: ["", "\n", "no server running on /tmp/x", "on\t1\t0\txterm"])
    func `An answer of tmux that is not complete is none`(answer: String) {
        #expect(NotificationFacts.Tmux(answer: answer) == nil)
    }

    @Test func `The product of the terminal behind tmux is read`() {
        #expect(NotificationFacts.Tmux(answer: "on\t1\t0\txterm\tfoot(1.16.2)\n")?.product == "foot(1.16.2)")
    }

    // MARK: Text

    @Test(arguments: [["TERM": "xterm-kitty"], ["TERM": "foot"], ["TERM_PROGRAM": "iTerm.app"]])
    func `A text can't end the sequence or begin another`(variables: [String: String]) {
        let nasty = TerminalNotification(
            title: "a\u{1B}\\\u{7}b\u{9C};4;3\n", body: "\u{1B}]2;x\u{7}\u{90}\r\t" + String(repeating: "x", count: 500))
        for isUTF8 in [true, false] {
            guard case .write(let bytes) = NotificationPlan(for: nasty, facts(variables) { $0.isUTF8 = isUTF8 }) else {
                Issue.record("nothing is written")
                continue
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let controls = text.unicodeScalars.filter { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
            // Only those of the sequences themselves.
            let sequences = variables["TERM"] == "xterm-kitty" ? 2 : 1
            #expect(controls.map(\.value) == Array(repeating: 0x1B, count: 2 * sequences))
            if !isUTF8 { #expect(text.utf8.allSatisfy { $0 < 0x80 }) }
            #expect(bytes.count < 1000)
        }
    }

    @Test func `A semicolon in the text is no separator of OSC 777 and OSC 9`() {
        let loop = TerminalNotification(title: "a; b", body: "c; d")
        #expect(plan(["TERM": "foot"], loop) == #"\e]777;notify;a, b;c, d\e\\"#)
        #expect(plan(["TERM_PROGRAM": "iTerm.app"], TerminalNotification(title: "4;3;0")) == #"\e]9;4,3,0\e\\"#)
        #expect(plan(["TERM": "xterm-kitty"], TerminalNotification(title: "a; b")) == #"\e]99;i=hud:o=unfocused;a; b\e\\"#)
    }

    @Test(arguments: [
        (HUDOutcome.succeeded, Duration.milliseconds(4210), "Succeeded after 4.2 s"),
        (.failed(), .seconds(7200), "Failed after 2:00:00"),
        (.failed(reason: "SIGKILL"), .seconds(30), "Failed after 0:30: SIGKILL"),
        (.cancelled, .seconds(61), "Cancelled after 1:01")
    ])
    func `The text says how it ended and after what time`(outcome: HUDOutcome, elapsed: Duration, text: String) {
        #expect(TerminalNotification("make", outcome, after: elapsed) == TerminalNotification(title: "make", body: text))
        #expect(TerminalNotification("", outcome, after: elapsed) == TerminalNotification(title: text))
    }

    // MARK: The driver

    @Test func `Nothing is sent to what is not a terminal`() {
        #expect(!TerminalNotification(title: "x").send(to: -1))
    }

    @Test func `A program that fails, is not there or takes too long has no answer`() {
        #expect(NotificationHelper.output(of: ["echo", "one", "two"], milliseconds: 10000) == "one two\n")
        #expect(NotificationHelper.output(of: ["false"], milliseconds: 10000) == nil)
        #expect(NotificationHelper.output(of: ["hud-no-such-program"], milliseconds: 10000) == nil)
        #expect(NotificationHelper.output(of: ["sh", "-c", "kill -9 $$"], milliseconds: 10000) == nil)
        #expect(NotificationHelper.output(of: ["sleep", "1000"], milliseconds: 50) == nil)
        #expect(NotificationHelper.output(of: ["sh", "-c", "exec >&-; sleep 1000"], milliseconds: 50) == nil)
        // More than there is room for.
        #expect(NotificationHelper.output(of: ["sh", "-c", "printf %5000d 1"], milliseconds: 10000)?.utf8.count == 1023)
    }

    @Test func `A program is looked for in the folders of PATH`() {
        #expect(NotificationHelper.isInstalled("sh"))
        #expect(!NotificationHelper.isInstalled("hud-no-such-program"))
    }
}
