extension Command {
    /// The help text. It fits an 80×24 screen.
    var help: String {
        var rows: [String] = []
        for option in own() {
            let spelling = option.spelling
            if option.joins, let last = rows.popLast() {
                rows.append("\(last); \(spelling)" + (option.usage == "" ? "" : ":") + option.text)
            } else {
                rows.append(spelling + String(repeating: " ", count: max(0, 19 - spelling.utf8.count)) + option.text)
            }
        }
        var lines = rows.map { Self.wrapped($0, indent: 22) }
        let others = shared().map { $0.spellings[0] }
        if !others.isEmpty { lines.append(Self.wrapped(others.joined(separator: ", ") + "    as for one job", indent: 2)) }
        return [usage, lines.joined(separator: "\n"), notes].filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    /// A text in lines of 80 columns. The first begins with two spaces, the others with `indent`.
    private static func wrapped(_ text: String, indent: Int) -> String {
        var lines = [" "]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if lines[lines.count - 1].utf8.count + word.utf8.count >= 80 {
                lines.append(String(repeating: " ", count: indent - 1))
            }
            lines[lines.count - 1] += " " + word
        }
        return lines.joined(separator: "\n")
    }
}

extension Option {
    /// The names of the option, and of its value.
    fileprivate var spelling: String {
        let names = spellings.joined(separator: ", ")
        guard let argument else { return names }
        let value = argument.name == "seconds" ? "S" : argument.name.uppercased()
        return names + (argument.isOptional ? "[=\(value)]" : " \(value)")
    }

    /// What is said about the option, by default the values among which it chooses; and the default value if it is not one of those.
    fileprivate var text: String {
        let words = argument?.words ?? []
        let description = usage ?? (argument?.isChoice == true ? words.joined(separator: ", ") : summary)
        let value = words.isEmpty ? standard.map { "(\($0))" } ?? "" : ""
        return [description, value].filter { !$0.isEmpty }.map { " " + $0 }.joined()
    }
}
