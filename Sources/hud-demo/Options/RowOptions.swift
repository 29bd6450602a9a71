import HUDCore

/// The options of the rows of a HUD for several jobs.
struct RowOptions: Equatable {
    /// The most rows on screen; nil: half the window.
    private var limit: Int?
    private var graceTime = Duration.milliseconds(500)
    private var minimumShowTime = Duration.milliseconds(300)

    static let known: [OptionReader.Option] = [
        .init("rows", "the most rows on screen", .any("N")),
        .init("row-grace", "how long a job runs before its row appears", .seconds),
        .init("row-min-show", "how long a row stays at least once it is shown", .seconds)
    ]

    /// Takes an option. Returns whether it is one of ``known``.
    mutating func take(_ option: OptionReader.Found) throws(UsageError) -> Bool {
        switch option.name {
        case "rows": limit = try option.number(in: 1...1000)
        case "row-grace": graceTime = try option.duration()
        case "row-min-show": minimumShowTime = try option.duration()
        default: return false
        }
        return true
    }

    var rows: HUDRows {
        limit.map { .upTo($0, graceTime: graceTime, minimumShowTime: minimumShowTime) }
            ?? .halfOfWindow(graceTime: graceTime, minimumShowTime: minimumShowTime)
    }
}
