import HUDLibc
import HUDTerminal
import Synchronization

/// The output of one run of a job on its way: kept until it is printed or dropped, or printed as it comes.
///
/// The thread of the job appends; the thread that prints takes out. A few kilobytes stay in memory, and more goes to a file without a name.
final class GroupSpool: Sendable {
    /// What becomes of output as it comes.
    enum Mode: Sendable, Equatable {
        case kept
        /// It is printed, as it is.
        case live
        /// Complete lines are printed, each after the job's name.
        case lines
        /// Complete lines are printed as they are, because the output can't be kept and other jobs print as well.
        case wholeLines
        /// The result of the job has been printed. Complete lines are printed, after the job's name if other jobs have printed since.
        case late
        /// It is dropped.
        case dropped
    }

    private struct State: ~Copyable {
        var mode: Mode
        /// What is kept for each destination.
        var output = Store()
        var errors = Store()
        /// The end of the output that is not kept any more; nil if no key can show it.
        var printed: PrintedOutput?
        /// Unfinished lines: as ``Mode/lines`` for each stream, otherwise for each destination.
        var lines: [[UInt8]] = [[], []]
        /// Whether the beginnings of those lines have been printed.
        var areShown = [false, false]
    }

    static let mostInMemory = 4096
    /// A longer line is printed in pieces.
    static let longestLine = 65536

    private let job: Int
    /// The name and a colon, for lines among those of other jobs.
    let name: [UInt8]
    private let prefix: [UInt8]
    private let printer: GroupPrinter
    private let onFull: @Sendable (Int32) -> Void
    private let onUnfinishedLine: (@Sendable () -> Void)?
    private let state: Mutex<State>
    private let count = Atomic<Int>(0)

    /// The number of bytes that the job has written to standard output, or to the terminal.
    var received: Int { count.load(ordering: .relaxed) }

    /// - Parameters:
    ///   - keepsPrinted: Whether the end of the output can be copied after it was printed, too.
    ///   - onUnfinishedLine: Called when a line begins and does not end, if ``showLine()`` can follow.
    ///   - onFull: Called if output can't be kept. Its lines are printed as they come from then on.
    init(
        of job: Int, name: RawWord, mode: Mode, printer: GroupPrinter, keepsPrinted: Bool,
        onUnfinishedLine: (@Sendable () -> Void)? = nil, onFull: @escaping @Sendable (Int32) -> Void
    ) {
        self.job = job
        self.printer = printer
        self.onFull = onFull
        self.onUnfinishedLine = onUnfinishedLine
        self.name = name.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 } + Array(": ".utf8)
        prefix = mode == .lines ? self.name : []
        state = Mutex(State(mode: mode, printed: keepsPrinted ? PrintedOutput() : nil))
    }

    deinit {
        printer.end(of: job)
        let place = state.withLock { $0.printed?.place }
        if let place { printer.archive.free(place) }
    }

    /// Takes output of the job.
    func append(_ bytes: UnsafeRawBufferPointer, from stream: JobStream) {
        if stream == .output { count.add(bytes.count, ordering: .relaxed) }
        let destination = printer.destination(of: stream)
        var failure: Int32 = 0
        var beginsLine = false
        let isLive = state.withLock { state in
            let index = state.mode == .lines ? stream.rawValue : destination.rawValue
            let bytes = endShownLine(bytes, index, to: destination, &state)
            let wasUnfinished = !state.lines[index].isEmpty
            defer {
                let isUnfinished = !state.lines[index].isEmpty
                beginsLine = isUnfinished && (!wasUnfinished || Self.lineFeed(in: bytes) != nil)
            }
            switch state.mode {
            case .dropped:
                state.printed?.append(bytes)
                return false
            case .live:
                state.printed?.append(bytes)
                return true
            case .lines:
                state.printed?.append(bytes)
                if let lines = Self.completeLines(&state.lines[stream.rawValue], bytes, prefix) {
                    lines.withUnsafeBytes { printer.put($0, to: destination, from: job) }
                }
                return false
            case .wholeLines, .late:
                state.printed?.append(bytes)
                putLines(bytes, after: &state.lines[destination.rawValue], to: destination, isLate: state.mode == .late)
                return false
            case .kept:
                if onUnfinishedLine == nil {
                    failure = keep(bytes, for: destination, &state)
                } else {
                    // The unfinished line stays where it can be printed.
                    let end = Self.endOfLines(in: bytes, after: state.lines[index])
                    let lines = state.lines[index] + bytes[..<end]
                    state.lines[index] = []
                    if end > 0 { failure = lines.withUnsafeBytes { keep($0, for: destination, &state) } }
                    state.lines[index] += end > 0 ? Array(bytes[end...]) : lines + bytes
                }
                return false
            }
        }
        if failure != 0 { onFull(failure) }
        if beginsLine { onUnfinishedLine?() }
        if isLive { printer.put(bytes, to: destination, from: job, goesOn: true) }
    }

    /// Keeps output or, if that is not possible, prints it and what was kept.
    ///
    /// - Returns: The error number; 0 if the output is kept.
    private func keep(_ bytes: UnsafeRawBufferPointer, for destination: GroupPrinter.Destination, _ state: inout State) -> Int32 {
        if destination == .output ? state.output.append(bytes) : state.errors.append(bytes) { return 0 }
        let error = errno
        state.lines = drainLines(&state)
        state.printed?.append(bytes)
        state.mode = .wholeLines
        putLines(bytes, after: &state.lines[destination.rawValue], to: destination)
        return error
    }

    /// Prints the unfinished lines of a job that has the keyboard: they may be questions.
    func showLine() {
        state.withLock { state in
            for index in state.lines.indices where !state.lines[index].isEmpty {
                let destination =
                    state.mode == .lines
                    ? printer.destination(of: index == 0 ? .output : .errors) : GroupPrinter.Destination.allCases[index]
                let line = prefix + state.lines[index]
                state.lines[index] = []
                state.areShown[index] = true
                line.withUnsafeBytes { printer.put($0, to: destination, from: job, goesOn: true) }
            }
        }
    }

    /// Prints the rest of a line whose beginning was printed by ``showLine()``, and returns what follows it.
    private func endShownLine(
        _ bytes: UnsafeRawBufferPointer, _ index: Int, to destination: GroupPrinter.Destination, _ state: inout State
    ) -> UnsafeRawBufferPointer {
        guard state.areShown[index] else { return bytes }
        let end = Self.lineFeed(in: bytes).map { $0 + 1 }
        state.areShown[index] = end == nil
        let rest = bytes[..<(end ?? bytes.count)]
        printer.put(UnsafeRawBufferPointer(rebasing: rest), to: destination, from: job, goesOn: true)
        return UnsafeRawBufferPointer(rebasing: bytes[rest.endIndex...])
    }

    /// Whether more output can be taken; see ``GroupPrinter/takesMore(_:wake:)``. Output that is kept until its turn is always taken.
    func takesMore(_ waiter: AnyObject, wake: @escaping @Sendable () -> Void) -> Bool {
        switch state.withLock({ $0.mode }) {
        case .kept, .dropped: true
        case .live, .lines, .wholeLines, .late: printer.takesMore(waiter, wake: wake)
        }
    }

    /// Whether there is nothing to print.
    var isEmpty: Bool {
        state.withLock { state in
            state.output.isEmpty && state.errors.isEmpty && state.lines.allSatisfy(\.isEmpty) && !state.areShown.contains(true)
        }
    }

    /// Whether output was printed as it came.
    var hasPrinted: Bool {
        received > 0 && state.withLock { $0.mode == .live || $0.mode == .lines || $0.mode == .wholeLines }
    }

    /// Prints what was kept, and from now on what comes.
    func goLive() {
        state.withLock { state in
            guard state.mode == .kept else { return }
            drain(&state, goesOn: true)
            state.areShown = [false, false]
            state.mode = .live
        }
    }

    /// Prints what was kept. The job has ended.
    ///
    /// - Parameter head: The line that says that the job has failed. It is above output that was kept, and below output that was printed as it came.
    func finish(head: [UInt8]) {
        let isKept = state.withLock { $0.mode == .kept }
        if isKept { head.withUnsafeBytes { printer.putHead($0) } }
        state.withLock { drain(&$0) }
        endLines()
        printer.resetModes()
        printer.end(of: job)
        if !isKept { head.withUnsafeBytes { printer.putHead($0) } }
        state.withLock { state in
            switch state.mode {
            case .kept, .live, .wholeLines: state.mode = .late
            case .lines, .late, .dropped: break
            }
        }
        archive()
    }

    /// Drops what was kept, and what comes.
    func drop() {
        state.withLock { state in
            state.mode = .dropped
            state.output = Store()
            state.errors = Store()
            state.lines = [[], []]
            state.areShown = [false, false]
        }
    }

    /// Where output goes that comes after the end of the group; -1 if it is dropped.
    func descriptor(of stream: JobStream) -> Int32 {
        state.withLock { $0.mode == .dropped ? -1 : printer.destination(of: stream) == .output ? STDOUT_FILENO : STDERR_FILENO }
    }

    /// Whether all output that comes is printed at once, or dropped, so that it can come another way.
    var isPassing: Bool {
        switch state.withLock({ $0.mode }) {
        case .lines, .wholeLines, .late, .dropped: true
        case .kept, .live: false
        }
    }

    /// Moves the end of the printed output to a file that all jobs share. The job has ended.
    func archive() {
        state.withLock { $0.printed?.move(to: printer.archive) }
    }

    /// Writes the output to a file: the end of the printed output, and the output that is kept.
    ///
    /// - Returns: The number of bytes; nil, with errno, if they don't fit on the file system.
    func copy(to file: Int32) -> Int? {
        state.withLock { state in
            var count = 0
            var error: Int32 = 0
            func put(_ bytes: UnsafeRawBufferPointer) {
                if error == 0 { error = GroupFile.write(bytes, to: file) }
                count += bytes.count
            }
            state.printed?.read(from: printer.archive, put)
            state.output.read(from: printer.shelf, put)
            state.errors.read(from: printer.shelf, put)
            errno = error
            return error == 0 ? count : nil
        }
    }

    /// Prints unfinished lines.
    func endLines() {
        state.withLock { state in
            for stream in [JobStream.output, .errors] {
                let isShown = state.areShown[stream.rawValue]
                guard isShown || !state.lines[stream.rawValue].isEmpty else { continue }
                // The printer adds the line feed if the output of another job follows.
                let end = state.mode == .lines ? [UInt8(ascii: "\n")] : []
                let line = (isShown ? [] : prefix) + state.lines[stream.rawValue] + end
                state.lines[stream.rawValue] = []
                state.areShown[stream.rawValue] = false
                line.withUnsafeBytes { bytes in
                    let destination = printer.destination(of: stream)
                    if state.mode == .late {
                        put(bytes, to: destination, isLate: true)
                    } else {
                        printer.put(bytes, to: destination, from: job)
                    }
                }
            }
        }
    }

    /// Puts what is kept on the shelf, until ``finish()``. The job has ended.
    func shelve() {
        state.withLock { state in
            state.output.move(to: printer.shelf)
            state.errors.move(to: printer.shelf)
        }
    }

    /// - Parameter goesOn: Whether the job prints as it goes on from here.
    private func drain(_ state: inout State, goesOn: Bool = false) {
        for (destination, rest) in zip(GroupPrinter.Destination.allCases, drainLines(&state)) {
            rest.withUnsafeBytes { printer.put($0, to: destination, from: job, goesOn: goesOn) }
        }
    }

    /// Prints what is kept, in pieces of whole lines.
    ///
    /// - Returns: The unfinished last line for each destination.
    private func drainLines(_ state: inout State) -> [[UInt8]] {
        var printed = state.printed.take()
        var lines: [[UInt8]] = [[], []]
        for (destination, isEmpty) in zip(GroupPrinter.Destination.allCases, [state.output.isEmpty, state.errors.isEmpty])
        where state.areShown[destination.rawValue] && !isEmpty {
            // What was kept before the shown line, and since.
            [UInt8(ascii: "\n")].withUnsafeBytes { printer.put($0, to: destination, from: job) }
            state.areShown[destination.rawValue] = false
        }
        state.output.drain(from: printer.shelf) {
            printed?.append($0)
            putLines($0, after: &lines[0], to: .output)
        }
        state.errors.drain(from: printer.shelf) {
            printed?.append($0)
            putLines($0, after: &lines[1], to: .errors)
        }
        state.printed = printed
        guard state.mode == .kept else { return lines }
        for index in lines.indices { lines[index] += state.lines[index] }
        state.lines = [[], []]
        return lines
    }

    /// Prints `rest` and the complete lines of `bytes`. What follows them is the new rest, unless it is too long.
    private func putLines(
        _ bytes: UnsafeRawBufferPointer, after rest: inout [UInt8], to destination: GroupPrinter.Destination, isLate: Bool = false
    ) {
        let end = Self.endOfLines(in: bytes, after: rest)
        let complete = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        if !complete.isEmpty {
            if rest.isEmpty {
                put(complete, to: destination, isLate: isLate)
            } else {
                rest += complete
                rest.withUnsafeBytes { put($0, to: destination, isLate: isLate) }
                rest.removeAll(keepingCapacity: true)
            }
        }
        rest += bytes[end...]
    }

    /// The number of bytes that complete lines, with a line that is too long.
    private static func endOfLines(in bytes: UnsafeRawBufferPointer, after rest: [UInt8]) -> Int {
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return rest.count + bytes.count - end >= longestLine ? bytes.count : end
    }

    private func put(_ lines: UnsafeRawBufferPointer, to destination: GroupPrinter.Destination, isLate: Bool) {
        printer.putLines(lines, to: destination, from: job, name: isLate ? name : [])
    }

    /// The place of the first line feed.
    private static func lineFeed(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress, let end = memchr(start, Int32(UInt8(ascii: "\n")), bytes.count) else { return nil }
        return UnsafeRawPointer(end) - start
    }

    /// Takes complete lines out of `rest` and `bytes`; nil if there are none.
    static func completeLines(
        _ rest: inout [UInt8], _ bytes: UnsafeRawBufferPointer, _ prefix: [UInt8], longest: Int = longestLine
    ) -> [UInt8]? {
        var lines: [UInt8] = []
        // As long as the lines, with a prefix for each of 40 bytes: a longer array grows once.
        lines.reserveCapacity(rest.count + bytes.count + bytes.count / 40 * prefix.count)
        var left = bytes[...]
        while !left.isEmpty {
            let most = left.prefix(longest - rest.count)
            let end = lineFeed(in: UnsafeRawBufferPointer(rebasing: most))
            let piece = end.map { most.prefix($0 + 1) } ?? most
            left = left.dropFirst(piece.count)
            guard end != nil || rest.count + piece.count == longest else {
                rest += piece
                break
            }
            lines += prefix
            lines += rest
            lines += piece
            if end == nil { lines.append(UInt8(ascii: "\n")) }
            rest.removeAll(keepingCapacity: true)
        }
        return lines.isEmpty ? nil : lines
    }
}
