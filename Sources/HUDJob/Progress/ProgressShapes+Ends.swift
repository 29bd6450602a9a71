import HUDTerminal

// Shapes that are recognized only when the line is complete.
extension ProgressShapes {
    static func reading(in line: LineText, ending: OutputLines.Ending) -> ProgressReading? {
        guard line.end > line.start else { return nil }
        let last = line[line.end - 1]
        if last == 0x5D || last == 0x29, let reading = trailing(line, ending) { return reading }
        if let reading = percentAtEnd(line, ending) ?? (ending == .rewritten ? percentAtStart(line) : nil) { return reading }
        if last == 0x73, line.isDigit(line.start), let reading = testResult(line) { return reading }
        if let reading = countOfPackages(line) { return reading }
        return countInWords(line) ?? (ending != .newline ? countAtEnd(line) : nil)
    }

    /// `[ 45%]`, `[ 12/345]` and `(12/345)`, which a bar may follow if the line is rewritten. What is not in a field of its own is told apart by the first word of
    /// the line, because the rows of a table or a log can end in it as well, unless the line is rewritten: that is no row.
    private static func trailing(_ line: LineText, _ ending: OutputLines.Ending) -> ProgressReading? {
        var close = line.end - 1
        if ending != .newline, line[close] == 0x5D, let bar = line.bar(endingAt: close + 1) {
            close = line.skipSpacesBack(bar) - 1
        }
        let isBracket = line[close] == 0x5D
        if isBracket, line[close - 1] == 0x25, let number = line.number(endingAt: close - 1) {
            let open = line.skipSpacesBack(number.start) - 1
            guard line[open] == 0x5B, line[open - 1] == 0x20 else { return nil }
            let isField = close - open >= 5 || ending == .rewritten
            return ProgressReading(
                .trailingPercent, label: isField ? 0 : line.labelOfFirstWord(until: open), percent: number.value, end: line.end)
        }
        guard let (done, total) = line.count(endingAt: close) else { return nil }
        let open = line.skipSpacesBack(done.start) - 1
        guard line[open] == (isBracket ? 0x5B : 0x28), line[open - 1] == 0x20 else { return nil }
        guard !hasWord(line, line.start, open, isAttempt) else { return nil }
        return ProgressReading(
            .trailingCount, label: isBracket || ending == .rewritten ? 0 : line.labelOfFirstWord(until: open), done, of: total,
            end: line.end)
    }

    /// Whether `test` is true of a word in `bytes[start..<end]`.
    private static func hasWord(_ line: LineText, _ start: Int, _ end: Int, _ test: (LineText, Int) -> Bool) -> Bool {
        var place = start
        while place < end {
            if test(line, place) { return true }
            while place < end, line[place] != 0x20 { place += 1 }
            place = line.skipSpaces(place)
        }
        return false
    }

    /// `Label 45%` if the line is rewritten, which what is in parentheses may follow; otherwise `45%`, `Progress: 45%` and `12/345 files 45% done`.
    private static func percentAtEnd(_ line: LineText, _ ending: OutputLines.Ending) -> ProgressReading? {
        var end = line.end
        if ending == .rewritten, line[end - 1] == 0x29 {
            var open = end - 1
            while open > line.start, line[open] != 0x28 { open -= 1 }
            end = line.skipSpacesBack(open)
        }
        let textEnd = end
        for word: StaticString in ["complete", "done"] where line.has(word, at: end - word.utf8CodeUnitCount) {
            end = line.skipSpacesBack(end - word.utf8CodeUnitCount)
        }
        guard line[end - 1] == 0x25,
            let number = ending == .newline ? line.number(endingAt: end - 1) : numberOfPercent(line, end - 1)
        else { return nil }
        let labelEnd = line.skipSpacesBack(number.start)
        guard labelEnd - line.start <= 60 else { return nil }
        // cppcheck counts files, and says how much of all bytes that is.
        let count = end < textEnd ? line.count(at: line.start) : nil
        let nameStart = count?.total.end ?? line.start
        let isPlain = labelEnd <= line.start || endsInProgress(line, labelEnd) || count != nil
        guard isPlain || ending != .newline else { return nil }
        let nameEnd = nameEnd(line, labelEnd, number)
        return ProgressReading(.percent, label: line.label(nameStart, nameEnd), percent: number.value, end: line.end)
    }

    /// `45% building 12/345 modules`
    private static func percentAtStart(_ line: LineText) -> ProgressReading? {
        guard let number = line.number(at: line.start), line.has("% ", at: number.end), !line.has("of ", at: number.end + 2)
        else {
            return nil
        }
        return ProgressReading(.percent, label: line.label(line.start, line.start), percent: number.value, end: line.end)
    }

    /// meson's `12/345 name  OK  0.02s`
    private static func testResult(_ line: LineText) -> ProgressReading? {
        guard let (done, total) = line.count(at: line.start), line[total.end] == 0x20,
            let time = line.number(endingAt: line.end - 1), line[time.end - 3] == 0x2E
        else { return nil }
        let end = line.skipSpacesBack(time.start)
        var start = end
        while start > total.end, line[start - 1] &- 0x41 < 26 { start -= 1 }
        guard end - start >= 2, line[start - 1] == 0x20, end < time.start else { return nil }
        return ProgressReading(.testCount, done, of: total, end: line.end)
    }

    private static func endsInProgress(_ line: LineText, _ end: Int) -> Bool {
        let end = line.skipSpacesBack(line[end - 1] == 0x3A ? end - 1 : end)
        return line.has("rogress", at: end - 7) && line[end - 8] | 0x20 == 0x70
    }

    /// `Label: 12/345` or `12/345`.
    private static func countAtEnd(_ line: LineText) -> ProgressReading? {
        guard let (done, total) = line.count(endingAt: line.end) else { return nil }
        let labelEnd = line.skipSpacesBack(done.start)
        guard labelEnd <= line.start || line[labelEnd - 1] == 0x3A && labelEnd - line.start <= 60 else { return nil }
        return ProgressReading(.count, label: line.label(line.start, labelEnd), done, of: total, end: line.end)
    }

    /// Whether what is counted is how often something is done again. It may succeed at any time.
    static func isAttempt(_ line: LineText, _ word: Int) -> Bool {
        let end = line.skipLetters(word)
        // A file has a name like `retry.py` or `try_test`.
        if line[end] != 0x20, line.isLetter(end + 1) { return false }
        return switch line[word] | 0x20 {
        case 0x61: line.has("ttempt", at: word + 1)
        case 0x72: ["etry", "etries", "etried"].contains { line.has($0, at: word + 1) }
        case 0x74: line.has("rying", at: word + 1) || line.has("ry ", at: word + 1)
        case 0x77: line.has("aiting ", at: word + 1)
        default: false
        }
    }

    private static let noWork: [StaticString] = [
        "failed", "failure", "failures", "error", "errors", "rank", "process", "node", "worker"
    ]

    /// Whether a count beside the word numbers workers, or counts what went wrong.
    private static func isNoWork(_ line: LineText, _ word: Int) -> Bool {
        let end = line.skipLetters(word)
        return noWork.contains { $0.utf8CodeUnitCount == end - word && line.has($0, at: word) }
    }

    /// `12 of 345`, with up to three words before and two after it.
    private static func countInWords(_ line: LineText) -> ProgressReading? {
        guard line.end - line.start <= 100 else { return nil }
        var place = line.start
        var words = 0
        while !line.isDigit(place) {
            guard words < 3, line.isLetter(place), !isAttempt(line, place) else { return nil }
            while place < line.end, line[place] != 0x20 { place += 1 }
            place = line.skipSpaces(place)
            words += 1
        }
        let labelEnd = place
        guard let done = line.number(at: place), line.has(" of ", at: done.end), let total = line.number(at: done.end + 4),
            total.value >= 2, total.value == total.value.rounded(), done.value == done.value.rounded()
        else { return nil }
        place = total.end
        words = 0
        while place < line.end {
            while place < line.end, [0x2E, 0x3A, 0x2C].contains(line[place]) { place += 1 }
            guard place < line.end else { break }
            place = line.skipSpaces(place)
            guard words < 2, place < line.end, line.isLetter(place) else { return nil }
            place = line.skipLetters(place)
            words += 1
        }
        guard !hasWord(line, line.start, line.end, isNoWork) else { return nil }
        return ProgressReading(.countInWords, label: line.label(line.start, labelEnd), done, of: total, end: line.end)
    }
}
