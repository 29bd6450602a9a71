import HUDCore

/// How wide rows are drawn while the window is being made narrower.
///
/// tmux wraps rows again with each column that a window loses, and each row that has become two moves a row of the screen into the scrollback,
/// a row of the HUD in the end. It reports the new size up to 0.25 s later. Rows that leave half of the window free do not wrap meanwhile.
struct RowWidth: Sendable {
    /// How long a window keeps its size before rows may fill it again: longer than tmux takes to report a size.
    private static let rest = Duration.milliseconds(500)
    /// Windows of fewer columns have no columns to spare.
    private static let least = 20

    private var shortUntil = HUDInstant.zero

    /// Takes note of another size of the window, or of the same.
    mutating func noteResize(from old: WindowSize, to new: WindowSize, at now: HUDInstant) {
        let isNarrower = new.columns < old.columns
        if isNarrower || new != old && now < shortUntil { shortUntil = now.advanced(by: Self.rest) }
    }

    /// How many columns of a window of `columns` there are for rows.
    func columns(of columns: Int, at now: HUDInstant) -> Int {
        now < shortUntil ? max(min(columns, Self.least), (columns + 1) / 2) : columns
    }
}
