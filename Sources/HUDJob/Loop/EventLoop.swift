import HUDCore
import HUDLibc

/// Waits for descriptors and for an instant.
///
/// Before each wait a driver says what it waits for, under names of its own; the wait returns what has become ready. Messages of other threads and signals
/// come through a ``Mailbox``, whose descriptor is one of those.
package struct EventLoop<Source> {
    /// A descriptor that has become ready.
    package struct Event {
        package let source: Source
        /// What `poll` has found, such as `POLLIN`.
        let readiness: Int32
    }

    /// There is a wait for each page of output, so the arrays keep their capacity.
    private var descriptors: [pollfd] = []
    private var sources: [Source] = []
    private var deadline: HUDInstant?

    package init() {}

    /// Watches a descriptor in the next wait; -1 is none.
    ///
    /// - Parameter events: What to wait for.
    package mutating func watch(_ descriptor: Int32, for events: Int32 = Int32(POLLIN), as source: Source) {
        guard descriptor >= 0 else { return }
        descriptors.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
        sources.append(source)
    }

    /// Ends the next wait at an instant of ``HUDCore/LiveClock``. The earliest one counts; nil is none.
    package mutating func wake(at instant: HUDInstant?) {
        guard let instant else { return }
        deadline = deadline.map { min($0, instant) } ?? instant
    }

    /// Ends the next wait after a time.
    package mutating func wake(after time: Duration) {
        wake(at: LiveClock.shared.now.advanced(by: time))
    }

    /// Waits until something is ready or the instant has come, and forgets both.
    ///
    /// - Returns: What is ready, in the order in which it was watched. Nothing if the wait was interrupted.
    package mutating func wait() -> [Event] {
        defer {
            descriptors.removeAll(keepingCapacity: true)
            sources.removeAll(keepingCapacity: true)
            deadline = nil
        }
        let timeout = deadline.map { LiveClock.shared.now.duration(to: $0).pollTimeout } ?? -1
        guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return [] }
        return zip(descriptors, sources).lazy.filter { $0.0.revents != 0 }.map {
            Event(source: $0.1, readiness: Int32($0.0.revents))
        }
    }
}

extension Sequence {
    /// Whether a source is ready.
    package func has<Source: Equatable>(_ source: Source) -> Bool where Element == EventLoop<Source>.Event {
        contains { $0.source == source }
    }

    /// What `poll` has found of a source; 0: nothing.
    func readiness<Source: Equatable>(of source: Source) -> Int32 where Element == EventLoop<Source>.Event {
        first { $0.source == source }?.readiness ?? 0
    }
}

extension Duration {
    /// The duration as a timeout of `poll`: in milliseconds, rounded up, so that the wait does not end early; 0 if it is over.
    var pollTimeout: Int32 {
        let (milliseconds, rest) = max(0, nanosecondsRoundedUp).quotientAndRemainder(dividingBy: 1_000_000)
        return Int32(clamping: rest > 0 ? milliseconds + 1 : milliseconds)
    }
}
