/// The start of a line: a spinner, pie, ring or mark.
struct IndicatorView {
    var look: InlineLook
    var isUTF8: Bool

    /// The width of the indicator.
    func columns(for snapshot: HUDSnapshot) -> Int {
        guard look.order.contains(.indicator) else { return 0 }
        if snapshot.outcome != nil { return 1 }
        switch snapshot.indicatorMode {
        case .indeterminate, .bar: return spinner.columns(isUTF8: isUTF8)
        case .custom: return look.customView.inlineRows == 1 ? look.customView.inlineColumns : 0
        case .determinate, .annular: return 1
        case .text: return 0
        }
    }

    /// Draws the indicator, cut to `columns`.
    func draw(_ snapshot: HUDSnapshot, in grid: inout CellGrid, row: Int, columns: Range<Int>) {
        if let (text, _, style) = text(for: snapshot, columns: columns.count) {
            grid.write(text, row: row, column: columns.lowerBound, limit: columns.count, style: style)
        } else {
            let view = CellGrid.drawn(columns: columns.count, rows: 1, isUTF8: isUTF8) {
                look.customView.draw(&$0, snapshot, look.theme)
            }
            grid.paste(view, row: row, column: columns.lowerBound)
        }
    }

    /// The indicator as text, which may have to be cut to `columns`, and the number of the spinner's frame; nil for a custom view.
    func text(for snapshot: HUDSnapshot, columns: Int) -> (text: String, frame: Int, style: CellStyle)? {
        if let mark = snapshot.outcome?.mark {
            return (mark.glyph(in: look.theme.glyphs(isUTF8: isUTF8)), 0, look.theme.style(of: mark))
        }
        let style = look.theme.indicator
        switch snapshot.indicatorMode {
        case .indeterminate, .bar:
            let sequence = sequence(fitting: columns)
            let frame = sequence.index(at: snapshot.timeOnScreen)
            return (sequence.frames[frame], frame, style)
        case .determinate:
            return (Glyphs.step(look.theme.glyphs(isUTF8: isUTF8).pie, at: snapshot.progress.fraction) ?? "", 0, style)
        case .annular:
            return (Glyphs.step(look.theme.glyphs(isUTF8: isUTF8).ring, at: snapshot.progress.fraction) ?? "", 0, style)
        case .custom:
            return nil
        case .text:
            return ("", 0, style)
        }
    }

    /// The frames of the spinner that is drawn in `columns`. One that does not fit is replaced by one that is one column wide, not cut.
    func sequence(fitting columns: Int) -> Spinner.Sequence {
        guard columns > 0 else { return .empty }
        let fits = columns >= spinner.columns(isUTF8: isUTF8)
        return (fits ? spinner : .dots).sequence(isUTF8: isUTF8, reducesMotion: look.reducesMotion)
    }

    private var spinner: Spinner { look.spinner ?? look.theme.spinner }
}

extension HUDSnapshot {
    /// The mode in which the indicator is drawn. With an unknown total a pie or a ring would never move, so a spinner replaces it.
    var indicatorMode: HUDMode {
        switch mode {
        case .determinate, .annular: progress.isIndeterminate ? .indeterminate : mode
        case .indeterminate, .bar, .custom, .text: mode
        }
    }

    /// Whether the indicator is a spinner.
    var hasSpinner: Bool {
        switch indicatorMode {
        case .indeterminate, .bar: outcome == nil
        case .determinate, .annular, .custom, .text: false
        }
    }
}

extension HUDOutcome {
    /// The mark for this outcome.
    var mark: HUDMark {
        switch self {
        case .succeeded: .checkmark
        case .failed: .cross
        case .cancelled: .warning
        }
    }
}
