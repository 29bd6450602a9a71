import HUDCore

/// An entry of MBProgressHUD's demo app, for the terminal.
struct GalleryEntry: Sendable {
    let name: String
    /// A description on one line.
    let description: String
    /// How the work is shown, and its label.
    var mode = HUDMode.indeterminate
    var label = "Loading"
    /// The duration of the simulated work.
    var length = Duration.seconds(3)
    /// How long the HUD stays after the work has ended.
    var lingers = Duration.zero
    /// Configures what is special of the HUD before it is shown.
    var configure: @Sendable (GalleryHUD) -> Void = { _ in }
    /// Called for Enter during the work; nil if the entry has no button.
    var press: (@Sendable (GalleryHUD) -> Void)?
    /// Called as the work proceeds, with the completed fraction: 0 to 1, and exactly 1 once at the end.
    var work: @Sendable (GalleryHUD, _ done: Double) -> Void = { shown, done in shown.count(done) }

    /// Sets the HUD up before it is shown.
    func setUp(_ shown: GalleryHUD) {
        shown.hud.mode = mode
        shown.hud.label = label
        configure(shown)
    }
}
