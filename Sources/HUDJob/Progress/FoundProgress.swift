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
