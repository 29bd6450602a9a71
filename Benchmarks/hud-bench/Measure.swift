/// Times pieces of code against each other in one run, so that the machine's mood cancels out.
struct Measure {
    /// Nanoseconds an operation, the best of several rounds in which the pieces take turns: what disturbs a round makes it slower, never
    /// faster.
    ///
    /// - Parameters:
    ///   - operations: How many operations one call of a piece carries out.
    ///   - pieces: What to time.
    static func nanoseconds(rounds: Int = 9, operations: Int, _ pieces: [() -> Void]) -> [Double] {
        let clock = ContinuousClock()
        var best = [Double](repeating: .infinity, count: pieces.count)
        for _ in 0..<rounds {
            for (index, piece) in pieces.enumerated() {
                let time = clock.measure(piece)
                best[index] = min(best[index], time / .nanoseconds(1) / Double(operations))
            }
        }
        return best
    }

    /// What drawing costs: microseconds a call, the best of several rounds, and bytes a frame, the mean of all.
    ///
    /// - Parameters:
    ///   - frames: How many frames a round has.
    ///   - frame: Makes the frame of the number it is given, counted on from round to round, and returns how many bytes that was.
    static func frames(rounds: Int = 9, frames: Int = 5000, _ frame: (Int) -> Int) -> FrameCost {
        let clock = ContinuousClock()
        var best = Double.infinity
        var bytes = 0
        for round in 0..<rounds {
            let time = clock.measure {
                for number in 0..<frames { bytes += frame(round * frames + number) }
            }
            best = min(best, time / .microseconds(1) / Double(frames))
        }
        return FrameCost(microseconds: best, bytes: Double(bytes) / Double(rounds * frames))
    }
}

/// What one frame costs.
struct FrameCost {
    var microseconds: Double
    var bytes: Double
}

/// One row of the report: what was measured, how much it was, and beside what.
func report(_ name: String, _ value: Double, _ unit: String, beside baseline: (name: String, value: Double)? = nil) {
    var row = name + String(repeating: " ", count: max(1, 46 - name.count)) + rounded(value) + " " + unit
    if let baseline {
        row += "   (\(baseline.name): \(rounded(baseline.value)) \(unit), ratio \(rounded(value / baseline.value)))"
    }
    print(row)
}

/// The same for a frame: its time beside another's, and its bytes.
func report(_ name: String, _ cost: FrameCost, beside baseline: (name: String, cost: FrameCost)) {
    report(name + ", time", cost.microseconds, "µs", beside: (baseline.name, baseline.cost.microseconds))
    report(name + ", bytes", cost.bytes, "bytes a frame")
}

private func rounded(_ value: Double) -> String {
    let scale = value < 100 ? 100.0 : 1
    let text = String((value * scale).rounded() / scale)
    return value < 100 ? text : String(text.dropLast(2))
}
