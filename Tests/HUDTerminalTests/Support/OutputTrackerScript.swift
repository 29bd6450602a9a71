@testable import HUDTerminal

extension OutputTracker {
    /// What the tracker knows, in words: what differs from a new tracker, and whether rows have been changed since `old`.
    func known(since old: OutputTracker) -> String {
        var words: [String] = []
        func add(_ isOther: Bool, _ word: @autoclosure () -> String) {
            if isOther { words.append(word()) }
        }
        add(position == nil, "column ?")
        add(position == columns, "wrap")
        add(position != nil && position != 0 && position != columns, "column \(position ?? 0)")
        add(rowsBelow != 0, "below \(rowsBelow)")
        add(room != 0, "room \(room)")
        add(anchoring != 0, "anchors \(anchoring)")
        add(reach != 0 || reachLines != 0, "reach \(reach) for \(reachLines)")
        add(extent != 0, "extent \(extent)")
        add(lowestExtent != 0, "lowest \(lowestExtent)")
        add(!isFresh, "used")
        add(columnsAbove != 0, columnsAbove.map { "above \($0)" } ?? "gaps")
        add(columnsRight != nil, "right \(columnsRight ?? 0)")
        add(hasColoredRows, "colored")
        add(rowChanges != old.rowChanges, "rows change")
        add(leaps != old.leaps, "leaps")
        add(cursorShows != old.cursorShows, "shows")
        words += modes
        add(saved != nil, "saved " + (saved?.known ?? ""))
        add(main != nil, "main " + (main?.known ?? ""))
        return words.joined(separator: ", ")
    }

    private var modes: [String] {
        let all = [
            (autowrap == nil, "wraps ?"), (autowrap == false, "no wrap"), (!isCursorVisible, "hidden"), (isInsertMode, "inserts"),
            (isNewLineMode, "returns"), (!isRegionFull, "region"), (!countsFromTop, "origin"), (!hasUsualTabs, "tabs ?"),
            (cursorIsUnknown, "lost"), (!charsets.drawsLetters, "no letters"), (!style.isKnown, "style ?"),
            (style.isKnown && style != PrintedStyle(), "style " + String(decoding: style.bytes.dropFirst(2), as: UTF8.self)),
            (isAlternateScreen, "alternate"), (isInSequence, "in sequence")
        ]
        return all.filter(\.0).map(\.1)
    }
}

extension OutputTracker.Place {
    fileprivate var known: String {
        let style = String(decoding: style.bytes.dropFirst(2), as: UTF8.self)
        let numbers = [position ?? -1, rowsBelow, extent, room, anchoring].map(String.init).joined(separator: " ")
        return "(" + numbers + (style.isEmpty ? "" : " " + style) + (charsets.drawsLetters ? ")" : " no letters)")
    }
}

extension OutputTracker {
    /// What a tracker in a window of 20×5 knows after the last step of a script, in words.
    ///
    /// Steps are divided by `|`. They are output, or between quotation marks: a window's size, `used` by another program, or that there
    /// is `room` for rows.
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
        case "room": noteRoom(numbers[0])
        default: resize(to: WindowSize(columns: numbers[0], rows: numbers[1]))
        }
    }
}
