/// The HUD as sentences, for logs and screen readers. Pure functions of snapshot and character set.
package struct PlainView {
    package var isUTF8: Bool

    package init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

    /// The maximum width of a line; the label is cut to fit.
    static let columns = 200

    /// `Compressing...`
    package func appearance(of snapshot: HUDSnapshot) -> String {
        let subject = subject(of: [snapshot.label, snapshot.detailsLabel], leaving: 3)
        return subject.hasSuffix(ellipsis) ? subject : subject + "..."
    }

    /// `Compressing, film.mkv: still running after 0:30, 45%, 155 of 345, about 1:10 left`
    package func heartbeat(of snapshot: HUDSnapshot) -> String {
        let time = "still running after " + ProgressText.elapsed(snapshot.elapsed)
        return sentence(
            ([time] + progress(of: snapshot)).joined(separator: ", "), of: [snapshot.label, snapshot.detailsLabel])
    }

    /// `Compressing: done after 1:42`, `failed (status 2) after 0:12`, `cancelled`, or `ended` if the outcome is not known; and what it has cost.
    package func end(of snapshot: HUDSnapshot) -> String {
        sentence(
            end(snapshot.outcome, after: snapshot.elapsed, snapshot.usage), of: [snapshot.label, snapshot.detailsLabel])
    }

    /// `film.mkv: started`, for a job of a group.
    package func start(of name: String) -> String { sentence("started", of: [name]) }

    /// `film.mkv: failed (status 2) after 0:12`, for a job of a group.
    package func end(of name: String, _ outcome: HUDOutcome, after elapsed: Duration, _ usage: HUDUsage? = nil) -> String {
        sentence(end(outcome, after: elapsed, usage), of: [name])
    }

    /// The most bytes of ``summary(of:_:after:_:)``, with a line feed.
    static let mostBytes = 200

    /// `✓ make -j8 1:42` or `✗ make -j8 0:12 status 2`, as a HUD leaves it on a terminal, without colors.
    package func summary(of label: String, _ outcome: HUDOutcome, after elapsed: Duration, _ usage: HUDUsage? = nil) -> String {
        var view = SummaryView(columns: Self.mostBytes - 1, isUTF8: isUTF8, theme: .terminal)
        while true {
            let line = view.grid(of: label, outcome, after: elapsed, usage).text(ofRow: 0)
            // A column has up to 28 bytes: those of a character with six marks.
            let surplus = line.utf8.count - (Self.mostBytes - 1)
            if surplus <= 0 || view.columns < 12 { return line }
            view.columns -= max(1, surplus / 28)
        }
    }

    /// `deploy: skipped, after test, which failed`, for a job of a group.
    package func skip(of name: String, _ reason: String) -> String { sentence("skipped, " + cut(reason, to: 80), of: [name]) }

    private func end(_ outcome: HUDOutcome?, after elapsed: Duration, _ usage: HUDUsage?) -> String {
        let words =
            switch outcome {
            case .succeeded: "done"
            case .failed(""): "failed"
            case .failed(let reason): "failed (" + cut(reason, to: 80) + ")"
            case .cancelled: "cancelled"
            case nil: "ended"
            }
        return words + " after " + ProgressText.elapsed(elapsed) + (usage.map { " (\($0))" } ?? "")
    }

    /// The lines of a printed text. Colors are removed; nothing is cut.
    package func lines(of text: String) -> [String] {
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            let line = line.last == "\r" ? line.dropLast() : line
            return LogText.harmless(Self.withoutColors(line), isUTF8: isUTF8)
        }
    }

    // MARK: Parts

    /// The progress that the mode shows, in words.
    private func progress(of snapshot: HUDSnapshot) -> [String] {
        var parts: [String] = []
        if snapshot.mode == .text { return [] }
        if snapshot.showsFraction {
            parts.append(String(ProgressText.percent(snapshot.progress)) + "%")
        }
        let name = snapshot.progress.unit.name.map { cut($0, to: 40) } ?? ""
        if let count = ProgressText.count(snapshot.progress, separator: " of ", name: name) {
            parts.append(snapshot.progress.totalUnitCount == nil ? count + " so far" : count)
        }
        if let remaining = snapshot.remaining { parts.append("about " + ProgressText.remaining(remaining) + " left") }
        return parts
    }

    private func sentence(_ predicate: String, of texts: [String]) -> String {
        let predicate = ": " + predicate
        return subject(of: texts, leaving: TextWidth.of(predicate[...])) + predicate
    }

    /// Label and details label of a HUD, or the name of a job, cut to the room that is left beside `columns`.
    private func subject(of texts: [String], leaving columns: Int) -> String {
        let room = max(20, Self.columns - columns)
        let parts = texts.map { cut($0, to: room) }.filter { !$0.isEmpty }
        return parts.isEmpty ? "Working" : shortened(parts.joined(separator: ", ")[...], to: room)
    }

    /// `text`, made harmless and cut to `columns`, without spaces around it and without an ellipsis of its own, in which many labels end.
    private func cut(_ text: String, to columns: Int) -> String {
        // Only the beginning is processed: a label can be a megabyte long, or one character with a thousand marks.
        let scalars = text.unicodeScalars.prefix(4 * columns)
        let isCut = scalars.endIndex != text.unicodeScalars.endIndex
        // The ellipsis is removed before the text is made harmless, because without UTF-8 it becomes a question mark.
        let label = isCut ? Substring(scalars) : Self.withoutEnd(Substring(scalars))
        var kept = HarmlessText.of(String(label), isUTF8: isUTF8)[...]
        while kept.first == " " { kept.removeFirst() }
        if !isCut { kept = Self.withoutEnd(kept) }
        return shortened(kept, to: columns, isCut: isCut)
    }

    private func shortened(_ text: Substring, to columns: Int, isCut: Bool = false) -> String {
        var kept = text
        var width = TextWidth.of(kept)
        guard isCut || width > columns else { return String(kept) }
        while width > columns - ellipsis.count, let last = kept.popLast() { width -= TextWidth.of(last) }
        return kept + ellipsis
    }

    private var ellipsis: String { isUTF8 ? "…" : "..." }

    private static func withoutEnd(_ text: Substring) -> Substring {
        var text = text
        while let end = [" ", "\n", "...", "…"].first(where: text.hasSuffix) { text.removeLast(end.count) }
        return text
    }

    private static func withoutColors(_ line: Substring.UnicodeScalarView) -> String {
        var result = String.UnicodeScalarView()
        var rest = line
        while let (escape, isColor) = LogText.nextEscape(in: rest) {
            result += rest[..<(isColor ? escape.lowerBound : escape.upperBound)]
            rest = rest[escape.upperBound...]
        }
        return String(result + rest)
    }
}
