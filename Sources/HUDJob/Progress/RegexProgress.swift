import HUDCore
import HUDLibc
import HUDTerminal

/// Why a pattern for progress can't be used.
public struct ProgressPatternError: Error, Hashable {
    /// One line: libc's message if libc rejects the pattern.
    public var reason: String
}

/// Progress by the user's regular expression (`--progress match:REGEX`), a POSIX extended one as libc implements it.
///
/// One group is a percentage; two groups are the completed count and the total. Each line is matched when it is complete, or when nothing has followed for a
/// while, without control sequences. Of a line longer than `OutputLines.limit` the beginning is matched.
struct RegexProgress: ~Copyable {
    private let expression: UnsafeMutablePointer<regex_t>
    private let groupCount: Int
    private var lines = OutputLines()
    private var isMatched = false
    private var latest: JobProgress?

    /// Extended regular expressions; with `\w` and its like, which glibc always knows.
    #if canImport(Darwin)
    private static let syntax = REG_EXTENDED | REG_ENHANCED
    #else
    private static let syntax = REG_EXTENDED
    #endif

    /// Compiles `pattern`, the text after `match:`.
    ///
    /// - Throws: ``ProgressPatternError`` if the pattern is invalid, or does not have one or two groups.
    init(_ pattern: CommandArgument) throws(ProgressPatternError) {
        let expression = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
        expression.initialize(to: regex_t())
        let status = pattern.call { regcomp(expression, $0, Self.syntax) }
        guard status == 0 else {
            let reason = Self.reason(status, expression)
            expression.deallocate()
            throw ProgressPatternError(reason: reason)
        }
        let count = expression.pointee.re_nsub
        guard count == 1 || count == 2 else {
            regfree(expression)
            expression.deallocate()
            throw ProgressPatternError(
                reason: "expected one group, a percentage, or two, done and total, such as 'match:([0-9]+)/([0-9]+)'")
        }
        self.expression = expression
        groupCount = Int(count)
    }

    deinit {
        regfree(expression)
        expression.deallocate()
    }

    /// Takes a piece of output.
    ///
    /// - Returns: The latest finding; nil if nothing is new.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) -> JobProgress? {
        let before = latest
        var place = 0
        while let event = lines.take(bytes, from: &place) {
            guard case .line = event else { continue }
            match()
            lines.next()
            isMatched = false
        }
        // It won't get longer, but the next line may not begin for a while.
        if lines.isReturned { match() }
        return latest == before ? nil : latest
    }

    /// Whether a line has begun and was not matched.
    var isPending: Bool { !isMatched && !lines.text.isEmpty }

    /// Matches a line without a line end: it is the last one, or nothing has followed for a while. If it gets longer, it is matched again.
    mutating func look() -> JobProgress? {
        let before = latest
        match()
        isMatched = false
        return latest == before ? nil : latest
    }

    private mutating func match() {
        // Without a digit in the line no group can have a number.
        guard !isMatched, lines.text.contains(where: \.isDigit) else { return }
        isMatched = true
        var text = lines.text.filter { $0 != 0 }
        text.append(0)
        var groups = [regmatch_t](repeating: regmatch_t(), count: 3)
        let status = text.withUnsafeBytes { bytes in
            bytes.assumingMemoryBound(to: CChar.self).baseAddress.map { regexec(expression, $0, groups.count, &groups, 0) }
        }
        guard status == 0 else { return }
        let numbers = (1...groupCount).compactMap { Self.number(text, groups[$0]) }
        guard numbers.count == groupCount else { return }
        let found = groupCount == 1 ? JobProgress(fraction: numbers[0] / 100) : JobProgress(numbers[0], of: numbers[1])
        guard var found else { return }
        // The user's expression is trusted, even if the progress goes back.
        found.phase = latest.map { found.sample.fraction < $0.sample.fraction ? $0.phase + 1 : $0.phase } ?? 1
        latest = found
    }

    /// A group's decimal number, without commas between thousands.
    private static func number(_ text: [UInt8], _ group: regmatch_t) -> Double? {
        guard group.rm_so >= 0, group.rm_eo > group.rm_so else { return nil }
        let digits = text[Int(group.rm_so)..<Int(group.rm_eo)].filter { $0 != 0x2C && $0 != 0x20 }
        return DecimalNumber.value(digits)
    }

    private static func reason(_ status: Int32, _ expression: UnsafePointer<regex_t>) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let base = buffer.baseAddress, regerror(status, expression, base, buffer.count) > 0 else {
                return "no regular expression"
            }
            return String(cString: base)
        }
    }
}

/// Decimal numbers in progress lines.
enum DecimalNumber {
    /// How many digits can be before the point.
    private static let limit = 18
    /// How many digits count after the point.
    private static let precision = 15

    /// Digits, optionally with a point and more digits; nil for anything else, and for a number that is too large.
    static func value(_ bytes: some Collection<UInt8>) -> Double? {
        var value = 0.0
        var scale = 0.0
        // Before the point, then after it.
        var digits = 0
        var isDigit = false
        for byte in bytes {
            let followsDigit = isDigit
            isDigit = byte.isDigit
            if isDigit { digits += 1 }
            if isDigit, scale > 0 {
                guard digits <= Self.precision else { continue }
                value += Double(byte &- 0x30) * scale
                scale /= 10
            } else if isDigit {
                guard digits <= Self.limit else { return nil }
                value = value * 10 + Double(byte &- 0x30)
            } else if byte == 0x2E, scale == 0, followsDigit {
                scale = 0.1
                digits = 0
            } else {
                return nil
            }
        }
        return isDigit ? value : nil
    }
}
