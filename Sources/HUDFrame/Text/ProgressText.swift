/// The words of a HUD for times, and what its views make of progress. Every value has a text, valid or not.
///
/// ```swift
/// let elapsed = try ContinuousClock().measure { try compress(file) }
/// hud.log("\(file): \(ProgressText.length(elapsed))")  // "0.7 s" or "1:42", as in a summary
/// ```
///
/// Counts and rates are texts of a ``ProgressUnit``.
public enum ProgressText: Sendable {
    // MARK: How far

    /// 0 to 100, rounded down. 100 means complete, never nearly complete. It counts what parts have completed, as the bar does.
    package static func percent(_ progress: ProgressSample) -> Int {
        if let completed = progress.completedUnitCount, let total = progress.totalUnitCount, progress.partialUnits == 0 {
            if completed >= total { return 100 }
            let (product, overflow) = completed.multipliedReportingOverflow(by: 100)
            return overflow ? Int(Int128(completed) * 100 / Int128(total)) : product / total
        }
        // 0.29 times 100 is slightly less than 29.
        return progress.fraction < 1 ? min(99, Int(progress.fraction * 100 + 1e-9)) : 100
    }

    /// ``percent(_:)`` with a sign, as wide as `100%`.
    package static func percentFigure(_ progress: ProgressSample) -> Figure {
        var figure = Figure()
        figure.append(percent(progress))
        figure.append("%")
        return figure.padded(to: 4)
    }

    /// `12/345`, or for bytes `1.5/20.0 MB`, both in the unit that suits the total. If the total is unknown, `345` and `1.50 MB`; nil if
    /// nothing is counted.
    ///
    /// - Parameter name: The name of the unit, if it has one.
    package static func count(_ progress: ProgressSample, separator: StaticString = "/", name: String = "") -> String? {
        countFigure(progress, separator: separator)?.text(name: name)
    }

    /// ``count(_:separator:name:)`` as a figure.
    static func countFigure(_ progress: ProgressSample, separator: StaticString = "/") -> Figure? {
        guard let completed = progress.completedUnitCount else { return nil }
        let total = progress.totalUnitCount
        let scale = progress.unit.prefixes.map { Scale(suiting: total ?? completed, $0) }
        var figure = Figure()
        func append(_ count: Int, isLast: Bool) {
            if let scale { scale.append(count, to: &figure, unit: isLast) } else { figure.append(count) }
        }
        append(completed, isLast: total == nil)
        if let total {
            figure.append(separator)
            append(total, isLast: true)
        }
        figure.appendName(of: progress.unit)
        return figure
    }

    /// ``count(_:separator:name:)`` with constant width, so that the text next to it does not move at every power of ten.
    package static func steadyCount(_ progress: ProgressSample) -> Figure? {
        guard let count = countFigure(progress), let total = progress.totalUnitCount else { return countFigure(progress) }
        let end = countFigure(ProgressSample(completedUnitCount: total, totalUnitCount: total, unit: progress.unit))
        return count.padded(to: end?.count ?? 0)
    }

    // MARK: How fast

    /// `3.2/s`, `12.3k/s`, `12.3 MB/s`, `3.2 files/s`; slow rates per minute or hour: `2.0/min`. NaN and negative values count as 0.
    package static func rateFigure(_ perSecond: Double, unit: ProgressUnit) -> Figure {
        // `NaN > 0` is false.
        let perSecond = perSecond > 0 ? perSecond : 0
        var figure = Figure()
        if perSecond == 0 || perSecond >= 0.1 {
            figure.append(perSecond, unit)
            figure.append("/s")
        } else if perSecond * 60 >= 0.1 {
            figure.append(perSecond * 60, unit)
            figure.append("/min")
        } else {
            figure.append(perSecond * 3600, unit)
            figure.append("/h")
        }
        return figure
    }

    // MARK: How long

    /// The elapsed time: `0:07`, `12:34`, `1:02:03`, rounded down. Negative counts as 0.
    public static func elapsed(_ duration: Duration) -> String { elapsedFigure(duration).text }

    /// How long something took: `0.7 s` under ten seconds, rounded down, and then as by ``elapsed(_:)``. Negative counts as 0.
    public static func length(_ duration: Duration) -> String {
        let tenths = max(0, duration.attoseconds / (attosecondsPerSecond / 10))
        guard tenths < 100 else { return elapsed(duration) }
        var figure = Figure()
        figure.append(Int(tenths / 10))
        figure.append(".")
        figure.append(Int(tenths % 10))
        figure.append(" s")
        return figure.text
    }

    /// ``elapsed(_:)`` as a figure.
    package static func elapsedFigure(_ duration: Duration) -> Figure {
        figure(seconds: max(0, duration.attoseconds / attosecondsPerSecond))
    }

    /// The remaining time, formatted as by ``elapsed(_:)`` but rounded up, so that it reaches zero only at the end.
    public static func remaining(_ duration: Duration) -> String { remainingFigure(duration).text }

    private static func remainingFigure(_ duration: Duration) -> Figure { figure(seconds: remainingSeconds(duration)) }

    /// `12:34 left`, with the time of ``remaining(_:)``.
    package static func leftFigure(_ duration: Duration) -> Figure {
        var figure = remainingFigure(duration)
        figure.append(" left")
        return figure
    }

    /// The seconds that ``remaining(_:)`` shows.
    package static func remainingSeconds(_ duration: Duration) -> Int128 {
        let (seconds, rest) = duration.attoseconds.quotientAndRemainder(dividingBy: attosecondsPerSecond)
        return max(0, rest > 0 ? seconds + 1 : seconds)
    }

    private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000

    private static func figure(seconds: Int128) -> Figure {
        let (hours, rest) = seconds.quotientAndRemainder(dividingBy: 3600)
        let (minutes, second) = Int(rest).quotientAndRemainder(dividingBy: 60)
        var figure = Figure()
        if hours > 0 {
            figure.append(Int(hours))
            figure.append(":")
        }
        figure.append(minutes, least: hours > 0 ? 2 : 1)
        figure.append(":")
        figure.append(second, least: 2)
        return figure
    }
}

extension Figure {
    /// Makes room for the unit's name, if it has one.
    fileprivate mutating func appendName(of unit: ProgressUnit) {
        guard unit.name != nil else { return }
        append(" ")
        appendName()
    }

    /// Appends a number of units in a time.
    fileprivate mutating func append(_ value: Double, _ unit: ProgressUnit) {
        /// The nearest whole number, clamped to the range of `Int`.
        func whole(_ value: Double) -> Int { value < 9e18 ? Int(value.rounded()) : .max }
        let prefixes = unit.prefixes
        let isBytes = prefixes != nil
        let tenths = whole(value * 10)
        if tenths < (isBytes ? 10 : 1000) {
            append(tenths / 10)
            append(".")
            append(tenths % 10)
            if isBytes { append(" B") }
        } else {
            let count = whole(value)
            let scale = Scale(suiting: count, prefixes ?? .si)
            scale.append(count, to: &self, unit: isBytes)
            if !isBytes { scale.appendPrefix(to: &self) }
        }
        appendName(of: unit)
    }
}

extension ProgressUnit {
    /// A count as a HUD shows it.
    ///
    /// ```swift
    /// ProgressUnit.bytes.text(73_500_000)  // "73.5 MB"
    /// ProgressUnit.named("files").text(12)  // "12 files"
    /// ```
    ///
    /// Sizes are rounded down. They have three digits from 1 kB or 1 KiB on; with IEC prefixes four from 1000 to 1023, such as `1023 MiB`.
    /// - Parameter count: The units. Negative counts as zero.
    public func text(_ count: Int) -> String { text(count, of: nil) }

    /// A count and its total as a HUD shows them.
    ///
    /// ```swift
    /// ProgressUnit.bytes.text(7_000_000, of: 73_500_000)  // "7.0/73.5 MB"
    /// ProgressUnit.items.text(12, of: 345)  // "12/345"
    /// ```
    ///
    /// - Parameters:
    ///   - count: The completed units. Negative counts as zero.
    ///   - total: The total, whose scale suits both; nil, zero or negative: not known.
    public func text(_ count: Int, of total: Int?) -> String {
        ProgressText.count(ProgressSample(completedUnitCount: count, totalUnitCount: total, unit: self), name: name ?? "") ?? ""
    }

    /// A rate as a HUD shows it.
    ///
    /// ```swift
    /// ProgressUnit.bytes.text(perSecond: 3_210_000)  // "3.21 MB/s"
    /// ProgressUnit.items.text(perSecond: 0.05)  // "3.0/min"
    /// ```
    ///
    /// - Parameter rate: Units per second, such as ``ProgressEstimator/rate(at:)``. NaN and negative values count as zero.
    public func text(perSecond rate: Double) -> String {
        ProgressText.rateFigure(rate, unit: self).text(name: name ?? "")
    }
}
