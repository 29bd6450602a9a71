/// What work has cost: processor time and memory.
public struct HUDUsage: Sendable, Hashable, CustomStringConvertible {
    /// Processor time in the work's programs.
    public var userTime: Duration
    /// Processor time in the kernel for them.
    public var systemTime: Duration
    /// The most memory that one of the processes has had at once, in bytes.
    public var peakMemory: Int

    /// Makes a usage.
    public init(userTime: Duration = .zero, systemTime: Duration = .zero, peakMemory: Int = 0) {
        self.userTime = userTime
        self.systemTime = systemTime
        self.peakMemory = peakMemory
    }

    /// The usage of two pieces of work together: the sum of their times, and the memory of the process that had most. A sum that does not fit a `Duration`
    /// saturates.
    public static func + (one: HUDUsage, other: HUDUsage) -> HUDUsage {
        HUDUsage(
            userTime: sum(one.userTime, other.userTime), systemTime: sum(one.systemTime, other.systemTime),
            peakMemory: max(one.peakMemory, other.peakMemory))
    }

    private static func sum(_ one: Duration, _ other: Duration) -> Duration { HUDInstant(offset: one).advanced(by: other).offset }

    /// `5:12 user, 0.7 s system, 812 MB`
    public var description: String {
        let (user, system) = (ProgressText.length(userTime), ProgressText.length(systemTime))
        return "\(user) user, \(system) system, \(ProgressUnit.bytes.text(peakMemory))"
    }
}
