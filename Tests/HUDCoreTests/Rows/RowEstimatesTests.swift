import SeededRandom
import Testing

@testable import HUDCore

/// The estimates of rows against a dictionary of estimates.
@Suite struct RowEstimatesTests {
    @Test func `Each part keeps its estimate while its row comes, moves and goes`() {
        var random = SeededGenerator(stream: 2650)
        var shown = 0
        for run in 0..<20 {
            var estimates = RowEstimates()
            var expected: [ProgressTally: JobEstimate] = [:]
            let most = random.int(1...6)
            let parts = (0..<10).map { _ in ProgressTally(totalCount: 1000) }
            for frame in 0..<400 {
                let now = HUDInstant(offset: .milliseconds(100 * frame))
                if frame % 20 == 0 {
                    estimates.check(&expected, parts.shuffled(using: &random).prefix(most), most, at: now, &shown)
                }
                for part in parts { part.completed.add(random.int(0...2)) }
                let rows = parts.prefix(most).filter { _ in random.int(0..<40) > 0 }
                let isSame = estimates.check(&expected, rows[...], most, at: now, &shown)
                #expect(isSame, "seed \(SeededGenerator.seed), run \(run), frame \(frame)")
            }
        }
        #expect(shown > 1000)
    }
}

extension RowEstimates {
    /// Draws a frame with rows, of which every seventh does not run.
    ///
    /// - Returns: Whether the rows have the estimates that those of a dictionary have.
    @discardableResult
    fileprivate mutating func check(
        _ expected: inout [ProgressTally: JobEstimate], _ rows: ArraySlice<ProgressTally>, _ most: Int, at now: HUDInstant,
        _ shown: inout Int
    ) -> Bool {
        var isSame = true
        begin()
        for (index, part) in rows.enumerated() {
            let sample = part.sample()
            guard (index + (sample.completedUnitCount ?? 0)) % 7 > 0 else {
                keep(part)
                continue
            }
            let elapsed = HUDInstant.zero.duration(to: now)
            let own = record(sample, of: part, after: elapsed, run: 1)
            let other = expected[part, default: JobEstimate()].record(sample, after: elapsed, of: 1, source: 0)
            if own != other { isSame = false }
            if own.rate != nil { shown += 1 }
        }
        end(most: most)
        if expected.count > most { expected = expected.filter { rows.contains($0.key) } }
        return isSame
    }
}
