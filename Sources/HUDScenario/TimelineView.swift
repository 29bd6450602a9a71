import HUDCore

/// The diagram of a scenario: the time, the job, and when the HUD was on screen.
struct TimelineView {
    private let scenario: Scenario
    private let timeline: Timeline
    private let ruler: TimeRuler
    private var glyphs: Glyphs { ruler.glyphs }

    /// The characters of the diagram.
    struct Glyphs {
        var tick = "┬"
        var rule = "─"
        var waiting = "·"
        var visible = "█"
        var lingering = "▓"
        var hiding = "░"
        var dash = "–"
        var more = "…"

        static func of(isUTF8: Bool) -> Glyphs { isUTF8 ? Glyphs() : ascii }

        private static let ascii = Glyphs(
            tick: "+", rule: "-", waiting: ".", visible: "#", lingering: "=", hiding: ":", dash: "-", more: "...")
    }

    /// - Parameter columns: The width of a line at most.
    init(_ scenario: Scenario, columns: Int, isUTF8: Bool) {
        self.scenario = scenario
        timeline = Timeline(scenario)
        ruler = TimeRuler(length: timeline.length, columns: columns, margin: Self.margin, isUTF8: isUTF8)
    }

    /// The width of the rows' names.
    private static let margin = 7

    /// The diagram, with line breaks.
    func text() -> String {
        if scenario.calls.isEmpty { return "Nothing happens: the scenario has no calls.\n" }
        var lines = ruler.wrapped(settings, separator: ", ") + [""]
        lines += ruler.lines
        lines.append(row("job", timeline.job) { _ in glyphs.visible })
        lines.append(row(isActivity ? "shown" : "HUD", timeline.indicator, glyph))
        lines.append("")
        if !isActivity { lines += ruler.wrapped(legend, separator: "  ", indent: Self.margin) + [""] }
        lines += summary()
        return lines.joined(separator: "\n") + "\n"
    }

    private var isActivity: Bool { scenario.indicator == .activity }

    private var settings: [String] {
        func seconds(_ duration: Duration) -> String { duration.decimalSeconds + " s" }
        if isActivity {
            return [
                "activation delay " + seconds(scenario.activationDelay), "completion delay " + seconds(scenario.completionDelay)
            ]
        }
        return [
            "grace time " + seconds(scenario.graceTime), "minimum show time " + seconds(scenario.minimumShowTime),
            "animation " + seconds(scenario.animationDuration)
        ]
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

    private var legend: [String] {
        [
            glyphs.waiting + " grace time", glyphs.visible + " on screen", glyphs.lingering + " minimum show time",
            glyphs.hiding + " disappearing"
        ]
    }

    // MARK: Rows

    private func row(_ name: String, _ spans: [Timeline.Span], _ glyph: (HUDPhase) -> String) -> String {
        ruler.row(name) { column in
            // The most visible span wins.
            let here = spans.filter { column.shows(from: $0.start, to: $0.end) }
            return here.max { $0.weight < $1.weight }.map { glyph($0.phase) } ?? " "
        }
    }

    // MARK: Words

    private func summary() -> [String] {
        let visits = timeline.visits
        if visits.isEmpty {
            if isActivity { return ["Never shown."] }
            if timeline.job.isEmpty { return ["Never on screen: nothing asked for it."] }
            let isOpen = timeline.job.last?.isOpen == true
            let reason = isOpen ? "the scenario ends within the grace time." : "each job was over within the grace time."
            return ruler.wrapped(["Never on screen:", reason], separator: " ")
        }
        let shown = visits.prefix(10).flatMap { visit -> [String] in
            let span = "\(visit.start) \(glyphs.dash) \(visit.isOpen ? glyphs.more : visit.end.description) s"
            let length = visit.isOpen ? "to the end of the scenario" : "\(visit.length.decimalSeconds) s"
            return ruler.wrapped(["on screen  \(span)", "(\(length))"] + flashNote(visit), separator: "  ")
        }
        return shown + (visits.count > 10 ? ["\(glyphs.more) and \(visits.count - 10) more"] : [])
    }

    private func flashNote(_ visit: Timeline.Span) -> [String] {
        guard !visit.isOpen, TimeRuler.isFlash(visit.length) else { return [] }
        return ["a flash:"] + TimeRuler.flashAdvice
    }
}
