import HUDCore
import HUDJob

extension FollowRows {
    /// What stands for a stream.
    final class Part {
        /// Its number as a job of ours, counted from 1.
        let number: Int
        var name: PartName
        /// The part of the HUD's work; nil for a stream that is the HUD itself.
        var node: ProgressNode?
        var progress = PartProgress()
        /// The tasks that have ended are remembered as long as the stream may say that they begin again.
        var tasks = TaskLedger<Entry>(mostRemembered: StreamMachine.mostEnded)
        var ended = EndedTasks()
        var last: (state: StreamMachine.State, details: String)?
        var interruption: FollowMachine.Interruption?
        /// What it was called when its work began, and when that was, if that is reported as one of several streams and its end is not.
        var begun: (name: String, time: HUDInstant)?
        /// What was printed and may have to be shown.
        var log = StreamLog()

        init(number: Int, of stream: JobStreams.Stream) {
            self.number = number
            name = PartName(given: stream.name, origin: stream.source.label)
        }

        /// What the stream is called: always the same in lines, and otherwise as its row.
        func title(_ stream: StreamMachine) -> String { name.title(of: stream.work) }
    }

    /// The names of a stream.
    struct PartName {
        /// That of the command line.
        let given: String?
        /// What the stream is called before it has told its own name.
        let origin: String
        /// The name under which its start was reported in lines. Its end is reported under the same name.
        var reported: String?

        func title(of work: StreamMachine.Work) -> String {
            reported ?? given ?? (work.label.isEmpty ? origin : work.label)
        }
    }

    /// The progress of a stream's work as a whole.
    struct PartProgress {
        let found = FoundProgress()
        /// Whether a node has its progress from here.
        private var isAdopted = false

        mutating func show(_ progress: StreamEvent.Progress, on node: ProgressNode) {
            found.set(progress.sample)
            if isAdopted { return }
            isAdopted = true
            node.takeProgress(from: found)
        }

        mutating func reset() {
            found.set(.zero)
            isAdopted = false
        }
    }

    /// How many tasks of a stream have been completed.
    struct EndedTasks {
        /// Those that were shown.
        var shown = 0
        /// How many more there are by the count of the stream.
        private var unseen = 0

        /// Sets the counts of a node whose parts are the tasks of a stream. Tasks that ended before the stream was followed are only counted.
        mutating func count(_ stream: StreamMachine, on node: ProgressNode) {
            let progress = stream.work.progress
            let total = max(progress?.total ?? 0, stream.tasks.counts.total)
            if node.totalCount ?? 0 != total { node.totalCount = total }
            let more = (progress?.completed ?? 0) - shown - unseen
            if more > 0 {
                node.complete(count: more)
                unseen += more
            }
        }
    }
}
