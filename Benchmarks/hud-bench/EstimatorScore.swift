import HUDCore
import HUDLibc

// Scores estimates of the remaining time on made-up runs whose true end is known, and compares them with other methods.

/// A run of a job: periods, each with the units that are completed in it.
struct Trace {
    let name: String
    let framesPerSecond: Int
    let pieces: [(seconds: Double, units: Double)]
    let seconds: Double
    let total: Int

    init(_ name: String, framesPerSecond: Int = 30, _ pieces: [(Double, Double)]) {
        self.name = name
        self.framesPerSecond = framesPerSecond
        self.pieces = pieces
        seconds = pieces.reduce(0) { $0 + $1.0 }
        total = Int(pieces.reduce(0) { $0 + $1.1 })
    }

    /// The samples of each frame. Units are evenly distributed over their period.
    func forEachFrame(_ body: (_ time: Double, _ done: Int) -> Void) {
        var index = 0
        var begin = 0.0
        var before = 0.0
        for frame in 0..<Int(seconds * Double(framesPerSecond)) {
            let time = Double(frame) / Double(framesPerSecond)
            while index < pieces.count - 1, begin + pieces[index].seconds <= time {
                begin += pieces[index].seconds
                before += pieces[index].units
                index += 1
            }
            body(time, Int(before + pieces[index].units * min(1, (time - begin) / pieces[index].seconds) + 1e-6))
        }
    }
}

/// An estimator: samples in, seconds out.
protocol Estimating {
    mutating func remaining(done: Int, total: Int, at time: Double) -> Double?
}

/// The estimate as a HUD shows it.
struct OurEstimate: Estimating {
    var estimator = ProgressEstimator(startedAt: .zero)
    var display = RemainingTimeDisplay()

    mutating func remaining(done: Int, total: Int, at time: Double) -> Double? {
        let now = HUDInstant(offset: .seconds(time))
        estimator.record(ProgressSample(completedUnitCount: done, totalUnitCount: total), at: now)
        return display.shown(estimator.remaining(at: now), at: now).map { $0 / .seconds(1) }
    }
}

/// The elapsed time, scaled by the remaining fraction.
struct TotalMean: Estimating {
    mutating func remaining(done: Int, total: Int, at time: Double) -> Double? {
        done > 0 && done < total ? time / Double(done) * Double(total - done) : nil
    }
}

/// tqdm's method: exponential means of units and seconds per print, at least 0.1 s apart. The estimate stays until the next print.
struct TqdmRule: Estimating {
    var units = 0.0
    var seconds = 0.0
    var weight = 0.0
    var last = (time: 0.0, done: 0)
    var printed: Double?

    mutating func remaining(done: Int, total: Int, at time: Double) -> Double? {
        guard done > last.done, time - last.time >= 0.1 else { return printed }
        units += 0.3 * (Double(done - last.done) - units)
        seconds += 0.3 * (time - last.time - seconds)
        last = (time, done)
        printed = units > 0 ? Double(total - done) * seconds / units : nil
        return printed
    }
}

/// indicatif's method: a double exponential mean by time with a weight of a tenth after 15 s, with both means corrected for their start.
struct IndicatifRule: Estimating {
    var once = 0.0
    var twice = 0.0
    var last = (time: 0.0, done: 0)

    mutating func remaining(done: Int, total: Int, at time: Double) -> Double? {
        if done > last.done, time > last.time {
            let kept = Self.kept(time - last.time)
            once = once * kept + Double(done - last.done) / (time - last.time) * (1 - kept)
            twice = twice * kept + once / (1 - Self.kept(time)) * (1 - kept)
            last = (time, done)
        }
        let kept = Self.kept(time - last.time)
        let whole = 1 - Self.kept(time)
        guard last.done > 0, whole > 0 else { return nil }
        let rate = (twice * kept + once * kept / whole * (1 - kept)) / whole
        return rate > 0 && done < total ? Double(total - done) / rate : nil
    }

    private static func kept(_ age: Double) -> Double { pow(0.1, age / 15) }
}

// MARK: - The score

/// The mean error of an estimate in powers of two, over the frames that show one, and the fraction of frames that do. Times below one second
/// count as one second, because they look the same.
func score(_ trace: Trace, _ rule: any Estimating) -> (error: Double, shown: Double) {
    var rule = rule
    var error = 0.0
    var shown = 0
    var frames = 0
    trace.forEachFrame { time, done in
        frames += 1
        guard let estimate = rule.remaining(done: done, total: trace.total, at: time) else { return }
        shown += 1
        error += abs(log2(max(1, estimate) / max(1, trace.seconds - time)))
    }
    return (error / Double(max(1, shown)), Double(shown) / Double(max(1, frames)))
}

func scoreEstimators() {
    let rules: [(String, any Estimating)] = [
        ("ours", OurEstimate()), ("mean of all", TotalMean()), ("tqdm's", TqdmRule()), ("indicatif's", IndicatifRule())
    ]
    print("remaining time: mean |log2(estimated / true)|, and how much of the run shows one")
    printRow("", rules.map(\.0))
    var sums = [(error: Double, shown: Double)](repeating: (0, 0), count: rules.count)
    for trace in Trace.all {
        let scores = rules.map { score(trace, $0.1) }
        for (index, score) in scores.enumerated() {
            sums[index].error += score.error / Double(Trace.all.count)
            sums[index].shown += score.shown / Double(Trace.all.count)
        }
        printRow(trace.name, scores.map(cell))
    }
    printRow("mean", sums.map(cell))
}

private func cell(_ score: (error: Double, shown: Double)) -> String {
    let hundredths = Int((score.error * 100).rounded())
    let digits = String(hundredths % 100)
    return "\(hundredths / 100).\(digits.count < 2 ? "0" : "")\(digits)  \(Int((score.shown * 100).rounded())) %"
}

private func printRow(_ name: String, _ cells: [String]) {
    func padding(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) }
    print("  " + name + padding(name, 20) + cells.map { padding($0, 14) + $0 }.joined())
}
