import HUDCore

extension Option {
    /// The options of the rows of a HUD for several jobs.
    static let rows = [
        Option(
            "rows", .number(in: 1...1000), "the most rows on screen", usage: "rows shown",
            manual: """
                The most rows on screen, below the first line; half of the window by default, and never so many that the window would be filled.
                A row keeps its place while it is on screen.
                A place that becomes free is given to a job that failed, while fewer than a quarter of the places show failures; then to the job that is most
                overdue against its earlier runs; then to the one that has been running longest.
                A place that becomes empty stays, so that the rows below it do not move.
                The last row counts the jobs that have none.
                """
        ) { $0.rows = .upTo($1, graceTime: $0.rows.graceTime, minimumShowTime: $0.rows.minimumShowTime) },
        Option(
            "row-grace", .seconds, "how long a job runs before its row appears", usage: "", joins: true, default: "0.5",
            manual: "How long a job runs before its row appears."
        ) { $0.rows.graceTime = $1 },
        Option(
            "row-min-show", .seconds, "how long a row stays at least once it is shown", usage: "", joins: true, default: "0.3",
            manual: "How long a row stays on screen at least once it has appeared."
        ) { $0.rows.minimumShowTime = $1 }
    ]
}
