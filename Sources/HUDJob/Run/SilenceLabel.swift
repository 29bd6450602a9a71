import HUDCore

/// Work with details in which it can be shown that a job is silent.
protocol DetailedWork: AnyObject {
    var detailsLabel: String { get set }
}

extension HUD: DetailedWork {}

extension ProgressNode: DetailedWork {}

/// Shows how long a job has been silent, in place of the job's own details, which are that old. Details that the program has set stay.
struct SilenceLabel {
    /// Nil: it is not shown.
    private let work: (any DetailedWork)?
    /// The job's details, and what is shown instead.
    private var shown: (before: String, text: String)?

    init(of work: (any DetailedWork)?) {
        self.work = work?.detailsLabel.isEmpty == true ? work : nil
    }

    /// - Parameter time: nil: the job has printed something, or has ended.
    mutating func show(_ time: Duration?) {
        guard let work else { return }
        let details = work.detailsLabel
        guard let time else {
            if let shown, shown.text == details { work.detailsLabel = shown.before }
            shown = nil
            return
        }
        let text = "silent for " + ProgressText.elapsed(time)
        // The job can report details without printing anything.
        shown = (details == shown?.text ? shown?.before ?? "" : details, text)
        work.detailsLabel = text
    }
}
