import HUDLibc
import HUDTerminal
import Synchronization

/// The output of one run of a job, in a journal. When the last reference is gone, what waits to be printed is still printed.
final class JournalEntry: Sendable {
    private let journal: Journal
    let id: Int
    private let job: Int
    /// The name and a colon, for lines among those of other jobs.
    let name: [UInt8]
    /// Takes all output, if only the last lines of failed jobs are printed, and questions.
    private let tail: OutputTail?
    private let asks: Bool
    private let count = Atomic<Int>(0)

    init(_ journal: Journal, _ id: Int, of job: Int, name: [UInt8], tail: OutputTail?, asks: Bool) {
        self.tail = tail
        self.asks = asks
        self.journal = journal
        self.id = id
        self.job = job
        self.name = name
    }

    deinit {
        let id = id
        journal.tell { $0.close(id) }
    }

    /// The number of bytes that the job has written to standard output, or to the terminal.
    var received: Int { count.load(ordering: .relaxed) }

    /// Takes output of the job.
    func append(_ bytes: UnsafeRawBufferPointer, from stream: JobStream) {
        if stream == .output { count.add(bytes.count, ordering: .relaxed) }
        if let tail {
            tail.append(bytes, from: stream)
            if !asks { return }
        }
        add(bytes, from: stream)
    }

    private func add(_ bytes: UnsafeRawBufferPointer, from stream: JobStream) {
        let arrival = journal.tell { [id] in $0.append(bytes, from: stream, to: id) }
        journal.store(arrival.write, of: self, arrival.channel)
        if arrival.beginsLine { journal.answers.post(.fact(.unfinishedLine(job))) }
    }

    /// Whether more output can be taken. Output that is kept until its turn is always taken.
    ///
    /// - Parameter wake: Called once, from any thread, when it can. Not called if it can now.
    func takesMore(wake: @escaping @Sendable () -> Void) -> Bool {
        journal.tell { [id] in $0.takesMore(id, wake: wake) }
    }

    /// Prints what was kept, and from now on what comes.
    func goLive() { journal.tell { [id] in $0.goLive(id) } }

    /// Prints the unfinished line of a job that has the keyboard.
    func showLine() { journal.tell { [id] in $0.showLine(of: id) } }

    /// Prints unfinished lines, because nothing comes any more.
    func endLines() { journal.tell { [id] in $0.endLines(of: id) } }

    /// Takes a line that has begun and was not printed, because something else goes on with it.
    ///
    /// - Returns: An empty array if there is no such line, or if a part of it is in the file.
    func takeLine(from stream: JobStream) -> [UInt8] { journal.tell { [id] in $0.takeLine(of: id, from: stream) } }

    /// Takes a line back.
    func putBack(_ line: [UInt8], from stream: JobStream) { line.withUnsafeBytes { add($0, from: stream) } }

    /// Prints what is left, and answers. The job has ended.
    ///
    /// - Parameters:
    ///   - head: The line that says that the job has failed; empty if it has not.
    ///   - fold: Lines around output that was kept.
    func finish(head: [UInt8], fold: LogFolding.Fold?) {
        let isDone = journal.tell { [id] in $0.finish(id, head: head, fold: fold) }
        if isDone { journal.answers.post(.printed(job)) }
    }

    /// The last lines, if nothing else is printed of a failed job.
    func lastLines(_ most: Int) -> [UInt8] { tail?.lines(atMost: most) ?? [] }

    /// Drops what was kept, and what comes.
    func drop() { journal.tell { [id] in $0.drop(id) } }

    /// Moves to the file what would stay in memory. The job has ended.
    func store() {
        for channel in 0..<2 { journal.store(journal.tell { [id] in $0.store(id, channel: channel) }, of: self, channel) }
    }

    /// Where output goes that comes after the end of the group; -1 if it is dropped.
    func descriptor(of stream: JobStream) -> Int32 {
        journal.tell { [id] in $0.mode(of: id) } == .dropped ? -1 : journal.descriptor(of: stream)
    }

    /// Whether the name precedes lines that are printed now.
    func isNamed(_ stream: JobStream) -> Bool { journal.tell { [id] in $0.isNamed(id, stream) } }

    /// Whether a line feed must precede what another process prints, behind everything that is printed here.
    func breaksLine(_ stream: JobStream, isNamed: Bool) -> Bool {
        !journal.isShown(stream) && journal.tell { [id] in $0.breaksLine(id, stream, isNamed: isNamed) }
    }

    /// Whether all output that comes is printed at once, or dropped, so that it can come another way.
    var isPassing: Bool {
        switch journal.tell({ [id] in $0.mode(of: id) }) {
        case .lines, .wholeLines, .late, .dropped: true
        case .kept, .live: false
        }
    }

    /// Writes the output to a file: the end of the printed output, and the output that is kept.
    ///
    /// - Returns: The number of bytes; nil, with errno, if they don't fit on the file system.
    func copy(to file: Int32) -> Int? {
        let parts = journal.tell { [id] in $0.copy(id) }
        defer { journal.tell { $0.release(parts) } }
        var (count, error): (Int, Int32) = (0, 0)
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { page in
            for part in parts {
                journal.read(part, page) { bytes in
                    if error == 0 { error = DescriptorOutput.write(bytes, to: file) }
                    count += bytes.count
                }
            }
        }
        errno = error
        return error == 0 ? count : nil
    }
}
