import CTerminalSupport
import HUDLibc
import HUDTerminal
import Synchronization

/// Prints the output of all jobs of a group: above the HUD if it is on a terminal, otherwise to standard output and standard error.
///
/// A piece of output is printed in one go. If a job's output ends in the middle of a line, a line feed follows before the output of another job, and none
/// if nothing follows. While the job goes on, lines of other jobs wait for the end of its line.
final class GroupPrinter: Sendable {
    /// Where output goes: standard output or standard error, or both if they are one terminal.
    enum Destination: Int, CaseIterable, Sendable {
        case output = 0
        case errors = 1
    }

    private struct Place {
        var end = PrintedEnd()
        /// Why it can't be written; 0 if it can.
        var error: Int32 = 0
    }

    private let screen: (any TerminalRenderer)?
    /// Where the output of jobs waits that are done before their turn.
    let shelf = GroupShelf()
    /// Where output stays that was printed and can still be shown.
    let archive = GroupShelf()
    private let places = Mutex<[Place]>([Place(), Place()])
    /// Whether both outputs of a job are printed at the same place.
    let isOnePlace: Bool
    /// Whether standard output is a terminal.
    let isTerminal: Bool
    private let onFull: @Sendable () -> Void
    private let onFailure: @Sendable (String) -> Void

    /// - Parameters:
    ///   - screen: The renderer of the HUD; nil if nothing is drawn.
    ///   - onFull: Called if the terminal is lent to another program and no more output can be held.
    ///   - onFailure: Called once for each destination that can't be written.
    init(
        screen: (any TerminalRenderer)?, onFull: @escaping @Sendable () -> Void, onFailure: @escaping @Sendable (String) -> Void
    ) {
        self.screen = screen
        self.onFull = onFull
        self.onFailure = onFailure
        isTerminal = isatty(STDOUT_FILENO) == 1
        isOnePlace =
            isTerminal && isatty(STDERR_FILENO) == 1 && hud_device_number(STDOUT_FILENO) == hud_device_number(STDERR_FILENO)
    }

    /// Where output of a job's standard output or standard error goes.
    func destination(of stream: JobStream) -> Destination {
        stream == .errors && !isOnePlace ? .errors : .output
    }

    /// Prints output of a job.
    ///
    /// - Parameter goesOn: Whether the job can go on with a line that is unfinished. If so, ``end(of:)`` must follow.
    func put(_ bytes: UnsafeRawBufferPointer, to destination: Destination, from job: Int, goesOn: Bool = false) {
        change(destination) { $0.put(bytes, from: job, goesOn: goesOn, $1) }
    }

    /// Prints lines of a job beside another one that prints as it goes on.
    ///
    /// - Parameter name: What precedes each line if other jobs have printed since the job did.
    func putLines(_ lines: UnsafeRawBufferPointer, to destination: Destination, from job: Int, name: [UInt8] = []) {
        change(destination) { $0.putLines(lines, from: job, name: name, $1) }
    }

    /// Notes that a job does not go on with its unfinished line.
    func end(of job: Int) {
        for destination in Destination.allCases { change(destination) { $0.end(of: job, $1) } }
    }

    /// Resets the modes of the terminal that a job has left set, before the next job's output.
    func resetModes() { screen?.resetModes() }

    /// Makes a change, and writes what it says until a write fails.
    private func change(_ destination: Destination, _ body: (inout PrintedEnd, (UnsafeRawBufferPointer) -> Void) -> Void) {
        let failure: Int32 = places.withLock { places in
            // Taken out, so that what waits is not copied.
            var place = Place()
            swap(&place, &places[destination.rawValue])
            defer { swap(&place, &places[destination.rawValue]) }
            if place.error != 0 { return 0 }
            var error: Int32 = 0
            body(&place.end) { bytes in if error == 0 { error = write(bytes, to: destination) } }
            place.error = error
            return error
        }
        if failure != 0 {
            let name = destination == .output ? "standard output" : "standard error"
            onFailure("can't write to \(name): " + String(cString: strerror(failure)))
        }
    }

    /// Returns 0 or an errno.
    private func write(_ bytes: UnsafeRawBufferPointer, to destination: Destination) -> Int32 {
        let descriptor = destination == .output ? STDOUT_FILENO : STDERR_FILENO
        if let screen, isatty(descriptor) == 1 {
            screen.passThrough(bytes.bytes)
            if screen.canHoldNoMore { onFull() }
            return 0
        }
        return GroupFile.write(bytes, to: descriptor)
    }
}

/// What a job writes to.
enum JobStream: Int, Sendable {
    case output
    case errors
}

/// Writes to descriptors.
enum GroupFile {
    /// Writes all bytes. A pipe without a reader is an error, and raises no SIGPIPE. Returns 0 or an errno.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var signals = sigset_t()
        let state = hud_block_sigpipe(descriptor, &signals)
        defer { hud_unblock_sigpipe(descriptor, &signals, state) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = HUDLibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }
}
