import HUDCore
import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct AnnouncementsTests {
    private let bar = HUDSnapshot(mode: .bar, label: "Compressing", progress: ProgressSample(fraction: 0.37))
    private let spinner = HUDSnapshot(label: "Compressing")

    private func terminal(taskbar: Bool, isUTF8: Bool = true) -> TerminalCapabilities {
        var terminal = TerminalCapabilities(eraseToEndOfLine: [], isUTF8: isUTF8)
        terminal.features.hasTaskbarProgress = taskbar
        return terminal
    }

    /// The announcements for each snapshot in turn, and the reset.
    private func said(_ snapshots: HUDSnapshot..., taskbar: Bool = false, title: Bool = false) -> [String] {
        var announcements = Announcements()
        var said = snapshots.map {
            GoldenText.escaped(announcements.bytes(for: $0, terminal(taskbar: taskbar), setsTitle: title))
        }
        said.append(GoldenText.escaped(announcements.takeBack()))
        #expect(announcements.takeBack() == [])
        return said
    }

    @Test func `Without support nothing is announced`() {
        #expect(said(bar, spinner) == ["", "", ""])
    }

    @Test func `The taskbar's percentage is sent when it changes, and reset`() {
        let more = bar.with { $0.progress = ProgressSample(fraction: 0.38) }
        #expect(
            said(bar, bar, more, taskbar: true)
                == ["\\e]9;4;1;37\\e\\\\", "", "\\e]9;4;1;38\\e\\\\", "\\e]9;4;0;0\\e\\\\"])
    }

    @Test func `The taskbar's progress is sent again every five seconds, because Ghostty drops it after fifteen`() {
        func at(_ seconds: Double) -> HUDSnapshot { spinner.with { $0.timestamp = HUDInstant(offset: .seconds(seconds)) } }
        let sent = "\\e]9;4;3;0\\e\\\\"
        #expect(
            said(at(100), at(104.9), at(105), at(109), at(110), at(130), at(2), at(3), taskbar: true).dropLast()
                == [sent, "", sent, "", sent, sent, sent, ""])
    }

    @Test func `The taskbar shows indeterminate progress and failure`() {
        let endless = bar.with { $0.progress = ProgressSample(completedUnitCount: 5, totalUnitCount: nil) }
        let failed = bar.with { $0.outcome = .failed() }
        #expect(
            said(spinner, endless, failed, spinner.with { $0.outcome = .failed() }, taskbar: true).dropLast()
                == ["\\e]9;4;3;0\\e\\\\", "", "\\e]9;4;2;37\\e\\\\", "\\e]9;4;2;100\\e\\\\"])
        #expect(said(endless.with { $0.outcome = .failed() }, taskbar: true).first == "\\e]9;4;2;100\\e\\\\")
    }

    @Test func `The taskbar has one state for all parts`() {
        func parts(_ rows: [HUDRow?], _ unlisted: RowTaskCounts = .init()) -> HUDSnapshot {
            bar.with {
                $0.rows = rows
                $0.unlisted = unlisted
            }
        }
        let (running, paused) = (HUDRow(label: "a"), HUDRow(label: "b", state: .paused))
        let failed = HUDRow(label: "c", state: .failed(reason: "status 1"))
        let finished = HUDRow(label: "d", state: .finished)
        // Each of them alone, because a state is sent when it changes.
        func state(_ snapshot: HUDSnapshot) -> String { said(snapshot, taskbar: true)[0] }
        #expect(state(parts([running, nil, finished], .init(waiting: 3, finished: 2, cancelled: 1))) == "\\e]9;4;1;37\\e\\\\")
        #expect(state(parts([running, paused])) == "\\e]9;4;1;37\\e\\\\")
        #expect(state(parts([paused], .init(running: 1))) == "\\e]9;4;1;37\\e\\\\")
        #expect(state(parts([paused, finished], .init(waiting: 5))) == "\\e]9;4;4;37\\e\\\\")
        #expect(state(parts([], .init(paused: 2))) == "\\e]9;4;4;37\\e\\\\")
        #expect(state(parts([running, failed])) == "\\e]9;4;2;37\\e\\\\")
        #expect(state(parts([paused], .init(failed: 1))) == "\\e]9;4;2;37\\e\\\\")
        var endless = parts([failed])
        endless.progress = ProgressSample(completedUnitCount: 5, totalUnitCount: nil)
        #expect(state(endless) == "\\e]9;4;2;100\\e\\\\")
        endless.rows = [paused]
        #expect(state(endless) == "\\e]9;4;4;100\\e\\\\")
    }

    @Test func `The title is saved, set when it changes, and restored`() {
        #expect(
            said(bar, bar, spinner, title: true)
                == ["\\e[22;2t\\e]2;37% Compressing\\e\\\\", "", "\\e]2;Compressing\\e\\\\", "\\e[23;2t"])
    }

    @Test func `A title that the terminal can't restore is erased`() {
        var announcements = Announcements()
        var terminal = terminal(taskbar: false)
        terminal.features.hasTitleStack = false
        #expect(
            GoldenText.escaped(announcements.bytes(for: spinner, terminal, setsTitle: true))
                == "\\e[22;2t\\e]2;Compressing\\e\\\\")
        #expect(GoldenText.escaped(announcements.takeBack()) == "\\e]2;\\e\\\\\\e[23;2t")
        var everything = Announcements.everything(terminal, setsTitle: true)
        #expect(GoldenText.escaped(everything.takeBack()) == "\\e]2;\\e\\\\\\e[23;2t")
        #expect(GoldenText.escaped(announcements.takeBack()) == "")
    }

    @Test func `A label can't end the title`() {
        let nasty = spinner.with { $0.label = "a\u{1B}\\\u{7}b\u{9C}\n" + String(repeating: "x", count: 500) }
        let said = said(nasty, title: true)[0]
        #expect(said == "\\e[22;2t\\e]2;a␛\\\\␇b� " + String(repeating: "x", count: 193) + "\\e\\\\")
    }

    @Test func `A farewell resets every announcement`() {
        var everything = Announcements.everything(terminal(taskbar: true), setsTitle: true)
        #expect(GoldenText.escaped(everything.takeBack()) == "\\e]9;4;0;0\\e\\\\\\e[23;2t")
        var nothing = Announcements.everything(terminal(taskbar: false), setsTitle: false)
        #expect(nothing.takeBack() == [])
    }
}
