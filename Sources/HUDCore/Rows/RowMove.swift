/// How the selection moves among the rows of a HUD; see ``HUD/moveRowSelection(_:)``.
public enum RowMove: Sendable, Hashable {
    /// So many rows down; up if negative.
    case rows(Int)
    /// So many windows of rows down; up if negative.
    case pages(Int)
    /// To the first row.
    case toStart
    /// To the last row.
    case toEnd
    /// Takes the rows of the selected part's own parts off; to the part that it is in if it has none.
    case fold
    /// Shows the rows of the selected part's own parts again; to the first of them if they are shown.
    case unfold
}
