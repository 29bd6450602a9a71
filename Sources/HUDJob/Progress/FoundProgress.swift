import HUDCore
import Synchronization

/// Progress that was found out: the newest. Set by the loop, sampled by whoever draws.
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
