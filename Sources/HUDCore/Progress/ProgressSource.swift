/// A source of a HUD's progress, sampled once a frame.
public protocol ProgressSource: Sendable {
    /// The current progress. Called once a frame, and once before the HUD disappears, outside every lock, on the thread that draws or
    /// hides the HUD. Must not block.
    func sample() -> ProgressSample
}
