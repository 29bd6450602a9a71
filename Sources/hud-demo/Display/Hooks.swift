import HUDCore
import HUDJob
import HUDTerminal

/// The commands that run when everything else has ended: `--on-success` and `--on-failure`.
struct Hooks: Sendable {
    var success: CommandArgument?
    var failure: CommandArgument?

    var isEmpty: Bool { success == nil && failure == nil }

    /// Runs the command for `status`, when the HUD is gone. It has the terminal, and its own status has no effect.
    func run(_ label: String, status: Int32, after elapsed: Duration) {
        guard let command = status == 0 ? success : failure else { return }
        var configuration = HUDJob.Configuration()
        configuration.usesHistory = false
        // A whole command line can be too long for a variable.
        configuration.environment = .updating([
            "HUD_LABEL": label.ellipsized, "HUD_STATUS": String(status), "HUD_ELAPSED": elapsed.decimalSeconds
        ])
        do throws(HUDJobError) {
            _ = try HUDJob(words: ["/bin/sh", "-c", command], configuration: configuration).relay { _ in nil }
        } catch {
            StandardError.say(error.description)
        }
    }
}

extension Option {
    /// The options of commands that run at the end.
    static let hooks = [
        Option(
            "on-success", .word("cmd"), "a command that runs at the end if all went well",
            manual: """
                Run this command with the shell when the status is 0.
                It runs after the HUD has disappeared and the summary is written, and does not change the status of
                .Nm .
                It has the label in
                .Ev HUD_LABEL
                (the last one, if progress lines have changed it; cut after 1000 characters), the status in
                .Ev HUD_STATUS ,
                and the elapsed seconds in
                .Ev HUD_ELAPSED .
                """
        ) { $0.hud.end.hooks.success = $1 },
        Option(
            "on-failure", .word("cmd"), "a command that runs at the end after a failure",
            manual: """
                The same when the status is not 0, or a signal has ended the command.
                """
        ) { $0.hud.end.hooks.failure = $1 }
    ]

    static let usage = Option(
        "usage", .flag, "say in the end what the command has cost, in time and memory",
        manual: """
            Say in the end what the command has cost: the processor time that it has used in its programs (user) and in the kernel (system), and the most
            memory that one of its processes has had.
            They are in the summary, in the last plain line, and in the last event of the JSON, as
            .Ql make -j8 1:42 (5:12 user, 0:21 system, 812 MB) .
            Processes that the command has waited for count, and those that they have waited for; processes that it has left behind do not.
            On Linux the memory of a small command is that of
            .Nm
            itself, 2 to 5 MB: the new process has this much until it runs the command's program, and the kernel keeps the maximum.
            .Nm Cm group
            says it of each job, also in the joblog, and in the end of all together: the sum of the times, and the memory of the largest process.
            """
    ) { $0.hud.end.showsUsage = $1 }
}
