import HUDCore

/// What stands at the beginning of a line: a spinner, a pie, a ring or a mark.
struct IndicatorView {
    var look: InlineLook
    var isUTF8: Bool

    /// How many columns it takes.
    func columns(for snapshot: HUDSnapshot) -> Int {
        if snapshot.outcome != nil { return 1 }
        switch snapshot.indicatorMode {
        case .indeterminate, .bar: return spinner.columns(isUTF8: isUTF8)
        case .custom: return look.customView.inlineRows == 1 ? look.customView.inlineColumns : 0
        case .determinate, .annular: return 1
        case .text: return 0
        }
    }

    /// Draws it; what has no room is cut.
    func draw(_ snapshot: HUDSnapshot, in grid: inout CellGrid, row: Int, columns: Range<Int>) {
        let theme = look.theme
        let glyphs = theme.glyphs(isUTF8: isUTF8)
        func write(_ text: String?, _ style: CellStyle) {
            grid.write(text ?? "", row: row, column: columns.lowerBound, limit: columns.count, style: style)
        }
        if let mark = snapshot.outcome?.mark {
            return write(mark.glyph(in: glyphs), theme.style(of: mark))
        }
        switch snapshot.indicatorMode {
        case .indeterminate, .bar:
            // A wide spinner that has no room is not cut: half of it turns as well as a narrow one's.
            let fits = columns.count >= spinner.columns(isUTF8: isUTF8)
            write(
                (fits ? spinner : .dots).frame(after: snapshot.timeOnScreen, isUTF8: isUTF8, reducesMotion: look.reducesMotion),
                theme.indicator)
        case .determinate:
            write(Glyphs.step(glyphs.pie, at: snapshot.progress.fraction), theme.indicator)
        case .annular:
            write(Glyphs.step(glyphs.ring, at: snapshot.progress.fraction), theme.indicator)
        case .custom:
            let view = CellGrid.drawn(columns: columns.count, rows: 1, isUTF8: isUTF8) {
                look.customView.draw(&$0, snapshot, theme)
            }
            grid.paste(view, row: row, column: columns.lowerBound)
        case .text:
            break
        }
    }

    private var spinner: Spinner { look.spinner ?? look.theme.spinner }
}

extension HUDSnapshot {
    /// The mode that its indicator is drawn in: a pie or a ring of nobody knows what would stand still for ever.
    var indicatorMode: HUDMode {
        switch mode {
        case .determinate, .annular: progress.isIndeterminate ? .indeterminate : mode
        case .indeterminate, .bar, .custom, .text: mode
        }
    }
}

extension HUDOutcome {
    /// The mark that stands for it.
    var mark: HUDMark {
        switch self {
        case .succeeded: .checkmark
        case .failed: .cross
        case .cancelled: .warning
        }
    }
}
