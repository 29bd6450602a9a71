import HUDCore

/// The diagram of a group: the time, and a line for each job that says when it ran and when it had a row.
struct GroupTimelineView {
    private let scenario: GroupScenario
    private let columns: Int
    private let glyphs: TimelineView.Glyphs
    private var length = Duration.zero
    private var lines: [Line]
    /// The most rows at one time.
    private var mostRows = 0

    private struct Line {
        var start = HUDInstant.zero
        var end = HUDInstant.zero
        /// When its row came and went; nil at the end: it stayed.
        var rows: [(from: HUDInstant, to: HUDInstant?)] = []
    }

    /// The most jobs that have a line.
    private static let mostLines = 40

    init(_ scenario: GroupScenario, columns: Int, isUTF8: Bool) {
        self.scenario = scenario
        self.columns = min(max(columns, 24), 120)
        glyphs = isUTF8 ? TimelineView.Glyphs() : .ascii
        lines = [Line](repeating: Line(), count: scenario.jobs.count)
        var rows = 0
        scenario.play { moment in
            length = max(length, moment.time.offset)
            switch moment {
            case .start(let job, let time): lines[job].start = time
            case .end(let job, _, let time): lines[job].end = time
            case .row(let event):
                switch event.kind {
                case .appear:
                    lines[event.task.number].rows.append((event.time, nil))
                    rows += 1
                    mostRows = max(mostRows, rows)
                case .disappear:
                    lines[event.task.number].rows[lines[event.task.number].rows.count - 1].to = event.time
                    rows -= 1
                }
            }
        }
        if length == .zero { length = .seconds(1) }
    }

    /// The diagram, with line breaks; no line is wider than the window.
    func text() -> String {
        if scenario.jobs.isEmpty { return "Nothing happens: the scenario has no jobs.\n" }
        var text = settings.map { String($0.prefix(columns)) } + [""]
        let ruler = TimeRuler(length: length, columns: columns, margin: margin, glyphs: glyphs)
        text += ruler.lines
        for (job, line) in zip(scenario.jobs, lines).prefix(Self.mostLines) { text.append(row(job, line, below: ruler)) }
        if lines.count > Self.mostLines { text.append("\(glyphs.more) and \(lines.count - Self.mostLines) more jobs") }
        text += [""] + legend + [""]
        let rows = mostRows == 1 ? "1 row" : "\(mostRows) rows"
        let shownJobs = lines.count { !$0.rows.isEmpty }
        text.append("\(shownJobs) of \(lines.count) jobs have a row, \(rows) at most at once")
        // Less than a fifth of a second on screen is too short to read.
        let flashes = lines.flatMap(\.rows).count { row in
            row.to.map { row.from.duration(to: $0) < .milliseconds(200) } ?? false
        }
        if flashes > 0 {
            text.append("\(flashes) \(flashes == 1 ? "flash" : "flashes"): raise the grace time or the minimum show time of rows")
        }
        return text.joined(separator: "\n") + "\n"
    }

    private var settings: [String] {
        let slots = scenario.slots == 1 ? "1 job at once" : "\(scenario.slots) jobs at once"
        let grace = "row grace time \(scenario.graceTime.decimalSeconds) s"
        let show = "row minimum show time \(scenario.minimumShowTime.decimalSeconds) s"
        let all = "\(slots), \(grace), \(show)"
        return all.count <= columns ? [all] : [slots, grace, show]
    }

    private var legend: [String] {
        let parts = [
            "\(glyphs.waiting) running", "\(glyphs.visible) with a row", "\(glyphs.lingering) row after the end"
        ]
        let all = parts.joined(separator: "  ")
        return all.count <= columns ? [all] : parts
    }

    /// The columns for the names.
    private var margin: Int {
        let longest = scenario.jobs.prefix(Self.mostLines).map(\.name.count).max() ?? 0
        return min(max(longest + 1, 6), columns / 3)
    }

    private func row(_ job: GroupScenario.Job, _ line: Line, below ruler: TimeRuler) -> String {
        let margin = ruler.margin
        let name =
            job.name.count < margin
            ? job.name : String(job.name.prefix(max(0, margin - 2))) + (glyphs.more.count == 1 ? glyphs.more : ".")
        return ruler.row(name) { column in
            if line.rows.contains(where: { column.shows(from: $0.from, to: $0.to ?? .distantFuture) }) {
                return column.lowerBound >= line.end ? glyphs.lingering : glyphs.visible
            }
            return column.shows(from: line.start, to: line.end) ? glyphs.waiting : " "
        }
    }
}
