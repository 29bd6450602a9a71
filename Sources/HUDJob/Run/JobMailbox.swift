import HUDLibc
import Synchronization

/// Messages from other threads to the thread that runs a job. That thread waits in `poll`, so a pipe wakes it.
final class JobMailbox: Sendable {
    enum Letter: UInt8, CaseIterable {
        /// The job's HUD has been removed from the terminal.
        case hudGone = 1
        /// The job must end.
        case cancel = 2
        /// The job must be killed.
        case kill = 4
        /// The job must stop until ``resume``.
        case pause = 8
        case resume = 16
        /// Keys were typed for the job.
        case keys = 32
        /// More output can be taken.
        case takesMore = 64
    }

    private enum Bell {
        case pipe(readEnd: Int32, writeEnd: Int32)
        /// ``SignalPipe``, which the loop of the process's one relayed job reads anyway.
        case signalPipe
    }

    private let bell: Bell
    /// One bit for each letter. The pipe only wakes the reader.
    private let sent = Atomic<UInt8>(0)
    private let typed = Mutex<[UInt8]>([])
    /// Whether the last ``Letter/pause`` has been carried out.
    private let hasPaused = Atomic<Bool>(false)

    /// A mailbox with a pipe of its own.
    ///
    /// - Returns: nil, with errno, if the process has no more descriptors.
    init?() {
        guard let ends = JobDescriptors.pipe() else { return nil }
        for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        bell = .pipe(readEnd: ends.0, writeEnd: ends.1)
    }

    private init(bell: Bell) {
        self.bell = bell
    }

    /// A mailbox that wakes its reader through ``SignalPipe``, which must be open. It takes no descriptors.
    static func sharingSignalPipe() -> JobMailbox {
        JobMailbox(bell: .signalPipe)
    }

    deinit {
        switch bell {
        case .pipe(let readEnd, let writeEnd): for end in [readEnd, writeEnd] { close(end) }
        case .signalPipe: break
        }
    }

    /// Readable when there are letters; -1 if the signal pipe is readable then.
    var readEnd: Int32 {
        switch bell {
        case .pipe(let readEnd, _): readEnd
        case .signalPipe: -1
        }
    }

    /// Sends a letter. Can be called from any thread.
    func post(_ letter: Letter) {
        switch letter {
        // The last of the two counts.
        case .pause:
            hasPaused.store(false, ordering: .releasing)
            sent.bitwiseAnd(~Letter.resume.rawValue, ordering: .releasing)
        case .resume: sent.bitwiseAnd(~Letter.pause.rawValue, ordering: .releasing)
        case .hudGone, .cancel, .kill, .keys, .takesMore: break
        }
        sent.bitwiseOr(letter.rawValue, ordering: .releasing)
        switch bell {
        case .pipe(_, let writeEnd):
            var byte: UInt8 = 0
            // If the pipe is full it is readable, so nothing is lost.
            _ = write(writeEnd, &byte, 1)
        case .signalPipe: SignalPipe.wake()
        }
    }

    /// Sends keys to the job. Can be called from any thread.
    func type(_ keys: some Sequence<UInt8>) {
        typed.withLock { $0 += keys }
        post(.keys)
    }

    /// Takes the keys that have arrived.
    func takeKeys() -> [UInt8] {
        typed.withLock { typed in
            defer { typed = [] }
            return typed
        }
    }

    /// Called by the reader when it has stopped the job for a ``Letter/pause``.
    func notePaused() { hasPaused.store(true, ordering: .releasing) }

    /// Whether the job was stopped for the last ``Letter/pause``.
    var isPaused: Bool { hasPaused.load(ordering: .acquiring) }

    /// Takes the letters that have arrived.
    var letters: [Letter] {
        if case .pipe(let readEnd, _) = bell {
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(readEnd, &bytes, bytes.count) > 0 {}
        }
        let found = sent.exchange(0, ordering: .acquiring)
        return Letter.allCases.filter { found & $0.rawValue != 0 }
    }
}
