/// Which parts of a HUD's work have a row of their own; see ``HUD/rows``.
public struct HUDRows: Sendable, Hashable {
    /// The most rows of parts; nil: half of the window, or a list as high as the screen.
    var limit: Int?
    /// How many levels of the tree have rows; 1 for the parts of ``HUD/work`` only, without their own parts. At least 1; all by default.
    public var levels = Int.max
    /// How long a part runs before it gets a row. Negative counts as zero.
    public var graceTime: Duration
    /// How long a row stays at least. Negative counts as zero.
    public var minimumShowTime: Duration

    /// No rows: the labels of the running parts are the details of the HUD.
    public static let none = HUDRows(limit: 0, graceTime: .zero, minimumShowTime: .zero)

    /// A row for each of at most `count` parts, but never so many that the window would be filled.
    ///
    /// - Parameters:
    ///   - count: The most rows; zero or negative for none.
    ///   - graceTime: How long a part runs before it gets a row.
    ///   - minimumShowTime: How long a row stays at least.
    public static func upTo(
        _ count: Int, graceTime: Duration = .milliseconds(500), minimumShowTime: Duration = .milliseconds(300)
    ) -> HUDRows {
        HUDRows(limit: max(0, count), graceTime: graceTime, minimumShowTime: minimumShowTime)
    }

    /// Rows for as many parts as half of the window has room for.
    ///
    /// - Parameters:
    ///   - graceTime: How long a part runs before it gets a row.
    ///   - minimumShowTime: How long a row stays at least.
    public static func halfOfWindow(
        graceTime: Duration = .milliseconds(500), minimumShowTime: Duration = .milliseconds(300)
    ) -> HUDRows {
        HUDRows(limit: nil, graceTime: graceTime, minimumShowTime: minimumShowTime)
    }
}
