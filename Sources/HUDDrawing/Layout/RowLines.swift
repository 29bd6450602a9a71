/// What is drawn in one place of a ``LineStack``. Numbers, so that a frame goes through its lines without copying what they show.
enum StackedLine {
    /// A HUD, with its details and the lines below it.
    case hud(Int)
    /// A part of a HUD's work.
    case part(Int, row: Int)
    /// The place of a part that has ended.
    case empty
    /// The count of a HUD's parts without a row.
    case note(Int)

    /// Whether it is a HUD or a part.
    var isShown: Bool {
        switch self {
        case .hud, .part: true
        case .empty, .note: false
        }
    }
}

/// HUDs and their parts, line by line.
struct LineStack {
    private(set) var lines: [StackedLine] = []
    /// The HUDs.
    private(set) var entries: [StackedLayout.Entry] = []
    /// What the rows of each HUD's parts take from it.
    private(set) var frames: [RowFrame] = []

    /// Adds the lines of a HUD and of its parts.
    ///
    /// - Parameter countsRest: Whether a last line counts the parts without a row.
    mutating func append(_ entry: StackedLayout.Entry, countsRest: Bool = true) {
        let hud = entries.count
        let rows = entry.snapshot.rows
        frames.append(RowFrame(of: entry))
        entries.append(entry)
        guard !rows.isEmpty else { return lines.append(.hud(hud)) }
        lines.reserveCapacity(lines.count + rows.count + 2)
        lines.append(.hud(hud))
        for row in rows.indices { lines.append(rows[row].isEmptyPlace ? .empty : .part(hud, row: row)) }
        if countsRest, entry.snapshot.unlisted.total > 0 { lines.append(.note(hud)) }
    }
}

extension HUDRow? {
    fileprivate var isEmptyPlace: Bool { if case .none = self { true } else { false } }
}

/// The rows of a HUD's parts in a frame, and what they take from the HUD.
final class RowFrame: Sendable {
    let rows: [HUDRow?]
    let opacity: Double
    private let timestamp: HUDInstant
    private let timeOnScreen: Duration
    let look: InlineLook

    init(of hud: StackedLayout.Entry) {
        rows = hud.snapshot.rows
        opacity = hud.snapshot.opacity
        timestamp = hud.snapshot.timestamp
        timeOnScreen = hud.snapshot.timeOnScreen
        var look = hud.look
        if !rows.isEmpty { look.spinner = Self.still }
        self.look = look
    }

    /// A part as a HUD of its own.
    func entry(of row: HUDRow) -> StackedLayout.Entry {
        var look = look
        if row.isFolded { look.spinner = Self.folded }
        if row.state == .waiting { look = look.waiting }
        if row.depth > 0 { look.indent = 2 * min(row.depth, 8) }
        return StackedLayout.Entry(snapshot: snapshot(of: row), look: row.isSelected ? look.selected : look)
    }

    /// What a part has in place of a spinner. A spinner for each row would write all of them twelve times a second; the HUD's own says that there is life.
    private static let still = Spinner.mark("still", "•", ascii: "-")

    /// The same for a part whose own parts are folded.
    private static let folded = Spinner.mark("folded", "+", ascii: "+")

    /// A part as the snapshot of a HUD. Its details are in the line of its label: why it failed, or what it is doing.
    private func snapshot(of row: HUDRow) -> HUDSnapshot {
        var part = HUDSnapshot(
            mode: row.showsBar ? .bar : .indeterminate, label: row.label, detailsLabel: row.detailsLabel, progress: row.progress,
            opacity: opacity, timestamp: timestamp, elapsed: row.elapsed, timeOnScreen: timeOnScreen, rate: row.rate,
            remaining: row.remaining)
        part.outcome = row.state.outcome
        switch row.state {
        case .running, .finished, .cancelled: break
        case .waiting:
            part.elapsed = .seconds(-1)
            part.detailsLabel = row.detailsLabel.isEmpty ? "waiting" : "waiting " + row.detailsLabel
        case .paused: part.detailsLabel = "paused"
        case .failed(let reason): part.detailsLabel = reason
        }
        return part
    }
}

extension InlineLook {
    /// The look of a row of work that has not begun: a smaller mark, and the label dimmed.
    fileprivate var waiting: InlineLook { marked(Self.rest, .dim) }

    private static let rest = Spinner.mark("waiting", "·", ascii: ".")

    /// The look of the selected row: another mark, and the label in reverse.
    fileprivate var selected: InlineLook { marked(Self.selection, .reverse) }

    private static let selection = Spinner.mark("selected", "▸", ascii: ">")

    private func marked(_ mark: Spinner, _ attribute: CellStyle.Attributes) -> InlineLook {
        var look = self
        look.spinner = mark
        var theme = look.theme
        theme.label.attributes.insert(attribute)
        look.theme = theme
        return look
    }
}

extension Spinner {
    /// A mark in place of a spinner, which does not move.
    fileprivate static func mark(_ name: String, _ glyph: String, ascii: String) -> Spinner {
        Spinner(
            name: name, interval: .seconds(60), frames: [glyph], asciiFrames: [ascii], reducedFrames: [glyph],
            asciiReducedFrames: [ascii])
    }
}

/// Texts in shorter and shorter forms, above all that of the row which counts the parts without a row: `… 4,976 more: 3 failed, 4,100 done`.
enum RestText {
    /// The text, in shorter and shorter forms; empty if there is nothing to count.
    static func forms(_ counts: RowTaskCounts, isUTF8: Bool) -> [String] {
        guard counts.total > 0 else { return [] }
        let all: [(Int, String)] = [
            (counts.failed, "failed"), (counts.skipped, "skipped"), (counts.cancelled, "cancelled"), (counts.finished, "done"),
            (counts.running, "running"),
            (counts.paused, "paused"), (counts.waiting, "waiting")
        ]
        let parts = all.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
        let start = "\(isUTF8 ? "…" : "...") \(grouped(counts.total)) more"
        var forms = stride(from: parts.count, to: 0, by: -1).map { "\(start): \(parts.prefix($0).joined(separator: ", "))" }
        forms += [start, "+\(grouped(counts.total))", "+\(counts.total)", "+"]
        return forms
    }

    /// The first text that fits into `columns`, or the last one.
    static func fitting(_ forms: [String], in columns: Int, isUTF8: Bool) -> String {
        forms.first { CellGrid.columns(of: $0, isUTF8: isUTF8, limit: columns) <= columns } ?? forms.last ?? ""
    }

    /// A count with a comma before each group of three digits.
    static func grouped(_ count: Int) -> String {
        var digits = String(count)
        var index = digits.endIndex
        while digits.distance(from: digits.startIndex, to: index) > 3 {
            index = digits.index(index, offsetBy: -3)
            digits.insert(",", at: index)
        }
        return digits
    }
}
