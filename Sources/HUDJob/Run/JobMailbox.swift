import Synchronization

/// Messages from other threads to the thread that runs a job. Each job has a pipe, because that thread waits in `poll`.
package final class JobMailbox: Sendable {
    enum Letter: UInt8, CaseIterable {
        /// The job's HUD has been removed from the terminal.
        case hudGone = 1
        /// The job must end.
        case cancel = 2
    }

    /// Readable when there are letters.
    let readEnd: Int32
    private let writeEnd: Int32
    /// One bit for each letter. The pipe only wakes the reader.
    private let sent = Atomic<UInt8>(0)

    /// - Returns: nil, with errno, if the process has no more descriptors.
    package init?() {
        guard let ends = JobDescriptors.pipe() else { return nil }
        (readEnd, writeEnd) = ends
        for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Sends a letter. Can be called from any thread.
    func post(_ letter: Letter) {
        sent.bitwiseOr(letter.rawValue, ordering: .releasing)
        var byte: UInt8 = 0
        // If the pipe is full it is readable, so nothing is lost.
        _ = write(writeEnd, &byte, 1)
    }

    /// Takes the letters that have arrived.
    var letters: [Letter] {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) > 0 {}
        let found = sent.exchange(0, ordering: .acquiring)
        return Letter.allCases.filter { found & $0.rawValue != 0 }
    }
}
