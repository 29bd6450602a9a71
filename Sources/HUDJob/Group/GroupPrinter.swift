import CTerminalSupport
import HUDLibc
import HUDTerminal
import Synchronization

/// Prints the output of all jobs of a group: above the HUD if it is on a terminal, otherwise to standard output and standard error.
///
/// A piece of output is printed in one go. If a job's output ends in the middle of a line, a line feed follows before the output of another job, and none
/// if nothing follows. While the job goes on, lines of other jobs wait for the end of its line.
///
/// One thread writes, and holds no lock meanwhile: a terminal or a reader that takes nothing is waited for by that thread alone. What other threads print is
/// queued, in a file beyond ``mostInMemory``. So much is queued when a job's kept output is printed; output that is printed as it comes is not read from
/// the job's pipe beyond that.
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

    /// What is queued.
    private enum Print: Sendable {
        case text(Bytes, Destination, job: Int, goesOn: Bool)
        case lines(Bytes, Destination, job: Int, name: [UInt8])
        case end(job: Int)
        case resetModes
        /// Everything before is printed.
        case then(@Sendable () -> Void)
        case stop
    }

    private enum Bytes: Sendable {
        case memory([UInt8])
        case shelved(Range<off_t>)
    }

    /// The number of bytes that are queued in memory, unless there is no space for a file.
    private static let mostInMemory = 256 << 10

    private let screen: (any TerminalRenderer)?
    /// Where the output of jobs waits that are done before their turn, and output that is queued.
    let shelf = GroupShelf()
    /// Where output stays that was printed and can still be shown.
    let archive = GroupShelf()
    private let queue: GroupMailbox<Print>
    /// The number of entries of the queue that are not done, and of the bytes that are in memory.
    private let pending = Atomic<Int>(0)
    private let inMemory = Atomic<Int>(0)
    /// The number of bytes that are queued.
    private let queued = Atomic<Int>(0)
    /// What to call when the queue takes more output of running jobs.
    private let waiting = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])
    private let isAwaited = Atomic<Bool>(false)
    /// Whether both outputs of a job are printed at the same place.
    let isOnePlace: Bool
    /// Whether standard output is a terminal.
    let isTerminal: Bool
    private let onFull: @Sendable () -> Void
    private let onFailure: @Sendable (String) -> Void

    /// Returns nil, with errno, if the process has no more descriptors.
    ///
    /// - Parameters:
    ///   - screen: The renderer of the HUD; nil if nothing is drawn.
    ///   - onFull: Called if the terminal is lent to another program and no more output can be held.
    ///   - onFailure: Called once for each destination that can't be written.
    init?(
        screen: (any TerminalRenderer)?, onFull: @escaping @Sendable () -> Void, onFailure: @escaping @Sendable (String) -> Void
    ) {
        guard let queue = GroupMailbox<Print>() else { return nil }
        self.queue = queue
        self.screen = screen
        self.onFull = onFull
        self.onFailure = onFailure
        isTerminal = isatty(STDOUT_FILENO) == 1
        isOnePlace =
            isTerminal && isatty(STDERR_FILENO) == 1 && hud_device_number(STDOUT_FILENO) == hud_device_number(STDERR_FILENO)
    }

    /// Whether the queue takes output that is printed as it comes. While it does not, the output stays in the job's pipe, and the job waits for the reader
    /// as it would without a group.
    ///
    /// - Parameters:
    ///   - waiter: Who asks: of several closures, the last one counts.
    ///   - wake: Called once, from any thread, when the queue takes more. Not called if it takes more now.
    func takesMore(_ waiter: AnyObject, wake: @escaping @Sendable () -> Void) -> Bool {
        if queued.load(ordering: .acquiring) <= Self.mostInMemory { return true }
        waiting.withLock { $0[ObjectIdentifier(waiter)] = wake }
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        // The last of it may have been printed meanwhile.
        if queued.load(ordering: .sequentiallyConsistent) <= Self.mostInMemory / 2 { wakeWaiting() }
        return false
    }

    private func wakeWaiting() {
        guard isAwaited.exchange(false, ordering: .sequentiallyConsistent) else { return }
        let all = waiting.withLock { waiting in
            defer { waiting = [:] }
            return waiting.values
        }
        for wake in all { wake() }
    }

    private func notePrinted(_ count: Int) {
        let (_, rest) = queued.subtract(count, ordering: .sequentiallyConsistent)
        if rest <= Self.mostInMemory / 2 { wakeWaiting() }
    }

    /// Whether something waits to be printed.
    var isBusy: Bool { pending.load(ordering: .acquiring) > 0 }

    /// Where output of a job's standard output or standard error goes.
    func destination(of stream: JobStream) -> Destination {
        stream == .errors && !isOnePlace ? .errors : .output
    }

    // MARK: The queue

    /// Prints output of a job.
    ///
    /// - Parameter goesOn: Whether the job can go on with a line that is unfinished. If so, ``end(of:)`` must follow.
    func put(_ bytes: UnsafeRawBufferPointer, to destination: Destination, from job: Int, goesOn: Bool = false) {
        if !bytes.isEmpty { post(.text(kept(bytes), destination, job: job, goesOn: goesOn)) }
    }

    /// Prints lines of a job beside another one that prints as it goes on.
    ///
    /// - Parameter name: What precedes each line if other jobs have printed since the job did.
    func putLines(_ lines: UnsafeRawBufferPointer, to destination: Destination, from job: Int, name: [UInt8] = []) {
        if !lines.isEmpty { post(.lines(kept(lines), destination, job: job, name: name)) }
    }

    /// Prints the line that says that a job has failed.
    func putHead(_ line: UnsafeRawBufferPointer) { put(line, to: destination(of: .errors), from: -1) }

    /// Notes that a job does not go on with its unfinished line.
    func end(of job: Int) { post(.end(job: job)) }

    /// Resets the modes of the terminal that a job has left set, before the next job's output.
    func resetModes() { post(.resetModes) }

    /// Calls `body` when everything before is printed.
    func then(_ body: @escaping @Sendable () -> Void) { post(.then(body)) }

    /// Ends the thread when it has printed everything.
    func stop() { post(.stop) }

    private func post(_ print: Print) {
        pending.add(1, ordering: .releasing)
        queue.post(print)
    }

    private func kept(_ bytes: UnsafeRawBufferPointer) -> Bytes {
        queued.add(bytes.count, ordering: .relaxed)
        if inMemory.load(ordering: .relaxed) + bytes.count > Self.mostInMemory, let place = shelf.put({ $0(bytes) }) {
            return .shelved(place)
        }
        inMemory.add(bytes.count, ordering: .relaxed)
        return .memory(Array(bytes))
    }

    // MARK: The thread

    /// Starts the thread. Returns false if there is none to be had.
    func start() -> Bool {
        JobThread.startIfPossible { [self] in
            var places = [Place(), Place()]
            while true {
                for print in queue.wait() {
                    if case .stop = print { return }
                    carryOut(print, &places)
                    pending.subtract(1, ordering: .releasing)
                }
            }
        }
    }

    private func carryOut(_ print: Print, _ places: inout [Place]) {
        switch print {
        case .text(let bytes, let destination, let job, let goesOn):
            take(bytes) { piece in change(destination, &places) { $0.put(piece, from: job, goesOn: goesOn, $1) } }
        case .lines(let bytes, let destination, let job, let name):
            take(bytes) { piece in change(destination, &places) { $0.putLines(piece, from: job, name: name, $1) } }
        case .end(let job):
            for destination in Destination.allCases { change(destination, &places) { $0.end(of: job, $1) } }
        case .resetModes: screen?.resetModes(andStyle: true)
        case .then(let body): body()
        case .stop: break
        }
    }

    private func take(_ bytes: Bytes, _ body: (UnsafeRawBufferPointer) -> Void) {
        switch bytes {
        case .memory(let bytes):
            bytes.withUnsafeBytes { body($0) }
            inMemory.subtract(bytes.count, ordering: .relaxed)
            notePrinted(bytes.count)
        case .shelved(let place):
            // A piece is printed in one go.
            var all: [UInt8] = []
            all.reserveCapacity(place.count)
            shelf.take(place) { all += $0 }
            all.withUnsafeBytes { body($0) }
            // Also what could not be read: it waits no longer.
            notePrinted(place.count)
        }
    }

    /// Makes a change, and writes what it says until a write fails.
    private func change(
        _ destination: Destination, _ places: inout [Place], _ body: (inout PrintedEnd, (UnsafeRawBufferPointer) -> Void) -> Void
    ) {
        if places[destination.rawValue].error != 0 { return }
        var error: Int32 = 0
        body(&places[destination.rawValue].end) { bytes in if error == 0 { error = write(bytes, to: destination) } }
        places[destination.rawValue].error = error
        if error != 0 {
            let name = destination == .output ? "standard output" : "standard error"
            onFailure("can't write to \(name): " + String(cString: strerror(error)))
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
