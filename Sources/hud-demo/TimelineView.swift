import HUDCore
import HUDTerminal

/// A scenario's timeline for a person: a row of time, the job, and when the HUD was on screen.
struct TimelineView {
    private let scenario: Scenario
    private let timeline: Timeline
    private let width: Int
    private let glyphs: Glyphs

    /// What the rows are drawn with.
    struct Glyphs {
        var tick = "┬"
        var rule = "─"
        var job = "█"
        var waiting = "·"
        var visible = "█"
        var lingering = "▓"
        var hiding = "░"
        var dash = "–"
        var more = "…"

        static let ascii = Glyphs(
            tick: "+", rule: "-", job: "#", waiting: ".", visible: "#", lingering: "=", hiding: ":", dash: "-", more: "...")
    }

    /// The columns of the window that standard output goes to; 80 where it goes elsewhere.
    static var windowColumns: Int { TerminalWindow.columns(of: STDOUT_FILENO) ?? 80 }

    init(_ scenario: Scenario, columns: Int, isUTF8: Bool = TerminalWindow.isUTF8) {
        self.scenario = scenario
        timeline = Timeline(scenario)
        width = min(max(columns, 24), 120) - Self.margin - 2
        glyphs = isUTF8 ? Glyphs() : .ascii
    }

    /// Room for the rows' names.
    private static let margin = 7

    /// The whole picture, with its line breaks.
    func text() -> String {
        if scenario.calls.isEmpty { return "Nothing happens: the scenario has no calls.\n" }
        var lines = [settings, ""]
        lines += ruler()
        lines.append(row("job", timeline.job) { _ in glyphs.job })
        lines.append(row(isActivity ? "shown" : "HUD", timeline.indicator, glyph))
        lines.append("")
        if !isActivity { lines += [legend, ""] }
        lines += summary()
        return lines.joined(separator: "\n") + "\n"
    }

    private var isActivity: Bool { scenario.indicator == .activity }

    private var settings: String {
        func seconds(_ duration: Duration) -> String { duration.decimalSeconds + " s" }
        if isActivity {
            return "activation delay \(seconds(scenario.activationDelay)), completion delay \(seconds(scenario.completionDelay))"
        }
        return "grace time \(seconds(scenario.graceTime)), minimum show time \(seconds(scenario.minimumShowTime)), "
            + "animation \(seconds(scenario.animationDuration))"
    }

    private func glyph(_ phase: HUDPhase) -> String {
        switch phase {
        case .hidden: " "
        case .waiting: glyphs.waiting
        case .visible: glyphs.visible
        case .lingering: glyphs.lingering
        case .hiding: glyphs.hiding
        }
    }

    private var legend: String {
        let space = String(repeating: " ", count: Self.margin)
        return space + "\(glyphs.waiting) grace time  \(glyphs.visible) on screen  "
            + "\(glyphs.lingering) kept by the minimum show time  \(glyphs.hiding) disappearing"
    }

    // MARK: Rows

    /// The time that a column begins at.
    private func time(ofColumn column: Int) -> HUDInstant {
        HUDInstant(offset: timeline.length * column / width)
    }

    private func row(_ name: String, _ spans: [Timeline.Span], _ glyph: (HUDPhase) -> String) -> String {
        var columns = [String](repeating: " ", count: width)
        for column in 0..<width {
            // What was on screen for a moment only is what one looks for: any part of a column shows, the most visible first.
            let from = time(ofColumn: column)
            let to = time(ofColumn: column + 1)
            let here = spans.filter { $0.start < to && ($0.end > from || $0.start >= from) }
            if let span = here.max(by: { $0.weight < $1.weight }) { columns[column] = glyph(span.phase) }
        }
        let padding = String(repeating: " ", count: Self.margin - name.utf8.count - 1)
        var text = padding + name + " " + columns.joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    private func ruler() -> [String] {
        let step = tickStep()
        var labels = [Character](repeating: " ", count: width + Self.margin + 2)
        var ticks = [String](repeating: glyphs.rule, count: width)
        var time = Duration.zero
        var nextFree = 0
        while time <= timeline.length {
            let column = min(width - 1, Int(Double(width) * (time / max(timeline.length, .nanoseconds(1)))))
            ticks[column] = glyphs.tick
            let label = Array(time.decimalSeconds)
            let place = Self.margin + column
            if place >= nextFree, place + label.count <= labels.count {
                labels.replaceSubrange(place..<(place + label.count), with: label)
                nextFree = place + label.count + 1
            }
            time += step
        }
        var text = String(labels)
        while text.last == " " { text.removeLast() }
        let name = String(repeating: " ", count: Self.margin - 5) + "time "
        return [name + text.dropFirst(Self.margin) + " s", String(repeating: " ", count: Self.margin) + ticks.joined()]
    }

    /// A round step that leaves room for its labels: 1, 2 or 5 times a power of ten.
    private func tickStep() -> Duration {
        var step = Duration.nanoseconds(1)
        var factor = 0
        let most = max(2, width / 10)
        while timeline.length / step > Double(most) {
            step = factor % 3 == 1 ? step * 5 / 2 : step * 2
            factor += 1
        }
        return step
    }

    // MARK: Words

    private func summary() -> [String] {
        let visits = timeline.visits
        guard !visits.isEmpty else {
            return [isActivity ? "Never shown." : "Never on screen: each job was over within the grace time."]
        }
        let shown = visits.prefix(10).map { visit in
            let span = "\(visit.start) \(glyphs.dash) \(visit.isOpen ? glyphs.more : visit.end.description) s"
            let length = visit.isOpen ? "to the end of the scenario" : "\(visit.length.decimalSeconds) s"
            return "on screen  \(span)  (\(length))\(flashNote(visit))"
        }
        return shown + (visits.count > 10 ? ["\(glyphs.more) and \(visits.count - 10) more"] : [])
    }

    /// Less than a fifth of a second on screen can't be read.
    private func flashNote(_ visit: Timeline.Span) -> String {
        guard !visit.isOpen, visit.length < .milliseconds(200) else { return "" }
        return "  a flash: raise the grace time or the minimum show time"
    }
}
