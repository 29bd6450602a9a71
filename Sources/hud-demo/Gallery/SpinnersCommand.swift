import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// `hud-demo spinners`: shows the spinners turning, or lists their frames.
struct SpinnersCommand {
    /// The time after which the next page is shown without a key.
    private static let pageTime = Duration.seconds(6)

    private let look: Look
    /// Whether they are listed as text, even on a terminal.
    private let lists: Bool
    private let spinners: [Spinner]

    init(_ arguments: Arguments) throws(UsageError) {
        var look = arguments.settings.hud.look
        // Echo is off because the command reads the keyboard itself.
        look.terminal.drawsWithoutEcho = true
        self.look = look
        lists = arguments.settings.lists
        let own = look.spinner.own
        if arguments.all.isEmpty {
            let ownNames = Set(own.map { $0.name.lowercased() })
            spinners = own + Spinner.builtIn.filter { !ownNames.contains($0.name.lowercased()) }
        } else {
            spinners = try arguments.all.map { (name) throws(UsageError) in
                try Spinner.find(name.text, in: own, option: nil)
            }
        }
    }

    func run() -> Int32 {
        let renderer = InlineRenderer(fileDescriptor: STDOUT_FILENO, theme: look.theme, options: look.terminal)
        // At least two rows are needed: one for spinners and one for the line below.
        guard !lists, AutomaticRenderer.Style.preferred == .inline, renderer.canDraw,
            (TerminalWindow.rows(of: STDOUT_FILENO) ?? 24) > 2
        else { return StandardOutput.say(list) }
        signal(SIGPIPE, SIG_IGN)
        return show(renderer, to: TerminalEvents(before: renderer))
    }

    // MARK: Turning

    private func show(_ renderer: InlineRenderer, to events: consuming TerminalEvents) -> Int32 {
        let hud = HUD(mode: .custom, preferredFramesPerSecond: look.framesPerSecond, renderer: renderer)
        let departure = Departure(of: hud, events.wake)
        // The index of the first spinner of the page. After a resize, the new page starts with it.
        var first = 0
        var signal: Int32?
        showing: while first < spinners.count {
            var end = setUp(hud, renderer, from: first)
            hud.show()
            let deadline = LiveClock.shared.now.advanced(by: Self.pageTime)
            waiting: while true {
                switch events.next(until: deadline) {
                case .key(.quit): break showing
                case .key(.next), .key(.other), .deadline: break waiting
                case .resized: end = setUp(hud, renderer, from: first)
                case .woken: break
                case .signal(let number):
                    signal = number
                    break showing
                }
            }
            first = end
        }
        hud.hide()
        while !departure.hasCome { _ = events.next(until: LiveClock.shared.now.advanced(by: .milliseconds(50))) }
        return events.end(by: signal)
    }

    /// Lays out the page that begins with spinner number `first`.
    ///
    /// - Returns: The index after its last spinner.
    private func setUp(_ hud: HUD, _ renderer: InlineRenderer, from first: Int) -> Int {
        let columns = max(1, (TerminalWindow.columns(of: STDOUT_FILENO) ?? 80) - 1)
        // One row is left for the line above, and one for our own line.
        let rows = max(1, (TerminalWindow.rows(of: STDOUT_FILENO) ?? 24) - 2)
        let isUTF8 = look.isUTF8
        let page = SpinnerPages.first(of: Array(spinners[first...]), columns: columns, rows: rows, isUTF8: isUTF8)
        let height = (page.map(\.row).max() ?? 0) + 1
        // With at least two rows the view is above the line, not part of it.
        renderer.customView = CustomView(columns: 1, rows: 1, inlineColumns: columns, inlineRows: max(2, height)) {
            grid, snapshot, theme in
            for place in page {
                let frame = place.spinner.frame(after: snapshot.timeOnScreen, isUTF8: isUTF8)
                grid.write(frame, row: place.row, column: place.column, style: theme.indicator)
                grid.write(place.spinner.name, row: place.row, column: place.nameColumn, style: theme.label)
            }
        }
        let end = first + page.count
        let range = first + 1 == end ? String(end) : "\(first + 1)\(isUTF8 ? "–" : "-")\(end)"
        hud.label = "\(range) of \(spinners.count), \(end < spinners.count ? "Enter: next, " : "")q: quit"
        return end
    }

    // MARK: As text

    /// The name, milliseconds and frames of each spinner, separated by tabs.
    private var list: String {
        spinners.map { spinner in
            let isUTF8 = look.isUTF8
            let milliseconds = (isUTF8 ? spinner.interval : spinner.asciiInterval) * 1000
            let frames = isUTF8 ? spinner.frames : spinner.asciiFrames
            let name = isUTF8 ? spinner.name : StandardError.inASCII(spinner.name)
            return ([name, milliseconds.decimalSeconds] + frames).joined(separator: "\t") + "\n"
        }.joined()
    }
}

extension Spinner {
    /// The user's own spinner with that name, otherwise the built-in one.
    ///
    /// - Parameter option: The option that has the name as its value; nil if it is an argument.
    static func find(_ name: String, in own: [Spinner], option: String?) throws(UsageError) -> Spinner {
        if let spinner = own.last(where: { $0.name == name }) ?? named(name) { return spinner }
        let advice = NearestNames.advice(for: name, in: (own + builtIn).map(\.name))
        let quoted = ShellWord.quoted(name)
        let wrong = option.map { "bad value \(quoted) for --\($0): no such spinner" } ?? "no spinner \(quoted)"
        throw UsageError(message: wrong + "; \(advice)'hud-demo spinners' lists them")
    }
}

extension Command {
    static let spinners = Command(
        name: "spinners", summary: "show the spinners turning",
        usage: """
            Usage: hud-demo spinners [NAME ...] [--list] [options]

            Shows the spinners turning, all or the named ones, as many at a time as fit the
            window. A key or six seconds bring the next page; q or Esc ends.

            Off a terminal, or with --list, prints a line for each spinner: its name, the
            milliseconds per frame, and the frames, separated by tabs. A file has spinners
            of your own, {"name": {"interval": 80, "frames": ["-", "+"]}}, listed first.
            """,
        own: { Option.look.dropFirst() + [list] },
        notes: "Exit status: 0; 2 usage error; if a signal ended it, by the same signal.",
        words: Argument(name: "name", completion: .words { Spinner.builtIn.map(\.name) }), takesManyWords: true,
        run: { try SpinnersCommand($0).run() })

    private static let list = Option(
        "list", .flag, "list them as text, even on a terminal",
        manual: "Print the names, the milliseconds of a frame, and the frames, separated by tabs, and draw nothing."
    ) { $0.lists = $1 }
}
