import CTerminalSupport
import HUDCore
import HUDLibc
import HUDTerminal
import Synchronization

/// Keeps and prints the output of all jobs of a group: above the HUD if it is on a terminal, otherwise to standard output and standard error.
///
/// The driver of ``JournalMachine``. One thread prints, and holds no lock meanwhile but that of standard error: a terminal or a reader that takes nothing is
/// waited for by that thread alone, and by those whose lines go to the same reader. What comes is in memory or in a file without a name. The thread that it
/// comes from writes it there, so that it never waits for a reader.
final class Journal: Sendable {
    private struct State {
        var machine: JournalMachine
        /// Nil if it could not be made, or has not been needed. Where output is kept it is made before the first job starts, because jobs may have all
        /// descriptors later.
        var file: UnnamedFile?
    }

    private let screen: (any TerminalRenderer)?
    /// Whether standard output and standard error are on the screen.
    private let isShown: (output: Bool, errors: Bool)
    private let state: Mutex<State>
    /// Held while a piece, or a line of the group, is printed on standard error, if that is another place than standard output.
    private let errors = Mutex<Void>(())
    private let wakes: Mailbox<Void>
    let answers: Mailbox<GroupMessage>
    /// Whether both outputs of a job are printed at the same place.
    let isOnePlace: Bool
    /// Whether the two outputs of a job are printed at two places.
    let separatesErrors: Bool
    private let folding: LogFolding?
    /// Whether standard output is a terminal.
    let isTerminal: Bool

    /// Returns nil, with errno, if the process has no more descriptors.
    ///
    /// - Parameters:
    ///   - screen: The renderer of the HUD; nil if nothing is drawn.
    ///   - folding: What folds the printed output; nil if nothing does.
    ///   - keeps: Whether output of jobs is kept until their ends.
    init?(screen: (any TerminalRenderer)?, folding: LogFolding?, keeps: Bool, answering answers: Mailbox<GroupMessage>) {
        guard let wakes = Mailbox<Void>() else { return nil }
        self.wakes = wakes
        self.answers = answers
        self.screen = screen
        isTerminal = isatty(STDOUT_FILENO) == 1
        isShown = (screen?.isShown(STDOUT_FILENO) == true, screen?.isShown(STDERR_FILENO) == true)
        isOnePlace =
            isShown == (true, true)
            || isTerminal && isatty(STDERR_FILENO) == 1 && hud_device_number(STDOUT_FILENO) == hud_device_number(STDERR_FILENO)
        // Both outputs go to one file, pipe or fold in one order.
        separatesErrors = !isOnePlace && !(folding != nil && keeps || Self.isOneFile)
        self.folding = folding
        state = Mutex(State(machine: JournalMachine(isOnePlace: !separatesErrors), file: keeps ? UnnamedFile() : nil))
    }

    /// Whether standard output and standard error are the same file or pipe.
    static var isOneFile: Bool {
        var (output, errors) = (stat(), stat())
        return fstat(STDOUT_FILENO, &output) == 0 && fstat(STDERR_FILENO, &errors) == 0
            && (output.st_dev, output.st_ino) == (errors.st_dev, errors.st_ino)
    }

    /// Starts the thread. Returns false if there is none to be had.
    func start() -> Bool {
        JobThread.startIfPossible { [self] in
            var failures: [Int32] = [0, 0]
            withUnsafeTemporaryAllocation(byteCount: JournalStore.longestLine, alignment: 16) { page in
                var printed = LiveClock.shared.now
                while let action = nextAction(since: printed) {
                    switch action {
                    case .print(let piece) where piece.destination == .errors:
                        errors.withLock { _ in print(piece, &failures[1], page) }
                    case .print(let piece): print(piece, &failures[0], page)
                    case .makeRoom(let isNeeded): makeRoom(isNeeded)
                    case .resetModes: screen?.resetModes(andStyle: true)
                    case .printed(let job): answers.post(.printed(job))
                    case .flushed: answers.post(.flushed)
                    case .stop: return
                    }
                    printed = LiveClock.shared.now
                }
            }
        }
    }

    /// - Parameter printed: When the last action was carried out. What only comes meanwhile, and is kept, does not make the output less quiet.
    private func nextAction(since printed: HUDInstant) -> JournalMachine.Action? {
        var latest = printed.advanced(by: Self.patience)
        while true {
            if let action = tell(wakes: false, { $0.next() }) { return action }
            guard wakes.wait(until: waitingText > 0 ? latest : nil).isEmpty else { continue }
            tell(wakes: false) { $0.noteQuiet() }
            latest = LiveClock.shared.now.advanced(by: Self.patience)
        }
    }

    /// How many bytes of the group's own lines wait.
    private var waitingText: Int { state.withLock { $0.machine.waitingText } }

    /// How long the output must be quiet until lines of the group break a job's line.
    private static let patience = Duration.milliseconds(100)

    /// Calls the machine, and gives back what it has freed.
    ///
    /// - Parameter wakes: Whether the thread is woken if it waits and may have something to do. The thread itself passes false: a line that waits for
    ///   another one's end would wake it again and again.
    func tell<R>(wakes: Bool = true, _ body: (inout JournalMachine) -> sending R) -> sending R {
        var (result, freed, file, wakesThread) = state.withLock { state in
            let result = body(&state.machine)
            let freed = state.machine.space.freed
            state.machine.space.freed = []
            let file = freed.isEmpty ? nil : state.file
            // The descriptor is closed after the last reference is gone, outside the lock.
            if freed.contains(.everything) { state.file = nil }
            return (result, freed, file, wakes && state.machine.wakesThread())
        }
        for case .segment(let start) in freed { file?.giveBack(start) }
        if freed.contains(.everything) {
            // Closed first: the next one has its descriptor.
            file = nil
            _ = self.file()
        }
        if wakesThread { self.wakes.post(()) }
        return result
    }

    // MARK: Inputs

    /// Opens the output of a run of a job.
    ///
    /// - Parameter hasTail: Whether the output is dropped but for its last lines.
    func open(
        _ job: Int, name: CommandArgument, _ mode: JournalMachine.Mode, keepsPrinted: Bool = false, asks: Bool = false,
        hasTail: Bool = false
    ) -> JournalEntry {
        let name = prefix(of: name)
        let id = tell { $0.open(job, name: name, mode, keepsPrinted: keepsPrinted, asks: asks) }
        return JournalEntry(self, id, of: job, name: name, tail: hasTail ? OutputTail() : nil, asks: asks)
    }

    /// What precedes the lines of a job among those of other jobs. A service that reads the log does not obey it.
    private func prefix(of name: CommandArgument) -> [UInt8] {
        if let text = String(validating: name.utf8, as: UTF8.self) ?? folding.map({ _ in name.text }) {
            let prefix = text.withoutControls() + ": "
            return Array((folding?.inert(prefix) ?? prefix).utf8)
        }
        // A name that is no UTF-8 stays as it is.
        return name.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 } + Array(": ".utf8)
    }

    /// Whether something waits to be printed.
    var isBusy: Bool { tell { $0.isBusy } }

    /// Prints lines of the group itself.
    func print(_ lines: [UInt8]) { _ = tell { $0.print(lines) } }

    /// Answers when everything before has been printed.
    func flush() { tell { $0.flush() } }

    /// Ends the thread when it has printed everything.
    func stop() { tell { $0.stop() } }

    /// Where output of a job's standard output or standard error goes.
    func descriptor(of stream: JobStream) -> Int32 {
        stream == .errors && separatesErrors ? STDERR_FILENO : STDOUT_FILENO
    }

    /// Whether output of a job is printed on the screen, which knows where its lines end.
    func isShown(_ stream: JobStream) -> Bool { descriptor(of: stream) == STDOUT_FILENO ? isShown.output : isShown.errors }

    // MARK: The file

    /// Writes what has come to the file.
    func store(_ write: JournalWrite?, of entry: JournalEntry, _ channel: Int) {
        guard let write else { return }
        let isStored = file().map { file in write.bytes.withUnsafeBytes { file.write($0, at: write.place.lowerBound) } } == true
        let error = errno
        let wasKept = tell { $0.endStoring(write, of: entry.id, channel, isStored: isStored) }
        if wasKept { answers.post(.notKept(errorNumber: error)) }
    }

    /// The file; nil, with errno, if there is no space for it.
    private func file() -> UnnamedFile? {
        if let file = state.withLock({ $0.file }) { return file }
        guard let new = UnnamedFile() else { return nil }
        return state.withLock { state in
            state.file = state.file ?? new
            return state.file
        }
    }

    /// Reads bytes, a page at a time.
    func read(_ part: JournalStore.Part, _ page: UnsafeMutableRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void) {
        switch part {
        case .memory(let bytes): bytes.withUnsafeBytes { take($0) }
        case .file(var place):
            let file = state.withLock { $0.file }
            while !place.isEmpty, let file {
                let count = file.read(UnsafeMutableRawBufferPointer(rebasing: page.prefix(place.count)), at: place.lowerBound)
                if count == 0 { return }
                take(UnsafeRawBufferPointer(rebasing: page[..<count]))
                place = place.lowerBound + off_t(count)..<place.upperBound
            }
        }
    }

    // MARK: The thread

    private func makeRoom(_ isNeeded: Bool) {
        guard let screen, screen.coversOutput else { return }
        if isNeeded { screen.suspend() } else { screen.resume(isOnNewLine: false) }
    }

    private func print(_ piece: JournalMachine.Piece, _ error: inout Int32, _ page: UnsafeMutableRawBufferPointer) {
        // Nothing more is read for a reader that has gone.
        if error != 0 { return hasPrinted(piece, piece.count, endsLine: true) }
        if piece.parts.count == 1, case .memory(let bytes) = piece.parts[0] {
            return bytes.withUnsafeBytes { print(piece, $0, &error) }
        }
        var end = 0
        for part in piece.parts {
            read(part, UnsafeMutableRawBufferPointer(rebasing: page[end...])) { bytes in
                UnsafeMutableRawBufferPointer(rebasing: page[end...]).copyMemory(from: bytes)
                end += bytes.count
            }
        }
        print(piece, UnsafeRawBufferPointer(rebasing: page[..<end]), &error)
    }

    private func print(_ piece: JournalMachine.Piece, _ bytes: UnsafeRawBufferPointer, _ error: inout Int32) {
        let count = piece.length(of: bytes)
        let text = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        // A line of the group may have ended it since.
        let breaksLine = piece.breaksLine && tell(wakes: false) { $0.ends[piece.destination.rawValue].line != nil }
        if breaksLine { [UInt8.newline].withUnsafeBytes { write($0, of: piece, &error) } }
        if piece.resetsModes { screen?.resetModes(andStyle: true) }
        var last = text.last
        if piece.name.isEmpty {
            write(text, of: piece, &error)
        } else {
            let lines = piece.named(text)
            last = lines.last
            lines.withUnsafeBytes { write($0, of: piece, &error) }
        }
        // Also what could not be read: it waits no longer.
        hasPrinted(piece, count < bytes.count ? count : piece.count, endsLine: last == .newline)
    }

    private func hasPrinted(_ piece: JournalMachine.Piece, _ count: Int, endsLine: Bool) {
        for wake in tell({ $0.hasPrinted(piece, count, endsLine: endsLine) }) { wake() }
    }

    /// Writes until that fails, which is reported once.
    private func write(_ bytes: UnsafeRawBufferPointer, of piece: JournalMachine.Piece, _ error: inout Int32) {
        if error != 0 { return }
        let (destination, isOwn) = (piece.destination, piece.output == nil)
        let descriptor = destination == .output ? STDOUT_FILENO : STDERR_FILENO
        if let screen, destination == .output ? isShown.output : isShown.errors {
            screen.passThrough(bytes.bytes)
            if screen.canHoldNoMore { answers.post(.heldTooMuch) }
            return
        }
        let failure = DescriptorOutput.write(bytes, to: descriptor)
        // A line of the group itself may be lost.
        if failure == 0 || isOwn { return }
        error = failure
        answers.post(.writeFailed(destination.cannotBeWritten(error)))
    }
}

extension Journal: OwnLinePrinter {
    /// The most bytes of lines that wait. A pipe that is not read delays the caller then, as a write to it would.
    private static let mostLines = 4 * JournalMachine.mostUnprinted

    func take(line: String) -> String? {
        let line = folding?.inert(line) ?? line
        if separatesErrors {
            print(error: line)
            return nil
        }
        while waitingText > Self.mostLines { usleep(10_000) }
        return tell { $0.print(line.asLine) } ? nil : line
    }

    /// Prints a line on standard error, which is another place than standard output: a reader of standard output, for which the thread may wait, does not
    /// hold it up.
    private func print(error line: String) {
        errors.withLock { _ in
            let breaksLine = tell { $0.breakLine(at: .errors) }
            let lines = ((breaksLine ? "\n" : "") + line).asLine
            _ = lines.withUnsafeBytes { DescriptorOutput.write($0, to: STDERR_FILENO) }
        }
    }

    var isBehind: Bool { waitingText > JournalMachine.mostUnprinted }
}
