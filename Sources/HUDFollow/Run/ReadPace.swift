import HUDCore

/// How long reads of streams are put off, so that a read brings many lines while no sender waits for space in its pipe.
///
/// At the rate of the last read, ``wanted`` bytes arrive in a pause. So a flood is read without pauses, after a few that get shorter.
struct ReadPace {
    /// The longest pause.
    static let longest = Duration.milliseconds(25)
    /// Shorter pauses cost more than they save.
    static let shortest = Duration.milliseconds(1)
    /// Half the size of the smallest pipe, which is 16 KB on macOS.
    static let wanted = 8192

    private var last: HUDInstant

    init(at now: HUDInstant) {
        last = now
    }

    /// The pause after a read at `now`, of `count` bytes of the stream that brought most.
    mutating func pause(after count: Int, at now: HUDInstant) -> Duration {
        let elapsed = min(last.duration(to: now), .seconds(1))
        last = now
        guard count > 0 else { return Self.longest }
        let pause = min(elapsed * Self.wanted / count, Self.longest)
        return pause < Self.shortest ? .zero : pause
    }
}
