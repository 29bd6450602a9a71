import HUDCore

extension InlineLook {
    /// How long a frame stays as it is if nobody sets anything; nil where that can't be said.
    ///
    /// Progress is set without a word to anybody, and a custom view may move as it likes.
    func timeUntilChange(of snapshot: HUDSnapshot, isUTF8: Bool) -> Duration? {
        let time = snapshot.elapsed.attoseconds % Self.second
        var left = Duration(attoseconds: time < 0 ? -time : Self.second - time)
        switch snapshot.mode {
        case .determinate, .bar, .annular: return nil
        case .custom where snapshot.outcome == nil: return nil
        case .indeterminate where snapshot.outcome == nil:
            // A wide one may have had no room, and the dots stand in its place.
            for spinner in [spinner ?? theme.spinner, .dots] {
                let next = spinner.nextFrame(after: snapshot.timeOnScreen, isUTF8: isUTF8, reducesMotion: reducesMotion)
                // Instants, whose arithmetic never traps.
                left = min(left, HUDInstant(offset: snapshot.timeOnScreen).duration(to: HUDInstant(offset: next)))
                if spinner.columns(isUTF8: isUTF8) == 1 { break }
            }
        case .indeterminate, .custom, .text: break
        }
        return left
    }

    private static let second: Int128 = 1_000_000_000_000_000_000
}
