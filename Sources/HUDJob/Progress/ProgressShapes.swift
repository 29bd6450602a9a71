import HUDCore

/// Recognizes progress in a line.
///
/// What is recognized in an unfinished line does not change when the line continues: a shape counts once the byte that closes
/// it is there. Of several, the one that closes first counts. Shapes that need the end of the line are in an extension.
enum ProgressShapes {
    /// The reading in an unfinished line.
    static func reading(in line: LineText) -> ProgressReading? {
        var best: ProgressReading?
        func offer(_ reading: ProgressReading?) {
            if let reading, reading.end < best?.end ?? .max { best = reading }
        }
        if line.isDigit(line.start) { offer(meter(line)) }
        if line[line.start] == 0x5B { offer(countOfModules(line)) }
        for place in line.start..<max(line.start, line.end) {
            // A shape that closes later can't be the first any more.
            if let best, best.end <= place { break }
            switch line.bytes[place] {
            case 0x25: offer(percent(line, place))
            case 0x2F: offer(count(line, place))
            default: break
            }
        }
        return best
    }

    // MARK: A slash

    private static func count(_ line: LineText, _ slash: Int) -> ProgressReading? {
        let before = line.skipSpacesBack(slash)
        let after = line.skipSpaces(slash + 1)
        guard slash - before <= 1, after - slash <= 2, line.isDigit(after) else { return nil }
        if let done = line.number(endingAt: before), let total = line.number(at: after), total.end < line.extent {
            if let reading = framedCount(line, done, total) { return reading }
            if before == slash, after == slash + 1, let reading = leadingCount(line, done, total) { return reading }
        }
        return sizes(line, before, after) ?? percentOfCompression(line, after)
    }

    /// `[12/345]`, `(12/345)` and SwiftPM's `[Planning 12 / 345]` at the start of a line, and what docker build prints.
    private static func framedCount(_ line: LineText, _ done: LineText.Number, _ total: LineText.Number) -> ProgressReading? {
        let before = line.skipSpacesBack(done.start)
        let close = line.skipSpaces(total.end)
        guard close < line.bytes.count else { return nil }
        if line[close] == 0x29, line[before - 1] == 0x28 {
            let isHeader = isHeader(line, until: before - 1)
            guard isHeader || before - 1 == line.start else { return nil }
            guard isHeader || mayBeWork(line, behind: close) else { return nil }
            return ProgressReading(isHeader ? .headerCount : .parenthesisedCount, done, of: total, end: close + 1)
        }
        guard line[close] == 0x5D else { return nil }
        var open = before - 1
        while open > line.start, line[open] != 0x5B, line[open] != 0x5D { open -= 1 }
        guard line[open] == 0x5B else { return nil }
        let hasWords = open < before - 1
        let planning: StaticString = "[Planning"
        let isAtStart = open == line.start
        let isPlanned = isAtStart && before == open + planning.utf8CodeUnitCount && line.has(planning, at: open)
        guard isAtStart ? isPlanned || !hasWords : isBuildStep(line, before: open) else { return nil }
        guard mayBeWork(line, behind: close) else { return nil }
        // Of a stage of docker build.
        return ProgressReading(
            .bracketedCount, label: hasWords ? line.label(open + 1, before) : 0, done, of: total, end: close + 1)
    }

    /// Whether the word behind the frame is known, and none about another try.
    private static func mayBeWork(_ line: LineText, behind close: Int) -> Bool {
        let word = line.skipSpaces(close + 1)
        let end = line.skipLetters(word)
        return min(end + 1, line.bytes.count) < line.extent && !isAttempt(line, word)
    }

    /// `#12 `, the prefix of docker build not on a terminal.
    private static func isBuildStep(_ line: LineText, before open: Int) -> Bool {
        guard line[line.start] == 0x23 else { return false }
        var place = line.start + 1
        while line.isDigit(place) { place += 1 }
        return place > line.start + 1 && line.skipSpaces(place) == open
    }

    /// `[+] Building 1.3s ` and `[+] Running `, which docker build and docker compose draw above what they do. The steps below are drawn again with it.
    private static func isHeader(_ line: LineText, until end: Int) -> Bool {
        guard line.has("[+] ", at: line.start) else { return false }
        let word = line.start + 4
        var place = line.skipLetters(word)
        guard place > word, line[place] == 0x20 else { return false }
        place = line.skipSpaces(place)
        if let time = line.number(at: place), line[time.end] == 0x73 { place = line.skipSpaces(time.end + 1) }
        return place == end
    }

    /// `12/345 Test`, `Step 12/345`, `[+] Running 12/345` and `12/345 [===>   ]`.
    private static func leadingCount(_ line: LineText, _ done: LineText.Number, _ total: LineText.Number) -> ProgressReading? {
        if done.start == line.start, line.has(" Test ", at: total.end) {
            return ProgressReading(.testCount, done, of: total, end: total.end + 6)
        }
        if done.start == line.start, let end = endOfBar(line, behind: total.end) {
            return ProgressReading(.barWithCount, done, of: total, end: end)
        }
        let delimiter = line[total.end]
        if delimiter == 0x20, isHeader(line, until: done.start) {
            return ProgressReading(.headerCount, done, of: total, end: total.end + 1)
        }
        guard delimiter == 0x20 || delimiter == 0x3A else { return nil }
        guard line.has("Step ", at: line.start) || line.has("STEP ", at: line.start),
            line.skipSpaces(line.start + 5) == done.start
        else { return nil }
        return ProgressReading(.step, done, of: total, end: total.end + 1)
    }

    /// A bar with sizes.
    private static func sizes(_ line: LineText, _ before: Int, _ after: Int) -> ProgressReading? {
        guard let (bar, first) = completedSize(line, endingAt: before), var total = line.size(at: after) else { return nil }
        var done = first
        if total.unit == .items, total.end < line.bytes.count, line[total.end] == 0x20 {
            let unitStart = total.end + 1
            var unitEnd = unitStart
            while line.isLetter(unitEnd), unitEnd - unitStart < 6 { unitEnd += 1 }
            guard unitEnd < line.extent else { return nil }
            if let factor = line.byteFactor(unitStart, unitEnd) {
                total.value *= factor
                total.unit = .bytes
                total.end = unitEnd
                if done.unit == .items { done.value *= factor }
            }
        }
        // dnf's count is of all packages.
        let label = total.unit == .items && package(line) != nil ? 0 : line.label(line.start, bar)
        return ProgressReading(.barWithCount, label: label, done, of: total, end: total.end + 1)
    }

    /// The number after a bar, which may have a unit of its own, and a space before that; with the start of the bar.
    private static func completedSize(_ line: LineText, endingAt end: Int) -> (bar: Int, size: LineText.Number)? {
        func word(endingAt end: Int) -> Int {
            var start = end
            while start > 0, end - start < 24, line[start - 1] != 0x20, line[start - 1] != 0x5D, line[start - 1] != 0x7C {
                start -= 1
            }
            return start
        }
        var start = word(endingAt: end)
        let unitStart = start
        if line.isLetter(start), line[start - 1] == 0x20, line.isDigit(start - 2) { start = word(endingAt: start - 1) }
        guard let bar = line.bar(endingAt: start) else { return nil }
        if start == unitStart {
            guard let size = line.size(at: start), size.end == end else { return nil }
            return (bar, size)
        }
        guard var size = line.number(at: start), size.end == unitStart - 1, let factor = line.byteFactor(unitStart, end) else {
            return nil
        }
        size.value *= factor
        size.unit = .bytes
        return (bar, size)
    }

    // MARK: A percent sign

    private static func percent(_ line: LineText, _ sign: Int) -> ProgressReading? {
        guard let number = numberOfPercent(line, sign) else { return nil }
        let before = line.skipSpacesBack(number.start)
        // These are recognized before the next byte is known.
        if let bar = line.bar(endingAt: number.start) {
            if let reading = countBefore(line, bar: bar, number, end: sign + 1) { return reading }
            let label = line.label(line.start, nameEnd(line, bar, number))
            return ProgressReading(.barWithPercent, label: label, percent: number.value, end: sign + 1)
        }
        if number.end < sign {
            return line[sign + 1] == 0x29 ? percentOfTool(line, number, sign) : nil
        }
        if line[line.start] == 0x28, before >= 3, line.has("...", at: before - 3) {
            return ProgressReading(.database, percent: number.value, end: sign + 1)
        }
        if isDots(line, until: before) { return ProgressReading(.dots, percent: number.value, end: sign + 1) }
        let next = line[sign + 1]
        if next == 0x5D, sign + 1 < line.bytes.count, line[before - 1] == 0x5B {
            return bracketed(line, open: before - 1, number.value, end: sign + 2)
        }
        if next == 0x7C { return tqdm(line, number, bar: sign + 1) }
        if next == 0x20, line[sign + 2] == 0x28, let reading = withCount(line, number, open: sign + 2) { return reading }
        return withBar(line, number, sign) ?? withRate(line, number, sign) ?? percentOfTool(line, number, sign)
    }

    /// The number before a percent sign, with at most one space between them.
    static func numberOfPercent(_ line: LineText, _ sign: Int) -> LineText.Number? {
        line.number(endingAt: line[sign - 1] == 0x20 && line.isDigit(sign - 2) ? sign - 1 : sign)
    }

    private static func bracketed(_ line: LineText, open: Int, _ percent: Double, end: Int) -> ProgressReading? {
        if open == line.start { return ProgressReading(.bracketedPercent, percent: percent, end: end) }
        let labelEnd = line.skipSpacesBack(open)
        if isWorker(line, until: labelEnd) { return ProgressReading(.bracketedPercent, percent: percent, end: end) }
        guard labelEnd - line.start <= 40 else { return nil }
        // Behind Sphinx's follows what is read; pytest's dots are results, and nothing follows.
        let hasDots = line.has("...", at: labelEnd - 3) && line[end] == 0x20 && line[end + 1] != 0x20
        guard hasDots || line[labelEnd - 1] == 0x3A else { return nil }
        let label = line.label(line.start, labelEnd)
        return ProgressReading(.labelledPercent, label: label, percent: percent, end: hasDots ? end + 2 : end)
    }

    /// `[gw12]`, the prefix of pytest's workers.
    private static func isWorker(_ line: LineText, until end: Int) -> Bool {
        guard line.has("[gw", at: line.start), line[end - 1] == 0x5D, end - line.start > 4 else { return false }
        return (line.start + 3..<end - 1).allSatisfy(line.isDigit)
    }

    private static func tqdm(_ line: LineText, _ percent: LineText.Number, bar: Int) -> ProgressReading? {
        var close = bar + 1
        while close < line.bytes.count, line[close] != 0x7C { close += 1 }
        guard close < line.bytes.count else { return nil }
        var end = close + 1
        while end < line.bytes.count, line[end] != 0x5B { end += 1 }
        guard end < line.bytes.count else { return nil }
        let start = line.skipSpaces(close + 1)
        if let (done, total) = line.count(at: start), line[total.end] == 0x20 {
            let colon = line.skipSpacesBack(percent.start) - 1
            let label = line.label(line.start, line[colon] == 0x3A ? colon : percent.start, hasValues: true)
            return ProgressReading(.tqdm, label: label, done, of: total, end: end)
        }
        return ProgressReading(.tqdm, label: line.label(line.start, percent.start), percent: percent.value, end: end)
    }

    /// `Receiving objects:  45% (12/345)`, and dune's `Done: 45% (12/345, 333 left)`.
    private static func withCount(_ line: LineText, _ percent: LineText.Number, open: Int) -> ProgressReading? {
        let labelEnd = line.skipSpacesBack(percent.start)
        guard line[labelEnd - 1] == 0x3A, let (done, total) = line.count(at: open + 1) else { return nil }
        var end = total.end
        if line.has(", ", at: end), let left = line.number(at: end + 2), line.has(" left", at: left.end) { end = left.end + 5 }
        guard line[end] == 0x29 else { return nil }
        return ProgressReading(
            .percentWithCount, label: line.label(line.start, labelEnd), done, of: total, end: end + 1)
    }

    private static func withBar(_ line: LineText, _ number: LineText.Number, _ sign: Int) -> ProgressReading? {
        let next = line[sign + 1]
        let inner = line[sign + 2]
        if next == 0x5B, sign + 2 < line.bytes.count, [0x3D, 0x3E, 0x20, 0x23, 0x2D, 0x2E, 0x3C].contains(inner) {
            return ProgressReading(.percentWithBar, percent: number.value, end: sign + 3)
        }
        if next == 0x20, line.has("▕", at: sign + 2) {
            return ProgressReading(
                .percentOfTool, label: line.label(line.start, number.start), percent: number.value, end: sign + 5)
        }
        if next == 0x20, inner == 0x7C, line.isBarByte(line[sign + 3]), !line.isLetter(sign + 3) {
            var close = sign + 4
            while close < line.bytes.count, line[close] != 0x7C { close += 1 }
            guard close < line.bytes.count, line.bar(endingAt: close + 1) == sign + 2 else { return nil }
            let label = line.label(line.start, number.start)
            return ProgressReading(.percentWithBar, label: label, percent: number.value, end: close + 1)
        }
        guard next == 0x20, inner == 0x5B, sign + 3 < line.bytes.count else { return nil }
        guard number.start == line.start || [0x3D, 0x3E, 0x23].contains(line[sign + 3]) else { return nil }
        return ProgressReading(.percentWithBar, percent: number.value, end: sign + 4)
    }

    /// After the percentage a rate, with at most one size in between; before it two spaces, one and three digits, or the start of the line. Or after it
    /// ` of 12.3MiB at 1.2MiB/s`, and before it a space.
    private static func withRate(_ line: LineText, _ number: LineText.Number, _ sign: Int) -> ProgressReading? {
        var place = line.skipSpaces(sign + 1)
        var isApart = line[number.start - 1] == 0x20
        if line.has("of ", at: place) {
            place = line.skipSpaces(place + 3)
            // An estimate.
            if line[place] == 0x7E { place = line.skipSpaces(place + 1) }
            guard let size = line.size(at: place), size.unit == .bytes else { return nil }
            place = line.skipSpaces(size.end)
            guard line.has("at ", at: place) else { return nil }
            place = line.skipSpaces(place + 3)
        } else {
            isApart = isApart && (line[number.start - 2] == 0x20 || number.end - number.start == 3)
        }
        guard number.start == line.start || isApart else { return nil }
        for _ in 0..<2 {
            guard let rate = line.number(at: place) else { return nil }
            place = line.skipLetters(rate.end)
            if line.has("B/s", at: place - 1) { return ProgressReading(.percentWithRate, percent: number.value, end: place + 2) }
            guard line[place] == 0x20 else { return nil }
            place = line.skipSpaces(place)
        }
        return nil
    }

    /// `150K .......... ....`
    private static func isDots(_ line: LineText, until end: Int) -> Bool {
        guard let number = line.number(at: line.start), line[number.end] == 0x4B, number.end + 4 < end else { return false }
        return (number.end + 1..<end).allSatisfy { line[$0] == 0x2E || line[$0] == 0x20 || line[$0] == 0x2C }
    }

    // MARK: curl's meter

    private static func meter(_ line: LineText) -> ProgressReading? {
        var place = line.start
        var percent = 0.0
        var hasTotal = false
        for column in 0..<8 {
            guard let number = line.number(at: place) else { return nil }
            place = number.end
            let isPercent = column == 0 || column == 2 || column == 4
            if !isPercent, [0x6B, 0x4D, 0x47, 0x54, 0x50].contains(line[place]) { place += 1 }
            guard line[place] == 0x20 else { return nil }
            if column == 0 { percent = number.value }
            if column == 1 { hasTotal = number.value > 0 }
            place = line.skipSpaces(place)
        }
        // The total time; where that is blank, the time spent.
        guard hasTotal, let end = line.has("--:", at: place) ? place + 3 : clock(line, place) else { return nil }
        return ProgressReading(.meter, percent: percent, end: end)
    }

    /// The end of the beginning of a time: `0:00:12`, `12:34:56`, `00:24`, `10h 15m` or `4d 10h`.
    private static func clock(_ line: LineText, _ start: Int) -> Int? {
        guard let first = line.number(at: start), first.end + 1 < line.bytes.count else { return nil }
        let next = line[first.end + 1]
        let isTime =
            switch line[first.end] {
            case 0x3A: first.end - start <= 2 && next.isDigit
            case 0x64, 0x68: next == 0x20
            default: false
            }
        return isTime ? first.end + 2 : nil
    }
}
