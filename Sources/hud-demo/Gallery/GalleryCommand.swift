import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// `hud-demo gallery`: the HUD in every mode, one entry after another.
struct GalleryCommand {
    struct Options: Equatable {
        /// Nil: all entries.
        var name: String?
        /// Whether names and descriptions are listed and nothing is drawn.
        var lists = false
        var style = DisplayStyle.bezel
        var look = LookOptions()
    }

    static let styles: [(name: String, value: DisplayStyle)] = [("inline", .inline), ("bezel", .bezel)]

    /// The interval at which the simulated work makes progress.
    private static let tick = Duration.milliseconds(50)

    private let options: Options
    private let entries: [GalleryEntry]

    init(_ options: Options) throws(UsageError) {
        self.options = options
        guard let name = options.name else {
            entries = GalleryEntry.all
            return
        }
        guard let entry = GalleryEntry.named(name) else {
            let near = NearestNames.of(name, in: GalleryEntry.all.map(\.name))
            let advice = near.isEmpty ? "" : "did you mean \(near.joined(separator: " or "))? "
            throw UsageError(
                message: "no gallery entry \(ShellWord.quoted(name)); \(advice)'hud-demo gallery --list' lists them")
        }
        entries = [entry]
    }

    func run() -> Int32 {
        if options.lists { return StandardOutput.say(entries.map { "\($0.name)\t\($0.description)\n" }.joined()) }
        let stages = StageSetup(options)
        guard !AutomaticRenderer.Style.prefersLines, stages.canDraw else {
            return StandardOutput.say(entries.map(inWords).joined())
        }
        signal(SIGPIPE, SIG_IGN)
        return show(on: stages, to: TerminalEvents(before: stages.caption))
    }

    // MARK: On the screen

    /// Why an entry has ended.
    private enum End: Equatable {
        case done
        case quit
        case signal(Int32)
    }

    private func show(on stages: StageSetup, to events: consuming TerminalEvents) -> Int32 {
        // A caption names the entry, if there is no list of entries behind the HUD and the window has room.
        let caption = HUD(mode: .text, preferredFramesPerSecond: options.look.framesPerSecond, renderer: stages.caption)
        let departure = Departure(of: caption)
        let hasCaption = !stages.isFullScreen && (TerminalWindow.rows(of: STDOUT_FILENO) ?? 24) > 7
        var end = End.done
        for (index, entry) in entries.enumerated() {
            caption.label = "\(index + 1) of \(entries.count), \(entry.name): \(entry.description)"
            caption.detailsLabel = index + 1 < entries.count ? "Enter: the next, q: the end" : "q: the end"
            if index == 0, hasCaption { caption.show() }
            end = show(entry, on: stages.stage(before: backdrop(index)), to: &events)
            if end != .done { break }
        }
        caption.hide()
        if hasCaption { wait(for: departure, of: caption, &events) }
        if case .signal(let signal) = end { return events.end(by: signal) }
        return events.end()
    }

    private func backdrop(_ index: Int) -> GalleryBackdrop {
        GalleryBackdrop(
            entries: GalleryEntry.all, current: GalleryEntry.all.firstIndex { $0.name == entries[index].name } ?? 0,
            hasNext: index + 1 < entries.count)
    }

    private func show(_ entry: GalleryEntry, on stage: GalleryStage, to events: inout TerminalEvents) -> End {
        let hud = stage.hud
        if let screen = stage.screen { events.screen = screen }
        let departure = Departure(of: hud)
        entry.configure(stage)
        hud.show()
        let end = work(entry, stage, &events)
        if end == .done, entry.lingers > .zero {
            hud.hide(after: entry.lingers)
        } else {
            hud.hide(animated: end == .done)
        }
        let later = wait(for: departure, of: hud, &events)
        return end == .done ? later : end
    }

    /// Simulates an entry's work until it is complete or the user ends it.
    private func work(_ entry: GalleryEntry, _ stage: GalleryStage, _ events: inout TerminalEvents) -> End {
        let begin = LiveClock.shared.now
        let end = begin.advanced(by: entry.length)
        var next = begin
        while true {
            let now = LiveClock.shared.now
            entry.work(stage, now >= end ? 1 : begin.duration(to: now) / entry.length)
            if now >= end { return .done }
            next = min(max(next, now).advanced(by: Self.tick), end)
            let event = events.next(until: next)
            if let press = entry.press, event == .key(.next) || event == .key(.quit) {
                press(stage)
                return .done
            }
            switch event {
            case .key(.next): return .done
            case .key(.quit): return .quit
            case .signal(let signal): return .signal(signal)
            case .key(.other), .resized, .woken, .deadline: break
            }
        }
    }

    /// Waits until a HUD is gone. A key removes it at once.
    @discardableResult
    private func wait(for departure: Departure, of hud: HUD, _ events: inout TerminalEvents) -> End {
        var end = End.done
        while !departure.hasCome {
            switch events.next(until: LiveClock.shared.now.advanced(by: Self.tick)) {
            case .key(.next): hud.hide(animated: false)
            case .key(.quit):
                end = .quit
                hud.hide(animated: false)
            case .signal(let signal):
                end = .signal(signal)
                hud.hide(animated: false)
            case .key(.other), .resized, .woken, .deadline: break
            }
        }
        return end
    }

    // MARK: In words

    /// The description, mode and labels of an entry, on one line.
    private func inWords(_ entry: GalleryEntry) -> String {
        let stage = GalleryStage()
        let hud = stage.hud
        entry.configure(stage)
        let mode = HUDMode.named.first { $0.value == hud.mode }?.name ?? ""
        let details = hud.detailsLabel.split(separator: "\n").joined(separator: " ")
        let shown = [mode, hud.label, details].filter { !$0.isEmpty }
        return "\(entry.name): \(entry.description) [\(shown.joined(separator: ", "))]\n"
    }
}

/// Makes the renderers of the entries. Each entry gets new ones, so that it does not inherit the look of the one before.
private struct StageSetup {
    private let options: GalleryCommand.Options
    private let terminal: TerminalOptions
    /// Draws the caption.
    let caption: InlineRenderer
    /// Whether the style is a bezel.
    let isFullScreen: Bool

    init(_ options: GalleryCommand.Options) {
        self.options = options
        var terminal = options.look.terminal
        // Echo is off because the gallery reads the keyboard itself.
        terminal.drawsWithoutEcho = true
        self.terminal = terminal
        var theme = options.look.theme ?? .appearance
        // Its time would be that of the whole gallery.
        theme.parts = [.label, .details]
        caption = InlineRenderer(fileDescriptor: STDOUT_FILENO, theme: theme, options: terminal)
        isFullScreen = options.style == .bezel && Self.bezel(options.look, terminal).canDrawFullScreen
    }

    var canDraw: Bool { caption.canDraw }

    func stage(before backdrop: GalleryBackdrop) -> GalleryStage {
        let look = options.look
        guard isFullScreen else {
            let renderer = InlineRenderer(
                fileDescriptor: STDOUT_FILENO, theme: look.theme, spinner: look.spinner, options: terminal)
            return GalleryStage(renderer, framesPerSecond: look.framesPerSecond)
        }
        let renderer = Self.bezel(look, terminal)
        renderer.backdrop = { grid in backdrop.draw(in: &grid) }
        return GalleryStage(renderer, framesPerSecond: look.framesPerSecond)
    }

    private static func bezel(_ look: LookOptions, _ terminal: TerminalOptions) -> BezelRenderer {
        BezelRenderer(
            fileDescriptor: STDOUT_FILENO, theme: look.theme, spinner: look.spinner, takesKeyboard: false, terminal: terminal)
    }
}
