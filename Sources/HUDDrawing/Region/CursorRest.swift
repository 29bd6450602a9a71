/// Whether the job's cursor rests where it can be saved, but not gone back to by its column and the rows below: above rows of the job, as between the
/// updates of several bars, or after an emoji on whose width terminals disagree.
///
/// A job that redraws a block has the cursor in other rows for a moment. So one frame says nothing, and two frames after each other do. From then on the
/// cursor is taken to rest there until it was elsewhere for a while, so that the HUD does not move between two places with each update.
struct CursorRest: Sendable {
    /// How long the cursor has to be elsewhere.
    static let shortest = Duration.seconds(2)

    private(set) var isAway = false
    /// When a frame has found the cursor there; nil: the last frame has not, and it does not rest there.
    private var last: HUDInstant?

    /// Takes note of whether a frame has found the cursor there. A job that addresses rows by number is not one that redraws a block.
    mutating func note(isAway isNow: Bool, addressesRows: Bool, at now: HUDInstant) {
        guard !addressesRows else { return self = CursorRest() }
        if isNow {
            isAway = last != nil
            last = now
        } else if !isAway || last.map({ $0.duration(to: now) >= Self.shortest }) ?? true {
            self = CursorRest()
        }
    }
}
