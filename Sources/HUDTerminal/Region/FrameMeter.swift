/// What a HUD itself costs: frames a second, and the bytes and the processor time of a frame. A value: instants and costs in, a row of text out.
///
/// The row changes at most twice a second, and only with a frame that is drawn anyway. That frame is counted but not measured, because it also draws
/// the row.
struct FrameMeter: Sendable {
    /// The shortest time between two changes of the row.
    static let interval = Duration.milliseconds(500)

    /// Frames between two changes of the row.
    private struct Period {
        var start: HUDInstant
        /// The frames after `start`.
        var frames = 0
    }

    private var period: Period?
    /// The rates of the periods so far, in frames a second.
    private var rates: (now: Double, lowest: Double, average: Double)?
    /// The frames of all periods that have ended, and their length.
    private var frames = 0
    private var length = Duration.zero
    /// What was measured so far.
    private var bytes = 0
    private var time = Duration.zero
    private var measuredFrames = 0

    /// Whether the row has to change with a frame at `now`. There must be a frame in between that is measured.
    func isDue(at now: HUDInstant) -> Bool {
        guard let period else { return false }
        return period.frames > 0 && period.start.duration(to: now) >= Self.interval
    }

    /// Counts a frame. If a HUD on another clock is drawn now, a new period begins.
    mutating func count(at now: HUDInstant) {
        if let start = period?.start, start <= now { period?.frames += 1 } else { period = Period(start: now) }
    }

    /// Counts a frame in which the row changes.
    mutating func change(at now: HUDInstant) {
        count(at: now)
        guard let period, case let time = period.start.duration(to: now), time > .zero else { return }
        frames += period.frames
        length += time
        let rate = Double(period.frames) / (time / .seconds(1))
        let lowest = min(rate, rates?.lowest ?? rate)
        rates = (rate, lowest, Double(frames) / (length / .seconds(1)))
        self.period = Period(start: now)
    }

    /// Adds what was spent on a frame.
    ///
    /// - Parameters:
    ///   - time: Processor time of the thread that has drawn.
    ///   - isCounted: Whether the frame is counted as well. Of several HUDs that are drawn together, only the first one's frames are.
    mutating func measure(bytes: Int, time: Duration, isCounted: Bool) {
        self.bytes += bytes
        self.time += time
        if isCounted { measuredFrames += 1 }
    }

    // MARK: The row

    /// The row, in shorter and shorter forms for narrower windows.
    func rows(isUTF8: Bool) -> [String] {
        guard let rates, measuredFrames > 0 else { return ["measuring frames", "-"] }
        let (now, lowest, average) = (Self.text(rates.now), Self.text(rates.lowest), Self.text(rates.average))
        let bytes = "\((bytes + measuredFrames / 2) / measuredFrames) B"
        let time = Self.text(time / measuredFrames, isUTF8: isUTF8)
        return [
            "\(now) fps, lowest \(lowest), average \(average); \(bytes) and \(time) CPU a frame",
            "\(now) fps (\(lowest), \(average)); \(bytes), \(time)", "\(now) fps \(bytes) \(time)", "\(now) fps"
        ]
    }

    /// A number with one decimal.
    private static func text(_ number: Double) -> String {
        let tenths = Int(min(number, 1e9) * 10 + 0.5)
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// `41 µs`, `1.2 ms`.
    private static func text(_ time: Duration, isUTF8: Bool) -> String {
        let microseconds = time / .microseconds(1)
        if microseconds >= 1000 { return text(microseconds / 1000) + " ms" }
        return "\(Int(microseconds + 0.5)) \(isUTF8 ? "µs" : "us")"
    }
}
