extension InlineLook {
    /// How long a frame stays the same if nothing is set; nil if that is unknown.
    ///
    /// A progress source changes without notice, and a custom view may change with every frame.
    ///
    /// - Parameter sequence: The spinner's frames, if it is known which are drawn.
    func timeUntilChange(of snapshot: HUDSnapshot, isUTF8: Bool, turning sequence: Spinner.Sequence? = nil) -> Duration? {
        let time = snapshot.elapsed.attoseconds % Self.second
        var left = Duration(attoseconds: time < 0 ? -time : Self.second - time)
        switch snapshot.mode {
        case .determinate, .bar, .annular: return nil
        case .custom where snapshot.outcome == nil: return nil
        case .indeterminate where snapshot.outcome == nil && snapshot.showsFigures: return nil
        case .indeterminate where snapshot.outcome == nil && order.contains(.indicator):
            func wait(for sequence: Spinner.Sequence) {
                let next = sequence.nextFrame(after: snapshot.timeOnScreen)
                // `HUDInstant`'s arithmetic clamps instead of trapping.
                left = min(left, HUDInstant(offset: snapshot.timeOnScreen).duration(to: HUDInstant(offset: next)))
            }
            if let sequence {
                wait(for: sequence)
                break
            }
            // If a wide spinner does not fit, the dots replace it.
            for spinner in [spinner ?? theme.spinner, .dots] {
                wait(for: spinner.sequence(isUTF8: isUTF8, reducesMotion: reducesMotion))
                if spinner.columns(isUTF8: isUTF8) == 1 { break }
            }
        case .indeterminate, .custom, .text: break
        }
        return left
    }

    private static let second: Int128 = 1_000_000_000_000_000_000
}
