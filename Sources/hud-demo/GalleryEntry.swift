import HUDCore

/// An entry of MBProgressHUD's demo app, and what it does here.
struct GalleryEntry: Sendable {
    let name: String
    /// One line.
    let description: String
    /// How long the simulated work takes.
    var length = Duration.seconds(3)
    /// How long the HUD stays on when it is done.
    var lingers = Duration.zero
    /// What Enter, Esc and `q` do while it works, in place of going on; nil where it has no button.
    var press: (@Sendable (GalleryStage) -> Void)?
    /// Sets the HUD up before it is shown.
    var configure: @Sendable (GalleryStage) -> Void
    /// Called as the work goes on, with how much of it is done: 0 to 1, and 1 once at the end.
    var work: @Sendable (GalleryStage, _ done: Double) -> Void = { stage, done in stage.count(done) }

    /// The entry of that name; nil where there is none.
    static func named(_ name: String) -> GalleryEntry? { all.first { $0.name == name } }
}
