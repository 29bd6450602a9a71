/// The rate in units per second, from steps of work: a mixture of the mean over all steps and the mean over recent steps.
///
/// If the speed fluctuates, the mean over all steps is the better estimate; if it has changed, the recent mean is. The sign of their difference
/// tells which: it alternates in the first case and stays the same in the second (Trigg and Leach's tracking signal, 1967).
struct WeightedRate: Sendable, Hashable {
    /// The number of steps; 3 means three or more.
    private(set) var steps = 0
    /// The usual gap in seconds, weighted by time: the gap in which a random moment lies.
    private(set) var usualGap = 0.0
    /// The counted units and their seconds, without the excess of long gaps.
    private var units = 0.0
    private var seconds = 0.0
    /// The recent rate in units per second.
    private var recent = 0.0
    /// The smoothed difference between recent and overall mean: signed, and as a magnitude.
    private var deviation = 0.0
    private var magnitude = 0.0

    /// Adds a step.
    ///
    /// - Parameters:
    ///   - amount: Units; more than zero.
    ///   - gap: Seconds since the previous step; more than zero.
    mutating func add(_ amount: Double, after gap: Double) {
        // The time before the first step is preparation, or was there before, so rates are measured from the first step on.
        guard steps >= 2 else {
            steps += 1
            usualGap = gap
            units = amount
            seconds = gap
            recent = amount / gap
            return
        }
        steps = 3
        // An unusually long gap is a stall and says little about the speed. If such gaps recur, the usual gap grows and they count.
        let counted = min(gap, max(Self.longestGap, Self.gapsInProportion * usualGap))
        usualGap += (gap - usualGap) * (1 - kept(after: gap))

        let kept = kept(after: counted)
        let keptLate = keptOfLate(after: counted)
        units += amount
        seconds += counted
        recent += (amount / counted - recent) * (1 - keptLate)
        deviation += (recent - mean - deviation) * (1 - kept)
        magnitude += (abs(recent - mean) - magnitude) * (1 - kept)
    }

    /// The rate in units per second; 0 before the first step.
    var value: Double {
        guard magnitude > 0 else { return mean }
        let oneSided = min(1, abs(deviation) / magnitude)
        return mean + oneSided * oneSided * (recent - mean)
    }

    /// The factor by which the weight of all steps so far decreases when `gap` seconds follow. With it, half of the weight is in the last
    /// three tenths of the run.
    func kept(after gap: Double) -> Double {
        let share = seconds / (seconds + gap)
        return share * share
    }

    private var mean: Double { seconds > 0 ? units / seconds : 0 }

    /// The same factor for the recent mean, which covers a part of the run, but at least some seconds and some steps.
    private func keptOfLate(after gap: Double) -> Double {
        let share = seconds / (seconds + gap)
        let x = min(3, gap / max(Self.shortestMemory, Self.gapsInMemory * usualGap))
        // A Padé approximation of e^-x, good enough for x up to 3, without the C library.
        let kept = (12 - 6 * x + x * x) / (12 + 6 * x + x * x)
        return max(min(kept, share), 1 - gap * Self.partsInRun / (seconds + gap))
    }

    // Tuned on the runs in Benchmarks/hud-bench/EstimatorScore.swift, which are not sensitive to them.
    /// The longest gap that counts in full, in seconds and in usual gaps.
    private static let longestGap = 3.0
    private static let gapsInProportion = 5.0
    /// The memory of the recent mean in seconds, in usual gaps and as a part of the run; the longest of them counts.
    private static let shortestMemory = 2.0
    private static let gapsInMemory = 3.0
    private static let partsInRun = 40.0
}
