import HUDCore

extension Scenario {
    /// Parses a scenario.
    ///
    /// Each line holds one setting or one call; `#` starts a comment. Settings come before calls, and calls are in order of time.
    ///
    /// | line | what it sets or calls |
    /// | --- | --- |
    /// | `indicator hud`, `indicator activity` | ``indicator-swift.property`` |
    /// | `grace T`, `min-show T`, `animation T`, `fps N` | the HUD's timing; `fps` needs an `end` line |
    /// | `activation T`, `completion T` | the activity indicator's timing |
    /// | `at T show [instant]`, `at T hide [instant] [after T]`, `at T progress X` | a call on a HUD |
    /// | `at T begin`, `at T end` | a call on an activity indicator |
    /// | `end T` | ``end`` |
    ///
    /// - Parameter bytes: UTF-8 text. A byte order mark at the start is skipped.
    /// - Throws: ``ScenarioError`` for the first line that can't be parsed.
    init(parsing bytes: some Sequence<UInt8>) throws(ScenarioError) {
        var parser = ScenarioParser()
        for line in ScenarioText.lines(of: bytes) { try parser.read(line: line) }
        self = try parser.finish()
    }
}

/// Reads a scenario line by line.
private struct ScenarioParser {
    private var scenario = Scenario()
    private var line = 0
    /// The settings read so far, and on which line.
    private var settings: [Substring: Int] = [:]

    /// The words of a line, taken from the front.
    private typealias Words = ArraySlice<Substring>

    mutating func read(line text: Substring) throws(ScenarioError) {
        line += 1
        var rest = ScenarioText.words(of: text)[...]
        guard let first = rest.popFirst() else { return }
        switch first {
        case "at": try readCall(&rest)
        case "end": try readEnd(&rest)
        default: try readSetting(first, &rest)
        }
        if let extra = rest.popFirst() { throw error("\(quoted(extra)) is one word too many") }
    }

    func finish() throws(ScenarioError) -> Scenario {
        if let line = settings["fps"], scenario.end == nil {
            throw ScenarioError(line: line, message: "'fps' needs an 'end T' line, or its frames would never end")
        }
        return scenario
    }

    // MARK: Settings

    private mutating func readSetting(_ name: Substring, _ rest: inout Words) throws(ScenarioError) {
        let isKnown = ["indicator", "grace", "min-show", "animation", "fps", "activation", "completion"].contains(name)
        guard isKnown else {
            throw error("unknown word \(quoted(name)): expected a setting, 'at T ...' or 'end T'")
        }
        guard scenario.calls.isEmpty else { throw error("the setting '\(name)' comes after a call: settings come first") }
        if let earlier = settings[name] { throw error("'\(name)' is set already, on line \(earlier)") }
        settings[name] = line
        switch name {
        case "indicator": scenario.indicator = try indicator(&rest)
        case "grace": scenario.graceTime = try duration(&rest, "grace")
        case "min-show": scenario.minimumShowTime = try duration(&rest, "min-show")
        case "animation": scenario.animationDuration = try duration(&rest, "animation")
        case "fps": scenario.framesPerSecond = try ScenarioText.number(rest.popFirst(), "fps", in: DisplayLink.rates, line: line)
        case "activation": scenario.activationDelay = try duration(&rest, "activation")
        default: scenario.completionDelay = try duration(&rest, "completion")
        }
    }

    private func indicator(_ rest: inout Words) throws(ScenarioError) -> Scenario.Indicator {
        switch rest.popFirst() {
        case "hud": return .hud
        case "activity": return .activity
        case let word?: throw error("unknown indicator \(quoted(word)): expected hud or activity")
        case nil: throw error("'indicator' needs a name: hud or activity")
        }
    }

    private mutating func readEnd(_ rest: inout Words) throws(ScenarioError) {
        if let earlier = settings["end"] { throw error("'end' is set already, on line \(earlier)") }
        settings["end"] = line
        let time = HUDInstant(offset: try duration(&rest, "end"))
        if let last = scenario.calls.last, time < last.time {
            throw error("time goes back: the end at \(time) comes after a call at \(last.time)")
        }
        scenario.end = time
    }

    // MARK: Calls

    private mutating func readCall(_ rest: inout Words) throws(ScenarioError) {
        let time = HUDInstant(offset: try duration(&rest, "at"))
        if let last = scenario.calls.last, time < last.time {
            throw error("time goes back: a call at \(time) comes after one at \(last.time)")
        }
        if let end = scenario.end, time > end { throw error("a call at \(time) comes after the end at \(end)") }
        guard let name = rest.popFirst() else {
            throw error("'at \(time)' needs a call: \(callNames)")
        }
        let action = try action(name, &rest)
        scenario.calls.append(Scenario.Call(time: time, action: action))
    }

    private var callNames: String {
        switch scenario.indicator {
        case .hud: "show, hide or progress"
        case .activity: "begin or end"
        }
    }

    private func action(_ name: Substring, _ rest: inout Words) throws(ScenarioError) -> Scenario.Action {
        switch (scenario.indicator, name) {
        case (.activity, "begin"): return .begin
        case (.activity, "end"): return .end
        case (.hud, "show"): return .show(animated: !takeInstant(&rest))
        case (.hud, "progress"): return .progress(try progress(&rest))
        case (.hud, "hide"):
            let animated = !takeInstant(&rest)
            guard rest.first == "after" else { return .hide(animated: animated) }
            rest.removeFirst()
            return .hideAfter(try duration(&rest, "after"), animated: animated)
        case (.activity, "show"), (.activity, "hide"), (.activity, "progress"):
            throw error("'\(name)' is a call of the hud indicator: expected \(callNames)")
        case (.hud, "begin"), (.hud, "end"):
            throw error("'\(name)' is a call of the activity indicator: expected \(callNames)")
        default:
            throw error("unknown call \(quoted(name)): expected \(callNames)")
        }
    }

    private func takeInstant(_ rest: inout Words) -> Bool {
        guard rest.first == "instant" else { return false }
        rest.removeFirst()
        return true
    }

    // MARK: Numbers

    private func duration(_ rest: inout Words, _ name: String) throws(ScenarioError) -> Duration {
        try ScenarioText.duration(rest.popFirst(), name, line: line)
    }

    private func progress(_ rest: inout Words) throws(ScenarioError) -> Double {
        guard let word = rest.popFirst() else { throw error("'progress' needs a number, clamped to 0 to 1") }
        let digits = word.utf8.first == UInt8(ascii: "-") ? word.dropFirst() : word
        let isDecimal =
            digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
            && digits.utf8.last != UInt8(ascii: ".")
        guard isDecimal, let value = Double(word) else {
            throw error("bad progress \(quoted(word)): expected a decimal number, clamped to 0 to 1")
        }
        return value
    }

    // MARK: Errors

    private func error(_ message: String) -> ScenarioError {
        ScenarioError(line: line, message: message)
    }

    private func quoted(_ word: Substring) -> String { ScenarioText.quoted(word) }
}
