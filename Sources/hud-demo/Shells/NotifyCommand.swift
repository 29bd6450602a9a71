import HUDCore
import HUDLibc
import HUDTerminal

/// `hud-demo notify`: sends a desktop notification that a command has ended.
struct NotifyCommand {
    private let text: String
    /// The exit status of the command as a shell has it; nil: there was no command.
    private let status: Int?
    /// How long the command took.
    private let elapsed: Duration?

    init(_ arguments: Arguments) throws(UsageError) {
        guard !arguments.all.isEmpty else {
            throw UsageError(message: "notify needs a text: hud-demo notify 'The backup is done'")
        }
        text = arguments.all.map(\.text).joined(separator: " ")
        status = arguments.settings.status
        elapsed = arguments.settings.elapsed
    }

    func run() -> Int32 {
        if let notification { notification.send() }
        return 0
    }

    /// Nil if the user is there: ^C has ended the command, or ^Z has stopped it.
    private var notification: TerminalNotification? {
        guard let status else {
            return elapsed.map { TerminalNotification(text, .succeeded, after: $0) } ?? TerminalNotification(title: text)
        }
        if [SIGINT, SIGTSTP, SIGSTOP, SIGTTIN, SIGTTOU].contains(Int32(status) - 128) { return nil }
        let outcome: HUDOutcome = status == 0 ? .succeeded : .failed(reason: "status \(status)")
        if let elapsed { return TerminalNotification(text, outcome, after: elapsed) }
        return TerminalNotification(title: text, body: status == 0 ? "Succeeded" : "Failed: status \(status)")
    }
}

extension Command {
    static let notify = Command(
        name: "notify", summary: "send a desktop notification",
        usage: """
            Usage: hud-demo notify [options] TEXT ...

            Sends a desktop notification by what the terminal knows (OSC 99, 777 or 9), by
            notify-send or by the bell. Nothing is sent without a terminal, or if $CI,
            $ACCESSIBLE or an agent's variable is on.
            """,
        own: { options }, notes: "Exit status: 0; 2 usage error.", words: Argument(name: "text"), takesManyWords: true,
        run: { try NotifyCommand($0).run() })

    private static let options = [
        Option(
            "status", Parameter("status") { try $0.number(in: 0...255) }, "the exit status of a command that has ended",
            usage: "the exit status of a command that has ended; nothing is sent if ^C has ended it or ^Z has stopped it",
            manual: """
                The exit status of a command that has ended.
                Nothing is sent if it is that of a command that ^C has ended or ^Z has stopped.
                """
        ) { $0.status = $1 },
        Option(
            "elapsed", Parameter("seconds") { try $0.endlessDuration() }, "how long the command took",
            usage: "how long it took, in seconds",
            manual: "How long the command took."
        ) { $0.elapsed = $1 }
    ]
}
