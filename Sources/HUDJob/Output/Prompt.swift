/// The last line of a job's output, and whether it looks as if the job waited for an answer.
struct Prompt: Sendable {
    private let text: Substring

    init(_ line: String) {
        text = Self.trimmed(line[...], of: " \t")
    }

    /// Whether it ends as prompts do, such as `Password:` and `>`, and not in a word or a number.
    var endsLikeOne: Bool {
        guard let last = text.last else { return false }
        return !last.isLetter && !last.isNumber && !"%./".contains(last)
    }

    /// Whether it ends in a sign that asks for something.
    var endsInSign: Bool { text.last.map { ":>?\u{FF1F}".contains($0) } ?? false }

    /// Whether it is a question or a request in words. A job that is slow can print half a line, so few forms are accepted.
    var asks: Bool {
        // Choices and defaults come last: `[Y/n]`, `(yes/no/[fingerprint])?`, `[3]:`.
        var rest = Self.trimmed(text, of: " \t:>")
        var hasChoices = rest.hasSuffix("y/n")
        var hasDefault = false
        while let last = rest.last, last == "]" || last == ")", let start = rest.lastIndex(of: last == "]" ? "[" : "(") {
            hasChoices = hasChoices || Self.isChoices(rest[start...])
            hasDefault = hasDefault || last == "]" && !rest[start...].contains(" ")
            rest = Self.trimmed(rest[..<start], of: " \t:>")
        }
        let isPrompt = text.last == ":" || text.last == ">"
        if hasChoices || hasDefault && isPrompt { return true }
        // A test runner counts tests whose number it does not know: `2/?`.
        if let last = rest.last, last == "?" || last == "\u{FF1F}" { return !rest.hasSuffix("/?") }
        let words = text.lowercased().split(separator: " ").map(String.init)
        if let first = words.first, words.count > 1, (isPrompt ? ["enter", "select", "choose"] : ["press", "hit"]).contains(first)
        {
            return true
        }
        let nouns = words.map { Self.trimmed($0[...], of: ":") }
        return isPrompt
            && (words.dropLast().contains { $0.hasSuffix("?") }
                || nouns.contains { ["password", "passphrase", "passcode", "username", "login"].contains($0) })
    }

    /// Whether a text in brackets names yes and no: `[Y/n]`, `(yes|no)`, `[J/n]`, `(y or n)`.
    private static func isChoices(_ group: Substring) -> Bool {
        let words = group.lowercased().split { "/|, []()".contains($0) }.map(String.init)
        if words.count > 1, words.contains(where: { $0 == "y" || $0 == "yes" }) { return true }
        // In other languages no is `n`, `\u{43D}` or `h`.
        return words.count == 2 && words.allSatisfy { $0.count == 1 } && words.contains { ["n", "\u{43D}", "h"].contains($0) }
            && group.contains(where: \.isUppercase) && group.contains(where: \.isLowercase)
    }

    private static func trimmed(_ text: Substring, of characters: String) -> Substring {
        var text = text
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return text
    }
}
