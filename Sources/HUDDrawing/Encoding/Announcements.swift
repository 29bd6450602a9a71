/// The parts of a HUD outside its grid: progress in the taskbar or tab, and the window's title.
///
/// They are sent when they change. The progress is also sent again after five seconds, because Ghostty drops it after about 15 s without an
/// update.
package struct Announcements: Sendable {
    private var taskbar: String?
    /// The time of the last snapshot whose progress was sent.
    private var taskbarTime = HUDInstant.zero
    private var title: String?
    /// Whether the title is erased at the end, because the terminal can't restore the one before.
    private var erasesTitle = false

    /// The time after which the same progress is sent again.
    static let repetition = Duration.seconds(5)

    /// Announcements as if everything had been sent. A farewell that is prepared in advance takes them back.
    package static func everything(_ capabilities: TerminalCapabilities, setsTitle: Bool) -> Announcements {
        var all = Announcements()
        if capabilities.features.hasTaskbarProgress { all.taskbar = "" }
        if setsTitle { all.title = "" }
        all.erasesTitle = !capabilities.features.hasTitleStack
        return all
    }

    package init() {}

    /// The time at which the same state must be sent again.
    var repetitionTime: HUDInstant { taskbar == nil ? .distantFuture : taskbarTime.advanced(by: Self.repetition) }

    /// The bytes that announce the state of `snapshot`.
    package mutating func bytes(for snapshot: HUDSnapshot, _ capabilities: TerminalCapabilities, setsTitle: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        if capabilities.features.hasTaskbarProgress {
            let new = Self.taskbar(snapshot)
            let age = taskbarTime.duration(to: snapshot.timestamp)
            // A negative age means that the last snapshot was that of another HUD, with another clock.
            if new != taskbar || age >= Self.repetition || age < .zero {
                bytes += "\u{1B}]9;4;\(new)\u{1B}\\".utf8
                taskbarTime = snapshot.timestamp
            }
            taskbar = new
        }
        if setsTitle {
            let new = Self.title(snapshot, isUTF8: capabilities.isUTF8)
            // The current title can't be queried, so it is pushed on xterm's stack of titles (XTWINOPS 22).
            if title == nil { bytes += "\u{1B}[22;2t".utf8 }
            if new != title { bytes += "\u{1B}]2;\(new)\u{1B}\\".utf8 }
            title = new
            erasesTitle = !capabilities.features.hasTitleStack
        }
        return bytes
    }

    /// The bytes that clear the progress and restore the title, or erase it where the terminal can't restore it.
    @inline(never)
    package mutating func takeBack() -> [UInt8] {
        var bytes: [UInt8] = []
        if taskbar != nil { bytes += "\u{1B}]9;4;0;0\u{1B}\\".utf8 }
        if title != nil, erasesTitle { bytes += "\u{1B}]2;\u{1B}\\".utf8 }
        if title != nil { bytes += "\u{1B}[23;2t".utf8 }
        self = Announcements()
        return bytes
    }

    /// ConEmu's parameters: 1 for a percentage, 2 for a failure, 3 for indeterminate progress, 4 for a pause.
    ///
    /// A HUD with parts has one state for all of them: a failure from the first part that failed on, and a pause while all that have begun are paused.
    private static func taskbar(_ snapshot: HUDSnapshot) -> String {
        let isKnown = snapshot.showsFraction
        let percent = isKnown ? ProgressText.percent(snapshot.progress) : 100
        if case .failed = snapshot.outcome { return "2;\(percent)" }
        var parts = snapshot.unlisted
        for case let row? in snapshot.rows { parts[row.state] = parts[row.state].addingSaturating(1) }
        if parts.failed > 0 { return "2;\(percent)" }
        if parts.paused > 0, parts.running == 0 { return "4;\(percent)" }
        return isKnown ? "1;\(percent)" : "3;0"
    }

    private static func title(_ snapshot: HUDSnapshot, isUTF8: Bool) -> String {
        let percent = snapshot.showsFraction ? "\(ProgressText.percent(snapshot.progress))% " : ""
        return percent + HarmlessText.of(snapshot.label.beginning(characters: 200), isUTF8: isUTF8)
    }
}
