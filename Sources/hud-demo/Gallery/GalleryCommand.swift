import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// `hud-demo gallery`: the HUD in every mode, one entry after another.
struct GalleryCommand {
    /// The interval at which the simulated work makes progress.
    private static let tick = Duration.milliseconds(50)

    private let look: Look
    /// Whether names and descriptions are listed and nothing is drawn.
    private let lists: Bool
    private let entries: [GalleryEntry]

    init(_ arguments: Arguments) throws(UsageError) {
        var look = arguments.settings.hud.look
        lists = arguments.settings.lists
        let name = try arguments.only()?.text
        try look.spinner.resolve()
        // Echo is off because the gallery reads the keyboard itself.
        look.terminal.drawsWithoutEcho = true
        self.look = look
        guard let name else {
            entries = GalleryEntry.all
            return
        }
        guard let entry = GalleryEntry.all.first(where: { $0.name == name }) else {
            let advice = NearestNames.advice(for: name, in: GalleryEntry.all.map(\.name))
            throw UsageError(
                message: "no gallery entry \(ShellWord.quoted(name)); \(advice)'hud-demo gallery --list' lists them")
        }
        entries = [entry]
    }

    func run() -> Int32 {
        if lists { return StandardOutput.say(entries.map { "\($0.name)\t\($0.description)\n" }.joined()) }
        let caption = captionRenderer
        let isFullScreen = look.style != .inline && look.bezel().canDrawFullScreen
        guard AutomaticRenderer.Style.preferred == .inline, caption.canDraw else {
            return StandardOutput.say(entries.map(inWords).joined())
        }
        signal(SIGPIPE, SIG_IGN)
        return show(under: caption, isFullScreen, to: TerminalEvents(before: caption))
    }

    // MARK: On the screen

    /// Why an entry has ended.
    private enum End: Equatable {
        case done
        case quit
        case signal(Int32)
    }

    /// Draws the caption, which names the entry.
    private var captionRenderer: InlineRenderer {
        var theme = look.theme ?? .appearance
        // Its time would be that of the whole gallery.
        theme.parts = [.label, .details]
        return InlineRenderer(fileDescriptor: STDOUT_FILENO, theme: theme, options: look.terminal)
    }

    private func show(
        under captionRenderer: InlineRenderer, _ isFullScreen: Bool, to events: consuming TerminalEvents
    ) -> Int32 {
        // There is a caption if there is no list of entries behind the HUD and the window has room.
        let caption = HUD(mode: .text, preferredFramesPerSecond: look.framesPerSecond, renderer: captionRenderer)
        let departure = Departure(of: caption, events.wake)
        let hasCaption = !isFullScreen && (TerminalWindow.rows(of: STDOUT_FILENO) ?? 24) > 7
        var end = End.done
        for (index, entry) in entries.enumerated() {
            caption.label = "\(index + 1) of \(entries.count), \(entry.name): \(entry.description)"
            caption.detailsLabel = index + 1 < entries.count ? "Enter: next, q: quit" : "q: quit"
            if index == 0, hasCaption { caption.show() }
            end = show(entry, on: makeHUD(isFullScreen, before: backdrop(index)), to: &events)
            if end != .done { break }
        }
        caption.hide()
        if hasCaption { wait(for: departure, of: caption, &events) }
        if case .signal(let signal) = end { return events.end(by: signal) }
        return events.end()
    }

    /// Makes a HUD with a renderer of its own, so that an entry does not inherit the look of the one before.
    private func makeHUD(_ isFullScreen: Bool, before backdrop: GalleryBackdrop) -> GalleryHUD {
        guard isFullScreen else {
            return GalleryHUD(inline: look.inline(), framesPerSecond: look.framesPerSecond)
        }
        let renderer = look.bezel()
        renderer.backdrop = { grid in backdrop.draw(in: &grid) }
        return GalleryHUD(bezel: renderer, framesPerSecond: look.framesPerSecond)
    }

    private func backdrop(_ index: Int) -> GalleryBackdrop {
        GalleryBackdrop(
            entries: GalleryEntry.all, current: GalleryEntry.all.firstIndex { $0.name == entries[index].name } ?? 0,
            hasNext: index + 1 < entries.count)
    }

    private func show(_ entry: GalleryEntry, on shown: GalleryHUD, to events: inout TerminalEvents) -> End {
        let hud = shown.hud
        if let screen = shown.screen { events.screen = screen }
        let departure = Departure(of: hud, events.wake)
        entry.setUp(shown)
        hud.show()
        let end = work(entry, shown, &events)
        if end == .done, entry.lingers > .zero {
            hud.hide(after: entry.lingers)
        } else {
            hud.hide(animated: end == .done)
        }
        let later = wait(for: departure, of: hud, &events)
        return end == .done ? later : end
    }

    /// Simulates an entry's work until it is complete or the user ends it.
    private func work(_ entry: GalleryEntry, _ shown: GalleryHUD, _ events: inout TerminalEvents) -> End {
        let begin = LiveClock.shared.now
        let end = begin.advanced(by: entry.length)
        var next = begin
        while true {
            let now = LiveClock.shared.now
            entry.work(shown, now >= end ? 1 : begin.duration(to: now) / entry.length)
            if now >= end { return .done }
            next = min(max(next, now).advanced(by: Self.tick), end)
            let event = events.next(until: next)
            if let press = entry.press, event == .key(.next) {
                press(shown)
                return .done
            }
            if let end = Self.end(by: event) { return end }
        }
    }

    /// How an event ends an entry; nil if it does not.
    private static func end(by event: TerminalEvents.Event) -> End? {
        switch event {
        case .key(.next): .done
        case .key(.quit): .quit
        case .signal(let signal): .signal(signal)
        case .key(.other), .resized, .woken, .deadline: nil
        }
    }

    /// Waits until a HUD is gone. A key removes it at once.
    @discardableResult
    private func wait(for departure: Departure, of hud: HUD, _ events: inout TerminalEvents) -> End {
        var end = End.done
        while !departure.hasCome {
            guard let asked = Self.end(by: events.next(until: LiveClock.shared.now.advanced(by: Self.tick))) else { continue }
            hud.hide(animated: false)
            if asked != .done { end = asked }
        }
        return end
    }

    // MARK: In words

    /// The description, mode and labels of an entry, on one line.
    private func inWords(_ entry: GalleryEntry) -> String {
        let shown = GalleryHUD()
        let hud = shown.hud
        entry.setUp(shown)
        let details = hud.detailsLabel.split(separator: "\n").joined(separator: " ")
        let texts = [hud.mode.name, hud.label, details].filter { !$0.isEmpty }
        return "\(entry.name): \(entry.description) [\(texts.joined(separator: ", "))]\n"
    }
}

extension Command {
    static let gallery = Command(
        name: "gallery", summary: "show the HUD in every mode",
        usage: """
            Usage: hud-demo gallery [NAME] [--list] [options]

            Shows the HUD as MBProgressHUD's demo app does: one entry after another with
            simulated work, or only the entry NAME. Enter continues with the next one; q or
            Esc ends. Without a terminal to draw on, describes the entries.
            """,
        own: { [list, style] + Option.look },
        notes: "Exit status: 0; 2 usage error; if a signal ended it, by the same signal.",
        words: Argument(name: "name", completion: .words { GalleryEntry.all.map(\.name) }),
        run: { try GalleryCommand($0).run() })

    private static let list = Option(
        "list", .flag, "list the names and descriptions",
        manual: "Print the names and descriptions, separated by tabs, and draw nothing."
    ) { $0.lists = $1 }

    private static let style = Option(
        "style", .choice("name", [AutomaticRenderer.Style.inline, .bezel]), "how the HUD is drawn",
        usage: "how the HUD is drawn: inline, bezel (bezel)",
        manual: """
            How the HUD is drawn.
            The default is
            .Cm bezel .
            """
    ) { $0.hud.look.style = $1 }
}
