import CTerminalSupport
import HUDLibc

/// Output of a job whose run is over, which a process that the job has left behind still has open.
final class OpenOutput: Sendable {
    /// Where it is read, without waiting.
    let readEnd: Int32
    let stream: JobStream

    init(_ readEnd: Int32, _ stream: JobStream) {
        self.readEnd = readEnd
        self.stream = stream
    }

    deinit { close(readEnd) }

    /// Reads what there is, up to a limit, so that other events have their turn.
    ///
    /// - Returns: Whether the output goes on.
    func read(_ take: (UnsafeRawBufferPointer) -> Void) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 16) { page in
            for _ in 0..<8 {
                let count = HUDLibc.read(readEnd, page.baseAddress, page.count)
                if count > 0 {
                    take(UnsafeRawBufferPointer(rebasing: page[..<count]))
                } else if count < 0, errno == EAGAIN {
                    return true
                } else if count == 0 || errno != EINTR {
                    return false
                }
            }
            return true
        }
    }

    /// Lets another process pass the output on to descriptors until it ends, because this one ends earlier.
    ///
    /// - Parameter targets: Up to two. Without any, or with -1, the output is discarded.
    func handOver(to targets: [Int32]) {
        _ = hud_hand_over(readEnd, targets, Int32(targets.count))
    }
}
