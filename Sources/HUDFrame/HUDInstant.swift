/// A point in time on a ``HUDClock``, as the time since that clock's origin.
///
/// The origin has no meaning by itself: the live clock's is the boot of the machine, and a ``ManualClock`` starts at it by default.
/// Arithmetic saturates at ``distantPast`` and ``distantFuture`` instead of trapping, so any duration from a user is
/// safe.
public struct HUDInstant: InstantProtocol {
    /// The time since the clock's origin, in attoseconds like every `Duration`.
    public var offset: Duration

    /// Makes the instant `offset` after the clock's origin.
    @inlinable
    public init(offset: Duration) {
        self.offset = offset
    }

    /// The clock's origin.
    public static let zero = HUDInstant(offset: .zero)

    /// Before every reading of a clock.
    public static let distantPast = HUDInstant(offset: Duration(attoseconds: .min))

    /// After every reading of a clock: the deadline that never comes.
    public static let distantFuture = HUDInstant(offset: Duration(attoseconds: .max))

    /// The instant `duration` later (earlier, if negative).
    @inlinable
    public func advanced(by duration: Duration) -> HUDInstant {
        let (sum, overflow) = offset.attoseconds.addingReportingOverflow(duration.attoseconds)
        if overflow { return duration < .zero ? .distantPast : .distantFuture }
        return HUDInstant(offset: Duration(attoseconds: sum))
    }

    /// The time from here to `other`; negative if `other` is earlier.
    @inlinable
    public func duration(to other: HUDInstant) -> Duration {
        let (difference, overflow) = other.offset.attoseconds.subtractingReportingOverflow(offset.attoseconds)
        if overflow { return Duration(attoseconds: other < self ? .min : .max) }
        return Duration(attoseconds: difference)
    }

    /// Whether `lhs` is earlier than `rhs`.
    @inlinable
    public static func < (lhs: HUDInstant, rhs: HUDInstant) -> Bool {
        lhs.offset < rhs.offset
    }
}

extension HUDInstant: CustomStringConvertible {
    /// The offset in seconds, such as `1.5`, clamped to 292 years in either direction.
    public var description: String { offset.decimalSeconds }
}
