/// The output of one run of a job in a journal.
struct JournalOutput: Sendable {
    /// What a job writes to one destination or, with ``JournalMachine/Mode/lines``, from one stream.
    struct Channel: Sendable {
        var store: JournalStore
        /// Bytes of a line that was printed before it was complete. They are printed at once.
        var urgent: [UInt8] = []
        /// Whether that line is still incomplete.
        var isShown = false

        /// Ends a line that was printed before it was complete, if output that was kept follows.
        mutating func endShownLine(isLine: Bool = false) {
            if isShown, isLine || store.count > store.printed { urgent.append(.newline) }
            isShown = false
        }
    }

    struct Ending: Sendable {
        /// How the output came.
        var mode: JournalMachine.Mode
        var head: [UInt8]
        /// What is printed after everything else.
        var foot: [UInt8]
        /// The number of bytes of each channel that are left to print as the job's. Bytes that come later are printed as ``JournalMachine/Mode/late``.
        var rest: [Int]
        /// Whether ``JournalMachine/Action/printed(_:)`` follows. It does not for output that is dropped: by then the job may run again.
        var isReported: Bool
        var hasReset = false
    }

    let job: Int
    let name: [UInt8]
    /// Whether an unfinished line can be printed on request.
    var asks: Bool
    var mode: JournalMachine.Mode
    var channels: [Channel]
    /// Whether a task to print it is queued.
    var isQueued = false
    var hasPrinted = false
    /// How the job ends, until that is printed.
    var ending: Ending?
    /// What to call when more is taken.
    var wake: (@Sendable () -> Void)?

    var printedMode: JournalMachine.Mode { ending?.mode ?? mode }

    /// The number of bytes that were printed, and of those that will be before the output waits.
    private(set) var printed = 0
    var owed: Int { ending.map { $0.rest.reduce(0, +) } ?? printable }

    /// The number of bytes that can be printed now.
    var printable: Int { channels.reduce(0) { $0 + $1.urgent.count + printableLines(of: $1.store) } }

    /// The number of those that are in lines which are printed as they come: none while output is kept or dropped.
    func printableLines(of store: JournalStore) -> Int { mode.isFlowing ? store.unprintedLines : 0 }

    mutating func append(_ bytes: UnsafeRawBufferPointer, _ index: Int, _ space: inout JournalSpace) -> JournalMachine.Arrival {
        var arrival = JournalMachine.Arrival(channel: index)
        var rest = bytes
        if channels[index].isShown {
            let end = bytes.lineFeed.map { $0 + 1 }
            channels[index].isShown = end == nil
            channels[index].urgent += bytes[..<(end ?? bytes.count)]
            rest = UnsafeRawBufferPointer(rebasing: bytes[(end ?? bytes.count)...])
        }
        let wasUnfinished = channels[index].store.hasUnfinishedLine
        channels[index].store.append(rest)
        if mode == .dropped, ending == nil {
            channels[index].store.take(asks ? channels[index].store.unprintedLines : .max, &space)
        }
        arrival.beginsLine = asks && channels[index].store.hasUnfinishedLine && (!wasUnfinished || bytes.lineFeed != nil)
        if mode == .live { channels[index].store.endLine() }
        let isBrief = mode.isFlowing && !channels[index].store.keepsPrinted
        if channels[index].store.inMemory > (isBrief ? JournalMachine.mostUnprinted : JournalMachine.mostKeptInMemory) {
            arrival.write = channels[index].store.store(keepsLine: asks, &space)
        }
        return arrival
    }

    /// Prints what was kept, and what comes.
    mutating func flow(_ mode: JournalMachine.Mode) {
        self.mode = mode
        for index in channels.indices {
            channels[index].endShownLine()
            if mode == .live { channels[index].store.endLine() }
        }
    }

    /// Prints unfinished lines at once.
    mutating func showLines() {
        for index in channels.indices where channels[index].store.hasUnfinishedLine {
            channels[index].urgent += (mode == .lines ? name : []) + channels[index].store.takeLine()
            channels[index].isShown = true
        }
    }

    /// Drops what was not printed, and what comes.
    mutating func drop(_ space: inout JournalSpace) {
        mode = .dropped
        if ending != nil { return }
        for index in channels.indices {
            channels[index].urgent = []
            channels[index].isShown = false
            channels[index].store.take(.max, &space)
        }
    }

    /// Lets unfinished lines count as complete.
    mutating func endLines(_ space: inout JournalSpace) {
        for index in channels.indices {
            if mode == .dropped { channels[index].store.take(.max, &space) }
            channels[index].endShownLine(isLine: mode == .lines)
            channels[index].store.endLine()
        }
    }

    /// Notes that bytes of a piece were printed.
    mutating func take(_ count: Int, _ piece: JournalMachine.Piece, _ space: inout JournalSpace) {
        printed += count
        if piece.isUrgent {
            channels[piece.channel].urgent.removeFirst(min(count, channels[piece.channel].urgent.count))
        } else {
            channels[piece.channel].store.take(count, &space)
            if let rest = ending?.rest[piece.channel] { ending?.rest[piece.channel] = max(0, rest - count) }
        }
    }
}

extension [UInt8] {
    /// Takes all bytes; nil if there are none.
    mutating func takeIfAny() -> [UInt8]? {
        defer { self = [] }
        return isEmpty ? nil : self
    }
}
