extension Command {
    /// The help text. No line has more than 80 columns.
    var help: String {
        var lines = (own() + standard).map { Self.row($0.spelling, $0.text) }
        let others = shared().map { $0.spellings[0] }
        if !others.isEmpty { lines.append(Self.wrapped(others.joined(separator: ", ") + "    as for one job", indent: 2)) }
        let commands = name.isEmpty ? Self.subcommands.map { Self.row($0.name, $0.summary) } : []
        if !commands.isEmpty { lines += ["", "Commands, each with a --help of its own:"] + commands }
        return [usage, lines.joined(separator: "\n"), notes].filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    /// A name, and what is said about it.
    private static func row(_ name: String, _ text: String) -> String {
        wrapped(name + String(repeating: " ", count: max(0, 20 - name.utf8.count)) + " " + text, indent: 23)
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

    /// What is said about the option: its values, if it chooses among some, and the default one in parentheses.
    fileprivate var text: String {
        let choice = argument?.isChoice == true ? ": " + (argument?.words ?? []).joined(separator: ", ") : ""
        return (usage ?? summary + choice) + (standard.map { " (\($0))" } ?? "")
    }
}
