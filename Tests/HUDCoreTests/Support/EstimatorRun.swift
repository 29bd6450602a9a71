import HUDCore

/// Made-up runs for tests of estimates.
enum EstimatorRun {
    /// The periods of a run: seconds, and the units that are evenly distributed over them.
    typealias Pieces = [(seconds: Double, units: Double)]

    /// The progress at `time` seconds into the run.
    static func done(_ pieces: Pieces, at time: Double) -> Int {
        var left = time
        var units = 0.0
        for piece in pieces {
            if left < piece.seconds { return Int(units + piece.units * left / piece.seconds + 1e-6) }
            left -= piece.seconds
            units += piece.units
        }
        return Int(units + 1e-6)
    }

    struct Moment: Equatable {
        var time: Double
        var rate: Double?
        var remaining: Double?
    }

    /// Plays a run frame by frame up to `end`, and records the estimate of each frame.
    static func play(_ pieces: Pieces, total: Int? = nil, fps: Double = 30, to end: Double? = nil) -> [Moment] {
        let total = total ?? done(pieces, at: .infinity)
        var estimator = ProgressEstimator(startedAt: at(0))
        return (0...Int((end ?? pieces.reduce(0) { $0 + $1.seconds }) * fps)).map { frame in
            let time = Double(frame) / fps
            estimator.record(.init(completedUnitCount: done(pieces, at: time), totalUnitCount: total), at: at(time))
            return Moment(
                time: time, rate: estimator.rate(at: at(time)),
                remaining: estimator.remaining(at: at(time)).map { $0 / .seconds(1) })
        }
    }
}
