import SeededRandom
import Testing

@testable import HUDCore

@Suite struct ProgressTextTests {
    private func counted(_ completed: Int, _ total: Int?, _ unit: ProgressUnit = .items) -> ProgressSample {
        ProgressSample(completedUnitCount: completed, totalUnitCount: total, unit: unit)
    }

    // MARK: How far

    @Test func `The percentage is that of the bar, where parts of the work are not complete`() {
        func sample(_ completed: Int, _ partial: Double) -> ProgressSample {
            ProgressSample(
                completedUnitCount: completed, totalUnitCount: 4, partialUnits: partial,
                fraction: (Double(completed) + partial) / 4, unit: .items)
        }
        #expect([sample(0, 0.5), sample(1, 0), sample(1, 1.5), sample(3, 0.999)].map(ProgressText.percent) == [12, 25, 62, 99])
    }

    @Test func `Every whole percentage is exact`() {
        for percent in 0...100 {
            #expect(ProgressText.percent(ProgressSample(fraction: Double(percent) / 100)) == percent)
            #expect(ProgressText.percent(counted(percent, 100)) == percent)
        }
    }

    @Test func `A hundred percent is shown only at the end`() {
        #expect(ProgressText.percent(counted(.max - 1, .max)) == 99)
        #expect(ProgressText.percent(ProgressSample(fraction: 0.9999999999)) == 99)
        #expect(ProgressText.percent(counted(5, 3)) == 100)
        #expect(ProgressText.percent(counted(5, nil)) == 0)
    }

    @Test func `A count has its total if it is known`() {
        #expect(ProgressText.count(counted(12, 345)) == "12/345")
        #expect(ProgressText.count(counted(12, 345), separator: " of ") == "12 of 345")
        #expect(ProgressText.count(counted(1_500_000, 20_000_000, .bytes), separator: " of ") == "1.5 of 20.0 MB")
        #expect(ProgressText.count(counted(12, nil)) == "12")
        #expect(ProgressText.count(ProgressSample(fraction: 0.5)) == nil)
        #expect(ProgressText.count(counted(.max, .max)) == "9223372036854775807/9223372036854775807")
    }

    @Test(
        arguments: [
            (1_500_000, 20_000_000, "1.5/20.0 MB"), (12, 345, "12/345 B"), (0, 1_000, "0.00/1.00 kB"),
            (12_000_000, 1_500_000_000, "0.01/1.50 GB"), (30_000_000, 20_000_000, "30.0/20.0 MB"), (1_500_000, nil, "1.50 MB"),
            (.max, 1, "9223372036854775807/1 B"), (1, .max, "0.00/9.22 EB")
        ] as [(Int, Int?, String)])
    func `Bytes are counted in the unit that suits the total`(count: Int, total: Int?, expected: String) {
        #expect(ProgressText.count(counted(count, total, .bytes)) == expected)
    }

    @Test(
        arguments: [
            (.min, "0 B"), (-1, "0 B"), (0, "0 B"), (999, "999 B"), (1000, "1.00 kB"), (1005, "1.00 kB"), (1500, "1.50 kB"),
            (9999, "9.99 kB"), (10_000, "10.0 kB"), (99_999, "99.9 kB"), (100_000, "100 kB"), (999_999, "999 kB"),
            (1_000_000, "1.00 MB"), (12_345_678, "12.3 MB"), (123_456_789, "123 MB"), (2_050_000_000, "2.05 GB"),
            (.max, "9.22 EB")
        ] as [(Int, String)])
    func `A size has three digits and never a thousand of a unit`(bytes: Int, expected: String) {
        #expect(ProgressUnit.bytes.text(bytes) == expected)
    }

    @Test func `A size is never rounded up`() {
        let seed = SeededGenerator.seed
        var generator = SeededGenerator(stream: 1)
        for _ in 0..<5000 {
            let count = Int(generator.next() >> UInt64.random(in: 1...63, using: &generator))
            let text = ProgressUnit.bytes.text(count)
            let parts = text.split(separator: " ")
            let power = ["B", "kB", "MB", "GB", "TB", "PB", "EB"].firstIndex(of: String(parts[1])) ?? 99
            let unit = (0..<power).reduce(1.0) { unit, _ in unit * 1000 }
            let value = Double(parts[0]) ?? .nan
            let truth = Double(count) / unit
            #expect(value < 1000 && (power == 0 || value >= 1), "\(count): \(text), seed \(seed)")
            #expect(value <= truth * (1 + 1e-12) && value >= truth * 0.99 - 1e-9, "\(count): \(text), seed \(seed)")
            #expect(parts[0].filter { $0 != "." }.count <= 3, "\(count): \(text), seed \(seed)")
        }
    }

    @Test func `A unit has a text for counts, with and without a total`() {
        #expect(ProgressUnit.bytes.text(73_500_000) == "73.5 MB")
        #expect(ProgressUnit.bytes.text(7_000_000, of: 73_500_000) == "7.0/73.5 MB")
        #expect(ProgressUnit.bytes.text(7_000_000, of: nil) == "7.00 MB")
        #expect(ProgressUnit.binaryBytes.text(-1, of: 1 << 20) == "0.00/1.00 MiB")
        #expect(ProgressUnit.items.text(12, of: 345) == "12/345")
        #expect(ProgressUnit.items.text(-12, of: 0) == "0")
        #expect(ProgressUnit.named("files").text(12) == "12 files")
        #expect(ProgressUnit.named("files").text(12, of: 345) == "12/345 files")
    }

    // MARK: How fast

    @Test(
        arguments: [
            (0, "0.0/s"), (-1, "0.0/s"), (.nan, "0.0/s"), (3.2, "3.2/s"), (0.5, "0.5/s"), (0.1, "0.1/s"), (45.67, "45.7/s"),
            (99.94, "99.9/s"), (99.96, "100/s"), (345, "345/s"), (999.4, "999/s"), (999.6, "1.00k/s"), (12_345, "12.3k/s"),
            (1e9, "1.00G/s"), (1e300, "9.22E/s"), (.infinity, "9.22E/s"), (2.0 / 60, "2.0/min"), (0.099, "5.9/min"),
            (1.0 / 3600, "1.0/h"), (1e-300, "0.0/h")
        ] as [(Double, String)])
    func `A rate of items is per second, and if it is slow per minute or hour`(rate: Double, expected: String) {
        #expect(ProgressUnit.items.text(perSecond: rate) == expected)
    }

    @Test(
        arguments: [
            (0, "0.0 B/s"), (0.5, "0.5 B/s"), (3, "3 B/s"), (999.7, "1.00 kB/s"), (12_345_678, "12.3 MB/s"), (0.05, "3 B/min"),
            (.infinity, "9.22 EB/s"), (-.infinity, "0.0 B/s")
        ] as [(Double, String)])
    func `A rate of bytes is a size per second`(rate: Double, expected: String) {
        #expect(ProgressUnit.bytes.text(perSecond: rate) == expected)
    }

    // MARK: How long

    @Test(arguments: [
        (-5, "0:00"), (0, "0:00"), (59, "0:59"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"), (90061, "25:01:01")
    ])
    func `Time is minutes and seconds, and hours where there are any`(seconds: Int, expected: String) {
        #expect(ProgressText.elapsed(.seconds(seconds)) == expected)
        #expect(ProgressText.remaining(.seconds(seconds)) == expected)
    }

    @Test func `Time passed is rounded down, and time left rounded up`() {
        #expect(ProgressText.elapsed(.milliseconds(11_999)) == "0:11")
        #expect(ProgressText.remaining(.milliseconds(11_001)) == "0:12")
        #expect(ProgressText.remaining(Duration(attoseconds: 1)) == "0:01")
        #expect(ProgressText.remaining(.milliseconds(-500)) == "0:00")
    }

    @Test func `What two pieces of work have cost is the sum of their times and the memory of the larger one`() {
        let one = HUDUsage(userTime: .seconds(312.9), systemTime: .milliseconds(310), peakMemory: 812_900_000)
        let other = HUDUsage(userTime: .seconds(1), systemTime: .seconds(21), peakMemory: 5)
        #expect(one.description == "5:12 user, 0.3 s system, 812 MB")
        #expect((one + other).description == "5:13 user, 0:21 system, 812 MB")
        #expect(other + one == one + other)
    }

    @Test func `Costs whose sum is longer than the longest duration add up to that`() {
        let most = HUDUsage(userTime: Duration(attoseconds: .max), systemTime: Duration(attoseconds: .min))
        #expect(most + most == most)
        #expect((most + HUDUsage(userTime: .seconds(-1), systemTime: .seconds(1))).systemTime > most.systemTime)
    }

    @Test func `A length has a tenth under ten seconds`() {
        let texts = [-1, 0, 749, 9_999, 10_000, 102_000].map { ProgressText.length(.milliseconds($0)) }
        #expect(texts == ["0.0 s", "0.0 s", "0.7 s", "9.9 s", "0:10", "1:42"])
    }

    @Test func `The longest durations have a text`() {
        #expect(ProgressText.elapsed(Duration(attoseconds: .max)) == "47261439850130342:08:51")
        #expect(ProgressText.elapsed(Duration(attoseconds: .min)) == "0:00")
        #expect(ProgressText.remaining(Duration(attoseconds: .max)).hasSuffix("08:52"))
        #expect(ProgressText.remaining(Duration(attoseconds: .min)) == "0:00")
    }
}
