import HUDCore

/// Progress, sizes, rates and times as text, the same in every view. Every value has a text, valid or not.
enum ProgressText {
    // MARK: How far

    /// 0 to 100, rounded down. 100 means complete, never nearly complete.
    static func percent(_ progress: ProgressSample) -> Int {
        if let completed = progress.completedUnitCount, let total = progress.totalUnitCount {
            return completed >= total ? 100 : Int(Int128(completed) * 100 / Int128(total))
        }
        // 0.29 times 100 is slightly less than 29.
        return progress.fraction < 1 ? min(99, Int(progress.fraction * 100 + 1e-9)) : 100
    }

    /// `12/345`, or for bytes `1.5/20.0 MB`, both in the unit that suits the total. If the total is unknown, `345` and `1.50 MB`; nil if
    /// nothing is counted.
    static func count(_ progress: ProgressSample, separator: String = "/") -> String? {
        guard let completed = progress.completedUnitCount else { return nil }
        switch (progress.unit, progress.totalUnitCount) {
        case (.items, nil): return String(completed)
        case (.items, let total?): return String(completed) + separator + String(total)
        case (.bytes, nil): return bytes(completed)
        case (.bytes, let total?):
            let scale = Scale(suiting: total)
            return scale.figure(completed) + separator + scale.figure(total) + " " + scale.prefix + "B"
        }
    }

    /// ``count(_:separator:)`` with constant width, so that the text next to it does not move at every power of ten.
    static func steadyCount(_ progress: ProgressSample) -> String? {
        guard let count = self.count(progress), let total = progress.totalUnitCount else { return self.count(progress) }
        let end = self.count(ProgressSample(completedUnitCount: total, totalUnitCount: total, unit: progress.unit)) ?? ""
        return String(repeating: " ", count: max(0, end.utf8.count - count.utf8.count)) + count
    }

    /// A size in powers of 1000, with three digits, rounded down: `999 B`, `1.50 kB`, `12.3 MB`, `123 MB`. Negative counts as 0.
    static func bytes(_ count: Int) -> String {
        let scale = Scale(suiting: count)
        return scale.figure(count) + " " + scale.prefix + "B"
    }

    // MARK: How fast

    /// `3.2/s`, `12.3k/s`, `12.3 MB/s`; slow rates per minute or hour: `2.0/min`. NaN and negative values count as 0.
    static func rate(_ perSecond: Double, unit: ProgressUnit) -> String {
        // `NaN > 0` is false.
        let perSecond = perSecond > 0 ? perSecond : 0
        if perSecond == 0 || perSecond >= 0.1 { return quantity(perSecond, unit) + "/s" }
        if perSecond * 60 >= 0.1 { return quantity(perSecond * 60, unit) + "/min" }
        return quantity(perSecond * 3600, unit) + "/h"
    }

    /// The columns of the widest usual rate: `12.3k/s`, `12.3 MB/s`.
    static func rateColumns(_ unit: ProgressUnit) -> Int {
        switch unit {
        case .items: 7
        case .bytes: 9
        }
    }

    private static func quantity(_ value: Double, _ unit: ProgressUnit) -> String {
        let suffix = unit == .bytes ? " B" : ""
        let tenths = whole(value * 10)
        if tenths < (unit == .bytes ? 10 : 1000) { return String(tenths / 10) + "." + String(tenths % 10) + suffix }
        if unit == .bytes { return bytes(whole(value)) }
        let scale = Scale(suiting: whole(value))
        return scale.figure(whole(value)) + scale.prefix
    }

    /// The nearest whole number, clamped to the range of `Int`.
    private static func whole(_ value: Double) -> Int {
        value < 9e18 ? Int(value.rounded()) : .max
    }

    // MARK: How long

    /// `0:07`, `12:34`, `1:02:03`, rounded down. Negative counts as 0.
    static func clock(_ duration: Duration) -> String {
        clock(seconds: max(0, duration.attoseconds / attosecondsPerSecond))
    }

    /// The remaining time, formatted as by ``clock(_:)`` but rounded up, so that it reaches zero only at the end.
    static func remaining(_ duration: Duration) -> String {
        let (seconds, rest) = duration.attoseconds.quotientAndRemainder(dividingBy: attosecondsPerSecond)
        return clock(seconds: max(0, rest > 0 ? seconds + 1 : seconds))
    }

    /// The columns of `12:34 left`.
    static let remainingColumns = 10

    fileprivate static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000

    private static func clock(seconds: Int128) -> String {
        func twoDigits(_ value: Int128) -> String { (value < 10 ? "0" : "") + String(value) }
        let minutes = seconds / 60 % 60
        if seconds < 3600 { return String(minutes) + ":" + twoDigits(seconds % 60) }
        return String(seconds / 3600) + ":" + twoDigits(minutes) + ":" + twoDigits(seconds % 60)
    }
}

/// A power of 1000, and the number of decimals that makes three digits.
private struct Scale {
    var prefix: String
    private var divisor = 1
    private var decimals = 0

    /// The scale on which `count` has one to three digits before the decimal point.
    init(suiting count: Int) {
        var prefixes = ["", "k", "M", "G", "T", "P", "E"][...]
        prefix = prefixes.removeFirst()
        while count / divisor >= 1000, let next = prefixes.popFirst() {
            prefix = next
            divisor *= 1000
        }
        guard divisor > 1 else { return }
        decimals = count / divisor >= 100 ? 0 : count / divisor >= 10 ? 1 : 2
    }

    /// `count` on this scale, rounded down.
    func figure(_ count: Int) -> String {
        let (whole, rest) = max(0, count).quotientAndRemainder(dividingBy: divisor)
        guard decimals > 0 else { return String(whole) }
        let digits = String(rest / (divisor / (decimals == 1 ? 10 : 100)))
        return String(whole) + "." + String(repeating: "0", count: decimals - digits.utf8.count) + digits
    }
}

extension Duration {
    /// The whole seconds. `components` would trap if they don't fit an `Int64`.
    var wholeSeconds: Int64 { Int64(clamping: attoseconds / ProgressText.attosecondsPerSecond) }
}

extension ProgressSample {
    /// Whether the fraction is meaningful: a count without a total has none.
    var isFractionKnown: Bool { completedUnitCount == nil || totalUnitCount != nil }
}

extension HUDMode {
    /// Whether the mode shows the completed fraction.
    var showsFraction: Bool {
        switch self {
        case .determinate, .bar, .annular: true
        case .indeterminate, .custom, .text: false
        }
    }
}
