/// Whether the job's cursor rests above rows of the job, as between the updates of several bars, or was found there amid an update.
///
/// A job that redraws a block has the cursor in other rows for a moment. So one frame says nothing, and two frames after each other do. From then on the
/// cursor is taken to rest there until it was in the lowest row for a while, so that the HUD does not move between two places with each update.
struct CursorRest: Sendable {
    /// How long the cursor has to be in the lowest row.
    static let shortest = Duration.seconds(2)

    private(set) var isAboveRows = false
    /// When a frame has found the cursor above rows; nil: the last frame has not, and it does not rest there.
    private var last: HUDInstant?

    /// Takes note of where a frame has found the cursor. A job that addresses rows by number is not one that redraws a block.
    mutating func note(isAboveRows isNow: Bool, addressesRows: Bool, at now: HUDInstant) {
        guard !addressesRows else { return self = CursorRest() }
        if isNow {
            isAboveRows = last != nil
            last = now
        } else if !isAboveRows || last.map({ $0.duration(to: now) >= Self.shortest }) ?? true {
            self = CursorRest()
        }
    }
}
