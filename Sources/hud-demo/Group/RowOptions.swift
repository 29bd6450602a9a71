import HUDCore

extension Option {
    /// The options of the rows of a HUD for several jobs.
    static let rows = [
        Option(
            "rows", .number(in: 1...1000), "the most rows on screen", usage: "rows shown",
            manual: """
                The most rows on screen, below the first line; half of the window by default, and never so many that the window would be filled.
                A running job keeps its place.
                The row of a job that has ended stays, dimmed, until another job takes its place, or for one second.
                That of a failed job stays until its place is needed, while at most a quarter of the places show failures.
                A line above the rows says which job has failed, and why.
                A new row takes the place of the row that ended first, or a new place at the end; otherwise the job waits, first come, first served.
                When a row leaves, the rows below it move up, and an empty place stays at the bottom.
                The last row counts the jobs that have none.
                """
        ) { $0.rows = .upTo($1, graceTime: $0.rows.graceTime, minimumShowTime: $0.rows.minimumShowTime) },
        Option(
            "row-grace", .seconds, "how long a job runs before its row appears", usage: "", default: "0.5",
            manual: "How long a job runs before its row appears."
        ) { $0.rows.graceTime = $1 },
        Option(
            "row-min-show", .seconds, "how long a row stays at least once it is shown", usage: "", default: "0.3",
            manual: "How long a row stays on screen at least once it has appeared."
        ) { $0.rows.minimumShowTime = $1 }
    ]
}
