/// The part of a list of rows that a frame shows.
package struct HUDRowWindow: Sendable, Hashable {
    /// The index of the first row that is shown.
    package var first: Int
    /// The number of rows in the list.
    package var count: Int
    /// How many of them are of parts that failed.
    package var failed: Int

    package init(first: Int, count: Int, failed: Int = 0) {
        self.first = first
        self.count = count
        self.failed = failed
    }
}

/// A renderer that shows the rows of a HUD's parts as a list that scrolls.
package protocol ListingRenderer: HUDRenderer {
    /// Whether rows are kept as a list.
    var listsRows: Bool { get }

    /// The height of the screen that the list has; nil if rows are drawn at the cursor for now, in ``HUDRenderer/windowRows``.
    var listScreenRows: Int? { get }

    /// What keys have asked of the selection since the last call.
    func takeRowMoves() -> [RowMove]
}
