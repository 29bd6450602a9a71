import HUDCore

/// What a HUD shows outside the grid: progress in the taskbar or tab, and the window's title.
///
/// There are bytes only if something has changed, or if the progress was sent five seconds ago: Ghostty drops it after about 15 s without
/// an update.
struct Announcements: Sendable, Equatable {
    private var taskbar: String?
    /// The time of the snapshot whose progress was sent last.
    private var taskbarTime = HUDInstant.zero
    private var title: String?

    /// How long after it was sent the same progress is sent again.
    static let repetition = Duration.seconds(5)

    /// As if everything had been said that can be: what a farewell takes back that is prepared before anything is.
    static func everything(_ capabilities: TerminalCapabilities, setsTitle: Bool) -> Announcements {
        Announcements(taskbar: capabilities.hasTaskbarProgress ? "" : nil, title: setsTitle ? "" : nil)
    }

    init() {}

    private init(taskbar: String?, title: String?) {
        self.taskbar = taskbar
        self.title = title
    }

    /// The bytes that bring the terminal to what `snapshot` says.
    mutating func bytes(for snapshot: HUDSnapshot, _ capabilities: TerminalCapabilities, setsTitle: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        if capabilities.hasTaskbarProgress {
            let new = Self.taskbar(snapshot)
            let age = taskbarTime.duration(to: snapshot.timestamp)
            // A negative age is another HUD's, on another clock.
            if new != taskbar || age >= Self.repetition || age < .zero {
                bytes += "\u{1B}]9;4;\(new)\u{1B}\\".utf8
                taskbarTime = snapshot.timestamp
            }
            taskbar = new
        }
        if setsTitle {
            let new = Self.title(snapshot, isUTF8: capabilities.isUTF8)
            // The title that is there is put on xterm's stack of titles (XTWINOPS 22), since it can't be asked for.
            if title == nil { bytes += "\u{1B}[22;2t".utf8 }
            if new != title { bytes += "\u{1B}]2;\(new)\u{1B}\\".utf8 }
            title = new
        }
        return bytes
    }

    /// The bytes that take all of it back.
    mutating func takeBack() -> [UInt8] {
        var bytes: [UInt8] = []
        if taskbar != nil { bytes += "\u{1B}]9;4;0;0\u{1B}\\".utf8 }
        if title != nil { bytes += "\u{1B}[23;2t".utf8 }
        self = Announcements()
        return bytes
    }

    /// ConEmu's parameters: 1 with a percentage, 2 failed, 3 not known how far.
    private static func taskbar(_ snapshot: HUDSnapshot) -> String {
        let percent = ProgressText.percent(snapshot.progress)
        if case .failed = snapshot.outcome { return "2;\(snapshot.mode.showsProgress ? percent : 100)" }
        return snapshot.mode.showsProgress && !snapshot.progress.isIndeterminate ? "1;\(percent)" : "3;0"
    }

    private static func title(_ snapshot: HUDSnapshot, isUTF8: Bool) -> String {
        let percent =
            snapshot.mode.showsProgress && !snapshot.progress.isIndeterminate
            ? "\(ProgressText.percent(snapshot.progress))% " : ""
        return percent + HarmlessText.of(String(snapshot.label.prefix(200)), isUTF8: isUTF8)
    }
}
