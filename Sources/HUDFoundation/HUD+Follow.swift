import Foundation
import HUDCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HUD {
    /// Shows the HUD while `task` is running, with its bytes as progress, as AFNetworking's `setAnimatingWithState(of:)` does.
    ///
    /// ```swift
    /// let task = session.downloadTask(with: url)
    /// hud.follow(task)
    /// task.resume()
    /// ```
    ///
    /// | the task | the HUD |
    /// | --- | --- |
    /// | is running | is shown, with its grace time and minimum show time |
    /// | is suspended | is hidden; shown again when the task is resumed |
    /// | has succeeded | has the outcome `.succeeded` and is hidden |
    /// | has failed | has the outcome `.failed`, with the error's text as reason, and is hidden |
    /// | has ended with an HTTP status of 400 or more | has the outcome `.failed`, with the status as reason, and is hidden |
    /// | was cancelled | has the outcome `.cancelled` and is hidden |
    ///
    /// An outcome that the program sets stays, and `finish()` or the end of a scope ends the following: then the task shows the HUD no more and gives it no
    /// outcome, even if it goes on.
    ///
    /// The state of a task can only be observed by key-value observing, which Linux does not have. So it is sampled: at once, and then on the HUD's clock,
    /// 20 times a second while the task is running and 4 times while it is suspended, until it has ended. A change is noticed
    /// 0.05 s or 0.25 s later at most; in a test with a `ManualClock`, when the test has advanced it by as much. It is sampled for the last time by `finish()` and
    /// at the end of a scope, which a session's delegate or a completion handler can call before the task's state has changed. The task and the HUD are kept
    /// until then or until the task has ended, so a task that is neither resumed nor cancelled keeps its HUD.
    ///
    /// A HUD follows one task at a time, the last one; the call clears the outcome of a HUD that is hidden. ``HUD/work`` acts on that task: `hud.work.cancel()` cancels it, `pause()` suspends it, and `resume()`
    /// resumes it. So a bezel's button stops a download with `bezel.onCancel = { hud.work.cancel() }`.
    ///
    /// A task that has ended before a sample found it running, or running again, is shown and hidden at once, so that a summary of it is written. A HUD that
    /// the program has shown, or a scope, stays while a task has not begun to run.
    ///
    /// - Parameter task: A task in any state. If it has ended, the HUD gets its outcome and is hidden.
    public func follow(_ task: URLSessionTask) {
        progressSource = URLSessionTaskProgress(task)
        work.restart()
        work.cancellationHandler = { [weak task] in task?.cancel() }
        work.pausingHandler = { [weak task] in task?.suspend() }
        work.resumingHandler = { [weak task] in task?.resume() }
        TaskFollower.follow(task, with: self)
    }
}
