import HUDCore
import HUDTerminal

/// What an entry of the gallery has to play with.
struct GalleryStage {
    let hud: HUD
    /// Nil where nothing is drawn.
    let inline: InlineRenderer?
    /// What the HUD follows, unless an entry has it follow something else.
    let files = ProgressCounter(totalUnitCount: 120)
    let bytes = ProgressCounter(totalUnitCount: 48_000_000, unit: .bytes)

    init(hud: HUD, inline: InlineRenderer?) {
        self.hud = hud
        self.inline = inline
        hud.progressSource = files
    }

    /// Brings both counters to where the work is.
    func count(_ done: Double) {
        for counter in [files, bytes] { counter.completedUnitCount = Int(done * Double(counter.totalUnitCount)) }
    }
}

/// An entry of MBProgressHUD's demo app, and what it does here.
struct GalleryEntry: Sendable {
    let name: String
    /// One line.
    let description: String
    /// How long the simulated work takes.
    var length = Duration.seconds(3)
    /// How long the HUD stays on when it is done.
    var lingers = Duration.zero
    /// Sets the HUD up before it is shown.
    var configure: @Sendable (GalleryStage) -> Void
    /// Called as the work goes on, with how much of it is done: 0 to 1, and 1 once at the end.
    var work: @Sendable (GalleryStage, _ done: Double) -> Void = { stage, done in stage.count(done) }

    /// The entry of that name; nil where there is none.
    static func named(_ name: String) -> GalleryEntry? { all.first { $0.name == name } }
}
