// Commands: sequences that begin with OSC.
extension InMemoryTerminal {
    mutating func command(_ text: String) {
        let fields = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        let argument = fields.count > 1 ? String(fields[1]) : ""
        switch fields.first {
        case "0": (titles.window, titles.icon) = (argument, argument)
        case "1": titles.icon = argument
        case "2": titles.window = argument
        // A hyperlink is drawn as plain text.
        case "8" where argument.contains(";"): break
        case "9" where argument == "4" || argument.hasPrefix("4;"):
            if !setProgress(argument.split(separator: ";", omittingEmptySubsequences: false).dropFirst()) {
                unknown("\u{1B}]" + text)
            }
        default: unknown("\u{1B}]" + text)
        }
    }

    private mutating func setProgress(_ fields: ArraySlice<Substring>) -> Bool {
        let state = fields.first.map { Int($0) } ?? 0
        let value = fields.dropFirst().first.flatMap { Int($0) }
        guard let state, fields.count <= 2 else { return false }
        if state == 0 {
            taskbarProgress = nil
            return true
        }
        guard let known = TaskbarProgress.State(rawValue: state) else { return false }
        // Without a value, the bar keeps its value.
        taskbarProgress = TaskbarProgress(known, value: min(100, max(0, value ?? taskbarProgress?.value ?? 0)))
        return true
    }
}

/// The titles of a terminal's window and of its icon.
struct Titles: Sendable {
    var window = ""
    var icon = ""
    private var stack: [String] = []

    /// Keeps the window's title, if there is room.
    mutating func push() {
        if stack.count < 10 { stack.append(window) }
    }

    /// Brings back the window's title that was kept last.
    mutating func pop() { window = stack.popLast() ?? window }
}
