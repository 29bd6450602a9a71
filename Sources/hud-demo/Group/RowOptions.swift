import HUDCore

extension Option {
    /// The options of the rows of a HUD for several jobs.
    static let rows = [
        Option(
            "rows", .number(in: 1...1000), "the most rows on screen", usage: "the most rows on screen (half of the window)",
            manual: """
                The most rows on screen, below the first line; see
                .Sx ROWS .
                By default they fill at most half of the window.
                """
        ) { $0.rows = .upTo($1, graceTime: $0.rows.graceTime, minimumShowTime: $0.rows.minimumShowTime) },
        Option(
            "row-grace", .seconds, "how long a job runs before its row appears", default: "0.5",
            manual: "How long a job runs before its row appears."
        ) { $0.rows.graceTime = $1 },
        Option(
            "row-min-show", .seconds, "how long a row stays at least once it is shown", default: "0.3",
            manual: "How long a row stays on screen at least once it has appeared."
        ) { $0.rows.minimumShowTime = $1 }
    ]
}
