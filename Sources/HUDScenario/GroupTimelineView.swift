import HUDCore
import HUDScreen

/// The diagram of a group: the time, and a line for each job that says when it ran and when it had a row.
struct GroupTimelineView {
    private let scenario: GroupScenario
    private let columns: Int
    private let isUTF8: Bool
    private var glyphs: TimelineView.Glyphs { .of(isUTF8: isUTF8) }
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

    /// - Parameter columns: The width of a line at most.
    init(_ scenario: GroupScenario, columns: Int, isUTF8: Bool) {
        self.scenario = scenario
        self.columns = columns
        self.isUTF8 = isUTF8
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

    /// The diagram, with line breaks.
    func text() -> String {
        if scenario.jobs.isEmpty { return "Nothing happens: the scenario has no jobs.\n" }
        let ruler = TimeRuler(length: length, columns: columns, margin: margin, isUTF8: isUTF8)
        var text = ruler.wrapped(settings, separator: ", ") + [""] + ruler.lines
        for (job, line) in zip(scenario.jobs, lines).prefix(Self.mostLines) { text.append(row(job, line, below: ruler)) }
        if lines.count > Self.mostLines { text.append("\(glyphs.more) and \(lines.count - Self.mostLines) more jobs") }
        text += [""] + ruler.wrapped(legend, separator: "  ") + [""]
        let rows = mostRows == 1 ? "1 row" : "\(mostRows) rows"
        let shownJobs = lines.count { !$0.rows.isEmpty }
        text += ruler.wrapped(["\(shownJobs) of \(lines.count) jobs have a row,", "\(rows) at most at once"], separator: " ")
        let flashes = lines.flatMap(\.rows).count { row in row.to.map { TimeRuler.isFlash(row.from.duration(to: $0)) } ?? false }
        if flashes > 0 {
            let advice = ["\(flashes) \(flashes == 1 ? "flash" : "flashes"):"] + TimeRuler.flashAdvice + ["of rows"]
            text += ruler.wrapped(advice, separator: " ")
        }
        return text.joined(separator: "\n") + "\n"
    }

    private var settings: [String] {
        [
            scenario.slots == 1 ? "1 job at once" : "\(scenario.slots) jobs at once",
            "row grace time \(scenario.graceTime.decimalSeconds) s",
            "row minimum show time \(scenario.minimumShowTime.decimalSeconds) s"
        ]
    }

    private var legend: [String] {
        ["\(glyphs.waiting) running", "\(glyphs.visible) with a row", "\(glyphs.lingering) row after the end"]
    }

    /// The columns for the names.
    private var margin: Int {
        let most = columns / 3
        let longest = scenario.jobs.prefix(Self.mostLines).map { CellGrid.columns(of: $0.name, isUTF8: isUTF8, limit: most) }
            .max()
        return min(max((longest ?? 0) + 1, 6), most)
    }

    private func row(_ job: GroupScenario.Job, _ line: Line, below ruler: TimeRuler) -> String {
        ruler.row(job.name) { column in
            if line.rows.contains(where: { column.shows(from: $0.from, to: $0.to ?? .distantFuture) }) {
                return column.lowerBound >= line.end ? glyphs.lingering : glyphs.visible
            }
            return column.shows(from: line.start, to: line.end) ? glyphs.waiting : " "
        }
    }
}
