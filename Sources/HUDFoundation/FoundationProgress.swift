import Foundation
import HUDCore

/// A `Foundation.Progress` as the source of a HUD's progress.
///
/// ```swift
/// let progress = Progress(totalUnitCount: Int64(files.count))
/// hud.progressSource = FoundationProgress(progress)
/// ```
///
/// The progress is sampled once a frame and never observed, so a change of it costs what it costs without a HUD. Its children count: while one of
/// them is partly done, the HUD shows `fractionCompleted`, and from then on no counts, because those are the parent's own. If
/// the total is negative or zero, it is not known. A progress of kind `.file` counts bytes.
///
/// A progress can be cancelled and paused; connect that where your program handles it, such as `bezel.onCancel = { progress.cancel() }`.
///
/// - Important: On Linux, `Progress` has no lock. When four threads finished 4,000 children of one parent, 3,985 to 3,992 of them were counted, and
///   with 40,000 children the process crashed. Change such a tree on one thread only, or count with `ProgressNode`, which any number of threads
///   can increment.
public struct FoundationProgress: ProgressSource {
    private let progress: Progress
    private let counts = CountsOrFraction()

    /// Makes a source that samples `progress`.
    public init(_ progress: Foundation.Progress) {
        self.progress = progress
    }

    /// The current progress.
    public func sample() -> ProgressSample {
        let unit: ProgressUnit = progress.kind == .file ? .bytes : .items
        return counts.sample(unit: unit) {
            let total = progress.isIndeterminate ? 0 : progress.totalUnitCount
            return (Int(clamping: progress.completedUnitCount), Int(clamping: total), progress.fractionCompleted)
        }
    }
}
