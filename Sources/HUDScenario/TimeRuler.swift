import HUDCore
import HUDScreen

/// The time axis above a diagram, and the rows below it.
struct TimeRuler {
    var length: Duration
    /// The width of the diagram, with the names of its rows.
    var columns: Int
    /// The width of the names.
    var margin: Int
    var isUTF8: Bool

    var glyphs: TimelineView.Glyphs { .of(isUTF8: isUTF8) }

    /// Whether a time on screen is too short to read: less than a fifth of a second.
    static func isFlash(_ time: Duration) -> Bool { time < .milliseconds(200) }
    /// What helps against that, to be wrapped.
    static let flashAdvice = ["raise the grace time", "or the minimum show time"]

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
        // As cells, because a name is any text of a file.
        var cells = CellGrid(columns: margin - 1, rows: 1, isUTF8: isUTF8)
        let end = cells.write(name, row: 0, column: 0)
        var text = String(repeating: " ", count: margin - 1 - end) + cells.text(ofRow: 0) + " "
        for column in 0..<width { text += glyph(time(ofColumn: column)..<time(ofColumn: column + 1)) }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Distributes parts over as few lines as the width allows.
    func wrapped(_ parts: [String], separator: String, indent: Int = 0) -> [String] {
        let space = String(repeating: " ", count: indent)
        var lines: [String] = []
        for part in parts {
            if let last = lines.last, last.count + separator.count + part.count <= columns {
                lines[lines.count - 1] = last + separator + part
            } else {
                lines.append(space + part)
            }
        }
        return lines
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
