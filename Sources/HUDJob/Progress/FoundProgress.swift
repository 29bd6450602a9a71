import HUDCore
import Synchronization

/// The latest progress that was found. The job's loop sets it; the clock's thread samples it.
final class FoundProgress: ProgressSource {
    private let latest: Mutex<ProgressSample>

    init(_ sample: ProgressSample) {
        latest = Mutex(sample)
    }

    func set(_ sample: ProgressSample) {
        latest.withLock { $0 = sample }
    }

    func sample() -> ProgressSample {
        latest.withLock { $0 }
    }
}
