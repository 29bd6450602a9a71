/// The rates and remaining times of the parts that have a row, and the labels of the parts below them, in the order in which frames ask for them. So most
/// are found without a search.
struct RowEstimates {
    private var entries: [(part: ProgressTally, estimate: JobEstimate, labels: TreeLabels)] = []
    /// How many of them the frame has asked for. They are the first ones.
    private var asked = 0

    /// Begins a frame.
    mutating func begin() { asked = 0 }

    /// Records the progress of a part that runs.
    ///
    /// - Parameters:
    ///   - elapsed: How long it has been running.
    ///   - run: The number of its run. Another one starts a new estimate.
    mutating func record(
        _ sample: ProgressSample, of part: ProgressTally, after elapsed: Duration, run: Int
    ) -> JobEstimate.Shown {
        if !keep(part) {
            entries.insert((part, JobEstimate(), TreeLabels()), at: asked)
            asked += 1
        }
        return entries[asked - 1].estimate.record(sample, after: elapsed, of: run, source: 0)
    }

    /// Keeps the estimate of a part that does not run.
    ///
    /// - Returns: Whether it has one.
    @discardableResult
    mutating func keep(_ part: ProgressTally) -> Bool {
        guard let place = entries[asked...].firstIndex(where: { $0.part === part }) else { return false }
        if place != asked { entries.swapAt(place, asked) }
        asked += 1
        return true
    }

    /// The labels of the running parts of a part that the frame has asked for last.
    mutating func labels(below part: ProgressTally) -> String {
        guard asked > 0, entries[asked - 1].part === part else { return part.runningLabels(atMost: Self.mostLabels) }
        return entries[asked - 1].labels.update(part, of: 0, atMost: Self.mostLabels)
    }

    private static let mostLabels = 3

    /// Ends a frame. If there are more than `most`, those of parts that have no row any more are forgotten.
    mutating func end(most: Int) {
        if entries.count > most { entries.removeSubrange(asked...) }
    }
}
