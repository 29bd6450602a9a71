import HUDLibc

/// Times pieces of code against each other in one run, so that changes of the machine's speed cancel out.
struct Measure {
    /// Nanoseconds per operation: the best of several rounds, in which the pieces take turns. A disturbance only makes a round slower, never
    /// faster.
    ///
    /// - Parameters:
    ///   - operations: The number of operations in one call of a piece.
    ///   - pieces: The code to time.
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

    /// The cost of drawing: microseconds per call, the best of several rounds, and the mean number of bytes per frame.
    ///
    /// - Parameter frame: Draws the frame with the given number, which is counted over all rounds, and returns its number of bytes.
    static func frames(_ frame: (Int) -> Int) -> FrameCost {
        let (rounds, frames) = (9, 5000)
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

    /// CPU time of the whole process per call, in microseconds, each after 75 ms of sleep: the median of several rounds, in which the pieces take
    /// turns. The time of the sleep itself is included, because waking up is a part of each frame.
    static func coldMicroseconds(_ piece: (Int) -> Int, beside other: (Int) -> Int) -> (Double, Double) {
        let rounds = 30
        var times: (piece: [Double], other: [Double]) = ([], [])
        for round in 0..<rounds {
            times.piece.append(cold { piece(round) })
            times.other.append(cold { other(round) })
        }
        return (times.piece.sorted()[rounds / 2], times.other.sorted()[rounds / 2])
    }

    private static func cold(_ piece: () -> Int) -> Double {
        let begin = cpuNanoseconds()
        usleep(75_000)
        _ = piece()
        return Double(cpuNanoseconds() - begin) / 1000
    }

    private static func cpuNanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// The cost of a frame.
struct FrameCost {
    var microseconds: Double
    var bytes: Double
}

/// Prints a row of the report: the name, the figure, and the figure to compare with.
func report(_ name: String, _ value: Double, _ unit: String, beside baseline: (name: String, value: Double)? = nil) {
    var row = name + String(repeating: " ", count: max(1, 46 - name.count)) + rounded(value) + " " + unit
    if let baseline {
        row += "   (\(baseline.name): \(rounded(baseline.value)) \(unit), ratio \(rounded(value / baseline.value)))"
    }
    print(row)
}

/// Prints a row for a frame: its time and the one to compare with, and its bytes.
func report(_ name: String, _ cost: FrameCost, beside baseline: (name: String, cost: FrameCost)) {
    report(name + ", time", cost.microseconds, "µs", beside: (baseline.name, baseline.cost.microseconds))
    report(name + ", bytes", cost.bytes, "bytes a frame")
}

private func rounded(_ value: Double) -> String {
    let scale = value < 100 ? 100.0 : 1
    let text = String((value * scale).rounded() / scale)
    return value < 100 ? text : String(text.dropLast(2))
}
