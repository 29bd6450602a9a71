import Synchronization

/// Where a HUD's progress comes from: something that can be asked, once a frame.
public protocol ProgressSource: Sendable {
    /// How far it is now. Called once a frame, and once as the HUD goes, outside every lock, on the thread that draws or
    /// hides it; does not block.
    func sample() -> ProgressSample
}

/// Progress that is set as a fraction, from any thread: an atomic store and nothing else.
final class FractionProgress: ProgressSource {
    private let bits = Atomic<UInt64>(0)

    var fraction: Double {
        get { Double(bitPattern: bits.load(ordering: .relaxed)) }
        set { bits.store(newValue.bitPattern, ordering: .relaxed) }
    }

    func sample() -> ProgressSample {
        ProgressSample(fraction: fraction)
    }
}
