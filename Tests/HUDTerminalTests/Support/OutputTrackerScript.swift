@testable import HUDScreen
@testable import HUDTerminal

extension OutputTracker {
    /// What the tracker knows, in words: what differs from a new tracker, and whether rows have been changed since `old`.
    func known(since old: OutputTracker) -> String {
        var words: [String] = []
        func add(_ isOther: Bool, _ word: @autoclosure () -> String) {
            if isOther { words.append(word()) }
        }
        let position = cursor.position
        add(position == nil, "column ?")
        add(position == columns, "wrap")
        add(position != nil && position != 0 && position != columns, "column \(position ?? 0)")
        add(position != nil && cursor.slack != 0, "or \(cursor.slack) less")
        add(around.usedBelow != 0, "below \(around.usedBelow)")
        add(around.below != 0, "free \(around.below)")
        add(anchors.linesUntilAddressedRowsAreGone != 0, "anchors \(anchors.linesUntilAddressedRowsAreGone)")
        add(
            anchors.block.reach != 0,
            "block \(anchors.block.rowsAboveLowest) for \(anchors.block.linesUntilGone)")
        add(row.extent != 0, "extent \(row.extent)")
        add(around.usedBelow != 0 && around.lowestExtent != 0, "lowest \(around.lowestExtent)")
        add(!row.isFresh, "used")
        add(row.columnsAbove != 0, row.columnsAbove.map { "above \($0)" } ?? "gaps")
        add(row.columnsRight != nil, "right \(row.columnsRight ?? 0)")
        add(around.areColored, "colored")
        add(counts.rowChanges != old.counts.rowChanges, "rows change")
        add(counts.jumps != old.counts.jumps, "jumps")
        add(counts.cursorShows != old.counts.cursorShows, "shows")
        words += modes.known
        add(isAlternateScreen, "alternate")
        add(isInSequence, "in sequence")
        add(saved.cursor != nil, "saved " + (saved.cursor?.known ?? ""))
        add(saved.main != nil, "main " + (saved.main?.known ?? ""))
        return words.joined(separator: ", ")
    }

}

extension PrintedModes {
    fileprivate var known: [String] {
        let style = writing.style
        let all = [
            (autowrap == nil, "wraps ?"), (autowrap == false, "no wrap"), (!isCursorVisible, "hidden"), (isInsertMode, "inserts"),
            (isNewLineMode, "returns"), (!isRegionFull, "region"), (!countsFromTop, "origin"), (!hasUsualTabs, "tabs ?"),
            (areUntracked, "lost"), (!writing.charsets.drawsLetters, "no letters"), (!style.isKnown, "style ?"),
            (style.isKnown && style != PrintedStyle(), "style " + String(decoding: style.bytes.dropFirst(2), as: UTF8.self))
        ]
        return all.filter(\.0).map(\.1)
    }
}

extension OutputTracker.SavedCursors.Place {
    fileprivate var known: String {
        let style = String(decoding: writing.style.bytes.dropFirst(2), as: UTF8.self)
        let numbers = [position ?? -1, around.usedBelow, row.extent, around.below, anchors.linesUntilAddressedRowsAreGone].map(
            String.init
        ).joined(separator: " ")
        return "(" + numbers + (style.isEmpty ? "" : " " + style) + (writing.charsets.drawsLetters ? ")" : " no letters)")
    }
}

extension OutputTracker {
    /// What a tracker in a window of 20×5 knows after the last step of a script, in words.
    ///
    /// Steps are divided by `|`. They are output, or between quotation marks: a window's size, `used` by another program, or that there
    /// are `free` rows.
    static func known(after script: String) -> String {
        var tracker = OutputTracker(window: WindowSize(columns: 20, rows: 5))
        var before = tracker
        // By bytes, because a step may begin with a character that combines.
        for step in script.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
            before = tracker
            tracker.take(Substring(step))
        }
        return tracker.known(since: before)
    }

    private mutating func take(_ step: Substring) {
        guard step.first == "‹", step.last == "›" else { return Array(step.utf8).withUnsafeBytes { feed($0) } }
        let words = step.dropFirst().dropLast().split { $0 == " " || $0 == "×" }
        let numbers = words.compactMap { Int($0) }
        switch words.first {
        case "used": loseUnfinishedLine()
        case "free": noteHUD(rowsBelow: numbers[0])
        default: resize(to: WindowSize(columns: numbers[0], rows: numbers[1]))
        }
    }
}
