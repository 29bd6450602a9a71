/// The times of a HUD: when it appears, and how long it stays at least.
///
/// ```swift
/// HUD(label: "Compressing", timing: HUDTiming(graceTime: .seconds(1)), renderer: InlineRenderer())
/// ```
public struct HUDTiming: Sendable, Hashable {
    /// How long a job runs before the HUD appears; 0.5 s by default. Negative counts as zero. (MBProgressHUD's `graceTime`)
    public var graceTime: Duration
    /// How long the HUD stays at least once it has appeared; 0.3 s by default. Negative counts as zero. (MBProgressHUD's `minShowTime`)
    public var minimumShowTime: Duration
    /// The length of the appear and disappear animations; nil, the default: what the renderer prefers.
    public var animationDuration: Duration?

    /// Makes times. A job that takes less than half a second shows nothing by default, and a HUD that has appeared can be read.
    ///
    /// - Parameters:
    ///   - graceTime: How long a job runs before the HUD appears.
    ///   - minimumShowTime: How long the HUD stays at least once it has appeared.
    ///   - animationDuration: The length of the appear and disappear animations; nil: what the renderer prefers, or 0.3 s without a renderer.
    public init(
        graceTime: Duration = .milliseconds(500), minimumShowTime: Duration = .milliseconds(300),
        animationDuration: Duration? = nil
    ) {
        self.graceTime = graceTime
        self.minimumShowTime = minimumShowTime
        self.animationDuration = animationDuration
    }

    /// The length of the animations of a HUD that `renderer` draws.
    func animationDuration(with renderer: (any HUDRenderer)?) -> Duration {
        animationDuration ?? renderer?.preferredAnimationDuration ?? .milliseconds(300)
    }
}
