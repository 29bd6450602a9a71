// Shapes that one tool prints.
extension ProgressShapes {
    /// ghc's `[ 3 of 12] Compiling`.
    static func countOfModules(_ line: LineText) -> ProgressReading? {
        guard let done = line.number(at: line.skipSpaces(line.start + 1)), line.has(" of ", at: done.end),
            let total = line.number(at: line.skipSpaces(done.end + 4)), line[total.end] == 0x5D
        else { return nil }
        return ProgressReading(.bracketedCount, done, of: total, end: total.end + 1)
    }

    /// The end of the bar behind Keras's count, with what shows that no percentage follows: `12/345 [===>...] - ` and `12/345 ━━━━━━━━━━ 1:00`.
    static func endOfBar(_ line: LineText, behind end: Int) -> Int? {
        let open = line.skipSpaces(end)
        guard open > end else { return nil }
        var close = open
        if line[open] == 0x5B {
            while close < line.bytes.count, line[close] != 0x5D { close += 1 }
            return line.has("] - ", at: close) && line.bar(endingAt: close + 1) == open ? close + 4 : nil
        }
        while line.has("━", at: close) { close += 3 }
        return close - open >= 30 && line[close] == 0x20 && line.isDigit(close + 1) ? close + 2 : nil
    }

    /// The count that alone stands before a bar, and says the same as the percentage behind: Symfony's ` 3/10 [===>   ]  30%`, minitest's
    /// `30/100: [===>   ] 30%`, and pb's `30 / 100 [--->___] 30.00%`.
    static func countBefore(_ line: LineText, bar: Int, _ percent: LineText.Number, end: Int) -> ProgressReading? {
        guard let (done, total) = sameCount(line, bar, percent), done.start == line.start else { return nil }
        return ProgressReading(.barWithCount, done, of: total, end: end)
    }

    /// The end of the name in front of `end`: a count that says the same as the percentage is no part of it, as in fdupes' `Progress [30/100] 30%`.
    static func nameEnd(_ line: LineText, _ end: Int, _ percent: LineText.Number) -> Int {
        guard let (done, _) = sameCount(line, end, percent) else { return end }
        let before = line[done.start - 1]
        return before == 0x5B || before == 0x28 ? done.start - 1 : done.start
    }

    /// The count in front of `end`, with or without brackets or a colon, if it says the same as the percentage.
    private static func sameCount(
        _ line: LineText, _ end: Int, _ percent: LineText.Number
    ) -> (done: LineText.Number, total: LineText.Number)? {
        var end = line.skipSpacesBack(end)
        if [0x3A, 0x5D, 0x29].contains(line[end - 1]) { end -= 1 }
        guard line.isDigit(end - 1), let (done, total) = line.count(endingAt: end) ?? line.apartCount(endingAt: end),
            isPercentage(percent, done, total)
        else { return nil }
        return (done, total)
    }

    private static func isPercentage(_ percent: LineText.Number, _ done: LineText.Number, _ total: LineText.Number) -> Bool {
        total.value > 0 && abs(100 * done.value / total.value - percent.value) <= 1
    }

    /// The start of the package in dnf's `Installing  : bash-5.1`; nil in any other line.
    static func package(_ line: LineText) -> Int? {
        let place = line.skipLetters(line.start)
        let colon = line.skipSpaces(place)
        guard line.has("ing ", at: place - 3) || line.has("Cleanup ", at: line.start), line.has(": ", at: colon) else {
            return nil
        }
        return line.skipSpaces(colon + 1)
    }

    /// dnf's `Installing  : bash-5.1     12/345`
    static func countOfPackages(_ line: LineText) -> ProgressReading? {
        guard let (done, total) = line.count(endingAt: line.end), var place = package(line) else { return nil }
        let name = place
        while place < done.start, line[place] != 0x20 { place += 1 }
        guard place > name, line.skipSpaces(place) == done.start else { return nil }
        return ProgressReading(.barWithCount, done, of: total, end: line.end)
    }

    /// What PHPUnit, rclone, restic, aria2c and rustup print.
    static func percentOfTool(_ line: LineText, _ percent: LineText.Number, _ sign: Int) -> ProgressReading? {
        let end = sign + 2
        switch line[sign + 1] {
        case 0x29:
            let open = line.skipSpacesBack(percent.start) - 1
            guard line[open] == 0x28 else { return nil }
            return countOfTests(line, percent, open, end: end) ?? percentOfDownload(line, percent, open, end: end)
                ?? sizesBefore(line, percent, open, end: end)
        case 0x2C:
            // Not that of the files, which stands below.
            guard line.has("Transferred:", at: line.start), line.has("B, ", at: percent.start - 3) else { return nil }
            return ProgressReading(.percentOfTool, percent: percent.value, end: end)
        case 0x20: return percentOfBackup(line, percent, sign)
        default: return nil
        }
    }

    /// `..F.S  30 / 100 ( 30%)`
    private static func countOfTests(_ line: LineText, _ percent: LineText.Number, _ open: Int, end: Int) -> ProgressReading? {
        guard let (done, total) = line.apartCount(endingAt: line.skipSpacesBack(open)), done.start > line.start,
            isPercentage(percent, done, total)
        else { return nil }
        let results = (line.start..<done.start).lazy.map { line[$0] }
        guard results.allSatisfy({ [0x2E, 0x46, 0x45, 0x57, 0x49, 0x52, 0x53, 0x44, 0x4E, 0x20].contains($0) }) else {
            return nil
        }
        return ProgressReading(.trailingCount, done, of: total, end: end)
    }

    /// `[#2089b0 4.0MiB/33.2MiB(12%)`
    private static func percentOfDownload(_ line: LineText, _ percent: LineText.Number, _ open: Int, end: Int) -> ProgressReading?
    {
        guard line.has("[#", at: line.start), line[open - 1] == 0x42 else { return nil }
        var name = line.start
        while line[name] != 0x20 { name += 1 }
        return ProgressReading(.percentOfTool, label: line.label(line.start, name), percent: percent.value, end: end)
    }

    /// rustup's `30.3 MiB / 100.0 MiB ( 30 %)`, where the sizes begin the line and say the same as the percentage.
    private static func sizesBefore(_ line: LineText, _ percent: LineText.Number, _ open: Int, end: Int) -> ProgressReading? {
        guard let done = line.sizeApart(at: line.start), line.has(" / ", at: done.end),
            let total = line.sizeApart(at: done.end + 3), line.skipSpaces(total.end) == open, isPercentage(percent, done, total)
        else { return nil }
        return ProgressReading(.percentOfTool, done, of: total, end: end)
    }

    /// `[0:12] 30.23%  12 files`
    private static func percentOfBackup(_ line: LineText, _ percent: LineText.Number, _ sign: Int) -> ProgressReading? {
        guard line[line.start] == 0x5B, line.has("%  ", at: sign), line.isDigit(sign + 3), line[sign - 3] == 0x2E else {
            return nil
        }
        var place = line.start + 1
        while line.isDigit(place) || line[place] == 0x3A { place += 1 }
        guard place > line.start + 4, line.has("] ", at: place), line.skipSpaces(place + 1) == percent.start else { return nil }
        return ProgressReading(.percentOfTool, percent: percent.value, end: sign + 4)
    }

    /// xz's `30.0 %  123.4 KiB / 1,234.5 KiB = 0.100`; `after` is where the second size begins.
    static func percentOfCompression(_ line: LineText, _ after: Int) -> ProgressReading? {
        guard let percent = line.number(at: line.start), line.has(" %", at: percent.end), let size = line.number(at: after) else {
            return nil
        }
        let place = line.skipLetters(size.end + 1)
        guard line[size.end] == 0x20, place > size.end + 1, line.has(" = ", at: place) else { return nil }
        return ProgressReading(.percentOfTool, percent: percent.value, end: place + 3)
    }
}
