extension OutputTracker {
    /// The positions that the job can come back to, with what was known there.
    struct SavedCursors: Sendable {
        struct Place: Sendable {
            var position: Int?
            var row: CursorRow
            var around: RowsAround
            var anchors: Anchors
            var writing: PrintedModes.Writing
            var rowChanges: Int
        }

        /// DECSC's.
        var cursor: Place?
        /// The main screen's, while mode 1049 shows the alternate one.
        var main: Place?
    }

    private var place: SavedCursors.Place {
        var around = around
        if modes.areUntracked { around.losePlace() }
        return SavedCursors.Place(
            position: modes.areUntracked ? nil : cursor.exact, row: row, around: around, anchors: anchors, writing: modes.writing,
            rowChanges: counts.rowChanges)
    }

    mutating func save() {
        saved.cursor = place
        noteAddressing()
    }

    /// The column is the saved one. Where the row lies now, seen from the lowest, is not known if it has been left meanwhile.
    mutating func restore() {
        let place = saved.cursor
        if place?.rowChanges != counts.rowChanges { lose() }
        cursor.comeBack(to: place?.position)
        if cursor.position == nil { lose() }
        row.isFresh = false
        around.below = max(around.below, place?.around.below ?? 0)
        modes.writing.restore(place?.writing)
        noteAddressing()
    }

    /// Mode 1048, which tmux does not have.
    mutating func saveOrRestore(_ saves: Bool) {
        if saves {
            let style = saved.cursor?.writing.style
            save()
            saved.cursor?.position = nil
            if let style, style != modes.writing.style { saved.cursor?.writing.style = .unknown }
        } else {
            let style = modes.writing.style
            restore()
            lose()
            if modes.writing.style != style { modes.writing.style = .unknown }
        }
    }

    // MARK: Alternate screen

    /// Modes 47 and 1047. The cursor's place on the other screen is not known, and a job that changes screens addresses their rows.
    mutating func changeScreen(_ isAlternate: Bool) {
        lose()
        saved = SavedCursors(main: isAlternate ? saved.main : nil)
        noteAddressing()
    }

    /// Mode 1049: the alternate screen, or the main one with its cursor.
    mutating func changeScreenAndCursor(_ isAlternate: Bool) {
        let main = isAlternate && !isAlternateScreen ? place : saved.main
        lose()
        saved = SavedCursors(main: isAlternate ? main : nil)
        guard !isAlternate else { return }
        modes.writing.restore(main?.writing)
        guard let main else { return }
        cursor.comeBack(to: main.position)
        row.extent = main.row.extent
        around.setUsed(main.around.usedBelow)
        (around.below, around.rowsBelow) = (main.around.below, main.around.rowsBelow)
        anchors.linesUntilAddressedRowsAreGone = main.anchors.linesUntilAddressedRowsAreGone
    }
}
