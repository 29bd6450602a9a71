import CTerminalSupport
import HUDCore

/// Waits, when a job has ended, until the rest of the pipeline has taken what it has written: or the HUD would go, and leave its line, in the
/// middle of that.
struct WaitForReaders {
    /// How often it was found that they had taken all. Once they have, they still have to begin to print it.
    private var times = 0
    private var begin: HUDInstant?
    /// What they have still to take, and since when that is so.
    private var unread = (count: Int32(0), since: HUDInstant.zero)
    /// Whether it is waited, or has been.
    private var isWaiting: Bool { begin != nil && times < Self.enough }

    private static let enough = 3
    /// Who does not read is not waited for long, and nobody for ever.
    private static let patience = Duration.milliseconds(500)
    private static let limit = Duration.seconds(2)

    /// How long to wait until it is looked again; -1 where that is over.
    var milliseconds: Int32 { isWaiting ? 2 : -1 }

    /// Looks whether there is something to wait for still.
    var isToGoOn: Bool {
        mutating get {
            let now = LiveClock.shared.now
            let begin = begin ?? now
            let count = hud_unread_bytes()
            if count != unread.count || self.begin == nil { unread = (count, now) }
            self.begin = begin
            times = count > 0 ? 0 : times + 1
            let isSlow = begin.duration(to: now) > Self.limit || unread.since.duration(to: now) > Self.patience
            if isSlow || !Self.hasReaders { times = Self.enough }
            return isWaiting
        }
    }

    private static var hasReaders: Bool { hud_is_pipe(STDOUT_FILENO) != 0 || hud_is_pipe(STDERR_FILENO) != 0 }
}
