/// Whether the job's cursor rests above rows of the job, as between the updates of several bars, or was found there amid an update.
///
/// A job that redraws a block has the cursor in other rows for a moment. So one frame says nothing, and two frames after each other do.
struct CursorRest: Sendable {
    private static let enough = 2

    private(set) var isAboveRows = false
    /// How many more of the last frames have found the cursor above rows than not, at most ``enough``.
    private var frames = 0

    /// Takes note of where a frame has found the cursor. A job that addresses rows by number is not one that redraws a block.
    mutating func note(isAboveRows isNow: Bool, addressesRows: Bool) {
        guard !addressesRows else { return self = CursorRest() }
        frames = max(0, min(frames + (isNow ? 1 : -1), Self.enough))
        if frames == (isAboveRows ? 0 : Self.enough) { isAboveRows.toggle() }
    }
}
