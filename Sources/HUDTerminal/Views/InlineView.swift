import HUDCore

/// The HUD on one line: spinner or percent, label, details label, elapsed time. A pure function of snapshot, width and character set.
struct InlineView {
    var columns: Int
    var isUTF8: Bool

    /// The line. Never wider than the window less one: a character in the last column would wrap, or wait to.
    func line(for snapshot: HUDSnapshot) -> CellLine {
        var line = CellLine()
        let room = max(1, columns - 1)
        let trailer = ProgressText.clock(snapshot.elapsed)
        let leader = leader(for: snapshot)
        line.append(leader, limit: room, isUTF8: isUTF8)
        // The elapsed time is given up before the label is, and the label before the indicator.
        let trailerRoom = room - line.columns - trailer.utf8.count - 1
        let text = snapshot.detailsLabel.isEmpty ? snapshot.label : snapshot.label + "  " + snapshot.detailsLabel
        let showsTrailer = trailerRoom >= (text.isEmpty ? 0 : 5)
        let textRoom = (showsTrailer ? trailerRoom : room - line.columns) - (line.columns > 0 ? 1 : 0)
        if !text.isEmpty, textRoom > 0 {
            if line.columns > 0 { line.append(" ", limit: 1, isUTF8: isUTF8) }
            line.append(text, limit: textRoom, isUTF8: isUTF8)
        }
        if showsTrailer { line.append((line.columns > 0 ? " " : "") + trailer, limit: room, isUTF8: isUTF8) }
        return line
    }

    private func leader(for snapshot: HUDSnapshot) -> String {
        switch snapshot.mode {
        case .indeterminate, .custom:
            return (isUTF8 ? Spinner.dots : Spinner.line).frame(after: snapshot.timeOnScreen)
        case .determinate, .bar, .annular:
            let percent = String(ProgressText.percent(snapshot.progress))
            return String(repeating: " ", count: 3 - percent.utf8.count) + percent + "%"
        case .text:
            return ""
        }
    }
}
