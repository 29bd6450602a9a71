import HUDCore
import HUDJob

/// Commands that were asked to end, each with the time at which it is killed if it has not.
struct EndingCommands {
    private var commands: [(command: OpenCommand, deadline: HUDInstant)] = []

    var isEmpty: Bool { commands.isEmpty }

    mutating func add(_ command: OpenCommand, at now: HUDInstant) {
        commands.append((command, now.advanced(by: OpenCommand.mercy)))
    }

    /// Lets a loop wait until one has ended, or its time is over.
    func watch<Source>(in loop: inout EventLoop<Source>, as source: Source) {
        for (command, deadline) in commands {
            loop.watch(command.reports, as: source)
            loop.wake(at: deadline)
        }
    }

    /// Forgets the commands that have ended, and kills those whose time is over.
    mutating func check(at now: HUDInstant) {
        commands.removeAll { command, deadline in
            if command.status() == nil {
                guard deadline <= now else { return false }
                command.kill()
            }
            command.leave()
            return true
        }
    }

    /// Kills the commands that have not ended.
    mutating func killAll() { check(at: .distantFuture) }
}
