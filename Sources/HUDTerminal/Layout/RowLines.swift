import HUDCore

/// What is drawn in one place of the stack.
enum StackedLine {
    /// A HUD, with its details and the lines below them.
    case hud(StackedLayout.Entry)
    /// A HUD in one row.
    case header(StackedLayout.Entry)
    /// A part of a HUD's work.
    case part(HUDRow, RowFrame)
    /// The place of a part that has ended.
    case empty
    /// A text in shorter and shorter forms.
    case note([String])

    /// Whether it is a HUD or a part.
    var isShown: Bool {
        switch self {
        case .hud, .header, .part: true
        case .empty, .note: false
        }
    }
}

extension StackedLayout.Entry {
    /// The lines of the HUD and of its parts, from the top.
    ///
    /// - Parameter countsRest: Whether a last line counts the parts without a row.
    func lines(isUTF8: Bool, countsRest: Bool = true) -> [StackedLine] {
        guard !snapshot.rows.isEmpty else { return [.hud(self)] }
        var lines = [header]
        lines.reserveCapacity(snapshot.rows.count + 2)
        let frame = RowFrame(
            opacity: snapshot.opacity, isDisappearing: snapshot.isDisappearing, timestamp: snapshot.timestamp,
            timeOnScreen: snapshot.timeOnScreen, look: look)
        for row in snapshot.rows { lines.append(row.map { .part($0, frame) } ?? .empty) }
        let rest = countsRest ? RestText(snapshot.unlisted, isUTF8: isUTF8).forms : []
        if !rest.isEmpty { lines.append(.note(rest)) }
        return lines
    }

    /// The line of the HUD itself. Without details of its own, it says how many parts have failed.
    private var header: StackedLine {
        let shown = snapshot.rows.count { if case .failed? = $0?.state { true } else { false } }
        let failed = snapshot.unlisted.failed + (snapshot.rowWindow?.failed ?? shown)
        guard failed > 0, snapshot.detailsLabel.isEmpty else { return .hud(self) }
        var header = self
        header.snapshot.detailsLabel = "\(RestText.grouped(failed)) failed"
        return .header(header)
    }
}

/// What the rows of a HUD's parts take from the HUD in a frame.
struct RowFrame: Sendable {
    var opacity: Double
    var isDisappearing: Bool
    var timestamp: HUDInstant
    var timeOnScreen: Duration
    var look: InlineLook

    /// A part as a HUD of its own.
    func entry(of row: HUDRow) -> StackedLayout.Entry {
        var look = look
        look.spinner = row.isFolded ? Self.folded : Self.still
        if row.depth > 0 { look.indent = 2 * min(row.depth, 8) }
        return StackedLayout.Entry(snapshot: snapshot(of: row), look: row.isSelected ? look.selected : look)
    }

    /// What a part has in place of a spinner. A spinner for each row would write all of them twelve times a second; the HUD's own says that there is life.
    private static let still = Spinner(
        name: "still", interval: .seconds(60), frames: ["•"], asciiFrames: ["*"], reducedFrames: ["•"], asciiReducedFrames: ["*"])

    /// The same for a part whose own parts are folded.
    private static let folded = Spinner(
        name: "folded", interval: .seconds(60), frames: ["+"], asciiFrames: ["+"], reducedFrames: ["+"], asciiReducedFrames: ["+"]
    )

    /// A part as the snapshot of a HUD. Its details are in the line of its label: why it failed, or what it is doing.
    private func snapshot(of row: HUDRow) -> HUDSnapshot {
        var part = HUDSnapshot(
            mode: row.showsBar ? .bar : .indeterminate, label: row.label, detailsLabel: row.detailsLabel, progress: row.progress,
            opacity: opacity, timestamp: timestamp,
            elapsed: row.elapsed, timeOnScreen: timeOnScreen, isDisappearing: isDisappearing, rate: row.rate,
            remaining: row.remaining)
        switch row.state {
        case .running: break
        case .waiting: part.detailsLabel = "waiting"
        case .paused: part.detailsLabel = "paused"
        case .finished: part.outcome = .succeeded
        case .failed(let reason):
            part.outcome = .failed(reason: reason)
            part.detailsLabel = reason
        case .cancelled: part.outcome = .cancelled
        }
        return part
    }
}

extension InlineLook {
    /// The look of the selected row: another mark, and the label in reverse.
    fileprivate var selected: InlineLook {
        var look = self
        look.spinner = Self.selection
        var theme = look.theme
        theme.label.attributes.insert(.reverse)
        look.theme = theme
        return look
    }

    private static let selection = Spinner(
        name: "selected", interval: .seconds(60), frames: ["▸"], asciiFrames: [">"], reducedFrames: ["▸"],
        asciiReducedFrames: [">"])
}

/// The row that counts the parts without a row: `… 4,976 more: 3 failed, 4,100 done`.
struct RestText {
    /// The text, in shorter and shorter forms; empty if there is nothing to count.
    let forms: [String]

    init(_ counts: RowTaskCounts, isUTF8: Bool) {
        guard counts.total > 0 else {
            forms = []
            return
        }
        let all: [(Int, String)] = [
            (counts.failed, "failed"), (counts.cancelled, "cancelled"), (counts.finished, "done"), (counts.running, "running"),
            (counts.paused, "paused"), (counts.waiting, "waiting")
        ]
        let parts = all.filter { $0.0 > 0 }.map { "\(Self.grouped($0.0)) \($0.1)" }
        let start = "\(isUTF8 ? "…" : "...") \(Self.grouped(counts.total)) more"
        var forms = stride(from: parts.count, to: 0, by: -1).map { "\(start): \(parts.prefix($0).joined(separator: ", "))" }
        forms += [start, "+\(Self.grouped(counts.total))", "+\(counts.total)", "+"]
        self.forms = forms
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
