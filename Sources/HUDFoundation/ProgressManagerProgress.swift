// SF-0023 is in Foundation from Swift 6.4 on, and on Apple's platforms in the systems of that year.
#if compiler(>=6.4)
import Foundation
import HUDCore

/// A `ProgressManager`, or the `ProgressReporter` of one, as the source of a HUD's progress (Foundation's SF-0023).
///
/// ```swift
/// let manager = ProgressManager(totalCount: 10)
/// hud.progressSource = ProgressManagerProgress(manager)
/// await fetch(urls, progress: manager.subprogress(assigningCount: 7))
/// ```
///
/// The manager is sampled once a frame and never observed. Its subprogresses count: while one of them is partly done, the HUD shows
/// `fractionCompleted`, and from then on no counts.
@available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
public struct ProgressManagerProgress: ProgressSource {
    private let reporter: ProgressReporter
    private let counts = CountsOrFraction()

    /// Makes a source that samples `manager`.
    public init(_ manager: ProgressManager) {
        self.init(manager.reporter)
    }

    /// Makes a source that samples the manager of `reporter`.
    public init(_ reporter: ProgressReporter) {
        self.reporter = reporter
    }

    /// The current progress.
    public func sample() -> ProgressSample {
        counts.sample(unit: .items) { (reporter.completedCount, reporter.totalCount ?? 0, reporter.fractionCompleted) }
    }
}
#endif
