import HUDCore
import Synchronization

/// Work with details.
protocol DetailedWork: AnyObject, Sendable {
    var detailsLabel: String { get set }
}

extension HUD: DetailedWork {}

extension ProgressNode: DetailedWork {}

/// The details of a job, and in their place how long it has been silent, because they are that old. Details that the program has set before the job stay.
final class JobDetails: Sendable {
    private let work: any DetailedWork
    private let showsSilence: Bool
    /// The job's details, and what is shown instead; nil: they are shown.
    private let covered = Mutex<(details: String, text: String)?>(nil)

    init(of work: any DetailedWork) {
        self.work = work
        showsSilence = work.detailsLabel.isEmpty
    }

    /// The job's own details.
    var text: String {
        get { covered.withLock { details($0) } }
        set {
            covered.withLock { covered in
                if let text = covered?.text, text == work.detailsLabel {
                    covered?.details = newValue
                } else {
                    work.detailsLabel = newValue
                }
            }
        }
    }

    /// - Parameter time: How long the job has been silent. nil: it has printed something, or has ended.
    func showSilence(_ time: Duration?) {
        guard showsSilence else { return }
        covered.withLock { covered in
            let details = details(covered)
            let text = time.map { "silent for " + ProgressText.elapsed($0) }
            if text != nil || covered != nil { work.detailsLabel = text ?? details }
            covered = text.map { (details, $0) }
        }
    }

    /// The program can set details meanwhile.
    private func details(_ covered: (details: String, text: String)?) -> String {
        let shown = work.detailsLabel
        return covered?.text == shown ? covered?.details ?? "" : shown
    }
}
