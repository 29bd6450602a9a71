import HUDLibc

/// The output of all jobs of a group: where it is, and what is printed next. A value that makes no system call.
///
/// The driver (``Journal``) tells the machine what comes, from any thread. One thread asks for the ``next()`` action, carries it out, and reports it.
///
///     open ──▶ kept ──▶ live ──▶ late ──▶ closed        What comes is printed at once in the modes live, lines, wholeLines and late.
///               │  └────────────▶ ▲                     Kept output is printed by ``finish(_:head:fold:)``, after which the rest is late.
///               └──▶ wholeLines ──┘                     The file takes no more: its lines are printed as they come.
///
/// **Lines.** Output never breaks a line of another job. While a job can go on with the line at the end of the printed output, the lines of others wait, up
/// to ``mostWaiting``. If a job's last line has no end, a line feed follows before the output of another job, and none if nothing follows.
///
/// **Backpressure.** Output that is printed as it comes is not read from the job's pipe beyond ``mostUnprinted``. Output that is kept is always taken.
struct JournalMachine: Sendable {
    /// The number of bytes of an output that are in memory: while it is kept, and while it is printed as it comes.
    static let mostKeptInMemory = 4096
    static let mostUnprinted = 65536
    /// The most bytes that wait for the end of a line.
    static let mostWaiting = 1 << 20

    /// Whether both streams of a job are printed at the same place.
    let isOnePlace: Bool
    var space = JournalSpace()
    var outputs: [Int: JournalOutput] = [:]
    private var lastOutput = 0
    var queue: [Task] = []
    var ends = [End(), End()]
    /// The output that shows a line which may be a question, and whether the HUD has made room for it.
    var question = Question()
    /// The output whose fold has begun and not ended. Nothing else is printed meanwhile.
    private var folded: Int?
    private(set) var isFlushing = false
    private(set) var isStopping = false
    /// Whether the thread waits for something to do.
    private var isIdle = false

    init(isOnePlace: Bool) {
        self.isOnePlace = isOnePlace
    }

    /// Whether something is printed or waits for it.
    var isBusy: Bool { !queue.isEmpty || !isIdle }

    /// Where output of a job's standard output or standard error goes.
    func destination(of stream: JobStream) -> JobStream {
        stream == .errors && !isOnePlace ? .errors : .output
    }

    /// Whether the thread must be woken, because it has something to do since it asked last.
    mutating func wakesThread() -> Bool {
        guard isIdle, !queue.isEmpty || isFlushing || isStopping || question.hasRoom != isAsking else { return false }
        isIdle = false
        return true
    }

    // MARK: Outputs

    /// - Parameters:
    ///   - keepsPrinted: Whether the end of the output can be copied after it was printed, too.
    ///   - asks: Whether the job has the keyboard, so that its unfinished line may be a question.
    mutating func open(_ job: Int, name: [UInt8], _ mode: Mode, keepsPrinted: Bool, asks: Bool) -> Int {
        lastOutput += 1
        let channel = JournalOutput.Channel(store: JournalStore(keepsPrinted: keepsPrinted))
        outputs[lastOutput] = JournalOutput(job: job, name: name, asks: asks, mode: mode, channels: [channel, channel])
        return lastOutput
    }

    /// Takes output of a job.
    mutating func append(_ bytes: UnsafeRawBufferPointer, from stream: JobStream, to id: Int) -> Arrival {
        guard let place = outputs.index(forKey: id) else { return Arrival() }
        let arrival = outputs.values[place].append(bytes, channel(of: stream, outputs.values[place]), &space)
        queuePrint(of: id)
        return arrival
    }

    private func channel(of stream: JobStream, _ output: JournalOutput) -> Int {
        output.mode == .lines ? stream.rawValue : destination(of: stream).rawValue
    }

    /// Takes a line that has begun and was not printed; an empty one if a part of it is in the file.
    mutating func takeLine(of id: Int, from stream: JobStream) -> [UInt8] {
        guard let place = outputs.index(forKey: id) else { return [] }
        let channel = channel(of: stream, outputs.values[place])
        return outputs.values[place].channels[channel].store.takeLine()
    }

    /// Moves to the file what is in memory. The job has ended.
    mutating func store(_ id: Int, channel: Int) -> JournalWrite? {
        guard outputs[id]?.mode.isFlowing == false else { return nil }
        return outputs[id]?.channels[channel].store.store(keepsLine: false, &space)
    }

    /// Notes that bytes are in the file. If they can't be written, they stay in memory, and output that is kept is printed as it comes from now on.
    ///
    /// - Returns: Whether the output was kept until now.
    mutating func endStoring(_ write: JournalWrite, of id: Int, _ channel: Int, isStored: Bool) -> Bool {
        guard let place = outputs.index(forKey: id) else { return false }
        outputs.values[place].channels[channel].store.endStoring(write, isStored: isStored, &space)
        let mode = outputs.values[place].mode
        if mode == .dropped { outputs.values[place].drop(&space) }
        if !isStored, mode == .kept { flow(id, .wholeLines) } else { queuePrint(of: id) }
        return !isStored && mode == .kept
    }

    /// Prints what was kept, and what comes.
    private mutating func flow(_ id: Int, _ mode: Mode) {
        guard outputs[id]?.mode == .kept else { return }
        outputs[id]?.flow(mode)
        queuePrint(of: id)
    }

    mutating func goLive(_ id: Int) { flow(id, .live) }

    /// Prints unfinished lines, because the run is over.
    mutating func endLines(of id: Int) {
        guard outputs[id]?.mode.isFlowing == true else { return }
        outputs[id]?.endLines(&space)
        queuePrint(of: id)
    }

    /// Prints what is left. The job has ended, and ``Action/printed(_:)`` follows.
    ///
    /// - Parameters:
    ///   - head: The line that says that the job has failed. It is above output that was kept, and below output that was printed as it came.
    ///   - fold: Lines around output that was kept, if there is any; the head is above them.
    /// - Returns: Whether there is nothing to do, as for most jobs, which print nothing. Then no action follows.
    mutating func finish(_ id: Int, head: [UInt8], fold: LogFolding.Fold? = nil) -> Bool {
        guard let place = outputs.index(forKey: id) else { return true }
        outputs.values[place].endLines(&space)
        let rest = outputs.values[place].channels.map { $0.store.count - $0.store.printed }
        let isDone = head.isEmpty && !outputs.values[place].hasPrinted && !isBusy && rest == [0, 0]
        let lines = outputs.values[place].mode == .kept && rest != [0, 0] ? fold : nil
        if !isDone { end(id, head: head + (lines?.start ?? []), foot: lines?.end ?? [], rest) }
        switch outputs.values[place].mode {
        case .kept, .live, .wholeLines: outputs.values[place].mode = .late
        case .lines, .late, .dropped: break
        }
        return isDone
    }

    /// Drops what was kept, and what comes. Complete lines of output that is printed as it comes are still printed, and so is the rest of a shown line.
    mutating func drop(_ id: Int) {
        guard let place = outputs.index(forKey: id) else { return }
        if outputs.values[place].printable > 0 {
            let output = outputs.values[place]
            end(id, head: [], output.channels.map { output.printableLines(of: $0.store) }, isReported: false)
        }
        outputs.values[place].asks = false
        outputs.values[place].drop(&space)
        endLine(of: id)
    }

    /// Queues the end of an output: what is left to print of each channel.
    private mutating func end(_ id: Int, head: [UInt8], foot: [UInt8] = [], _ rest: [Int], isReported: Bool = true) {
        let mode = mode(of: id)
        outputs[id]?.ending = .init(mode: mode, head: head, foot: foot, rest: rest, isReported: isReported)
        outputs[id]?.isQueued = false
        queue.removeAll { $0 == .print(id) }
        queue.append(.finish(id))
    }

    /// Forgets the output when it is printed; at once if there is nothing to print, so that silent jobs don't wait behind output that is not read.
    mutating func close(_ id: Int) {
        let isDone = outputs[id].map { !$0.isQueued && $0.ending == nil && !isStoring(.close(id), $0) } == true
        if isDone, !ends.contains(where: { $0.line?.output == id }) { forget(id) } else { queue.append(.close(id)) }
    }

    private mutating func forget(_ id: Int) {
        endLine(of: id)
        guard let place = outputs.index(forKey: id) else { return }
        for index in 0..<2 { outputs.values[place].channels[index].store.clear(&space) }
        outputs.remove(at: place)
    }

    func mode(of id: Int) -> Mode { outputs[id]?.mode ?? .dropped }

    /// Whether more can be taken.
    ///
    /// - Parameter wake: Called once, from any thread, when it can. Not called if it can now.
    mutating func takesMore(_ id: Int, wake: @escaping @Sendable () -> Void) -> Bool {
        guard let place = outputs.index(forKey: id), outputs.values[place].mode.isFlowing else { return true }
        let most = isHeld(outputs.values[place], id) ? Self.mostWaiting : Self.mostUnprinted
        if outputs.values[place].printable <= most { return true }
        outputs.values[place].wake = wake
        return false
    }

    /// Answers when everything is printed.
    mutating func flush() { isFlushing = true }

    /// Ends the thread when everything is printed.
    mutating func stop() { isStopping = true }

    // MARK: Printing

    mutating func queuePrint(of id: Int) {
        // While the rest of an ended job is printed, late output waits.
        guard let place = outputs.index(forKey: id), !outputs.values[place].isQueued, outputs.values[place].ending == nil,
            outputs.values[place].printable > 0
        else { return }
        outputs.values[place].isQueued = true
        queue.append(.print(id))
    }

    /// The next thing to do; nil if the thread must wait.
    mutating func next() -> Action? {
        if let action = makeRoom() { return action }
        while let (index, othersWait) = nextTask() {
            if let action = action(at: index, othersWait: othersWait) { return action }
            // Texts and ends that ``Action/printed(_:)`` follows have removed themselves.
            queue.remove(at: index)
        }
        if isFlushing {
            isFlushing = false
            return .flushed
        }
        if isStopping, queue.isEmpty { return .stop }
        isIdle = true
        return nil
    }

    /// The place of the first task that need not wait for the end of a line, unless too much waits for it.
    private func nextTask() -> (index: Int, othersWait: Bool)? {
        if let folded, let output = outputs[folded], let index = queue.firstIndex(of: .finish(folded)) {
            return isStoring(queue[index], output) ? nil : (index, false)
        }
        var (first, held): (Int?, Int?)
        var waiting = 0
        var skipped: [Int] = []
        for (index, task) in queue.enumerated() {
            guard let id = task.output, let output = outputs[id] else {
                switch obstacle(of: task) {
                case .output: continue
                case .line(let count):
                    (waiting, held) = (waiting + count, held ?? index)
                    continue
                case nil: break
                }
                first = first ?? index
                if waiting == 0 { break }
                continue
            }
            if skipped.contains(id) { continue }
            if isStoring(task, output) {
                skipped.append(id)
            } else if task != .close(id), isHeld(output, id) {
                skipped.append(id)
                waiting += output.printable
                held = held ?? index
            } else {
                first = first ?? index
            }
            if ends.allSatisfy({ $0.line?.goesOn != true }), first != nil { break }
        }
        if waiting > Self.mostWaiting, let held, held < first ?? .max { return (held, true) }
        return first.map { ($0, waiting > 0) }
    }

    private func isStoring(_ task: Task, _ output: JournalOutput) -> Bool {
        switch task {
        case .print, .text: false
        case .finish, .close: output.channels.contains { $0.store.isStoring }
        }
    }

    /// Whether an output has lines that wait for the end of another one's line.
    private func isHeld(_ output: JournalOutput, _ id: Int) -> Bool {
        if output.mode == .live, output.ending == nil { return false }
        return output.channels.indices.contains { index in
            let channel = output.channels[index]
            guard let line = ends[destination(of: index).rawValue].line, line.goesOn, line.output != id else { return false }
            return channel.urgent.isEmpty && (output.ending != nil || channel.store.unprintedLines > 0)
        }
    }

    private func destination(of channel: Int) -> JobStream {
        destination(of: channel == JobStream.output.rawValue ? .output : .errors)
    }

    /// The next action for the task at a place in the queue; nil if nothing of it is left.
    private mutating func action(at index: Int, othersWait: Bool) -> Action? {
        switch queue[index] {
        case .text(let bytes, behind: _):
            queue.remove(at: index)
            return .print(text(bytes))
        case .print(let id):
            guard let place = outputs.index(forKey: id) else { return nil }
            for index in 0..<2 {
                let limit = outputs.values[place].printableLines(of: outputs.values[place].channels[index].store)
                if let piece = piece(of: id, place, index, limit, othersWait: othersWait) { return .print(piece) }
            }
            outputs.values[place].isQueued = false
            return nil
        case .finish(let id): return finish(id)
        case .close(let id):
            forget(id)
            return nil
        }
    }

    private mutating func finish(_ id: Int) -> Action? {
        guard let place = outputs.index(forKey: id), let ending = outputs.values[place].ending else { return nil }
        for index in 0..<2 where !outputs.values[place].channels[index].urgent.isEmpty {
            if let rest = piece(of: id, place, index, 0, othersWait: false) { return .print(rest) }
        }
        if ending.mode == .kept, let head = outputs.values[place].ending?.head.takeIfAny() {
            if !ending.foot.isEmpty { folded = id }
            return .print(text(head))
        }
        for index in 0..<2 {
            if let piece = piece(of: id, place, index, ending.rest[index], othersWait: false) { return .print(piece) }
        }
        if !ending.hasReset {
            outputs.values[place].ending?.hasReset = true
            endLine(of: id)
            return .resetModes
        }
        if let head = outputs.values[place].ending?.head.takeIfAny() { return .print(text(head)) }
        if let foot = outputs.values[place].ending?.foot.takeIfAny() {
            folded = nil
            return .print(text(foot))
        }
        outputs.values[place].ending = nil
        if outputs.values[place].mode == .dropped { outputs.values[place].drop(&space) }
        guard ending.isReported else { return nil }
        queue.removeAll { $0 == .finish(id) }
        queuePrint(of: id)
        return .printed(outputs.values[place].job)
    }

    private func text(_ bytes: [UInt8]) -> Piece {
        let destination = destination(of: .errors)
        return Piece(destination: destination, parts: [.memory(bytes[...])], breaksLine: ends[destination.rawValue].line != nil)
    }

    /// The next piece of a channel: of a line that is shown, or of the first bytes up to `limit`.
    private mutating func piece(
        of id: Int, _ place: Dictionary<Int, JournalOutput>.Index, _ index: Int, _ limit: Int, othersWait: Bool
    ) -> Piece? {
        let mode = outputs.values[place].printedMode
        var piece = Piece(output: id, channel: index, destination: destination(of: index), parts: [])
        let end = ends[piece.destination.rawValue]
        piece.breaksLine = end.line != nil && end.line?.output != id
        if !outputs.values[place].channels[index].urgent.isEmpty {
            piece.parts = [.memory(outputs.values[place].channels[index].urgent[...])]
            piece.isUrgent = true
            piece.goesOn = true
        } else if limit > 0 {
            piece.parts = outputs.values[place].channels[index].store.next(limit)
            for case .file(let place) in piece.parts { space.hold(place) }
            let followsOther = end.last != .nothing && end.last != .output(id)
            piece.resetsModes = mode == .lines && followsOther
            if isNamed(in: mode, followsOther: followsOther) { piece.name = outputs.values[place].name }
            piece.endsLine = mode == .lines || piece.count == JournalStore.longestLine
            // Kept output is printed in one go, but for lines of the group that come beside the queue.
            if mode != .live, mode != .kept || !isOnePlace, piece.count < limit { piece.cut = .afterLastLine }
            piece.goesOn = mode == .live
        }
        if piece.goesOn, othersWait, end.line?.output == id { piece.cut = .afterFirstLine }
        return piece.parts.isEmpty ? nil : piece
    }

    /// Notes that a piece was printed.
    ///
    /// - Parameters:
    ///   - count: The number of its bytes, without names and added line feeds.
    ///   - endsLine: Whether the last of them ends a line.
    /// - Returns: What to call because more output is taken.
    mutating func hasPrinted(_ piece: Piece, _ count: Int, endsLine: Bool) -> [@Sendable () -> Void] {
        release(piece.parts)
        let isNamed = !piece.name.isEmpty && piece.output.flatMap { outputs[$0]?.printedMode } != .lines
        ends[piece.destination.rawValue].last = isNamed ? .namedLines : .output(piece.output)
        ends[piece.destination.rawValue].line = endsLine ? nil : (piece.output, piece.goesOn)
        ends[piece.destination.rawValue].isQuiet = false
        guard let id = piece.output, let place = outputs.index(forKey: id) else { return [] }
        outputs.values[place].hasPrinted = true
        outputs.values[place].take(count, piece, &space)
        // The others have their turn.
        if let index = queue.firstIndex(of: .print(id)), !queue.contains(.close(id)) { queue.append(queue.remove(at: index)) }
        var woken = outputs.values[place].printable <= Self.mostUnprinted / 2 ? [id] : []
        // More is taken of those that wait for this line.
        if !endsLine, piece.goesOn { woken += queue.compactMap(\.output) }
        return woken.compactMap { id in outputs.index(forKey: id).flatMap { outputs.values[$0].wake.take() } }
    }

    /// Notes that a job does not go on with its unfinished line.
    private mutating func endLine(of id: Int) {
        for index in ends.indices where ends[index].line?.output == id { ends[index].line?.goesOn = false }
    }
}
