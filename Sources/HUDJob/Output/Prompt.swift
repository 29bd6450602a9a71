/// The unfinished last line of a job's output, and whether it looks as if the job waited for an answer.
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

    /// Whether it is a question or a request in words. A job that is slow can print half a line, so few forms are accepted.
    var asks: Bool {
        // Choices and defaults come last: `[Y/n]`, `(yes/no/[fingerprint])?`, `[3]:`.
        var rest = Self.trimmed(text, of: " \t:>")
        var hasChoices = rest.hasSuffix("y/n")
        var hasDefault = false
        while let last = rest.last, last == "]" || last == ")", let start = rest.lastIndex(of: last == "]" ? "[" : "(") {
            hasChoices = hasChoices || Self.isChoices(rest[start...])
            hasDefault = true
            rest = Self.trimmed(rest[..<start], of: " \t:>")
        }
        let isPrompt = text.last == ":" || text.last == ">"
        if hasChoices || hasDefault && isPrompt { return true }
        // A test runner counts tests whose number it does not know: `2/?`.
        if let last = rest.last, last == "?" || last == "\u{FF1F}" { return !rest.hasSuffix("/?") }
        let words = text.lowercased().split { " \t:".contains($0) }.map(String.init)
        let verbs = isPrompt ? ["enter", "type", "select", "choose"] : ["press", "hit"]
        if let first = words.first, verbs.contains(first) { return true }
        return isPrompt
            && words.contains { $0.hasSuffix("?") || ["password", "passphrase", "passcode", "username", "login"].contains($0) }
    }

    /// Whether a text in brackets names yes and no: `[Y/n]`, `(yes|no)`, `[J/n]`, `(y or n)`.
    private static func isChoices(_ group: Substring) -> Bool {
        let words = group.split { "/|, []()".contains($0) }
        guard words.count > 1 else { return false }
        if words.contains(where: { ["y", "yes"].contains($0.lowercased()) }) { return true }
        let letters = words.compactMap { $0.count == 1 ? $0.first : nil }
        return words.count == 2 && letters.contains(where: \.isUppercase) && letters.contains(where: \.isLowercase)
    }

    private static func trimmed(_ text: Substring, of characters: String) -> Substring {
        var text = text
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return text
    }
}
