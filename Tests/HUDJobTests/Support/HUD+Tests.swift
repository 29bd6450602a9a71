import HUDCore

extension HUD {
    /// A HUD that would appear after a minute.
    static func late() -> HUD { HUD(timing: HUDTiming(graceTime: .seconds(60), minimumShowTime: .zero)) }
}
