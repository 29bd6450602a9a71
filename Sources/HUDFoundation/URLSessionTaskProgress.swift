import Foundation
import HUDCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The bytes of a URLSession task as the source of a HUD's progress.
///
/// ```swift
/// let task = session.downloadTask(with: url)
/// hud.progressSource = URLSessionTaskProgress(task)
/// task.resume()
/// ```
///
/// It samples `countOfBytesReceived` and `countOfBytesExpectedToReceive`, and for a task with a body `countOfBytesSent` and
/// `countOfBytesExpectedToSend`. The task's own `progress` is not used: on Linux its total stays at −1 for a GET with a length, and then jumps
/// to 1.
///
/// The total is reported once a byte was counted; until then, and if the server sends no length, it is not known. A task that has succeeded is
/// complete.
///
/// - Important: On Linux the bytes of a running task are counted only for download tasks of a session whose delegate is a
///   `URLSessionDownloadDelegate`, and sent bytes only for tasks with a delegate. Data tasks, and download tasks with a completion handler, have
///   no count until they are complete: their HUD shows that something is going on, but not how far it is. A task that is suspended and resumed makes its
///   request again there, and its counts go on from where they were.
public struct URLSessionTaskProgress: ProgressSource {
    private let task: URLSessionTask

    /// Makes a source that samples `task`.
    public init(_ task: URLSessionTask) {
        self.task = task
    }

    /// The current counts of bytes.
    public func sample() -> ProgressSample {
        let isComplete = TaskFollowing.Sample(task) == .ended(.succeeded)
        let counts = TransferCounts(
            received: task.countOfBytesReceived, expectedToReceive: task.countOfBytesExpectedToReceive,
            sent: task.countOfBytesSent, expectedToSend: task.countOfBytesExpectedToSend, isComplete: isComplete)
        return counts.sample
    }
}

/// What a task has counted. Negative and zero totals are not known.
struct TransferCounts {
    var received: Int64 = 0
    var expectedToReceive: Int64 = -1
    var sent: Int64 = 0
    var expectedToSend: Int64 = 0
    var isComplete = false

    var sample: ProgressSample {
        let toSend = Int(clamping: max(0, expectedToSend))
        let toReceive = Int(clamping: max(0, expectedToReceive))
        // Without a total the response is counted as it is, unless there is a body whose end is the end of the progress.
        let mostReceived = toReceive > 0 ? toReceive : toSend > 0 ? 0 : Int.max
        let counted = clamped(sent, to: toSend).addingSaturating(clamped(received, to: mostReceived))
        let total = toSend == 0 && toReceive == 0 ? nil : toSend.addingSaturating(toReceive)
        return ProgressSample(
            completedUnitCount: isComplete ? max(counted, total ?? 0) : counted,
            totalUnitCount: isComplete || counted > 0 ? total : nil, unit: .bytes)
    }

    /// On Linux a task that is resumed makes its request again and counts the bytes twice.
    private func clamped(_ count: Int64, to most: Int) -> Int { min(Int(clamping: max(0, count)), most) }
}
