import HUDCore
import HUDLibc
import HUDTerminal

/// `hud-demo notify`: sends a desktop notification that a command has ended.
struct NotifyCommand {
    struct Options: Equatable {
        /// What the notification is about.
        var text = ""
        /// The exit status of the command as a shell has it; nil: there was no command.
        var status: Int32?
        /// How long the command took.
        var elapsed: Duration?

        static let known: [OptionReader.Option] = [
            .init("status", "the exit status of a command that has ended", .any("STATUS")),
            .init("elapsed", "how long the command took", .seconds)
        ]

        /// Takes one of the options in ``known``.
        mutating func take(_ option: OptionReader.Found) throws(UsageError) {
            if option.name == "status" {
                status = Int32(try option.number(in: 0...255))
            } else {
                elapsed = try option.endlessDuration()
            }
        }
    }

    var options: Options

    func run() -> Int32 {
        if let notification { notification.send() }
        return 0
    }

    /// Nil if the user is there: ^C has ended the command, or ^Z has stopped it.
    private var notification: TerminalNotification? {
        let text = options.text
        guard let status = options.status else {
            return options.elapsed.map { TerminalNotification(text, .succeeded, after: $0) } ?? TerminalNotification(title: text)
        }
        if [SIGINT, SIGTSTP, SIGSTOP, SIGTTIN, SIGTTOU].contains(status - 128) { return nil }
        let outcome: HUDOutcome = status == 0 ? .succeeded : .failed(reason: "status \(status)")
        if let elapsed = options.elapsed { return TerminalNotification(text, outcome, after: elapsed) }
        return TerminalNotification(title: text, body: status == 0 ? "Succeeded" : "Failed: status \(status)")
    }
}
