import HUDCore

/// What is drawn in one place of the stack.
enum StackedLine {
    /// A HUD, with its details and the lines below them.
    case hud(StackedLayout.Entry)
    /// A part of a HUD's work, or a HUD, in one row.
    case part(StackedLayout.Entry)
    /// The place of a part that has ended.
    case empty
    /// A text in shorter and shorter forms.
    case note([String])

    /// The HUD or part that is drawn.
    var entry: StackedLayout.Entry? {
        switch self {
        case .hud(let entry), .part(let entry): entry
        case .empty, .note: nil
        }
    }

    var isPart: Bool {
        switch self {
        case .hud, .empty, .note: false
        case .part: true
        }
    }
}

extension StackedLayout.Entry {
    /// The lines of the HUD and of its parts, from the top.
    func lines(isUTF8: Bool) -> [StackedLine] {
        guard !snapshot.rows.isEmpty else { return [.hud(self)] }
        var lines = [header]
        lines.reserveCapacity(snapshot.rows.count + 2)
        var look = look
        look.spinner = Self.still
        for row in snapshot.rows {
            guard let row else {
                lines.append(.empty)
                continue
            }
            lines.append(.part(.init(snapshot: snapshot(of: row), look: row.isSelected ? look.selected : look)))
        }
        let rest = RestText(snapshot.unlisted, isUTF8: isUTF8).forms
        if !rest.isEmpty { lines.append(.note(rest)) }
        return lines
    }

    /// What a part has in place of a spinner. A spinner for each row would write all of them twelve times a second; the HUD's own says that there is life.
    private static let still = Spinner(
        name: "still", interval: .seconds(60), frames: ["•"], asciiFrames: ["*"], reducedFrames: ["•"], asciiReducedFrames: ["*"])

    /// The line of the HUD itself. Without details of its own, it says how many parts have failed.
    private var header: StackedLine {
        let failed = snapshot.unlisted.failed + snapshot.rows.count { if case .failed? = $0?.state { true } else { false } }
        guard failed > 0, snapshot.detailsLabel.isEmpty else { return .hud(self) }
        var header = self
        header.snapshot.detailsLabel = "\(RestText.grouped(failed)) failed"
        return .part(header)
    }

    /// A part as a HUD of its own. Its details are in the line of its label: why it failed, or what it is doing.
    private func snapshot(of row: HUDRow) -> HUDSnapshot {
        var part = HUDSnapshot(
            mode: row.progress.totalUnitCount != nil || row.progress.fraction > 0 ? .bar : .indeterminate, label: row.label,
            detailsLabel: row.detailsLabel, progress: row.progress, opacity: snapshot.opacity, timestamp: snapshot.timestamp,
            elapsed: row.elapsed, timeOnScreen: snapshot.timeOnScreen, isDisappearing: snapshot.isDisappearing, rate: row.rate,
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
