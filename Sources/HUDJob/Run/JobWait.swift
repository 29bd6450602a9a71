import HUDCore
import HUDLibc

/// One wait for several descriptors, by what they are for. Every loop of this module waits with it.
struct JobWait {
    enum Source: Equatable {
        case signals
        case mailbox
        case progress
        /// Reports of the job's leader.
        case reports
        /// The job's output and our keyboard.
        case output
        /// Other programs on the terminal.
        case neighbors
        /// Lines that name the jobs of a group.
        case input
        /// The jobserver.
        case tokens
        case keys
    }

    private var all: [pollfd] = []
    private var ranges: [(source: Source, range: Range<Int>)] = []
    /// The longest time to wait, in milliseconds; -1: without limit.
    private(set) var milliseconds: Int32 = -1

    init() {
        // There is a wait for each page of output, so the arrays do not grow one by one.
        all.reserveCapacity(16)
        ranges.reserveCapacity(8)
    }

    /// Adds a descriptor to read; -1 is ignored.
    mutating func add(_ descriptor: Int32, for source: Source) {
        add([pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)], for: source)
    }

    mutating func add(_ descriptors: [pollfd], for source: Source) {
        ranges.append((source, all.count..<all.count + descriptors.count))
        all += descriptors
    }

    /// Shortens the wait; -1 changes nothing.
    mutating func limit(to milliseconds: Int32) {
        guard milliseconds >= 0 else { return }
        self.milliseconds = self.milliseconds < 0 ? milliseconds : min(self.milliseconds, milliseconds)
    }

    /// Waits. An interrupted wait finds nothing ready.
    mutating func wait() {
        guard poll(&all, nfds_t(all.count), milliseconds) < 0 else { return }
        for index in all.indices { all[index].revents = 0 }
    }

    /// The descriptors of a source, in the order in which they were added.
    func descriptors(for source: Source) -> ArraySlice<pollfd> {
        ranges.first { $0.source == source }.map { all[$0.range] } ?? []
    }

    func isReady(_ source: Source) -> Bool {
        descriptors(for: source).contains { $0.revents != 0 }
    }
}

extension Duration {
    /// The duration as a timeout of `poll`: in milliseconds, rounded up, so that the wait does not end early; 0 if it is over.
    var pollTimeout: Int32 {
        let (milliseconds, rest) = max(0, nanosecondsRoundedUp).quotientAndRemainder(dividingBy: 1_000_000)
        return Int32(clamping: rest > 0 ? milliseconds + 1 : milliseconds)
    }
}
