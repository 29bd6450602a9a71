import HUDCore
import HUDFollow
import HUDJob

/// What the options of a command line have set. Each command reads its parts.
struct Settings: Sendable {
    var hud = HUDOptions()
    var rows = HUDRows.halfOfWindow()
    var job = HUDJob.Configuration()
    // Few commands need these. The first one counts the processors.
    lazy var group = GroupOptions()
    lazy var streams = JobStreams.Configuration()
    /// Whether progress lines are read from standard input, without a job.
    var isGauge = false
    /// The exit status of a command that has ended.
    var status: Int?
    /// How long a command took.
    var elapsed: Duration?
    /// Whether events are printed as JSON instead of a diagram.
    var printsEvents = false
    /// Whether names and descriptions are printed and nothing is drawn.
    var lists = false
    /// A text to print instead of running anything.
    var answer: String?
}
