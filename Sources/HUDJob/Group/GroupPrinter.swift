import CTerminalSupport
import HUDLibc
import HUDTerminal
import Synchronization

/// Prints the output of all jobs of a group: above the HUD if it is on a terminal, otherwise to standard output and standard error.
///
/// A piece of output is printed in one go. If a job's output ends in the middle of a line, a line feed follows before the output of another job, and none
/// if nothing follows.
final class GroupPrinter: Sendable {
    /// Where output goes: standard output or standard error, or both if they are one terminal.
    enum Destination: Int, CaseIterable, Sendable {
        case output = 0
        case errors = 1
    }

    private struct Place {
        /// The job whose unfinished line is at the end; nil if the last line is complete.
        var unfinished: Int?
        var hasFailed = false
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
    func put(_ bytes: UnsafeRawBufferPointer, to destination: Destination, from job: Int) {
        guard let last = bytes.last else { return }
        let failure: Int32 = places.withLock { places in
            let place = places[destination.rawValue]
            if place.hasFailed { return 0 }
            var error: Int32 = 0
            if let other = place.unfinished, other != job {
                error = [UInt8(ascii: "\n")].withUnsafeBytes { write($0, to: destination) }
            }
            if error == 0 { error = write(bytes, to: destination) }
            places[destination.rawValue] = Place(unfinished: last == UInt8(ascii: "\n") ? nil : job, hasFailed: error != 0)
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
