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
}

/// One row of the report: what was measured, how much it was, and beside what.
func report(_ name: String, _ value: Double, _ unit: String, beside baseline: (name: String, value: Double)? = nil) {
    var row = name + String(repeating: " ", count: max(1, 46 - name.count)) + rounded(value) + " " + unit
    if let baseline {
        row += "   (\(baseline.name): \(rounded(baseline.value)) \(unit), ratio \(rounded(value / baseline.value)))"
    }
    print(row)
}

private func rounded(_ value: Double) -> String {
    let scale = value < 100 ? 100.0 : 1
    let text = String((value * scale).rounded() / scale)
    return value < 100 ? text : String(text.dropLast(2))
}
