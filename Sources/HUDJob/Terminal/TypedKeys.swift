import CTerminalSupport
import HUDLibc

/// Keys on their way to a job.
struct TypedKeys {
    /// Those that the job's terminal has not taken.
    private(set) var waiting: [UInt8] = []
    /// Whether the next key is quoted (VLNEXT) and has no special meaning.
    private var isQuoted = false
    /// Whether ^C or the like was typed after the end of the job.
    private(set) var isInterrupted = false

    /// Adds keys that our terminal has echoed, with the settings `found`.
    mutating func add(echoed keys: [UInt8], by found: termios, to master: Int32, _ slave: Int32) {
        var (keys, found) = (keys, found)
        if !keys.isEmpty { waiting += keys.dropFirst(hud_write_without_echo(master, slave, &found, &keys, keys.count)) }
    }

    /// Adds keys. Sends the signals of ^C and ^\ to our own foreground process group, such as a script or a pipeline. The job's terminal sends them only to the
    /// job.
    ///
    /// - Parameters:
    ///   - group: The job's process group.
    ///   - leader: The leader of its session.
    mutating func add(_ keys: [UInt8], for group: pid_t, leader: pid_t, on master: Int32) {
        waiting += keys
        var settings = termios()
        guard !keys.isEmpty, tcgetattr(master, &settings) == 0 else { return }
        for key in keys {
            let meaning = hud_signal_of_key(&settings, key)
            if meaning > 0, !isQuoted {
                // If the job is a shell and has another process group in its foreground, the key does not concern our own foreground.
                let foreground = tcgetpgrp(master)
                if foreground == group { kill(0, meaning) }
                // The leader is the foreground again: the job has ended, and we have not been notified yet.
                if foreground == leader { isInterrupted = true }
            }
            isQuoted = meaning < 0 && !isQuoted
        }
    }

    /// Passes on what the job's terminal takes now.
    mutating func pass(to master: Int32) {
        waiting.pass(to: master)
    }

    /// Takes what was not passed on.
    mutating func take() -> [UInt8] {
        defer { waiting = [] }
        return waiting
    }
}

extension [UInt8] {
    /// Writes what a terminal takes of these keys now, and keeps the rest, unless none of it can be written any more.
    mutating func pass(to terminal: Int32) {
        if isEmpty { return }
        let count = write(terminal, self, self.count)
        if count > 0 { removeFirst(count) }
        if count < 0, errno != EAGAIN, errno != EINTR { self = [] }
    }
}
