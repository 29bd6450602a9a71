import Synchronization

/// A source of a HUD's progress, sampled once a frame.
public protocol ProgressSource: Sendable {
    /// The current progress. Called once a frame, and once before the HUD disappears, outside every lock, on the thread that draws or
    /// hides the HUD. Must not block.
    func sample() -> ProgressSample
}

/// Progress that is set as a fraction from any thread. Setting it is an atomic store.
final class FractionProgress: ProgressSource {
    private let bits = Atomic<UInt64>(0)

    var fraction: Double {
        get { Double(bitPattern: bits.load(ordering: .relaxed)) }
        set { bits.store(newValue.bitPattern, ordering: .relaxed) }
    }

    /// Whether a sample is ``ProgressSample/zero``. Also if the fraction is not a number.
    var isZero: Bool { !(fraction > 0) }

    func sample() -> ProgressSample {
        ProgressSample(fraction: fraction)
    }
}
