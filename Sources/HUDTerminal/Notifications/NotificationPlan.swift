/// What is done to notify the user: a value, from a notification and the facts.
///
/// | where | by |
/// | --- | --- |
/// | no terminal that takes more than lines, continuous integration, a screen reader | nothing |
/// | a terminal that is known to show notifications | its sequence (``NotificationChannel``) |
/// | tmux that passes sequences on to such a terminal | the same, in tmux's envelope |
/// | a desktop of this machine, with `notify-send` | `notify-send`; if that fails, what follows |
/// | a terminal of which only some versions show notifications | OSC 777 and the bell |
/// | everything else, including other multiplexers | the bell |
enum NotificationPlan: Sendable, Equatable {
    case nothing
    case write([UInt8])
    /// Runs a command. If it fails, writes.
    case run([String], otherwise: [UInt8])

    init(for notification: TerminalNotification, _ facts: NotificationFacts) {
        guard !facts.forbidsSending else {
            self = .nothing
            return
        }
        let passing = facts.tmux.flatMap { $0.passesOn ? $0 : nil }
        let channel: NotificationChannel =
            facts.environment.isMultiplexed
            ? passing.map { NotificationChannel($0) } ?? .bell : NotificationChannel(facts.environment)
        let text = NotificationText(notification, isUTF8: facts.isUTF8)
        var bytes = text.bytes(by: channel, identifier: facts.identifier)
        // The bell needs no envelope: tmux passes it on, and marks the window by it.
        if facts.environment.isMultiplexed, channel.isCertain { bytes = Self.throughTmux(bytes) }
        let needsDesktop = !channel.isCertain && facts.hasLocalDesktop && facts.hasNotifier
        self = needsDesktop ? .run(text.command, otherwise: bytes) : .write(bytes)
    }

    /// A sequence in the envelope that tmux opens: a device control string in which each escape character is doubled.
    static func throughTmux(_ bytes: [UInt8]) -> [UInt8] {
        Array("\u{1B}Ptmux;".utf8) + bytes.flatMap { $0 == 0x1B ? [$0, $0] : [$0] } + Array("\u{1B}\\".utf8)
    }
}

/// The text of a notification in its forms for terminals and programs. None of them contains a control character.
struct NotificationText {
    private let title: String
    private let body: String

    init(_ notification: TerminalNotification, isUTF8: Bool) {
        func harmless(_ text: String) -> String { HarmlessText.of(text.beginning(characters: 200), isUTF8: isUTF8) }
        title = harmless(notification.title)
        body = harmless(notification.body)
    }

    func bytes(by channel: NotificationChannel, identifier: String) -> [UInt8] {
        switch channel {
        case .kitty: kitty(identifier)
        case .titled: titled
        case .titledWithBell: titled + [0x07]
        // ConEmu's sequences begin with a number and a semicolon. iTerm2 and others know some of them too.
        case .line: Self.command("9;" + Self.withoutSemicolons(body.isEmpty ? title : title + ": " + body))
        case .bell: [0x07]
        }
    }

    /// Two parts with the same identifier: the title, which is not done yet (`d=0`), and the body.
    private func kitty(_ identifier: String) -> [UInt8] {
        if body.isEmpty { return Self.command("99;i=\(identifier):o=unfocused;\(title)") }
        let start = "99;i=\(identifier):o=unfocused"
        return Self.command("\(start):d=0;\(title)") + Self.command("\(start):p=body;\(body)")
    }

    /// Title and body are divided by a semicolon, which has no other form.
    private var titled: [UInt8] { Self.command("777;notify;\(Self.withoutSemicolons(title));\(Self.withoutSemicolons(body))") }

    /// The words of a command that shows it on the desktop. notify-send removes backslashes from the body, and the desktop may read markup in it.
    var command: [String] {
        var escaped = ""
        for character in body.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return ["notify-send", "--", title.isEmpty ? " " : title, escaped]
    }

    private static func withoutSemicolons(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == ";" ? "," : $0 }))
    }

    /// An operating system command (OSC).
    private static func command(_ text: String) -> [UInt8] { Array("\u{1B}]\(text)\u{1B}\\".utf8) }
}
