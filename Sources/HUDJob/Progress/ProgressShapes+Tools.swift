// Shapes that one tool prints.
extension ProgressShapes {
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

    /// The count that alone stands before a bar, and says the same as the percentage behind: Symfony's ` 3/10 [===>   ]  30%`.
    static func countBefore(_ line: LineText, bar: Int, _ percent: LineText.Number, end: Int) -> ProgressReading? {
        guard let (done, total) = line.count(endingAt: line.skipSpacesBack(bar)), done.start == line.start,
            isPercentage(percent, done, total)
        else { return nil }
        return ProgressReading(.barWithCount, done.value, of: total.value, end: end)
    }

    private static func isPercentage(_ percent: LineText.Number, _ done: LineText.Number, _ total: LineText.Number) -> Bool {
        total.value > 0 && abs(100 * done.value / total.value - percent.value) <= 1
    }
}
