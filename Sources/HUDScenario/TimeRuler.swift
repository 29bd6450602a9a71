import HUDCore

/// The time axis above a diagram, and the rows below it.
struct TimeRuler {
    var length: Duration
    /// The width of the diagram, with the names of its rows.
    var columns: Int
    /// The width of the names.
    var margin: Int
    var glyphs: TimelineView.Glyphs

    private var width: Int { columns - margin - 2 }

    /// The labels, and the rule below them.
    var lines: [String] {
        let step = tickStep()
        var ticks = [String](repeating: glyphs.rule, count: width)
        var labels = String(repeating: " ", count: max(0, margin - 5)) + "time "
        var time = Duration.zero
        while time <= length {
            let column = min(width - 1, Int(Double(width) * (time / length)))
            ticks[column] = glyphs.tick
            let label = time.decimalSeconds
            let gap = margin + column - labels.count
            // Room for the unit is reserved after each label.
            if gap >= (time == .zero ? 0 : 1), labels.count + gap + label.count + 2 <= columns {
                labels += String(repeating: " ", count: gap) + label
            }
            time += step
        }
        return [labels + " s", String(repeating: " ", count: margin) + ticks.joined()]
    }

    /// A row of the diagram, whose name has the margin.
    ///
    /// - Parameter glyph: What a column shows, by the time that it stands for.
    func row(_ name: String, _ glyph: (Range<HUDInstant>) -> String) -> String {
        func time(ofColumn column: Int) -> HUDInstant { HUDInstant(offset: length * column / width) }
        var text = String(repeating: " ", count: max(0, margin - 1 - name.count)) + name + " "
        for column in 0..<width { text += glyph(time(ofColumn: column)..<time(ofColumn: column + 1)) }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// A round step with room for the labels: 1, 2 or 5 times a power of ten.
    private func tickStep() -> Duration {
        var step = Duration.nanoseconds(1)
        var factor = 0
        let most = max(2, width / 10)
        while length / step > Double(most) {
            step = factor % 3 == 1 ? step * 5 / 2 : step * 2
            factor += 1
        }
        return step
    }
}

extension Range<HUDInstant> {
    /// Whether a column shows what lasts from `start` to `end`. It is shown even if it is shorter than a column, because flashes are what users look for.
    func shows(from start: HUDInstant, to end: HUDInstant) -> Bool {
        start < upperBound && (end > lowerBound || start >= lowerBound)
    }
}
