import HUDCore

/// What a group shows.
struct GroupDisplay {
    /// What the jobs are parts of; nil without a HUD.
    let work: ProgressNode?
    /// Whether the group shows and hides the HUD, and reports its jobs by their numbers.
    let ownsHUD: Bool
    var display: JobDisplay
    /// The details label of the HUD while it says that jobs are held back; nil: it doesn't.
    var heldDetails: String?
    let begin = LiveClock.shared.now

    init(_ hud: HUD?, as part: ProgressNode?) {
        work = part ?? hud?.work
        ownsHUD = part == nil
        display = JobDisplay(of: hud, reportsJobs: ownsHUD)
    }

    var hud: HUD? { display.hud }

    /// How long the group has run.
    var elapsed: Duration { begin.duration(to: LiveClock.shared.now) }
}
