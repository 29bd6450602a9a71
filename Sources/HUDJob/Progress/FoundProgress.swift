import HUDCore
import Synchronization

/// The latest progress that was found. A driver sets it; the clock's thread samples it.
package final class FoundProgress: ProgressSource {
    private let latest: Mutex<ProgressSample>

    package init(_ sample: ProgressSample = .zero) {
        latest = Mutex(sample)
    }

    package func set(_ sample: ProgressSample) {
        latest.withLock { $0 = sample }
    }

    package func sample() -> ProgressSample {
        latest.withLock { $0 }
    }
}

extension ProgressNode {
    /// Shows the progress of a source as that of all of the node's work, of which the node counts nothing itself.
    package func takeProgress(from source: some ProgressSource) {
        totalCount = 1
        adopt(source, assigningCount: 1)
    }
}
