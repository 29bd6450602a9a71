/// Units a second from steps of work, each of so many units in so many seconds: the mean of all and the mean of late, mixed.
///
/// Where speed comes and goes the mean of all is the better guide; where it has changed, the mean of late. Which it is shows in how the
/// two differ: now to this side and now to that, or to one side all the time (Trigg and Leach's tracking signal, 1967).
struct WeightedRate: Sendable, Hashable {
    /// Steps so far; 3 counts as many.
    private(set) var steps = 0
    /// Seconds between two steps, weighted by time: the gap that a moment taken at random lies in.
    private(set) var usualGap = 0.0
    /// Units counted and the seconds they took, but for what is left out of long gaps.
    private var units = 0.0
    private var seconds = 0.0
    /// Units a second of late.
    private var recent = 0.0
    /// How far the mean of late lies from that of all, with its sign and without.
    private var deviation = 0.0
    private var magnitude = 0.0

    /// Takes up a step.
    ///
    /// - Parameters:
    ///   - amount: Units done; more than zero.
    ///   - gap: Seconds since the step before; more than zero.
    mutating func add(_ amount: Double, after gap: Double) {
        // What lies before the first step is getting ready, or was there before: the second counts from the first.
        guard steps >= 2 else {
            steps += 1
            usualGap = gap
            units = amount
            seconds = gap
            recent = amount / gap
            return
        }
        steps = 3
        // A gap out of proportion is a stall and says little of the speed. If it recurs the usual gap grows, and it counts.
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

    /// Units a second; 0 before the first step.
    var value: Double {
        guard magnitude > 0 else { return mean }
        let oneSided = min(1, abs(deviation) / magnitude)
        return mean + oneSided * oneSided * (recent - mean)
    }

    /// What is kept of the weight of all steps so far, when `gap` seconds come after them: half of it is in the last
    /// three tenths of the run.
    func kept(after gap: Double) -> Double {
        let share = seconds / (seconds + gap)
        return share * share
    }

    private var mean: Double { seconds > 0 ? units / seconds : 0 }

    /// The same for the mean of late, which looks back over a part of the run, but over some seconds and some steps at least.
    private func keptOfLate(after gap: Double) -> Double {
        let share = seconds / (seconds + gap)
        let x = min(3, gap / max(Self.shortestMemory, Self.gapsInMemory * usualGap))
        // e to the -x, near enough for x up to 3 (Padé), and without the C library.
        let kept = (12 - 6 * x + x * x) / (12 + 6 * x + x * x)
        return max(min(kept, share), 1 - gap * Self.partsInRun / (seconds + gap))
    }

    // Tried out on the runs in Benchmarks/hud-bench/EstimatorScore.swift, where none of them matters much.
    /// Seconds, and usual gaps: the longest that counts in full.
    private static let longestGap = 3.0
    private static let gapsInProportion = 5.0
    /// Seconds, usual gaps and part of the run that the mean of late looks back over; the longest of them.
    private static let shortestMemory = 2.0
    private static let gapsInMemory = 3.0
    private static let partsInRun = 40.0
}
