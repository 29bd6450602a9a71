import HUDCore
import Synchronization

/// What a job has instead of a HUD if it is a part of something.
struct GroupPlace: Sendable {
    /// Where the job's progress goes.
    var node: ProgressNode?
    /// How long the job took in earlier runs.
    var expected: Duration?
    /// Takes the output; nil for what the job's configuration says.
    var take: (@Sendable (UnsafeRawBufferPointer, JobStream) -> Void)?
    /// Whether standard error has a pipe of its own.
    var separatesErrors = false
    /// Whether the job inherits this process's standard input.
    var inheritsInput = false
    /// The environment of a job that has a pipe, if it differs from that of a job with a terminal.
    var pipeEnvironment: HUDJob.Environment?
}

/// A job's progress as a part of a tree. The job's thread sets it; the clock's thread samples it.
final class JobNode: ProgressSource {
    private enum Progress {
        case expected(ExpectedProgress)
        case found(ProgressSample)
    }

    private let node: ProgressNode
    private let progress: Mutex<Progress?>

    init(_ node: ProgressNode) {
        self.node = node
        progress = Mutex(nil)
    }

    /// Reports progress by the time that the job is expected to take, until other progress is found.
    func expect(_ time: Duration, by watch: JobWatch) {
        set(.expected(ExpectedProgress(time, by: watch)))
    }

    func set(_ sample: ProgressSample) {
        set(.found(sample))
    }

    func setLabel(_ label: String) { node.label = label }

    private func set(_ new: Progress) {
        let isFirst = progress.withLock { progress in
            defer { progress = new }
            return progress == nil
        }
        guard isFirst else { return }
        // The node counts nothing itself.
        node.totalCount = 1
        node.adopt(self, assigningCount: 1)
    }

    func sample() -> ProgressSample {
        switch progress.withLock({ $0 }) {
        case .expected(let expected): expected.sample()
        case .found(let sample): sample
        case nil: ProgressSample(fraction: 0)
        }
    }
}
