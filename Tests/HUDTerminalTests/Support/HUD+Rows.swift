import HUDCore

extension HUD {
    /// A HUD with up to four rows, for a renderer that reports parts in lines. It appears after 0.2 s.
    convenience init(reportingRowsTo renderer: any HUDRenderer, rowGrace: Duration, clock: ManualClock) {
        self.init(
            label: "L", timing: HUDTiming(graceTime: .milliseconds(200), minimumShowTime: .zero, animationDuration: .zero),
            preferredFramesPerSecond: 10, renderer: renderer, clock: clock)
        rows = .upTo(4, graceTime: rowGrace)
    }
}
