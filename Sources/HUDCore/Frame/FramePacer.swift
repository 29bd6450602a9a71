/// The grid that frames fall on: frame k at the origin + k / rate, computed from the origin each time, so that no error adds up.
///
/// Integer arithmetic throughout: frame 36,000,000 of a 60 Hz grid falls on the hour to the attosecond's last digit.
public struct FramePacer: Sendable, Equatable {
    /// One frame of the grid.
    public struct Frame: Sendable, Hashable {
        /// Its number; the first is 0. Frames that were missed have numbers too.
        public var number: Int
        /// Its place on the grid, rounded down to the attosecond.
        public var timestamp: HUDInstant
        /// The place of the frame after it: when what is drawn now will be replaced.
        public var targetTimestamp: HUDInstant

        /// The time from this frame to the next.
        public var duration: Duration { timestamp.duration(to: targetTimestamp) }
    }

    /// The rates it takes; others are brought into this range.
    public static let rates = 1...1_000_000_000

    /// `rate`, brought into ``rates``.
    static func clamped(_ rate: Int) -> Int {
        min(max(rate, rates.lowerBound), rates.upperBound)
    }

    /// Frames a second.
    public let framesPerSecond: Int
    /// Where the grid begins: the first frame falls on it.
    public let origin: HUDInstant
    private let firstNumber: Int
    /// How many places of the grid, counted from the origin, lie behind.
    private var passed = 0

    /// A grid whose first frame falls on `origin`.
    ///
    /// - Parameters:
    ///   - origin: Where the grid begins.
    ///   - framesPerSecond: Brought into ``rates``.
    ///   - firstNumber: The number of the frame at the origin.
    public init(origin: HUDInstant, framesPerSecond: Int, firstNumber: Int = 0) {
        self.origin = origin
        self.framesPerSecond = Self.clamped(framesPerSecond)
        self.firstNumber = firstNumber
    }

    /// When the next frame falls due.
    public var nextDeadline: HUDInstant { instant(ofPlace: passed) }

    /// When the next frame falls due that lies at `instant` or after it.
    func nextDeadline(from instant: HUDInstant) -> HUDInstant {
        nextDeadline < instant ? self.instant(ofPlace: firstPlace(from: instant)) : nextDeadline
    }

    /// Leaves out what lies before `instant`.
    mutating func skipFrames(before instant: HUDInstant) {
        if nextDeadline < instant { passed = firstPlace(from: instant) }
    }

    /// The frame that is due at `now`; nil where the next one lies ahead.
    ///
    /// Of several that fell due since the last call only the latest is given: a late wake-up skips frames and never bunches them.
    public mutating func frame(at now: HUDInstant) -> Frame? {
        // Behind the last number that there is no frame comes.
        guard nextDeadline <= now, passed < .max else { return nil }
        let place = max(passed, lastPlace(at: now))
        passed = place.advancedSaturating(by: 1)
        return Frame(
            number: firstNumber.advancedSaturating(by: place), timestamp: instant(ofPlace: place),
            targetTimestamp: instant(ofPlace: passed))
    }

    /// The grid at another rate, from the last frame on, so that numbers go on and no frame falls twice.
    func changed(toFramesPerSecond rate: Int) -> FramePacer {
        let last = max(0, passed - 1)
        var changed = FramePacer(
            origin: instant(ofPlace: last), framesPerSecond: rate, firstNumber: firstNumber.advancedSaturating(by: last))
        changed.passed = min(passed, 1)
        return changed
    }

    private static let second: Int128 = 1_000_000_000_000_000_000

    private func instant(ofPlace place: Int) -> HUDInstant {
        // An Int of places times the attoseconds of a second fits.
        origin.advanced(by: Duration(attoseconds: Int128(place) * Self.second / Int128(framesPerSecond)))
    }

    /// The first place at `instant`, which does not lie before the origin, or after it.
    private func firstPlace(from instant: HUDInstant) -> Int {
        let place = lastPlace(at: instant)
        return self.instant(ofPlace: place) < instant ? place.advancedSaturating(by: 1) : place
    }

    /// The latest place at or before `now`: the greatest k with ⌊k · second / rate⌋ ≤ elapsed, that is k · second < (elapsed + 1) · rate.
    private func lastPlace(at now: HUDInstant) -> Int {
        // Whole seconds and the rest apart, so that no product is too large.
        let (seconds, rest) = origin.duration(to: now).attoseconds.quotientAndRemainder(dividingBy: Self.second)
        let rate = Int128(framesPerSecond)
        return Int(clamping: seconds * rate + ((rest + 1) * rate - 1) / Self.second)
    }
}

extension Int {
    /// The sum, or the end of the range where it would lie beyond.
    fileprivate func advancedSaturating(by other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
