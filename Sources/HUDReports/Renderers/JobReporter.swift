import CTerminalSupport
import HUDCore

/// A renderer of lines that reports the jobs of a tree itself, with names and exit statuses that parts of a HUD's work don't have.
package protocol JobReporter: HUDRenderer {
    /// Whether text beside the HUD has characters beyond ASCII. By default as the locale says.
    var isUTF8: Bool { get }

    /// Reports that a HUD's work has begun, whether or not the HUD appears. By default nothing.
    func start(label: String, details: String, kind: JSONStreamKind)

    /// Reports that a job has started.
    func report(started job: JSONJob)

    /// Reports how a run of a job has ended.
    func report(
        ended job: JSONJob, _ outcome: HUDOutcome, status: Int32, elapsed: Duration, usage: HUDUsage?, willRetry: Bool)

    /// Reports that a job is not run.
    ///
    /// - Parameter parent: The number of the job that it is a part of; nil if it is a part of the whole work.
    func report(skipped number: Int, in parent: Int?, _ name: String, reason: String)

    /// Takes the number of jobs for the last lines. By default nothing.
    func report(totals: RowTaskCounts)

    /// Reports that the work is over, if the removal of the HUD did not. By default nothing.
    func finish(elapsed: Duration, outcome: HUDOutcome?, usage: HUDUsage?)
}

extension JobReporter {
    package var isUTF8: Bool { hud_user_locale_is_utf8() }
    package func start(label: String, details: String, kind: JSONStreamKind) {}
    package func report(totals: RowTaskCounts) {}
    package func finish(elapsed: Duration, outcome: HUDOutcome?, usage: HUDUsage?) {}
}
