import HUDCore
import HUDLibc
import Synchronization

/// Messages from any thread to one, and this process's signals if that thread handles them. It waits for ``readEnd``.
package final class Mailbox<Message: Sendable>: Sendable {
    /// What has arrived.
    package enum Arrival: Sendable {
        /// A signal, and whether a process has sent it to this one alone.
        case signal(Int32, isFromProcess: Bool)
        /// The HUD of the run is off the terminal.
        case hudGone
        case message(Message)
    }

    private enum Wake {
        case pipe(readEnd: Int32, writeEnd: Int32)
        /// The pipe of the process's signals, which the thread reads anyway.
        case signals(SignalPipe)
    }

    private let wake: Wake
    private let arrivals = Mutex<[Arrival]>([])

    /// A mailbox in which signals arrive as well until ``close()``, except those that are ignored.
    ///
    /// - Parameter signals: The signals; nil: none.
    /// - Returns: nil, with errno, if the process has no more descriptors, or if another run in this process has its signals (`EBUSY`).
    package init?(catching signals: [Int32]? = nil) {
        if let signals {
            guard let pipe = SignalPipe(catching: signals) else { return nil }
            wake = .signals(pipe)
            return
        }
        guard let ends = JobDescriptors.pipe() else { return nil }
        for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        wake = .pipe(readEnd: ends.0, writeEnd: ends.1)
    }

    /// A mailbox in which `signals` arrive as well. It takes no descriptors.
    init(with signals: SignalPipe) {
        wake = .signals(signals)
    }

    /// Gives the signals back to the program, also those that were not taken.
    package func close() {
        if case .signals(let pipe) = wake { SignalPipe.redeliver(pipe.close()) }
    }

    deinit {
        if case .pipe(let readEnd, let writeEnd) = wake { for end in [readEnd, writeEnd] { _ = hudClose(end) } }
    }

    /// Readable when something has arrived.
    package var readEnd: Int32 {
        switch wake {
        case .pipe(let readEnd, _): readEnd
        case .signals(let pipe): pipe.readEnd
        }
    }

    /// Sends a message. Can be called from any thread.
    func post(_ message: Message) { add(.message(message)) }

    /// Says that the HUD is gone. Can be called from any thread.
    func postHUDGone() { add(.hudGone) }

    /// Adds something that has arrived, or that was taken and is for later.
    func add(_ arrival: Arrival) {
        let isFirst = arrivals.withLock { arrivals in
            arrivals.append(arrival)
            return arrivals.count == 1
        }
        guard isFirst else { return }
        switch wake {
        case .pipe(_, let writeEnd):
            var byte: UInt8 = 0
            _ = write(writeEnd, &byte, 1)
        case .signals: SignalPipe.wake()
        }
    }

    /// Takes what has arrived, signals first.
    package func take() -> [Arrival] {
        var signals: [Arrival] = []
        switch wake {
        case .pipe(let readEnd, _):
            var bytes = (UInt64(0), UInt64(0))
            _ = read(readEnd, &bytes, 16)
        case .signals: signals = SignalPipe.take().map { .signal($0.number, isFromProcess: $0.isFromProcess) }
        }
        let others = arrivals.withLock { arrivals in
            defer { arrivals = [] }
            return arrivals
        }
        return signals + others
    }

    /// Waits until something has arrived, and takes it. Returns nothing at `deadline`.
    package func wait(until deadline: HUDInstant? = nil) -> [Arrival] {
        while true {
            let taken = take()
            if !taken.isEmpty { return taken }
            if let deadline, LiveClock.shared.now >= deadline { return [] }
            var loop = EventLoop<Bool>()
            loop.watch(readEnd, as: true)
            loop.wake(at: deadline)
            _ = loop.wait()
        }
    }
}

extension Array {
    /// The signals that are requests to end a run, in order. For each ^Z, `stop` is called.
    package func endingSignals<Message>(_ requests: inout EndRequests, stop: () -> Void) -> [Int32]
    where Element == Mailbox<Message>.Arrival {
        var signals: [Int32] = []
        for case .signal(let number, let isFromProcess) in self where number != SIGCONT {
            if number == SIGTSTP {
                stop()
            } else if requests.take(number, isFromProcess: isFromProcess, at: LiveClock.shared.now) {
                signals.append(number)
            }
        }
        return signals
    }
}
