import HUDCore

/// Progress, sizes, rates and times as text, the same in every view. Every value has a text, valid or not.
enum ProgressText {
    // MARK: How far

    /// 0 to 100, rounded down. 100 means complete, never nearly complete.
    static func percent(_ progress: ProgressSample) -> Int {
        if let completed = progress.completedUnitCount, let total = progress.totalUnitCount {
            if completed >= total { return 100 }
            let (product, overflow) = completed.multipliedReportingOverflow(by: 100)
            return overflow ? Int(Int128(completed) * 100 / Int128(total)) : product / total
        }
        // 0.29 times 100 is slightly less than 29.
        return progress.fraction < 1 ? min(99, Int(progress.fraction * 100 + 1e-9)) : 100
    }

    /// `12/345`, or for bytes `1.5/20.0 MB`, both in the unit that suits the total. If the total is unknown, `345` and `1.50 MB`; nil if
    /// nothing is counted.
    static func count(_ progress: ProgressSample, separator: StaticString = "/") -> String? {
        countFigure(progress, separator: separator)?.text
    }

    /// ``count(_:separator:)`` as a figure.
    static func countFigure(_ progress: ProgressSample, separator: StaticString = "/") -> Figure? {
        guard let completed = progress.completedUnitCount else { return nil }
        var figure = Figure()
        switch (progress.unit, progress.totalUnitCount) {
        case (.items, nil):
            figure.append(completed)
        case (.items, let total?):
            figure.append(completed)
            figure.append(separator)
            figure.append(total)
        case (.bytes, nil):
            Scale(suiting: completed).append(completed, to: &figure, unit: true)
        case (.bytes, let total?):
            let scale = Scale(suiting: total)
            scale.append(completed, to: &figure)
            figure.append(separator)
            scale.append(total, to: &figure, unit: true)
        }
        return figure
    }

    /// ``count(_:separator:)`` with constant width, so that the text next to it does not move at every power of ten.
    static func steadyCount(_ progress: ProgressSample) -> Figure? {
        guard let count = countFigure(progress), let total = progress.totalUnitCount else { return countFigure(progress) }
        let end = countFigure(ProgressSample(completedUnitCount: total, totalUnitCount: total, unit: progress.unit))
        return count.padded(to: end?.count ?? 0)
    }

    /// A size in powers of 1000, with three digits, rounded down: `999 B`, `1.50 kB`, `12.3 MB`, `123 MB`. Negative counts as 0.
    static func bytes(_ count: Int) -> String {
        var figure = Figure()
        Scale(suiting: count).append(count, to: &figure, unit: true)
        return figure.text
    }

    // MARK: How fast

    /// `3.2/s`, `12.3k/s`, `12.3 MB/s`; slow rates per minute or hour: `2.0/min`. NaN and negative values count as 0.
    static func rate(_ perSecond: Double, unit: ProgressUnit) -> String { rateFigure(perSecond, unit: unit).text }

    /// ``rate(_:unit:)`` as a figure.
    static func rateFigure(_ perSecond: Double, unit: ProgressUnit) -> Figure {
        // `NaN > 0` is false.
        let perSecond = perSecond > 0 ? perSecond : 0
        var figure = Figure()
        if perSecond == 0 || perSecond >= 0.1 {
            append(perSecond, unit, to: &figure)
            figure.append("/s")
        } else if perSecond * 60 >= 0.1 {
            append(perSecond * 60, unit, to: &figure)
            figure.append("/min")
        } else {
            append(perSecond * 3600, unit, to: &figure)
            figure.append("/h")
        }
        return figure
    }

    /// The columns of the widest usual rate: `12.3k/s`, `12.3 MB/s`.
    static func rateColumns(_ unit: ProgressUnit) -> Int {
        switch unit {
        case .items: 7
        case .bytes: 9
        }
    }

    private static func append(_ value: Double, _ unit: ProgressUnit, to figure: inout Figure) {
        let isBytes = unit == .bytes
        let tenths = whole(value * 10)
        if tenths < (isBytes ? 10 : 1000) {
            figure.append(tenths / 10)
            figure.append(".")
            figure.append(tenths % 10)
            if isBytes { figure.append(" B") }
        } else {
            let count = whole(value)
            let scale = Scale(suiting: count)
            scale.append(count, to: &figure, unit: isBytes)
            if !isBytes { scale.appendPrefix(to: &figure) }
        }
    }

    /// The nearest whole number, clamped to the range of `Int`.
    private static func whole(_ value: Double) -> Int {
        value < 9e18 ? Int(value.rounded()) : .max
    }

    // MARK: How long

    /// `0:07`, `12:34`, `1:02:03`, rounded down. Negative counts as 0.
    static func clock(_ duration: Duration) -> String { clockFigure(duration).text }

    /// How long something took: `0.7 s` under ten seconds, rounded down, and then as by ``clock(_:)``. Negative counts as 0.
    static func length(_ duration: Duration) -> String {
        let tenths = max(0, duration.attoseconds / (attosecondsPerSecond / 10))
        guard tenths < 100 else { return clock(duration) }
        var figure = Figure()
        figure.append(Int(tenths / 10))
        figure.append(".")
        figure.append(Int(tenths % 10))
        figure.append(" s")
        return figure.text
    }

    /// ``clock(_:)`` as a figure.
    static func clockFigure(_ duration: Duration) -> Figure {
        figure(seconds: max(0, duration.attoseconds / attosecondsPerSecond))
    }

    /// The remaining time, formatted as by ``clock(_:)`` but rounded up, so that it reaches zero only at the end.
    static func remaining(_ duration: Duration) -> String { remainingFigure(duration).text }

    /// ``remaining(_:)`` as a figure.
    static func remainingFigure(_ duration: Duration) -> Figure {
        let (seconds, rest) = duration.attoseconds.quotientAndRemainder(dividingBy: attosecondsPerSecond)
        return figure(seconds: max(0, rest > 0 ? seconds + 1 : seconds))
    }

    /// The columns of `12:34 left`.
    static let remainingColumns = 10

    fileprivate static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000

    private static func figure(seconds: Int128) -> Figure {
        let (hours, rest) = seconds.quotientAndRemainder(dividingBy: 3600)
        let (minutes, second) = Int(rest).quotientAndRemainder(dividingBy: 60)
        var figure = Figure()
        if hours > 0 {
            figure.append(Int(hours))
            figure.append(UInt8(ascii: ":"))
        }
        figure.append(minutes, least: hours > 0 ? 2 : 1)
        figure.append(UInt8(ascii: ":"))
        figure.append(second, least: 2)
        return figure
    }
}

/// A power of 1000, and the number of decimals that makes three digits.
private struct Scale {
    /// The number of the prefix; 0 for none.
    private var power = 0
    private var divisor = 1
    private var decimals = 0

    private static let prefixes: StaticString = "kMGTPE"

    /// The scale on which `count` has one to three digits before the decimal point.
    init(suiting count: Int) {
        while count / divisor >= 1000, power < Self.prefixes.utf8CodeUnitCount {
            power += 1
            divisor *= 1000
        }
        guard divisor > 1 else { return }
        decimals = count / divisor >= 100 ? 0 : count / divisor >= 10 ? 1 : 2
    }

    /// Appends `count` on this scale, rounded down; `unit`: followed by its unit in bytes.
    func append(_ count: Int, to figure: inout Figure, unit: Bool = false) {
        let (whole, rest) = max(0, count).quotientAndRemainder(dividingBy: divisor)
        figure.append(whole)
        if decimals > 0 {
            figure.append(UInt8(ascii: "."))
            figure.append(rest / (divisor / (decimals == 1 ? 10 : 100)), least: decimals)
        }
        guard unit else { return }
        figure.append(UInt8(ascii: " "))
        appendPrefix(to: &figure)
        figure.append(UInt8(ascii: "B"))
    }

    func appendPrefix(to figure: inout Figure) {
        if power > 0 { figure.append(Self.prefixes.utf8Start[power - 1]) }
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
