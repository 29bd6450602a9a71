// Saved positions, and the alternate screen.
extension OutputTracker {
    private var place: Place {
        Place(
            position: position, rowsBelow: rowsBelow, extent: extent, room: room, anchoring: anchoring, rowChanges: rowChanges,
            charsets: charsets, style: style)
    }

    mutating func save() {
        saved = place
        anchor()
    }

    /// The column is the saved one. Where the row lies now, seen from the lowest, is not known if it has been left meanwhile.
    mutating func restore() {
        let place = saved
        let position = place?.position.flatMap { $0 < columns ? $0 : nil }
        if position == nil || place?.rowChanges != rowChanges { lose() }
        self.position = position
        isFresh = false
        room = max(room, place?.room ?? 0)
        restoreWriting(place)
        anchor()
    }

    /// Style and character sets come back with the cursor.
    private mutating func restoreWriting(_ place: Place?) {
        style = place?.style ?? .unknown
        charsets = place?.charsets ?? charsets
    }

    // MARK: Alternate screen

    mutating func showAlternateScreen(_ isShown: Bool) {
        lose()
        saved = nil
        main = nil
        isAlternateScreen = isShown
    }

    mutating func enterAlternateScreen() {
        let place = place
        let isFirst = !isAlternateScreen
        let before = main
        showAlternateScreen(true)
        main = isFirst ? place : before
    }

    mutating func leaveAlternateScreen() {
        let place = main
        showAlternateScreen(false)
        restoreWriting(place)
        guard let place else { return }
        position = place.position.flatMap { $0 < columns ? $0 : nil }
        rowsBelow = place.rowsBelow
        room = place.room
        anchoring = place.anchoring
        extent = place.extent
    }
}
