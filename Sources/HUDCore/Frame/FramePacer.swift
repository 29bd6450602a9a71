/// The grid of frames: frame k is at origin + k / rate. It is computed from the origin each time, so that rounding errors don't add up.
///
/// All arithmetic is in integers: frame 216,000 of a 60 Hz grid is exactly at one hour.
struct FramePacer: Sendable, Equatable {
    typealias Frame = DisplayLink.Frame

    /// `rate`, clamped to ``DisplayLink/rates``.
    static func clamped(_ rate: Int) -> Int {
        min(max(rate, DisplayLink.rates.lowerBound), DisplayLink.rates.upperBound)
    }

    /// Frames a second.
    let framesPerSecond: Int
    /// The time of the first frame.
    let origin: HUDInstant
    private let firstNumber: Int
    /// The number of places on the grid, counted from the origin, that have passed.
    private var passed = 0

    /// Makes a grid whose first frame is at `origin`.
    ///
    /// - Parameters:
    ///   - origin: The time of the first frame.
    ///   - framesPerSecond: Clamped to ``DisplayLink/rates``.
    ///   - firstNumber: The number of the first frame.
    init(origin: HUDInstant, framesPerSecond: Int, firstNumber: Int = 0) {
        self.origin = origin
        self.framesPerSecond = Self.clamped(framesPerSecond)
        self.firstNumber = firstNumber
    }

    /// The time of the next frame.
    var nextDeadline: HUDInstant { instant(ofPlace: passed) }

    /// The time of the next frame at or after `instant`.
    func nextDeadline(from instant: HUDInstant) -> HUDInstant {
        nextDeadline < instant ? self.instant(ofPlace: firstPlace(from: instant)) : nextDeadline
    }

    /// Skips the frames before `instant`.
    mutating func skipFrames(before instant: HUDInstant) {
        if nextDeadline < instant { passed = firstPlace(from: instant) }
    }

    /// The frame that is due at `now`; nil if the next one is later.
    ///
    /// If several are due, only the latest is returned: a late wake-up skips frames instead of drawing them in a burst.
    mutating func frame(at now: HUDInstant) -> Frame? {
        // There is no frame after the last number.
        guard nextDeadline <= now, passed < .max else { return nil }
        let place = max(passed, lastPlace(at: now))
        passed = place.addingSaturating(1)
        return Frame(
            number: firstNumber.addingSaturating(place), timestamp: instant(ofPlace: place),
            targetTimestamp: instant(ofPlace: passed))
    }

    /// This grid with another rate, from the last frame on: the numbers continue, and no frame occurs twice.
    func changed(toFramesPerSecond rate: Int) -> FramePacer {
        let last = max(0, passed - 1)
        var changed = FramePacer(
            origin: instant(ofPlace: last), framesPerSecond: rate, firstNumber: firstNumber.addingSaturating(last))
        changed.passed = min(passed, 1)
        return changed
    }

    private static let second: Int128 = 1_000_000_000_000_000_000

    private func instant(ofPlace place: Int) -> HUDInstant {
        // The product of any `Int` and the attoseconds of a second fits.
        origin.advanced(by: Duration(attoseconds: Int128(place) * Self.second / Int128(framesPerSecond)))
    }

    /// The first place at or after `instant`, which is not before the origin.
    private func firstPlace(from instant: HUDInstant) -> Int {
        let place = lastPlace(at: instant)
        return self.instant(ofPlace: place) < instant ? place.addingSaturating(1) : place
    }

    /// The latest place at or before `now`: the greatest k with ⌊k · second / rate⌋ ≤ elapsed, that is k · second < (elapsed + 1) · rate.
    private func lastPlace(at now: HUDInstant) -> Int {
        // Whole seconds and the rest are computed separately, so that no product overflows.
        let (seconds, rest) = origin.duration(to: now).attoseconds.quotientAndRemainder(dividingBy: Self.second)
        let rate = Int128(framesPerSecond)
        return Int(clamping: seconds * rate + ((rest + 1) * rate - 1) / Self.second)
    }
}
